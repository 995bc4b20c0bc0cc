import SwitchwayConfig
import SwitchwayCore
import Testing

@Suite("chords of keys")
struct KeyChordTests {
  private static let frame = "switchway: 1\ndevices: {k: {match: {kind: keyboard}}}\nkeyboard:\n"

  /// The chord of a binding, under a `modifier`.
  private func chord(_ text: String, modifier: String = "tab") throws -> KeyChord {
    let result = try Sandbox.load(
      KeyChordTests.frame + "  modifier: \(modifier)\n  bindings: {'\(text.doubled)': select}\n")
    #expect(result.lines == [])
    return try #require(result.profile?.keyboard?.bindings.first?.chord)
  }

  @Test(
    "single characters are what is printed on a key, names are places, in any case",
    arguments: [
      ("z", ChordKey.printed("z")), ("Z", .printed("z")), ("key_z", .position(44)), ("KEY_Z", .position(44)),
      ("Ä", .printed("ä")), ("ß", .printed("ß")), ("é", .printed("é")), ("e\u{301}", .printed("é")),
      ("1", .printed("1")), ("key_1", .position(2)), ("=", .printed("=")), ("-", .printed("-")), ("[", .printed("[")),
      ("'", .printed("'")), (",", .printed(",")), ("plus", .printed("+")), ("€", .printed("€")),
      ("leftbrace", .position(26)), ("LeftBrace", .position(26)), ("semicolon", .position(39)),
      ("space", .position(57)), ("Enter", .position(28)), ("up", .position(103)), ("f12", .position(88)),
      ("esc", .position(1)), ("Escape", .position(1)), ("key_esc", .position(1)), ("0x1d4", .position(0x1D4)),
      ("kp1", .position(79)), ("102nd", .position(86)),
    ])
  func keys(_ text: String, _ key: ChordKey) throws {
    #expect(try chord(text) == KeyChord(text: text, trigger: key))
  }

  @Test(
    "modifiers, with a side or without",
    arguments: [
      ("tab", ChordKey.tab), ("key_tab", .tab), ("TAB", .tab), ("shift", .modifier(.shift, nil)),
      ("leftshift", .modifier(.shift, .left)), ("key_rightshift", .modifier(.shift, .right)),
      ("ctrl", .modifier(.ctrl, nil)), ("leftctrl", .modifier(.ctrl, .left)), ("rightctrl", .modifier(.ctrl, .right)),
      ("alt", .modifier(.alt, nil)), ("leftalt", .modifier(.alt, nil)), ("altgr", .modifier(.altgr, nil)),
      ("rightalt", .modifier(.altgr, nil)), ("super", .modifier(.super, nil)),
      ("leftsuper", .modifier(.super, .left)), ("leftmeta", .modifier(.super, .left)),
      ("rightsuper", .modifier(.super, .right)), ("fn", .modifier(.fn, nil)), ("key_fn", .modifier(.fn, nil)),
    ])
  func modifiers(_ text: String, _ key: ChordKey) throws {
    #expect(try chord(text).trigger == key)
    #expect(try chord(text + "+f2") == KeyChord(text: text + "+f2", modifiers: [key], trigger: .position(60)))
  }

  @Test("the last key is the trigger, and the order of the others does not matter")
  func order() throws {
    let one = try chord("tab+shift+h")
    let other = try chord("shift+tab+h")
    #expect(one == KeyChord(text: "tab+shift+h", modifiers: [.tab, .modifier(.shift, nil)], trigger: .printed("h")))
    #expect(one.keys == other.keys)
    #expect(try chord("tab+plus").trigger == .printed("+"))
    #expect(try chord("leftctrl+rightctrl+f").modifiers == [.modifier(.ctrl, .left), .modifier(.ctrl, .right)])
  }

  @Test(
    "with another modifier 'tab' is that key, and so is its own name; the key Tab is 'key_tab'",
    arguments: [
      ("capslock", "tab+z", [ChordKey.tab], ChordKey.printed("z")),
      ("capslock", "CapsLock+z", [.tab], .printed("z")), ("capslock", "key_capslock", [], .tab),
      ("capslock", "key_tab", [], .position(15)), ("rightctrl", "rightctrl+z", [.tab], .printed("z")),
      ("rightctrl", "ctrl+z", [.modifier(.ctrl, nil)], .printed("z")), ("altgr", "rightalt+a", [.tab], .printed("a")),
      ("key_tab", "tab+a", [.tab], .printed("a")), ("f13", "f13+f14", [.tab], .position(184)),
    ])
  func modifier(_ modifier: String, _ text: String, _ before: [ChordKey], _ trigger: ChordKey) throws {
    #expect(
      try chord(text, modifier: modifier) == KeyChord(text: text, modifiers: Set(before), trigger: trigger))
  }

  @Test("keys that type text are known by what they give, not by their number of modifiers")
  func text() {
    for text in [
      "key_a", "key_1", "key_space", "key_102nd", "key_kp0", "key_ro", "key_yen", "key_euro", "key_brl_dot1",
    ] {
      #expect(KeyChordTests.code(text).map { ChordKey.position($0).typesText } == true, "\(text)")
    }
    for text in [
      "key_enter", "key_esc", "key_tab", "key_f1", "key_up", "key_leftshift", "key_capslock", "key_backspace",
    ] {
      #expect(KeyChordTests.code(text).map { ChordKey.position($0).typesText } == false, "\(text)")
    }
    #expect(ChordKey.printed("ä").typesText)
    #expect(!ChordKey.tab.typesText && !ChordKey.modifier(.shift, .left).typesText)
  }

  private static func code(_ name: String) -> UInt16? {
    (1..<UInt16(0x300)).first { EventNames.name(type: 1, $0) == name }
  }

  @Test("in what is typed, 'tab' is the key Tab, in switches as well as alone")
  func typed() throws {
    let result = try Sandbox.load(
      """
      switchway: 1
      devices: {d: {match: {name: Pad}}}
      switches: {a: {input: d/a, tap: key(ctrl+shift+tab)}, b: {input: d/b, tap: key(ä)}}
      policy: {alone: {next: tab, "previous(by=group)": ctrl+shift+tab, escape: escape, home: super, find: nothing}}

      """)
    #expect(result.lines == [])
    let alone = try #require(result.profile?.policy.alone)
    let shift = ChordKey.modifier(.shift, nil)
    let ctrl = ChordKey.modifier(.ctrl, nil)
    #expect(
      alone == [
        .init(command: try CommandVocabulary.parse("next"), chord: KeyChord(text: "tab", trigger: .position(15))),
        .init(
          command: try CommandVocabulary.parse("previous(by=group)"),
          chord: KeyChord(text: "ctrl+shift+tab", modifiers: [ctrl, shift], trigger: .position(15))),
        .init(command: try CommandVocabulary.parse("escape"), chord: KeyChord(text: "escape", trigger: .position(1))),
        .init(
          command: try CommandVocabulary.parse("home"),
          chord: KeyChord(text: "super", trigger: .modifier(.super, nil))),
        .init(command: try CommandVocabulary.parse("find"), chord: nil),
      ])
  }
}

extension String {
  /// As it stands between single quotes in YAML.
  fileprivate var doubled: String { map { $0 == "'" ? "''" : String($0) }.joined() }
}
