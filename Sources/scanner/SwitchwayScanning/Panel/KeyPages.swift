/// The pages of the panel's keyboard: groups of keys with at most eight places each.
struct KeyPages {
  private let letters: [[KeyboardLayout.Letter]]
  private let layout: KeyboardLayout

  init(_ layout: KeyboardLayout, order: LetterOrder) {
    self.layout = layout
    letters = order.groups(of: layout.rows)
  }

  /// The signs that are most frequent in texts. The choice is arbitrary.
  private static let common = Array(".,?!-'\"")

  /// The places of the first page: editing, completions, letters, out. If there are no completions, the group of
  /// completions is `noWords`. It is not shown, but keeps its index, so that the indices of the other groups do not
  /// change.
  func places(_ shift: Key.Shift, words: [String]) -> [Place] {
    let words = Group(places: words.map { .key(.word($0)) } + [.out])
    return [.group(editing(shift)), .group(words)] + letters.map { .group(.of(keys($0, shift))) } + [.out]
  }

  static let noWords = Place.group(Group(places: [.out]))

  private func editing(_ shift: Key.Shift) -> Group {
    let arrows = ["left", "right", "up", "down", "home", "end", "ctrl+z"].map { Place.key(.chord($0)) }
    var places: [Place] = [.key(.chord("backspace")), .key(.shift(shift))]
    if layout.characters.contains(" ") { places.insert(.key(.text(" ")), at: 0) }
    let signs = signs(shift)
    if signs.places.count > 1 { places.append(.group(signs)) }
    places += [.key(.chord("enter")), .key(.chord("ctrl+backspace"))]
    return Group(
      name: "space\nshift …", places: places + [.group(Group(name: "arrows", places: arrows + [.out])), .out])
  }

  private func signs(_ shift: Key.Shift) -> Group {
    let (common, rest) = (
      Self.common.filter(layout.characters.contains), layout.signs.filter { !Self.common.contains($0.plain) }
    )
    let digits = Cuts.evenly(layout.digits, into: (layout.digits.count + Group.limit - 2) / (Group.limit - 1))
    let groups =
      [common.map { KeyboardLayout.Letter(plain: $0, shifted: $0) }] + digits.map { Array($0) }
      + [rest, layout.others] + (layout.accents.count > 2 ? [] : layout.accents)
    var places = groups.filter { !$0.isEmpty }.map { Place.group(.of(keys($0, shift))) }
    if layout.accents.count > 2 {
      places.append(.group(.of(layout.accents.map { .group(.of(keys($0, shift))) }, name: "accents")))
    }
    return Group(name: "signs", places: places + [.out])
  }

  private func keys(_ letters: [KeyboardLayout.Letter], _ shift: Key.Shift) -> [Place] {
    letters.map { .key(.text(String(shift == .off ? $0.plain : $0.shifted))) }
  }
}
