import CLibxkbcommon
import SwitchwayCore
import SwitchwayText
import Testing

@testable import SwitchwayLayout

/// What a program makes of the keys that a layout types a character with: libxkbcommon's state, then its Compose table.
@safe private final class Program {
  private let context: OpaquePointer
  private let keymap: OpaquePointer
  private let table: OpaquePointer

  private struct Missing: Error {
    let what: String
  }

  init(_ layout: String) throws {
    guard let name = LayoutName(layout), let context = unsafe xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES) else {
      throw Missing(what: "a context for \(layout)")
    }
    let table = unsafe xkb_compose_table_new_from_locale(context, "en_US.UTF-8", XKB_COMPOSE_COMPILE_NO_FLAGS)
    let keymap = unsafe name.layout.withCString { layout in
      unsafe name.variant.withCString { variant in
        var names = unsafe xkb_rule_names(rules: nil, model: nil, layout: layout, variant: variant, options: nil)
        return unsafe xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
      }
    }
    guard let table = unsafe table, let keymap = unsafe keymap else {
      throw Missing(what: "\(layout): install xkb-data and libx11-data")
    }
    unsafe (self.context, self.table, self.keymap) = (context, table, keymap)
  }

  deinit {
    unsafe xkb_keymap_unref(keymap)
    unsafe xkb_compose_table_unref(table)
    unsafe xkb_context_unref(context)
  }

  /// The text that the keys come to.
  func text(_ keys: [LayoutKeys.Key]) throws -> String {
    guard let compose = unsafe xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS) else {
      throw Missing(what: "a state")
    }
    defer { unsafe xkb_compose_state_unref(compose) }
    var text = ""
    for key in keys {
      guard let state = unsafe xkb_state_new(keymap) else { throw Missing(what: "a state") }
      defer { unsafe xkb_state_unref(state) }
      if key.needsShift { unsafe xkb_state_update_key(state, 42 + 8, XKB_KEY_DOWN) }
      if key.needsAltGr { unsafe xkb_state_update_key(state, 100 + 8, XKB_KEY_DOWN) }
      let symbol = unsafe xkb_state_key_get_one_sym(state, UInt32(key.code) + 8)
      unsafe xkb_compose_state_feed(compose, symbol)
      switch unsafe xkb_compose_state_get_status(compose) {
      case XKB_COMPOSE_NOTHING:
        if let scalar = Unicode.Scalar(xkb_keysym_to_utf32(symbol)) { text.unicodeScalars.append(scalar) }
      case XKB_COMPOSE_COMPOSED:
        var bytes = [CChar](repeating: 0, count: 64)
        let count = unsafe xkb_compose_state_get_utf8(compose, &bytes, bytes.count)
        text += String(decoding: bytes[..<Int(count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      default: break
      }
    }
    return text
  }
}

@Suite("What a layout can type") struct TypedTextTests {
  private static func keys(_ layout: String) -> LayoutKeys {
    LayoutReader.read(layout, environment: [:], files: []).keys
  }

  private static func key(_ code: UInt16, shift: Bool = false, altGr: Bool = false) -> LayoutKeys.Key {
    LayoutKeys.Key(code: code, needsShift: shift, needsAltGr: altGr)
  }

  @Test(
    "letters in both cases, signs of every level, and letters that a dead key begins",
    arguments: [
      ("us", "a", [key(30)]), ("us", "A", [key(30, shift: true)]), ("us", "!", [key(2, shift: true)]),
      ("de", "z", [key(21)]), ("de", "€", [key(18, altGr: true)]), ("de", "Ä", [key(40, shift: true)]),
      ("de", "^", [key(41), key(57)]), ("de", "â", [key(41), key(30)]), ("de", "é", [key(13), key(18)]),
      ("fr", "1", [key(2, shift: true)]), ("fr", "é", [key(3)]), ("fr", "ê", [key(26), key(18)]),
      ("fr", "Ê", [key(26), key(18, shift: true)]), ("fr", "ë", [key(26, shift: true), key(18)]),
      ("us(intl)", "é", [key(18, altGr: true)]), ("us(intl)", "ê", [key(7, shift: true), key(18)]),
      ("us(intl)", "'", [key(40, altGr: true)]), ("us(intl)", "\"", [key(40, shift: true, altGr: true)]),
      ("gr", "ά", [key(39), key(30)]), ("gr", "Ω", [key(47, shift: true)]),
      ("gr", "ΐ", [key(39), key(39, shift: true), key(23)]), ("cz", "ň", [key(13, shift: true), key(49)]),
    ] as [(String, Character, [LayoutKeys.Key])])
  func typed(layout: String, character: Character, expected: [LayoutKeys.Key]) {
    #expect(Self.keys(layout).typing(character) == expected)
  }

  @Test(
    "a program that composes reads each character as it was meant",
    arguments: [
      "us", "us(intl)", "us(dvorak)", "de", "de(nodeadkeys)", "fr", "fr(oss)", "fr(bepo)", "gb", "gr", "gr(polytonic)",
      "ru", "ua", "es", "pt", "br", "it", "ch", "ch(fr)", "be", "cz", "sk", "pl", "hu", "ro", "tr", "se", "no", "dk",
      "fi", "ca", "il", "ir", "vn", "jp",
    ])
  func composed(layout: String) throws {
    let (program, keys) = (try Program(layout), Self.keys(layout))
    #expect(keys.typedCharacters.count > 60)
    for character in keys.typedCharacters {
      let typing = try #require(keys.typing(character))
      let text = try program.text(typing)
      #expect(text == String(character), "\(layout): \(character) \(typing)")
    }
  }

  @Test("what a layout lacks is not typed: other alphabets, control characters, letters with other accents")
  func lacks() {
    let us = Self.keys("us")
    for character: Character in ["é", "я", "\n", "\t", "\u{7f}", "😀", "€"] { #expect(us.typing(character) == nil) }
    #expect(Self.keys("de").typing("q\u{302}") == nil)
    #expect(Self.keys("gr").typing("q") == nil)
    #expect(Self.keys("de(nodeadkeys)").typing("ê") == nil)
  }

  @Test("a character with its accent apart is the same character")
  func decomposed() {
    let fr = Self.keys("fr")
    #expect(fr.typing("e\u{302}") == fr.typing("ê"))
  }

  @Test("what stands in where no layout can be read types what the layout us types")
  func builtIn() {
    let us = Self.keys("us")
    #expect(LayoutKeys.us.typedCharacters.count == 95)
    for character in LayoutKeys.us.typedCharacters {
      #expect(LayoutKeys.us.typing(character) == us.typing(character), "\(character)")
    }
  }
}
