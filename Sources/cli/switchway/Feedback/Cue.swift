import SwitchwayCore
import SwitchwayProtocol

/// A sound or a spoken word for an event of a switch.
enum Cue: CaseIterable {
  case accepted, rejected, attention

  /// `type`: the type of the messages that cause the cue. `word`: the word for the cue after `--only`. `example`: the
  /// text that is spoken when the cue is tried.
  var row: (type: String, word: String, title: String, sound: String, example: String) {
    switch self {
    case .accepted: ("press", "presses", "a press", "a short click", "left")
    case .rejected: ("rejected", "rejections", "a rejected press", "two low tones", RejectionReason.tooShort.words)
    case .attention: ("attention", "attention", "attention", "an alarm", CueRules.callForHelp)
    }
  }
}

/// Finds the cue for each message of the daemon. A press causes each cue at most once. This type is pure.
struct CueRules {
  struct Given: Equatable {
    let cue: Cue
    let words: String
    /// The time when the press was decided, on the daemon's clock, in microseconds. `nil` if the cue is never too late.
    let decided: Int64?
  }

  /// The text that is spoken for `attention`.
  static let callForHelp = "help is needed"

  let cues: Set<Cue>
  /// The press that was rejected last. A press can be rejected several times: during a pause, it is rejected once for
  /// each of its commands.
  private var lastRejected: (name: String, pressed: Int64) = ("", .min)

  init(_ cues: Set<Cue>) { self.cues = cues }

  var types: [String] { Cue.allCases.filter(cues.contains).map(\.row.type) }

  mutating func cue(of event: Wire.Event) -> Given? {
    guard let cue = cues.first(where: { $0.row.type == event.type }) else { return nil }
    switch event {
    case .press(let press):
      // The release of a switch has the same type of message, but causes no cue.
      return press.isDown ? Given(cue: cue, words: press.switchName ?? "", decided: press.accepted) : nil
    case .rejected(let rejected):
      let (name, pressed) = (rejected.switchName ?? "", rejected.pressed ?? 0)
      // If the reason is `inactive`, another person uses the computer now, and no cue is given.
      guard rejected.reason != "inactive", (name, pressed) != lastRejected else { return nil }
      lastRejected = (name, pressed)
      return Given(cue: cue, words: EventWords.rejection(rejected.reason), decided: rejected.time)
    case .attention: return Given(cue: cue, words: Self.callForHelp, decided: nil)
    default: return nil
    }
  }
}
