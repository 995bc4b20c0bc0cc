/// The reason why a press did nothing. Raw values are the protocol's words.
public enum RejectionReason: String, CaseIterable, Error {
  case tooShort = "too-short"
  case repeated = "repeat"
  case neighbour
  case deviceLost = "device-lost"
  case syncLost = "sync-lost"
  case chordBroken = "chord-broken"
  case rest, inactive, inhibited, panic
  case noGesture = "no-gesture"
  case downAtArrival = "down-at-arrival"
  case stillDown = "still-down"
  case question, stale
  case nothingBefore = "nothing-before"

  /// `hand`: the filter did not accept the movement of the hand. `gesture`: the person's presses made no bound gesture
  /// or chord. `circumstance`: something other than the person.
  enum Cause { case hand, gesture, circumstance }

  /// The cause of the rejection. `noGesture` has the cause `gesture`, also if a press was too short for the only
  /// gesture of its switch, a hold.
  var cause: Cause { row.cause }
  /// Whether the rejection counts as a try that failed. Other reasons, such as `inactive`, say nothing about the
  /// person.
  var isOfPerson: Bool { cause != .circumstance }
  /// The reason in words for people, without a capital letter and a full stop.
  public var words: String { row.words }
  /// The reason as it is shown in tables.
  public var title: String { row.title ?? rawValue }

  private var row: (cause: Cause, words: String, title: String?) {
    switch self {
    case .tooShort: (.hand, "too short to count", nil)
    case .repeated: (.hand, "too soon after the press before it", nil)
    case .neighbour: (.hand, "another switch was meant", nil)
    case .deviceLost: (.circumstance, "its device went away", nil)
    case .syncLost: (.circumstance, "its release was lost", nil)
    case .chordBroken: (.gesture, "part of a chord that was not completed", nil)
    case .rest: (.circumstance, "switches are paused", "paused")
    case .inactive: (.circumstance, "your session is not active", nil)
    case .inhibited: (.circumstance, "a program is holding presses back", nil)
    case .panic: (.circumstance, "the emergency release is active", nil)
    case .noGesture: (.gesture, "nothing is assigned to this press", "nothing assigned")
    case .downAtArrival:
      (
        .circumstance, "it was already pressed when its device was plugged in, so its start is not known",
        "down at arrival"
      )
    case .stillDown: (.circumstance, "it was still pressed: its device sends one key at a time", "still down")
    case .nothingBefore: (.circumstance, "there is no command before it to repeat", "nothing to repeat")
    case .question: (.circumstance, "no question is open", nil)
    case .stale: (.circumstance, "too late to be sent, or meant for a page that is gone", nil)
    }
  }
}
