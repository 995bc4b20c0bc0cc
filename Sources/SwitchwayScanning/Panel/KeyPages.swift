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
    let words = PlaceGroup(places: words.map { .key(.word($0)) } + [.out])
    return [.group(editing(shift)), .group(words)] + letters.map { .group(.of(keys($0, shift))) } + [.out]
  }

  static let noWords = Session.PanelPlace.group(PlaceGroup(places: [.out]))

  private func editing(_ shift: Key.Shift) -> PlaceGroup {
    let arrows = ["left", "right", "up", "down", "home", "end", "ctrl+z"].map { Session.PanelPlace.key(.chord($0)) }
    var places: [Session.PanelPlace] = [.key(.chord("backspace")), .key(.shift(shift))]
    if layout.characters.contains(" ") { places.insert(.key(.text(" ")), at: 0) }
    let signs = signs(shift)
    if signs.places.count > 1 { places.append(.group(signs)) }
    places += [.key(.chord("enter")), .key(.chord("ctrl+backspace"))]
    return PlaceGroup(
      name: "space\nshift …", places: places + [.group(PlaceGroup(name: "arrows", places: arrows + [.out])), .out])
  }

  private func signs(_ shift: Key.Shift) -> PlaceGroup {
    let (common, rest) = (
      Self.common.filter(layout.characters.contains), layout.signs.filter { !Self.common.contains($0.plain) }
    )
    let digits = Cuts.evenly(layout.digits, into: (layout.digits.count + Group.limit - 2) / (Group.limit - 1))
    let groups =
      [common.map { KeyboardLayout.Letter(plain: $0, shifted: $0) }] + digits.map { Array($0) }
      + [rest, layout.others] + (layout.accents.count > 2 ? [] : layout.accents)
    var places = groups.filter { !$0.isEmpty }.map { Session.PanelPlace.group(.of(keys($0, shift))) }
    if layout.accents.count > 2 {
      places.append(.group(.of(layout.accents.map { .group(.of(keys($0, shift))) }, name: "accents")))
    }
    return PlaceGroup(name: "signs", places: places + [.out])
  }

  private func keys(_ letters: [KeyboardLayout.Letter], _ shift: Key.Shift) -> [Session.PanelPlace] {
    letters.map { .key(.text(String(shift == .off ? $0.plain : $0.shifted))) }
  }
}
