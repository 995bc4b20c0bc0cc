import CLibxkbcommon
import SwitchwayText

/// The characters that dead keys type together with the keys after them.
///
/// Source: the Compose file of X11 for UTF-8 locales, which libxkbcommon, GTK and Qt follow. The rules are built in,
/// because that file is not installed everywhere; a test compares them with it.
enum DeadKeys {
  struct Accent {
    /// The accent as it is printed on the key. `nil` if chords in profiles are not written with this accent.
    var printed: Unicode.Scalar?
    /// The mark that the dead key adds to the letter that follows.
    var combining: Unicode.Scalar
    /// The character that the dead key types with Space, or `nil` if it then types nothing.
    var withSpace: Character?
    /// The character that the dead key types if it is pressed twice, or `nil` if it then types nothing.
    var twice: Character?

    init(
      _ printed: Unicode.Scalar?, _ combining: Unicode.Scalar, space: Character? = nil, twice: Character? = nil
    ) {
      (self.printed, self.combining, withSpace, self.twice) = (printed, combining, space, twice)
    }
  }

  /// The dead keys, by their symbols.
  static let all: [UInt32: Accent] = [
    UInt32(XKB_KEY_dead_grave): Accent("`", "\u{300}", space: "`"),
    UInt32(XKB_KEY_dead_acute): Accent("´", "\u{301}", space: "'", twice: "´"),
    UInt32(XKB_KEY_dead_circumflex): Accent("^", "\u{302}", space: "^"),
    UInt32(XKB_KEY_dead_tilde): Accent("~", "\u{303}", space: "~"),
    UInt32(XKB_KEY_dead_macron): Accent("¯", "\u{304}", space: "¯"),
    UInt32(XKB_KEY_dead_breve): Accent("˘", "\u{306}", space: "˘"),
    UInt32(XKB_KEY_dead_abovedot): Accent("˙", "\u{307}", space: "˙"),
    UInt32(XKB_KEY_dead_diaeresis): Accent("¨", "\u{308}", space: "\"", twice: "¨"),
    UInt32(XKB_KEY_dead_abovering): Accent("˚", "\u{30a}", space: "°"),
    UInt32(XKB_KEY_dead_doubleacute): Accent("˝", "\u{30b}", space: "˝"),
    UInt32(XKB_KEY_dead_caron): Accent("ˇ", "\u{30c}", space: "ˇ"),
    UInt32(XKB_KEY_dead_cedilla): Accent("¸", "\u{327}", space: "¸"),
    UInt32(XKB_KEY_dead_ogonek): Accent("˛", "\u{328}", space: "˛"),
    UInt32(XKB_KEY_dead_hook): Accent(nil, "\u{309}"),
    UInt32(XKB_KEY_dead_horn): Accent(nil, "\u{31b}"),
    UInt32(XKB_KEY_dead_belowdot): Accent(nil, "\u{323}"),
    UInt32(XKB_KEY_dead_belowcomma): Accent(nil, "\u{326}"),
    UInt32(XKB_KEY_dead_psili): Accent(nil, "\u{313}"),
    UInt32(XKB_KEY_dead_dasia): Accent(nil, "\u{314}"),
    UInt32(XKB_KEY_dead_iota): Accent(nil, "\u{345}"),
  ]

  /// For each character, the keys that type it: a separate key if there is one, otherwise one dead key and a letter,
  /// otherwise two dead keys and a letter.
  ///
  /// - Parameters:
  ///   - typed: the characters with a separate key.
  ///   - dead: the dead keys of the layout, by their symbols.
  static func texts(
    _ typed: [Character: LayoutKeys.Key], _ dead: [UInt32: LayoutKeys.Key]
  ) -> [Character: [LayoutKeys.Key]] {
    var texts = typed.mapValues { [$0] }
    func putCharacter(_ character: Character, _ keys: [LayoutKeys.Key]) {
      if texts[character] == nil { texts[character] = keys }
    }
    // If a character needs two dead keys, programs expect the iota first.
    func order(_ symbol: UInt32) -> UInt32 { symbol == UInt32(XKB_KEY_dead_iota) ? 0 : symbol }
    let accents = dead.sorted { order($0.key) < order($1.key) }.compactMap { symbol, key in
      all[symbol].map { (accent: $0, key: key) }
    }
    for (accent, key) in accents {
      if let space = typed[" "], let character = accent.withSpace { putCharacter(character, [key, space]) }
      if let character = accent.twice { putCharacter(character, [key, key]) }
    }
    let letters = typed.filter { $0.key.isLetter }.sorted { $0.key < $1.key }
    var single: [(text: String, keys: [LayoutKeys.Key])] = []
    for (accent, key) in accents {
      for (letter, typing) in letters {
        let text = String(letter) + String(accent.combining)
        single.append((text, [key, typing]))
        putComposed(text, [key, typing])
      }
    }
    // The accent that is pressed first is the outermost one: ΐ is an acute over a diaeresis over ι.
    for (accent, key) in accents {
      for (text, keys) in single { putComposed(text + String(accent.combining), [key] + keys) }
    }
    return texts

    func putComposed(_ text: String, _ keys: [LayoutKeys.Key]) {
      let character = Character(text)
      if precomposed.contains(character) { putCharacter(character, keys) }
    }
  }

  /// The letters with accents that Unicode has as one character. Swift compares characters by canonical equivalence, so
  /// a letter with combining accents is also found here.
  private static let precomposed: Set<Character> = {
    let ranges: [ClosedRange<UInt32>] = [0xc0...0x24f, 0x386...0x3ce, 0x400...0x4f9, 0x1e00...0x1fff]
    return Set(
      ranges.joined().compactMap(Unicode.Scalar.init).filter(\.properties.isAlphabetic).map { Character($0) })
  }()
}
