/// A key of the panel's keyboard.
public enum Key: Hashable, Sendable {
  /// Types this text.
  case text(String)
  /// Types the remaining part of this word, and a space.
  case word(String)
  /// Types this chord, such as `ctrl+backspace`.
  case chord(String)
  /// The Shift key, with its present state.
  case shift(Shift)

  /// The state of Shift for letters. `once` means for the next letter only.
  public enum Shift: Hashable, Sendable {
    case off, once, locked

    var next: Shift {
      switch self {
      case .off: .once
      case .once: .locked
      case .locked: .off
      }
    }
  }

  /// Whether the person is likely to choose the key again, so that its page stays.
  var isRepeated: Bool {
    guard case .chord(let chord) = self else { return false }
    return chord != "enter"
  }

  func label(in words: PanelWords) -> String {
    switch self {
    case .text(" "): words("space")
    case .text(let text), .word(let text): text
    case .chord("ctrl+backspace"): words("delete word")
    case .chord("ctrl+z"): words("undo")
    case .chord(let chord): words(chord)
    case .shift(.off): words("shift")
    case .shift(.once): words("hold shift")
    case .shift(.locked): words("release shift")
    }
  }
}
