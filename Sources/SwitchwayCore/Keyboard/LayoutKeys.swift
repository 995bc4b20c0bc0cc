/// Where letters and signs are printed on a person's keyboard.
public struct LayoutKeys: Equatable, Sendable {
  /// The key on which a character is printed, and what must be down to type it.
  public struct Key: Hashable, Sendable {
    /// `KEY_*` of linux/input-event-codes.h.
    public var code: UInt16
    public var needsShift: Bool
    /// Right Alt.
    public var needsAltGr: Bool

    public init(code: UInt16, needsShift: Bool = false, needsAltGr: Bool = false) {
      self.code = code
      self.needsShift = needsShift
      self.needsAltGr = needsAltGr
    }
  }

  private let keys: [Character: Key]

  /// - Parameter keys: letters in lower case.
  public init(_ keys: [Character: Key]) { self.keys = keys }

  /// The key on which `character` is printed, letters in lower case; nil where it is on none.
  public func key(of character: Character) -> Key? { keys[character] }

  /// Everything that is printed on a key, sorted.
  public var characters: [Character] { keys.keys.sorted() }

  /// The letters and signs of a chord that are on no key of this layout, sorted: with one of them it can never be
  /// pressed, nor typed.
  public func missing(from chord: KeyChord) -> [Character] {
    chord.keys.compactMap { key in
      if case .printed(let character) = key, self.key(of: character) == nil { character } else { nil }
    }.sorted()
  }

  /// A keyboard of the United States, for where nothing says what the layouts of the world are like.
  public static let us: LayoutKeys = {
    // The rows of a keyboard, each with the code of its first key; the codes of a row follow one another.
    let rows: [(first: UInt16, plain: String, shifted: String)] = [
      (41, "`", "~"), (2, "1234567890-=", "!@#$%^&*()_+"), (16, "qwertyuiop[]", "QWERTYUIOP{}"),
      (30, "asdfghjkl;'", "ASDFGHJKL:\""), (43, "\\", "|"), (44, "zxcvbnm,./", "ZXCVBNM<>?"), (57, " ", " "),
    ]
    var keys: [Character: Key] = [:]
    for row in rows {
      for (place, (plain, shifted)) in zip(row.plain, row.shifted).enumerated() {
        let code = row.first + UInt16(place)
        keys[plain] = Key(code: code)
        if !shifted.isLetter, shifted != plain { keys[shifted] = Key(code: code, needsShift: true) }
      }
    }
    return LayoutKeys(keys)
  }()
}
