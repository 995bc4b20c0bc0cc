import SwitchwayCore
import SwitchwayProtocol
import SwitchwayText

// The errors for clients whose request `type` or `point` is refused: their codes, reasons and messages.

/// An error, without the name of the request.
private struct InputRefusal {
  let code: ErrorCode
  let reason: ErrorReason
  let message: String

  init(_ reason: ErrorReason, code: ErrorCode = .refused, _ message: String) {
    (self.code, self.reason, self.message) = (code, reason, message)
  }

  // MARK: Both

  static let inactive = InputRefusal(
    .inactive, "the person's session is not active: ask again when mode 'active' is on")
  static let locked = InputRefusal(.locked, "the screen is locked: ask again when mode 'locked' is off")
  static let panic = InputRefusal(.panic, "the emergency release is active: 'resume' first")
  static let rest = InputRefusal(.rest, "switches are paused: ask again when mode 'rest' is off")

  /// The request that is refused. Some errors have its name in their message.
  enum Doing: String {
    case typing, pointing

    private var verb: String { self == .typing ? "type" : "point" }

    var policy: InputRefusal {
      InputRefusal(
        .policy,
        "the profile does not let programs \(verb): write 'policy: {\(rawValue): yes}' into the profile")
    }
    var noClaim: InputRefusal {
      InputRefusal(.noClaim, "only a client with a claim may \(verb): 'claim' first")
    }
    var inhibited: InputRefusal {
      InputRefusal(.inhibited, "\(rawValue) stopped, because this client inhibits presses: 'rearm' first")
    }
    var ended: InputRefusal {
      InputRefusal(
        .stopped, "\(rawValue) stopped: another profile became active, or switchwayd is ending; ask again")
    }

    /// Returns the error in the protocol's form, with the name of the request.
    func error(_ refusal: InputRefusal) -> RequestError {
      RequestError(refusal.code, refusal.reason, "\(verb): \(refusal.message)")
    }
  }

  // MARK: Typing

  static let noKeyboard = InputRefusal(
    .noKeyboard, "there is no virtual keyboard: 'switchway doctor' shows why")
  static let forbiddenKeys = InputRefusal(
    .forbiddenKeys,
    "keys: a client cannot turn the machine off, restart it, let it sleep or change the console: leave it to the "
      + "person")
  static let tooManyKeys = InputRefusal(
    .tooManyKeys, code: .busy,
    "too many keys are waiting (50 a second are typed): wait for the answers to earlier requests")
  static let noKey = InputRefusal(
    .noKey, code: .badArgument, "keys: the keyboard layout does not have all keys of the chord: use other keys")

  static func noCharacter(_ character: Character) -> InputRefusal {
    InputRefusal(
      .noCharacter, code: .badArgument,
      "text: the keyboard layout has no keys for \(RequestError.words(for: character)); nothing was typed: leave it "
        + "out, or set 'layout' in the profile")
  }

  static func otherLayout(_ desktop: String) -> InputRefusal {
    InputRefusal(
      .layout,
      "the desktop's keyboard layout is \(desktop), not the one of the profile, so other characters "
        + "would be typed: write the same 'layout' in 'keyboard' of the profile")
  }

  // MARK: Pointing

  static let noPointer = InputRefusal(.noPointer, "there is no virtual pointer: 'switchway doctor' shows why")
  static let tooManyStrokes = InputRefusal(
    .tooManyStrokes, code: .busy,
    "too many movements and clicks are waiting: wait for the answers to earlier requests")
  static let buttonDown = InputRefusal(
    .buttonDown, "a client holds the button down with 'press': that client must send 'release' first")
}

extension RequestError {
  /// Makes the error in the protocol's form. It is sent only to the client that sent the text. Of the text, its message
  /// names at most the one character that the keyboard layout lacks.
  init(_ refusal: TypingRefusal) {
    let typing = InputRefusal.Doing.typing
    let row: InputRefusal =
      switch refusal {
      case .obstacle(.policy): typing.policy
      case .obstacle(.inactive): .inactive
      case .obstacle(.locked): .locked
      case .obstacle(.panic): .panic
      case .obstacle(.resting): .rest
      case .obstacle(.noKeyboard): .noKeyboard
      case .obstacle(.layout(let desktop)): .otherLayout(desktop)
      case .noClaim: typing.noClaim
      case .inhibited: typing.inhibited
      case .forbiddenKeys: .forbiddenKeys
      case .busy: .tooManyKeys
      case .noCharacter(let character): .noCharacter(character)
      case .noKey: .noKey
      case .ended: typing.ended
      }
    self = typing.error(row)
  }

  /// Makes the error in the protocol's form.
  init(_ refusal: PointingRefusal) {
    let pointing = InputRefusal.Doing.pointing
    let row: InputRefusal =
      switch refusal {
      case .obstacle(.policy): pointing.policy
      case .obstacle(.inactive): .inactive
      case .obstacle(.locked): .locked
      case .obstacle(.panic): .panic
      case .obstacle(.rest): .rest
      case .obstacle(.noPointer): .noPointer
      case .noClaim: pointing.noClaim
      case .inhibited: pointing.inhibited
      case .busy: .tooManyStrokes
      case .buttonDown: .buttonDown
      case .ended: pointing.ended
      }
    self = pointing.error(row)
  }

  /// Returns a character with its Unicode number. A character that cannot be shown is only its number.
  static func words(for character: Character) -> String {
    let scalars = character.unicodeScalars.prefix(4)
    let numbers = scalars.map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }.joined(separator: " ")
    let text = String(String.UnicodeScalarView(scalars))
    return PrintableName.of(text) == text ? "'\(text)' (\(numbers))" : numbers
  }
}
