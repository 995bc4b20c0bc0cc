import SwitchwayCore
import SwitchwayText
import Testing

@testable import SwitchwayLayout

/// Layouts of xkeyboard-config, as `scripts/setup` installs it: what is printed where is a fact about keyboards.
@Suite struct LayoutReaderTests {
  private static func read(_ name: String) -> LayoutReading { LayoutReader.read(name, environment: [:], files: []) }

  private static func key(_ code: UInt16, shift: Bool = false, altGr: Bool = false) -> LayoutKeys.Key {
    LayoutKeys.Key(code: code, needsShift: shift, needsAltGr: altGr)
  }

  @Test(
    "letters and signs are on the keys of the layout",
    arguments: [
      ("us", "q", key(16)), ("us", "z", key(44)), ("us", "y", key(21)), ("us", "?", key(53, shift: true)),
      ("us", "<", key(51, shift: true)), ("us", "=", key(13)), ("us", " ", key(57)), ("us", "*", key(9, shift: true)),
      ("de", "z", key(21)), ("de", "y", key(44)), ("de", "ß", key(12)), ("de", "ä", key(40)), ("de", "<", key(86)),
      ("de", "/", key(8, shift: true)), ("de", "@", key(16, altGr: true)), ("de", "|", key(86, altGr: true)),
      ("de", "^", key(41)), ("de", "€", key(18, altGr: true)), ("de", "+", key(27)),
      ("fr", "q", key(30)), ("fr", "a", key(16)), ("fr", "m", key(39)), ("fr", "1", key(2, shift: true)),
      ("fr", "é", key(3)), ("fr(oss)", "q", key(30)), ("fr(oss)", ".", key(51, shift: true)),
      ("us(dvorak)", "q", key(45)), ("us(dvorak)", "a", key(30)), ("us(dvorak)", "'", key(16)),
      ("us(dvorak)", "z", key(53)), ("ch", "ü", key(26)), ("ch", "è", key(26, shift: true)), ("ch", "z", key(21)),
      ("ch(fr)", "è", key(26)), ("gb", "\\", key(86)), ("gb", "#", key(43)), ("gb", "\"", key(3, shift: true)),
      ("jp", "\\", key(89)), ("gr", "α", key(30)), ("ru", "я", key(44)), ("us(intl)", "'", key(40, altGr: true)),
    ])
  func printed(_ layout: String, _ character: Character, _ expected: LayoutKeys.Key) {
    let reading = Self.read(layout)
    #expect(reading.failure == nil)
    #expect(reading.name == layout)
    #expect(reading.source == .profile)
    #expect(reading.keys.key(of: character) == expected)
  }

  @Test("capital letters and control characters are on no key; a layout has only what is printed on it")
  func none() {
    let us = Self.read("us").keys
    for character: Character in ["Q", "\r", "\t", "\u{1b}", "\u{7f}", "ß", "é", "\u{0}"] {
      #expect(us.key(of: character) == nil)
    }
    #expect(Self.read("gr").keys.key(of: "q") == nil)
    #expect(us.characters == us.characters.sorted())
    #expect(us.characters.contains("q"))
  }

  @Test("what stands in where no layout can be read is the layout us")
  func builtIn() {
    let us = Self.read("us").keys
    #expect(LayoutKeys.us.characters.count == 26 + 10 + 1 + 32)
    for character in LayoutKeys.us.characters {
      #expect(LayoutKeys.us.key(of: character) == us.key(of: character), "\(character)")
    }
  }

  @Test(
    "a layout that there is not leaves that of the United States whole, and is told",
    arguments: ["zz", "de(nope)", "de-latin1", "evdev", "US", "symbols"])
  func unknown(_ name: String) {
    let reading = Self.read(name)
    #expect(reading == LayoutReading(keys: .us, name: name, source: .profile, failure: .unknown(name, .profile)))
    #expect(
      reading.failure?.message.hasPrefix(
        "unknown keyboard layout '\(name)', from `layout` of the profile; see the names in xkeyboard-config(7)")
        == true)
  }

  @Test(
    "what is no name of a layout is not looked for, and is safe to show",
    arguments: [
      "", "(oss)", "de(", "de()", "de(a", "de)a(", "../us", "/etc/passwd", "us/../../x", "de(a/b)", "dé",
      "us\u{1b}[31m",
      "us\nde", "us\u{0}", "%l", "us+de", "us:2", "a b", ",us", String(repeating: "a", count: 65),
    ])
  func malformed(_ name: String) {
    let reading = Self.read(name)
    #expect(reading.keys == .us)
    #expect(reading.failure == .malformed(name, .profile))
    let shown = (reading.failure?.message ?? "") + reading.name
    #expect(shown.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 })
    #expect(shown.contains("such as de or fr(oss)"))
  }

  @Test("a chord with a sign that no key has is found out")
  func missing() {
    func chord(_ modifier: ChordKey, _ trigger: ChordKey) -> KeyChord {
      KeyChord(text: "", modifiers: [modifier], trigger: trigger)
    }
    let us = Self.read("us").keys
    #expect(us.missing(from: chord(.tab, .printed("ß"))) == ["ß"])
    #expect(us.missing(from: chord(.printed("ß"), .printed("é"))) == ["ß", "é"])
    #expect(us.missing(from: chord(.tab, .printed("h"))).isEmpty)
    #expect(us.missing(from: chord(.modifier(.ctrl, nil), .position(700))).isEmpty)
    #expect(Self.read("de").keys.missing(from: chord(.tab, .printed("ß"))).isEmpty)
  }
}
