import SwitchwayCore
import SwitchwayText
import SwitchwayYAML

/// Reads chords: keys joined by `+`. The last key is pressed while the others are held.
struct KeyChordReader: Sendable {
  /// The use of the chord.
  enum Use: Sendable {
    /// A person presses the chord. In it, `tab` means the key that acts as the Tab modifier.
    case pressed(modifier: ChordKey)
    /// Switchway types the chord, for `key(…)` or `alone`. In it, `tab` means the key Tab.
    case typed
  }

  /// The largest number of keys in a chord (arbitrary; many keyboards cannot even report six).
  static let mostKeys = 8

  static let modifierWords = ["tab", "shift", "ctrl", "alt", "altgr", "super", "fn"]

  var use: Use

  /// Reads the chord that is written in `text`.
  func chord(_ text: String) throws(CommandError) -> KeyChord {
    let keys = try self.keys(text)
    guard let trigger = keys.last, keys.count <= KeyChordReader.mostKeys else { throw KeyChordReader.tooMany }
    var modifiers: Set<ChordKey> = []
    for (key, word) in zip(keys, KeyChordReader.words(text)).dropLast() {
      guard key.isModifier else { throw fault(noModifier: word, key) }
      modifiers.insert(key)
    }
    return KeyChord(text: text, modifiers: modifiers, trigger: trigger)
  }

  /// Reads the keys that are written in `text`, in their order. No key may be repeated. Any key may be in any place,
  /// because a panic chord may consist of any keys.
  func keys(_ text: String) throws(CommandError) -> [ChordKey] {
    let words = KeyChordReader.words(text)
    guard words.count <= KeyChordReader.mostKeys else { throw KeyChordReader.tooMany }
    var keys: [ChordKey] = []
    for word in words {
      guard !word.isEmpty else {
        throw CommandError(
          text.isEmpty
            ? "expected keys joined with '+', found nothing" : "a key is missing in '\(YAMLNode.brief(text))'",
          help: "write keys joined with '+', for example \(example); the key '+' itself is 'plus'")
      }
      guard let key = key(named: word) else { throw KeyChordReader.unknown(word, in: text) }
      if let place = keys.firstIndex(where: { $0.overlaps(key) }) {
        throw CommandError(
          words[place] == word
            ? "'\(word)' is written twice in '\(YAMLNode.brief(text))'"
            : "'\(words[place])' and '\(word)' are the same key in '\(YAMLNode.brief(text))'",
          help: "remove one of them")
      }
      keys.append(key)
    }
    return keys
  }

  private func key(named word: String) -> ChordKey? {
    guard let key = KeyChordReader.named(word) else { return nil }
    switch use {
    case .typed: return key == .tab ? KeyboardSettings.standardModifier : key
    case .pressed(let modifier): return key == modifier ? .tab : key
    }
  }

  private static func words(_ text: String) -> [String] {
    text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
  }

  private static var tooMany: CommandError {
    CommandError("a chord has at most \(mostKeys) keys", help: "leave some out")
  }

  private var example: String {
    switch use {
    case .pressed: "tab+z"
    case .typed: "ctrl+c"
    }
  }

  private func fault(noModifier word: String, _ key: ChordKey) -> CommandError {
    if case .typed = use, key == KeyboardSettings.standardModifier {
      return CommandError(
        "'\(word)' is the key Tab here, not a modifier", help: "write for example ctrl+c, or only tab")
    }
    let isTyped = if case .typed = use { true } else { false }
    let words = KeyChordReader.modifierWords.dropFirst(isTyped ? 1 : 0)
    return CommandError(
      "'\(word)' is not a modifier; only the last key of a chord can be another key",
      help: "the modifiers are \(words.joined(separator: ", "))")
  }
}

// The names of keys in chords.
extension KeyChordReader {
  /// The key with this name, or `nil` if there is none. It does not matter here which key acts as the Tab modifier.
  ///
  /// A single character means the key on which it is printed; a blank is not allowed. A longer word is a modifier or an
  /// evdev name, in upper or lower case, with or without `key_`.
  private static func named(_ word: String) -> ChordKey? {
    let name = word.lowercased()
    if name.count == 1 { return printed(name, word) }
    if let key = words[name] { return key }
    guard let code = EventNames.key(name), !Button.isButton(code) else { return nil }
    return modifiers[code] ?? .position(code)
  }

  /// Names of keys that differ from evdev's names.
  private static let words: [String: ChordKey] = [
    "tab": .tab, "plus": .printed("+"), "escape": .position(1), "shift": .modifier(.shift, nil),
    "ctrl": .modifier(.ctrl, nil), "alt": .modifier(.alt, nil), "altgr": .modifier(.altgr, nil),
    "super": .modifier(.super, nil), "fn": .modifier(.fn, nil), "leftsuper": .modifier(.super, .left),
    "rightsuper": .modifier(.super, .right),
  ]

  /// The modifiers by their codes (linux/input-event-codes.h), however they are named in the profile. Right Alt is
  /// `altgr`, so that `alt` means only one key.
  private static let modifiers: [UInt16: ChordKey] = [
    42: .modifier(.shift, .left), 54: .modifier(.shift, .right), 29: .modifier(.ctrl, .left),
    97: .modifier(.ctrl, .right), 56: .modifier(.alt, nil), 100: .modifier(.altgr, nil),
    125: .modifier(.super, .left), 126: .modifier(.super, .right), 0x1D0: .modifier(.fn, nil),
  ]

  /// Returns the key of a letter or sign. Letters are written in lower case if the lower-case form is a single
  /// character.
  private static func printed(_ lower: String, _ word: String) -> ChordKey? {
    guard let character = lower.first ?? word.first, let scalar = character.unicodeScalars.first else { return nil }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator, .paragraphSeparator,
      .nonspacingMark, .spacingMark, .enclosingMark:
      return nil
    default: return .printed(character)
    }
  }

  private static func unknown(_ word: String, in text: String) -> CommandError {
    let name = word.lowercased()
    if let code = EventNames.key(name), Button.isButton(code) {
      return CommandError("'\(YAMLNode.brief(word))' is a button, not a key", help: "use keys of a keyboard in a chord")
    }
    let blankless = word.filter { $0 != " " && $0 != "\t" }
    if blankless != word, named(blankless) != nil {
      return CommandError(
        "a blank in '\(YAMLNode.brief(text))'", help: "write the keys without blanks, joined with '+'")
    }
    let known = modifierWords + ["escape", "plus"] + EventNames.keys(like: name) + others.keys
    let near = others[name] ?? NearestName.suggestion(for: name, among: known).map { others[$0] ?? $0 }
    return CommandError(
      "unknown key '\(YAMLNode.brief(word))'" + (word == text ? "" : " in '\(YAMLNode.brief(text))'"),
      help: near.map { "did you mean '\($0)'?" }
        ?? "write a letter, a sign, or a name such as space, enter, f1 or left; 'switchway devices' shows names")
  }

  /// Names that other programs use.
  private static let others = [
    "control": "ctrl", "meta": "super", "win": "super", "windows": "super", "cmd": "super",
    "command": "super", "logo": "super", "return": "enter", "del": "delete", "ins": "insert", "pgup": "pageup",
    "pgdn": "pagedown", "pgdown": "pagedown", "leftcontrol": "leftctrl", "rightcontrol": "rightctrl",
    "iso_level3_shift": "altgr", "bksp": "backspace", "arrowleft": "left", "arrowright": "right", "arrowup": "up",
    "arrowdown": "down", "caps": "capslock",
  ]

  /// The evdev name of a key that other programs call `word`, or `nil` if there is none.
  static func elsewhere(_ word: String) -> String? {
    others[word.lowercased()].flatMap { EventNames.key($0) == nil ? nil : $0 }
  }
}
