/// The characters that the person's keyboard layout can type, sorted for the panel's keyboard.
public struct KeyboardLayout: Hashable, Sendable {
  /// A character, and the key that types it.
  public struct Stroke: Hashable, Sendable {
    public var text: Character
    /// The code of the key: `KEY_*` of linux/input-event-codes.h.
    public var code: UInt16
    public var needsShift: Bool
    public var needsAltGr: Bool
    /// The number of the dead key that must be typed first. `nil` if no dead key is needed.
    public var deadKey: Int?

    public init(_ text: Character, code: UInt16, needsShift: Bool, needsAltGr: Bool, deadKey: Int? = nil) {
      (self.text, self.code, self.deadKey) = (text, code, deadKey)
      (self.needsShift, self.needsAltGr) = (needsShift, needsAltGr)
    }
  }

  /// A key with the characters that it types alone and with Shift.
  struct Letter: Hashable { var plain, shifted: Character }

  /// The letters that are typed without AltGr, row by row, and in a row from left to right.
  let rows: [[Letter]]
  let digits: [Letter]
  /// Signs that are typed without AltGr, beginning with those that need no Shift.
  let signs: [Letter]
  /// Characters that are typed only with AltGr.
  let others: [Letter]
  /// Characters that need a dead key before another key, in one list per dead key.
  let accents: [[Letter]]
  let characters: Set<Character>

  /// The codes of the keys in each row of letters of a usual keyboard, from left to right. Some layouts have letters in
  /// the row of digits; its keys follow those of the first row of letters. Source: linux/input-event-codes.h; key 86 is
  /// beside Shift.
  private static let keyRows: [[UInt16]] = [
    Array(16...27) + [41] + Array(2...13), Array(30...40) + [43], [86] + Array(44...53),
  ]
  fileprivate static let ranks = Dictionary(
    keyRows.joined().enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })

  /// - Parameter strokes: at most one for each character; if there are more, the first one counts.
  public init(_ strokes: [Stroke]) {
    characters = Set(strokes.map(\.text))
    let sorted = strokes.filter { $0.text != " " }.sorted { $0.rank < $1.rank }
    let alone = sorted.filter { $0.deadKey == nil }
    let shifted = Dictionary(
      alone.filter { $0.needsShift && $0.text.isLetter }.map { ($0.key, $0.text) },
      uniquingKeysWith: { first, _ in first })
    func letter(_ stroke: Stroke) -> Letter {
      Letter(plain: stroke.text, shifted: stroke.text.isLetter ? shifted[stroke.key] ?? stroke.text : stroke.text)
    }
    let usual = alone.filter { $0.text.isLetter && !$0.needsShift && !$0.needsAltGr }
    rows = Self.keyRows.map { row in usual.filter { row.contains($0.code) }.map(letter) }.filter { !$0.isEmpty }
    var shown = Set(rows.joined().flatMap { [$0.plain, $0.shifted] })
    /// The characters of one kind that are not on a page yet.
    func rest(_ strokes: [Stroke], _ letter: (Stroke) -> Letter = letter, where isOfKind: (Stroke) -> Bool) -> [Letter]
    {
      strokes.compactMap { stroke in
        guard !shown.contains(stroke.text), isOfKind(stroke) else { return nil }
        let letter = letter(stroke)
        shown.formUnion([letter.plain, letter.shifted])
        return letter
      }
    }
    digits = rest(alone) { ("0"..."9").contains($0.text) }
    signs = rest(sorted) { !$0.needsAltGr && !$0.text.isLetter }
    others = rest(sorted) { $0.deadKey == nil || !$0.text.isLetter }
    let all = characters
    accents = Dictionary(grouping: sorted.filter { $0.deadKey != nil }, by: \.deadKey)
      .sorted { $0.key ?? 0 < $1.key ?? 0 }.map { _, strokes in
        func accented(_ stroke: Stroke) -> Letter {
          let upper = stroke.text.uppercased()
          return Letter(
            plain: stroke.text,
            shifted: upper.count == 1 && all.contains(Character(upper)) ? Character(upper) : stroke.text)
        }
        return rest(strokes, accented) { !$0.text.isUppercase } + rest(strokes, accented) { _ in true }
      }.filter { !$0.isEmpty }
  }
}

extension KeyboardLayout.Stroke {
  fileprivate var key: [UInt16] { [code, needsAltGr ? 1 : 0] }

  /// The order of strokes: first by their modifiers, then by the place of the key on the keyboard.
  fileprivate var rank: (Int, Int, String) {
    ((needsAltGr ? 2 : 0) + (needsShift ? 1 : 0), KeyboardLayout.ranks[code] ?? 256 + Int(code), "\(text)")
  }
}
