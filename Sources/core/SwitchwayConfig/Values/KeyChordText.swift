import SwitchwayCore

/// Reads and writes chords of keys in the form of profiles.
package enum KeyChordText {
  /// Reads the keys in `text`, in their order. Any key may be in any place. Returns `nil` if `text` cannot be read.
  /// `modifier`: the key that acts as Tab.
  package static func keys(_ text: String, modifier: ChordKey = KeyboardSettings.standardModifier) -> [ChordKey]? {
    try? KeyChordReader(use: .pressed(modifier: modifier)).keys(text)
  }

  /// The reason why `text` cannot be read as keys joined by `+`, or `nil` if it can.
  package static func fault(_ text: String, modifier: ChordKey) -> CommandError? {
    do throws(CommandError) { _ = try KeyChordReader(use: .pressed(modifier: modifier)).keys(text) } catch {
      return error
    }
    return nil
  }

  /// Reads the value of `modifier`: a key as `text(of:)` writes it. Returns Tab if `text` is not a key.
  package static func modifier(_ text: String) -> ChordKey {
    (try? KeyChordReader(use: .typed).keys(text))?.first ?? KeyboardSettings.standardModifier
  }

  /// A key as in profiles: `z`, `leftctrl`, `f10`.
  package static func text(of key: ChordKey) -> String {
    switch key {
    case .tab: return "tab"
    case .modifier(let modifier, let side): return (side?.rawValue ?? "") + modifier.rawValue
    case .printed("+"): return "plus"
    case .printed(let character): return String(character)
    case .position(let code):
      let name = EventNames.name(type: EventType.key, code) ?? "0x" + String(code, radix: 16)
      return name.hasPrefix("key_") && name.count > 5 ? String(name.dropFirst(4)) : name
    }
  }

  /// The text of keys that are held together, such as the panic chord. The keys are sorted.
  package static func text(of keys: Set<ChordKey>) -> String {
    keys.map(text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: "+")
  }

  /// The text of a chord for people, with the real keys: `Tab + Shift + H`. `modifier`: the key that acts as Tab.
  package static func label(of chord: KeyChord, modifier: ChordKey) -> String {
    (keys(chord.text, modifier: modifier) ?? []).map { label(of: $0 == .tab ? modifier : $0) }
      .joined(separator: " + ")
  }

  private static func label(of key: ChordKey) -> String {
    switch key {
    case .modifier(.altgr, _): return "AltGr"
    case .modifier(let modifier, let side):
      return (side.map { capital($0.rawValue) + " " } ?? "") + capital(modifier.rawValue)
    case .printed(let character):
      let upper = character.uppercased()
      return upper.count == 1 ? upper : String(character)
    case .tab, .position: return capital(text(of: key))
    }
  }

  private static func capital(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
}
