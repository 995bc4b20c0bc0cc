/// The positions of letters and signs on a person's keyboard.
public struct LayoutKeys: Equatable, Sendable {
  /// The key of a character, and the modifiers that it needs.
  public struct Key: Hashable, Sendable {
    /// `KEY_*` of linux/input-event-codes.h.
    public var code: UInt16
    public var needsShift: Bool
    /// Whether AltGr (right Alt) must be held.
    public var needsAltGr: Bool

    public init(code: UInt16, needsShift: Bool = false, needsAltGr: Bool = false) {
      self.code = code
      self.needsShift = needsShift
      self.needsAltGr = needsAltGr
    }
  }

  private let keys: [Character: Key]
  /// The keys that type a character, one after the other: a dead key comes before its letter.
  private let texts: [Character: [Key]]

  /// - Parameters:
  ///   - keys: letters in lower case.
  ///   - texts: the keys that type each character, one after the other.
  public init(_ keys: [Character: Key], texts: [Character: [Key]] = [:]) {
    self.keys = keys
    self.texts = texts
  }

  /// The key of `character`, letters in lower case, or `nil` if no key has it.
  public func key(of character: Character) -> Key? { keys[character] }

  /// The keys that type `character`, one after the other, or `nil` if the layout cannot type it.
  public func typing(_ character: Character) -> [Key]? { texts[character] }

  /// All characters that the layout can type, sorted.
  public var typedCharacters: [Character] { texts.keys.sorted() }

  /// All characters of the layout, sorted.
  public var characters: [Character] { keys.keys.sorted() }

  /// A United States keyboard, used if no layout can be read.
  public static let us: LayoutKeys = {
    // Rows of keys with the code of the first key; the codes of a row are consecutive.
    let rows: [(first: UInt16, plain: String, shifted: String)] = [
      (41, "`", "~"), (2, "1234567890-=", "!@#$%^&*()_+"), (16, "qwertyuiop[]", "QWERTYUIOP{}"),
      (30, "asdfghjkl;'", "ASDFGHJKL:\""), (43, "\\", "|"), (44, "zxcvbnm,./", "ZXCVBNM<>?"), (57, " ", " "),
    ]
    var keys: [Character: Key] = [:]
    var texts: [Character: [Key]] = [:]
    for row in rows {
      for (index, (plain, shifted)) in zip(row.plain, row.shifted).enumerated() {
        let code = row.first + UInt16(index)
        keys[plain] = Key(code: code)
        texts[plain] = [Key(code: code)]
        guard shifted != plain else { continue }
        texts[shifted] = [Key(code: code, needsShift: true)]
        if !shifted.isLetter { keys[shifted] = Key(code: code, needsShift: true) }
      }
    }
    return LayoutKeys(keys, texts: texts)
  }()
}

/// A layout with its name.
public struct NamedLayout: Equatable, Sendable {
  /// `de`, `fr(oss)`.
  public var name: String
  public var keys: LayoutKeys

  public init(name: String, keys: LayoutKeys) {
    self.name = name
    self.keys = keys
  }
}
