/// What the core decided, in the order in which it decided. Switches and devices are indices of the profile.
public enum Output: Hashable, Sendable {
  /// A switch went down or up after steadying. `time`: the true edge, with the device's offset.
  case press(switchIndex: Int, down: Bool, time: Instant, accepted: Instant)
  /// A press waits, at most until `until` if nothing changes.
  case pending(switchIndex: Int, pressed: Instant, until: Instant, reason: PendingReason)
  /// A press did nothing. `time`: when that was decided.
  case rejected(switchIndex: Int, pressed: Instant, time: Instant, reason: RejectionReason)
  case command(Command)
  /// A press has lasted for `stuck-after`.
  case stuck(switchIndex: Int, after: Microseconds, time: Instant)
  /// The node sends more than a hand can: it is not listened to until `unmuted`.
  case muted(node: NodeID, time: Instant)
  /// The node is listened to again.
  case unmuted(node: NodeID, time: Instant)
  /// Steadying no longer fits the hand: told once.
  case recalibrate(RecalibrationGauge.Figures, time: Instant)
  /// A node's event times went back; told once a run.
  case clockWentBack(node: NodeID, time: Instant)

  /// Whether it is an edge of a press, or the end of one that came to nothing: what statistics count.
  public var isOfPress: Bool {
    switch self {
    case .press, .rejected: true
    case .pending, .command, .stuck, .muted, .unmuted, .recalibrate, .clockWentBack: false
    }
  }
}
