import SwitchwayTime

/// A decision of switches. The interpreter reports it as an `Effect`, and decides its consequences.
enum SwitchDecision: Equatable, Sendable {
  /// See `Effect.press`.
  case press(switchIndex: Int, down: Bool, time: Instant, accepted: Instant)
  /// See `Effect.pending`.
  case pending(switchIndex: Int, pressed: Instant, until: Instant, reason: PendingReason)
  /// See `Effect.rejected`.
  case rejected(switchIndex: Int, pressed: Instant, time: Instant, reason: RejectionReason)
  /// A gesture made a command.
  case command(Command)
  /// See `Effect.stuck`.
  case stuck(switchIndex: Int, after: Microseconds, time: Instant)
  /// See `Effect.recalibrate`.
  case recalibrate(RecalibrationGauge.Figures, time: Instant)
}

/// Decisions that wait for the interpreter, in their order. The list reuses its memory, so that no press allocates.
struct SwitchDecisions: Sendable {
  private var list: [SwitchDecision] = []
  /// The index of the first decision that was not removed.
  private var first = 0
  /// The number of commands that were appended since the beginning.
  private(set) var commands = 0

  init() {}

  /// An empty list with space for `capacity` decisions.
  init(capacity: Int) { list.reserveCapacity(capacity) }

  @inline(__always) mutating func append(_ decision: SwitchDecision) {
    if case .command = decision { commands += 1 }
    list.append(decision)
  }

  /// Appends all decisions of `others`, and removes them there.
  mutating func append(all others: inout SwitchDecisions) {
    while let one = others.takeFirst() { append(one) }
  }

  /// Removes the oldest decision and returns it, or `nil` if no decision is left.
  mutating func takeFirst() -> SwitchDecision? {
    guard first < list.count else {
      if first > 0 { list.removeAll(keepingCapacity: true) }
      first = 0
      return nil
    }
    first += 1
    return list[first - 1]
  }
}
