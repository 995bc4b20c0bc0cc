/// A modifier key of a chord.
public enum KeyModifier: String, CaseIterable, Sendable {
  /// `alt` is left Alt only: right Alt is `altgr`.
  case shift, ctrl, alt, altgr, `super`, fn
}

/// One of the two keys of a modifier.
public enum KeySide: String, Sendable {
  case left, right
}

/// One key of a chord, before the person's layout is known.
public enum ChordKey: Hashable, Sendable {
  /// The modifier of Full Keyboard Access, whichever key the profile chooses for it.
  case tab
  /// A modifier. If the side is `nil`, its left and its right key both count.
  case modifier(KeyModifier, KeySide?)
  /// The key on which this letter or sign is printed; letters in lower case.
  case printed(Character)
  /// The key with this code, 1…0x2FF, whatever the layout has on it.
  case position(UInt16)

  /// Whether the key is a modifier. All keys of a chord except the last must be modifiers.
  public var isModifier: Bool {
    switch self {
    case .tab, .modifier: true
    case .printed, .position: false
    }
  }

  /// Whether one physical key can match both: true for `ctrl` and `leftctrl`, false for `leftctrl` and `rightctrl`.
  public func overlaps(_ other: ChordKey) -> Bool {
    guard case .modifier(let one, let side) = self, case .modifier(let two, let otherSide) = other else {
      return self == other
    }
    return one == two && (side == nil || otherSide == nil || side == otherSide)
  }

  /// Whether the key types a character, with or without Shift. Space counts as a character.
  ///
  /// Keys of number pads, telephones and Braille keyboards also count, because text that is typed on them is equally
  /// private. Source: codes of linux/input-event-codes.h.
  public var typesText: Bool {
    switch self {
    case .printed: true
    case .position(let code): ChordKey.textCodes.contains { $0.contains(code) }
    case .tab, .modifier: false
    }
  }

  private static let textCodes: [ClosedRange<UInt16>] = [
    // KEY_1…KEY_EQUAL, KEY_Q…KEY_RIGHTBRACE, KEY_A…KEY_GRAVE, KEY_BACKSLASH…KEY_SLASH, KEY_SPACE
    2...13, 16...27, 30...41, 43...53, 57...57,
    // KEY_KPASTERISK, KEY_KP7…KEY_KPDOT, KEY_KPJPCOMMA, KEY_KPSLASH, KEY_KPEQUAL, KEY_KPPLUSMINUS, KEY_KPCOMMA,
    // brackets
    55...55, 71...83, 95...95, 98...98, 117...118, 121...121, 179...180,
    // KEY_102ND, KEY_RO, KEY_YEN, KEY_QUESTION, KEY_DOLLAR, KEY_EURO
    86...86, 89...89, 124...124, 214...214, 0x1B2...0x1B3,
    // KEY_BRL_DOT1…KEY_BRL_DOT10, KEY_NUMERIC_0…KEY_NUMERIC_D
    0x1F1...0x1FA, 0x200...0x20F,
  ]
}

/// Keys that are pressed together. The last one goes down while the others are held.
public struct KeyChord: Hashable, Sendable {
  /// The chord as it is written: `tab+shift+h`.
  public var text: String
  /// All keys except the last. No physical key matches two of them (`overlaps`).
  public var modifiers: Set<ChordKey>
  /// The last key.
  public var trigger: ChordKey

  public init(text: String, modifiers: Set<ChordKey> = [], trigger: ChordKey) {
    self.text = text
    self.modifiers = modifiers
    self.trigger = trigger
  }

  /// All keys of the chord. Two bindings in a list never have the same set of keys, in whatever order these are
  /// written.
  public var keys: Set<ChordKey> { modifiers.union([trigger]) }

  /// Whether people press this chord when they type a text: it has no modifier except Shift.
  public var isPlain: Bool {
    modifiers.allSatisfy { if case .modifier(.shift, _) = $0 { true } else { false } }
  }

  /// The panic chord: held for a second on any keyboard, it makes Switchway release everything. No profile can bind
  /// this chord. Its keys are `KEY_BACKSPACE`, `KEY_ESC` and `KEY_ENTER`.
  public static let panic: Set<ChordKey> = [.position(14), .position(1), .position(28)]
}
