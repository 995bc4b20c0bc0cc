/// The order in which the keyboard's letters are highlighted.
public enum LetterOrder: Hashable, Sendable {
  /// The keys are ordered as on the person's keyboard.
  case rows
  /// The most frequent letters of the language with this code, such as `de`, come first.
  case frequency(language: String)

  /// Letters from the most to the least frequent one.
  ///
  /// Source: for German A. Beutelspacher, Kryptologie (umlauts counted by themselves); for English R. Lewand,
  /// Cryptological Mathematics. Other languages use the order of English. Letters that this order lacks follow in the
  /// order of the keyboard.
  private static func letters(of language: String) -> String {
    language == "de" ? "enisratduhlcgmobwfkzpüvßäöjyxq" : "etaoinshrdlcumwfgypbvkjxqz"
  }

  /// The largest number of groups of letters on the keyboard's first page, and of letters in a group.
  private static let (groups, size) = (5, Group.limit - 1)

  /// Divides the letters into groups. There are more than two levels of groups only if there are more letters than
  /// `groups` × `size`.
  func groups(of rows: [[KeyboardLayout.Letter]]) -> [[KeyboardLayout.Letter]] {
    let letters = Array(rows.joined())
    if case .frequency(let language) = self, letters.count <= Self.groups * Self.size {
      return Self.byFrequency(letters, Array(Self.letters(of: language)))
    }
    let cut = rows.flatMap { Cuts.evenly($0, into: ($0.count + Self.size - 1) / Self.size) }
    if cut.count <= Self.groups, cut.allSatisfy({ $0.count <= Self.size }) { return cut.map { Array($0) } }
    return Cuts.evenly(letters, into: Self.groups).map { Array($0) }
  }

  /// Groups the letters so that the more frequent a letter is, the fewer steps lead to it: the steps to its group, and
  /// the steps in the group.
  private static func byFrequency(
    _ letters: [KeyboardLayout.Letter], _ order: [Character]
  ) -> [[KeyboardLayout.Letter]] {
    let ranks = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let sorted = letters.enumerated().sorted {
      (ranks[$0.element.plain] ?? order.count, $0.offset) < (ranks[$1.element.plain] ?? order.count, $1.offset)
    }
    let cells = (0..<groups).flatMap { group in (0..<size).map { (group: group, steps: group + $0) } }
    let nearest = cells.enumerated().sorted { ($0.element.steps, $0.offset) < ($1.element.steps, $1.offset) }
    var found = Array(repeating: [KeyboardLayout.Letter](), count: groups)
    for (letter, cell) in zip(sorted, nearest) { found[cell.element.group].append(letter.element) }
    return found.filter { !$0.isEmpty }
  }
}
