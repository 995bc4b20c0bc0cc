/// A press as the live monitor shows it. Times are the daemon's, µs.
struct ShownPress: Equatable {
  enum Outcome: Equatable {
    /// The press is not decided yet; the reason is one of `pending`.
    case waiting(reason: String)
    /// The press is accepted; no command is known yet.
    case accepted
    /// The command as it is written; how it was made, and for whom.
    case command(String, details: String)
    /// The command waits for an answer.
    case question(String)
    case rejected(reason: String)
  }

  let name: String
  var pressed: Int64
  /// The release, or the time of the rejection. `nil` while the switch is down.
  var end: Int64?
  var outcome: Outcome
  /// `too short, 60 of 120 ms`, from `get` `statistics`.
  var figures: String?

  /// The length is at least 0.
  func length(at now: Int64) -> Int64 { max((end ?? now) &- pressed, 0) }

  var isDown: Bool { end == nil }

  var isRejected: Bool {
    if case .rejected = outcome { true } else { false }
  }

  /// The outcome of the press: `next (tap, for board)`.
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

/// The limits of the presses of a switch, from `get` `config`, in µs; 0 means no such limit.
struct PressLimits: Equatable {
  /// A shorter press does not count.
  var holdDuration: Int64 = 0
  /// After a release new presses do not count for this long.
  var ignoreRepeat: Int64 = 0
  /// A longer press is a hold; 0: there is no hold.
  var hold: Int64 = 0

  /// `counts from 0.12 s, quiet for 0.3 s, hold from 0.8 s`
  var words: String {
    var parts = [holdDuration > 0 ? "counts from \(LengthWords.seconds(holdDuration))" : "counts at once"]
    if ignoreRepeat > 0 { parts.append("quiet for \(LengthWords.seconds(ignoreRepeat))") }
    if hold > 0 { parts.append("hold from \(LengthWords.seconds(hold))") }
    return parts.joined(separator: ", ")
  }
}
