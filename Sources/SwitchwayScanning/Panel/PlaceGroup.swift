/// Places of the panel that are chosen together first: keys, windows, programs.
public struct PlaceGroup: Hashable, Sendable {
  /// In one line or two. Empty: its first places are its label.
  public var name = ""
  /// At most `Group.limit`, the last one leads out.
  public var places: [Session.PanelPlace]

  /// A group of these places; where they are more than `room`, of groups of them. `named`: what such a group is called.
  static func of(
    _ places: [Session.PanelPlace], name: String = "", room: Int = Group.limit - 1,
    named: ([Session.PanelPlace]) -> String = { _ in "" }
  ) -> PlaceGroup {
    let most = Group.limit - 1
    guard places.count > room else { return PlaceGroup(name: name, places: places + [.out]) }
    let parts = Cuts.evenly(places, into: min(room, max(2, (places.count + most - 1) / most)))
    return PlaceGroup(
      name: name, places: parts.map { .group(of(Array($0), name: named(Array($0)), named: named)) } + [.out])
  }

  /// What a group of programs is called, such as `A – F`; where all begin with one letter, `Gi – Gn`.
  static func letters(of places: [Session.PanelPlace]) -> String {
    guard let first = places.first?.label, let last = places.last?.label else { return "" }
    let length = first.prefix(1).uppercased() == last.prefix(1).uppercased() ? 3 : 1
    func letters(_ name: String) -> String { name.prefix(1).uppercased() + name.prefix(length).dropFirst() }
    return "\(letters(first)) – \(letters(last))"
  }

  /// What the panel writes there.
  func label(in words: PanelWords) -> String {
    if !name.isEmpty { return words(name) }
    let labels = places.dropLast().prefix(8).map { $0.label(in: words) }
    // Titles are divided by commas: they have blanks.
    if case .window = places.first { return labels.joined(separator: ", ") }
    let middle = labels.count > 3 ? (labels.count + 1) / 2 : labels.count
    let lines = [labels[..<middle], labels[middle...]].filter { !$0.isEmpty }
    return lines.map { $0.map { $0.split(separator: "\n").first.map(String.init) ?? "" }.joined(separator: " ") }
      .joined(separator: "\n")
  }
}
