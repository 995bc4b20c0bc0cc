/// Why a press did nothing. Raw values are the wire's words.
public enum RejectionReason: String, CaseIterable, Sendable {
  case tooShort = "too-short"
  case repeated = "repeat"
  case neighbour
  case deviceLost = "device-lost"
  case syncLost = "sync-lost"
  case chordBroken = "chord-broken"
  case rest, inactive, inhibited, panic
  case noGesture = "no-gesture"
  case question, stale
}

/// What a press waits for. Raw values are the wire's words.
public enum PendingReason: String, CaseIterable, Sendable {
  case holdDuration = "hold-duration"
  case neighbour, chord, hold, double
}

/// Whether a command is done at once, begins, or ends. Raw values are the wire's words.
public enum CommandPhase: String, CaseIterable, Sendable {
  case once = "do"
  case begin, end
}

/// What of a profile made a command.
public enum CommandOrigin: Hashable, Sendable {
  /// Index in `Profile.switches`.
  case single(Int)
  /// Index in `Profile.chords`.
  case chord(Int)
}

/// A command that a switch made, or several together.
public struct SwitchCommand: Hashable, Sendable {
  public var origin: CommandOrigin
  /// Index in `Profile.devices`: the device of the press; of a chord, of its last press.
  public var device: Int
  public var gesture: Gesture
  public var phase: CommandPhase
  /// 1, then 2, 3 … for repeats.
  public var count: Int
  /// The first physical edge of the press, of several presses the first, with the device's offset.
  public var pressed: Instant
  /// The same edge as the device told it, without the offset: what was so at the press is looked up by it.
  public var began: Instant
  /// The last release, with the device's offset; nil while down.
  public var released: Instant?
  /// When it was decided. Never goes back.
  public var accepted: Instant
  /// The edge was found by reading state after the kernel dropped events.
  public var isUncertain: Bool

  /// `began`: nil where the device has no offset.
  public init(
    origin: CommandOrigin, device: Int, gesture: Gesture, phase: CommandPhase, count: Int = 1, pressed: Instant,
    began: Instant? = nil, released: Instant? = nil, accepted: Instant, isUncertain: Bool = false
  ) {
    self.origin = origin
    self.device = device
    self.gesture = gesture
    self.phase = phase
    self.count = count
    self.pressed = pressed
    self.began = began ?? pressed
    self.released = released
    self.accepted = accepted
    self.isUncertain = isUncertain
  }
}

/// What the core decided, in the order in which it decided. Switches and devices are indices of the profile.
public enum Output: Hashable, Sendable {
  /// A switch went down or up after steadying. `time`: the true edge, with the device's offset.
  case press(switchIndex: Int, down: Bool, time: Instant, accepted: Instant)
  /// A press waits, at most until `until` if nothing changes.
  case pending(switchIndex: Int, pressed: Instant, until: Instant, reason: PendingReason)
  /// A press did nothing. `time`: when that was decided.
  case rejected(switchIndex: Int, pressed: Instant, time: Instant, reason: RejectionReason)
  case command(SwitchCommand)
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
