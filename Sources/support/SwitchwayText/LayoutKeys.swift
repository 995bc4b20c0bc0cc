/// A keyboard layout: the keys of letters and signs on a person's keyboard.
public struct LayoutKeys: Equatable, Sendable {
  /// The key of a character, and the modifiers that it needs.
  public struct Key: Hashable, Sendable {
    /// The code of the key (`KEY_*` of linux/input-event-codes.h).
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
  /// For each character, the keys that type it, one after the other. A dead key comes before its letter.
  private let texts: [Character: [Key]]

  /// - Parameters:
  ///   - keys: the key of each character. Letters are in lower case.
  ///   - texts: for each character, the keys that type it, one after the other.
  public init(_ keys: [Character: Key], texts: [Character: [Key]] = [:]) {
    self.keys = keys
    self.texts = texts
  }

  /// Returns the key of `character`, or `nil` if no key has it. A letter must be in lower case.
  public func key(of character: Character) -> Key? { keys[character] }

  /// Returns the keys that type `character`, one after the other, or `nil` if the layout cannot type it.
  public func typing(_ character: Character) -> [Key]? { texts[character] }

  /// All characters that the layout can type, sorted.
  public var typedCharacters: [Character] { texts.keys.sorted() }

  /// All characters that have a key, sorted.
  public var characters: [Character] { keys.keys.sorted() }

  /// The layout of a United States keyboard. It is used if no layout can be read.
  public static let us: LayoutKeys = {
    // Rows of keys, each with the code of its first key. The codes in a row are consecutive.
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

/// A keyboard layout with its name.
public struct NamedLayout: Equatable, Sendable {
  /// The name, such as `de` or `fr(oss)`.
  public var name: String
  public var keys: LayoutKeys

  public init(name: String, keys: LayoutKeys) {
    self.name = name
    self.keys = keys
  }
}
