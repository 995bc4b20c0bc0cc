/// The pages of the panel's keyboard: groups of keys, at most eight places each.
struct KeyPages {
  private let letters: [[KeyboardLayout.Letter]]
  private let layout: KeyboardLayout

  init(_ layout: KeyboardLayout, order: LetterOrder) {
    self.layout = layout
    letters = order.groups(of: layout.rows)
  }

  /// The signs that texts have most. Chosen.
  private static let common = Array(".,?!-'\"")

  /// The places of the first page: editing, completions, letters, out. Where there are no completions that group is
  /// `noWords`, which is not shown: the others keep their indices.
  func places(_ shift: Key.Shift, words: [String]) -> [Session.PanelPlace] {
    let words = KeyGroup(places: words.map { .key(.word($0)) } + [.out])
    return [.keys(editing(shift)), .keys(words)] + letters.map { .keys(group(keys($0, shift))) } + [.out]
  }

  static let noWords = Session.PanelPlace.keys(KeyGroup(places: [.out]))

  private func editing(_ shift: Key.Shift) -> KeyGroup {
    let arrows = ["left", "right", "up", "down", "home", "end", "ctrl+z"].map { Session.PanelPlace.key(.chord($0)) }
    var places: [Session.PanelPlace] = [.key(.chord("backspace")), .key(.shift(shift))]
    if layout.characters.contains(" ") { places.insert(.key(.text(" ")), at: 0) }
    let signs = signs(shift)
    if signs.places.count > 1 { places.append(.keys(signs)) }
    places += [.key(.chord("enter")), .key(.chord("ctrl+backspace"))]
    return KeyGroup(
      name: "space\nshift …", places: places + [.keys(KeyGroup(name: "arrows", places: arrows + [.out])), .out])
  }

  private func signs(_ shift: Key.Shift) -> KeyGroup {
    let (common, rest) = (
      Self.common.filter(layout.characters.contains), layout.signs.filter { !Self.common.contains($0.plain) }
    )
    let digits = Cuts.evenly(layout.digits, into: (layout.digits.count + Group.limit - 2) / (Group.limit - 1))
    let groups =
      [common.map { KeyboardLayout.Letter(plain: $0, shifted: $0) }] + digits.map { Array($0) }
      + [rest, layout.others] + (layout.accents.count > 2 ? [] : layout.accents)
    var places = groups.filter { !$0.isEmpty }.map { Session.PanelPlace.keys(group(keys($0, shift))) }
    if layout.accents.count > 2 {
      places.append(.keys(group(layout.accents.map { .keys(group(keys($0, shift))) }, name: "accents")))
    }
    return KeyGroup(name: "signs", places: places + [.out])
  }

  private func keys(_ letters: [KeyboardLayout.Letter], _ shift: Key.Shift) -> [Session.PanelPlace] {
    letters.map { .key(.text(String(shift == .off ? $0.plain : $0.shifted))) }
  }

  /// A page of these places; where they are too many, of groups of them.
  private func group(_ places: [Session.PanelPlace], name: String = "") -> KeyGroup {
    let most = Group.limit - 1
    guard places.count > most else { return KeyGroup(name: name, places: places + [.out]) }
    let parts = Cuts.evenly(places, into: min(most, (places.count + most - 1) / most))
    return KeyGroup(name: name, places: parts.map { .keys(group(Array($0))) } + [.out])
  }
}
