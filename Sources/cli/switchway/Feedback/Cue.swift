import SwitchwayCore
import SwitchwayProtocol

/// What a person hears of a switch.
enum Cue: CaseIterable {
  case accepted, rejected, attention

  /// `type`: of the messages that give it. `word`: for `--only`. `example`: what is spoken when it is tried.
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
    /// When it was decided, on the daemon's clock, µs, or `nil` if it is never too late.
    let decided: Int64?
  }

  /// What is spoken for `attention`.
  static let callForHelp = "help is needed"

  let cues: Set<Cue>
  /// A press can be rejected several times: in rest, for each of its commands.
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
      // `inactive`: somebody else sits at the machine now.
      guard rejected.reason != "inactive", (name, pressed) != lastRejected else { return nil }
      lastRejected = (name, pressed)
      return Given(cue: cue, words: EventWords.rejection(rejected.reason), decided: rejected.time)
    case .attention: return Given(cue: cue, words: Self.callForHelp, decided: nil)
    default: return nil
    }
  }
}
