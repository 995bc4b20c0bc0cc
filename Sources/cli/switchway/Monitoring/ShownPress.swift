/// A press as the live monitor shows it. Times are on the daemon's clock, in microseconds.
struct ShownPress: Equatable {
  enum Outcome: Equatable {
    /// The press is not decided yet. `reason` is the reason in the daemon's line `pending`.
    case waiting(reason: String)
    /// The press is accepted; no command is known yet.
    case accepted
    /// The press made a command, which is given as it is written in a profile. `details` says how it was made, and for
    /// whom.
    case command(String, details: String)
    /// The command waits for an answer.
    case question(String)
    case rejected(reason: String)
  }

  let name: String
  var pressed: Int64
  /// The time of the release or of the rejection. `nil` while the switch is down.
  var end: Int64?
  var outcome: Outcome
  /// The reason of a rejection with its figures from the daemon's statistics, such as `too short, 60 of 120 ms`. `nil`
  /// if they are not known.
  var figures: String?

  /// Returns the length of the press up to `now`, which is at least 0.
  func length(at now: Int64) -> Int64 { max((end ?? now) &- pressed, 0) }

  var isDown: Bool { end == nil }

  var isRejected: Bool {
    if case .rejected = outcome { true } else { false }
  }

  /// The outcome of the press, such as `next (tap, for board)`.
  var words: String {
    switch outcome {
    case .waiting(let reason): "waits: \(EventWords.pending(reason))"
    case .accepted: "accepted"
    case .command(let command, let details): "\(command) (\(details))"
    case .question(let command): "\(command): a question is asked first"
    case .rejected(let reason): "rejected: \(figures ?? EventWords.rejection(reason))"
    }
  }
}

/// The limits for presses of a switch, from the daemon's active profile, in microseconds. 0 means that there is no such
/// limit.
struct PressLimits: Equatable {
  /// A shorter press does not count.
  var holdDuration: Int64 = 0
  /// After a release new presses do not count for this long.
  var ignoreRepeat: Int64 = 0
  /// A longer press is a hold. 0 means that the switch has no hold.
  var hold: Int64 = 0

  /// The limits as text, such as `counts from 0.12 s, quiet for 0.3 s, hold from 0.8 s`.
  var words: String {
    var parts = [holdDuration > 0 ? "counts from \(LengthWords.seconds(holdDuration))" : "counts at once"]
    if ignoreRepeat > 0 { parts.append("quiet for \(LengthWords.seconds(ignoreRepeat))") }
    if hold > 0 { parts.append("hold from \(LengthWords.seconds(hold))") }
    return parts.joined(separator: ", ")
  }
}
