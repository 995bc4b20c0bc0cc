import SwitchwayCore
import SwitchwayProtocol

/// A sound or a spoken word for an event of a switch.
enum Cue: CaseIterable {
  case accepted, rejected, attention

  /// `type`: the type of the messages that cause it. `word`: its word for `--only`. `example`: the text that is spoken
  /// when it is
  /// tried.
  var row: (type: String, word: String, title: String, sound: String, example: String) {
    switch self {
    case .accepted: ("press", "presses", "a press", "a short click", "left")
    case .rejected: ("rejected", "rejections", "a rejected press", "two low tones", RejectionReason.tooShort.words)
    case .attention: ("attention", "attention", "attention", "an alarm", CueRules.callForHelp)
    }
  }
}

/// Finds the cue of each message. A press gives at most one of each kind. Pure.
struct CueRules {
  struct Given: Equatable {
    let cue: Cue
    let words: String
    /// The time when the press was decided, on the daemon's clock, µs, or `nil` if the cue is never too late.
    let decided: Int64?
  }

  /// The text that is spoken for `attention`.
  static let callForHelp = "help is needed"

  let cues: Set<Cue>
  /// A press can be rejected several times: during a pause, once for each of its commands.
  private var lastRejected: (name: String, pressed: Int64) = ("", .min)

  init(_ cues: Set<Cue>) { self.cues = cues }

  var types: [String] { Cue.allCases.filter(cues.contains).map(\.row.type) }

  mutating func cue(of event: Wire.Event) -> Given? {
    guard let cue = cues.first(where: { $0.row.type == event.type }) else { return nil }
    switch event {
    case .press(let press):
      // The release is not a press of its own.
      return press.isDown ? Given(cue: cue, words: press.switchName ?? "", decided: press.accepted) : nil
    case .rejected(let rejected):
      let (name, pressed) = (rejected.switchName ?? "", rejected.pressed ?? 0)
      // `inactive`: another person uses the computer now.
      guard rejected.reason != "inactive", (name, pressed) != lastRejected else { return nil }
      lastRejected = (name, pressed)
      return Given(cue: cue, words: EventWords.rejection(rejected.reason), decided: rejected.time)
    case .attention: return Given(cue: cue, words: Self.callForHelp, decided: nil)
    default: return nil
    }
  }
}
