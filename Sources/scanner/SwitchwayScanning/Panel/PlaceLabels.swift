// The texts in the bar for its places.
extension Place {
  /// The text in English.
  public var label: String { label(in: .english) }

  /// The text in the language of `words`. An item without a title gets the name of its role.
  func label(in words: PanelWords) -> String {
    switch self {
    case .item(let item): item.title.isEmpty ? words(item.node.role.name) : item.title
    case .group(let group): group.label(in: words)
    case .action(let name): name
    case .key(let key): key.label(in: words)
    case .window(let window): window.title.isEmpty ? words("window") : window.title
    case .program(let program): program.name
    case .cell(let cell): words("\(cell.kind.rawValue) %", "\(cell.number)")
    case .deed(let deed): words(deed.rawValue)
    case .own(let place): words(place.row.english)
    case .scrolling(let scrolling): words("\(scrolling)")
    }
  }
}

extension Group {
  /// The text for a group. A group of a window has the name of its container. If the container has no name, the group
  /// is named after its items: after each item if there are few, otherwise after the first and the last. A group of the
  /// panel has its own name, or is named after its first places.
  fileprivate func label(in words: PanelWords) -> String {
    let items = items
    if !items.isEmpty {
      if !name.isEmpty { return name }
      if items.count <= 3 { return items.map { Place.item($0).label(in: words) }.joined(separator: ", ") }
      let ends = [items[0], items[items.count - 1]].map { Place.item($0).label(in: words) }
      return ends[0] == ends[1] ? ends[0] : ends.joined(separator: " – ")
    }
    if !name.isEmpty { return words(name) }
    let labels = places.dropLast().prefix(8).map { $0.label(in: words) }
    // Titles are separated by commas, because they have blanks.
    if case .window = places.first { return labels.joined(separator: ", ") }
    let middle = labels.count > 3 ? (labels.count + 1) / 2 : labels.count
    let lines = [labels[..<middle], labels[middle...]].filter { !$0.isEmpty }
    return lines.map { $0.map { $0.split(separator: "\n").first.map(String.init) ?? "" }.joined(separator: " ") }
      .joined(separator: "\n")
  }

  /// Makes a group of these places and "out". If there are more than `room` places, it is a group of groups of them,
  /// which get their names from `named`.
  static func of(
    _ places: [Place], name: String = "", room: Int = Group.limit - 1, named: ([Place]) -> String = { _ in "" }
  ) -> Group {
    let most = Group.limit - 1
    guard places.count > room else { return Group(name: name, places: places + [.out]) }
    let parts = Cuts.evenly(places, into: min(room, max(2, (places.count + most - 1) / most)))
    return Group(
      name: name, places: parts.map { .group(of(Array($0), name: named(Array($0)), named: named)) } + [.out])
  }

  /// The name of a group of programs, such as `A – F`; if all begin with the same letter, `Gi – Gn`.
  static func letters(of places: [Place]) -> String {
    guard let first = places.first?.label, let last = places.last?.label else { return "" }
    let length = first.prefix(1).uppercased() == last.prefix(1).uppercased() ? 3 : 1
    func letters(_ name: String) -> String { name.prefix(1).uppercased() + name.prefix(length).dropFirst() }
    return "\(letters(first)) – \(letters(last))"
  }
}
