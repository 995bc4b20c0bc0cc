import SwitchwayConfig
import SwitchwayCore
import SwitchwayEngine
import SwitchwayProtocol

// Types for clients. Nothing here writes what is typed to the log.
extension Daemon {
  /// Types a text or a chord, and answers when all of it was handed to the kernel.
  func type(_ wanted: TypedInput, for client: EscapedText, _ done: @escaping (RequestError?) -> Void) {
    let request: Input.Request
    switch wanted {
    case .text(let text): request = .type(text, on: input?.typedKeys)
    case .keys(let text):
      do throws(CommandError) {
        request = .typeChord(try KeyChord(typed: text), on: input?.typedKeys)
      } catch {
        let words = PrintableName.of("\(error.message); \(error.help)", limit: 400)
        return done(RequestError(.badArgument, .badMember, "type: keys: " + words))
      }
    }
    ask(request, for: client) { reply in
      if case .typed(let refusal?) = reply { done(RequestError(refusal)) } else { done(nil) }
    }
  }
}

extension RequestError {
  /// The error as the protocol has it. It goes to the client that asked, and nowhere else: of what was to be
  /// typed, its message names at most the character that the layout lacks.
  init(_ refusal: TypingRefusal) {
    let (code, reason, words): (ErrorCode, ErrorReason, String) =
      switch refusal {
      case .obstacle(let obstacle): (.refused, ErrorReason(obstacle), Self.words(for: obstacle))
      case .noClaim: (.refused, .noClaim, "only a client with a claim may type: 'claim' first")
      case .inhibited:
        (.refused, .inhibited, "typing stopped, because this client inhibits presses: 'rearm' first")
      case .forbiddenKeys:
        (
          .refused, .forbiddenKeys,
          "keys: a client cannot turn the machine off, restart it, let it sleep or change the console: leave it to the "
            + "person"
        )
      case .busy:
        (
          .busy, .tooManyKeys,
          "too many keys wait, and 50 a second are typed: wait for the answers to earlier requests"
        )
      case .noCharacter(let character):
        (
          .badArgument, .noCharacter,
          "text: the keyboard layout has no keys for \(Self.words(for: character)); nothing was typed: leave it out, "
            + "or set 'layout' in the profile"
        )
      case .noKey:
        (
          .badArgument, .noKey, "keys: the keyboard layout does not have all keys of the chord: use other keys"
        )
      case .ended:
        (.refused, .stopped, "typing stopped: another profile became active, or switchwayd is ending; ask again")
      }
    self.init(code, reason, "type: " + words)
  }

  private static func words(for obstacle: TypingObstacle) -> String {
    switch obstacle {
    case .policy: "the profile does not let front ends type: write 'policy: {typing: yes}' into the profile"
    case .inactive: "the person's session is not active: ask again when mode 'active' is on"
    case .locked: "the screen is locked: ask again when mode 'locked' is off"
    case .panic: "the emergency release is active: 'resume' first"
    case .resting: "switches are paused: ask again when mode 'rest' is off"
    case .noKeyboard: "there is no virtual keyboard: 'switchway doctor' shows why"
    case .layout(let desktop):
      "the desktop's keyboard layout is \(desktop), not the one of the profile, so other characters "
        + "would be typed: write the same 'layout' in 'keyboard' of the profile"
    }
  }

  /// A character and its number. One that cannot be shown is its number only.
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

extension ErrorReason {
  /// The same word as in a `state`.
  fileprivate init(_ obstacle: TypingObstacle) {
    switch obstacle {
    case .policy: self = .policy
    case .inactive: self = .inactive
    case .locked: self = .locked
    case .panic: self = .panic
    case .resting: self = .rest
    case .noKeyboard: self = .noKeyboard
    case .layout: self = .layout
    }
  }

  /// The same word as in a `rejected`.
  init(_ rejection: RejectionReason) {
    switch rejection {
    case .inactive: self = .inactive
    case .inhibited: self = .inhibited
    case .panic: self = .panic
    case .rest: self = .rest
    case .question: self = .question
    case .nothingBefore: self = .nothingBefore
    // Only presses are rejected for the others.
    case .stale, .tooShort, .repeated, .neighbour, .deviceLost, .syncLost, .chordBroken, .noGesture, .downAtArrival,
      .stillDown:
      self = .stale
    }
  }
}
