/// Why a press did nothing. Raw values are the wire's words.
public enum RejectionReason: String, CaseIterable, Sendable {
  case tooShort = "too-short"
  case repeated = "repeat"
  case deviceLost = "device-lost"
  case syncLost = "sync-lost"
  case noGesture = "no-gesture"
}

/// What a press waits for. Raw values are the wire's words.
public enum PendingReason: String, CaseIterable, Sendable {
  case holdDuration = "hold-duration"
  case hold
}

/// What the person did with a switch. Raw values are the wire's words.
public enum Gesture: String, CaseIterable, Sendable {
  case tap, press, hold
  case repeated = "repeat"
}

/// Whether a command is done at once, begins, or ends. Raw values are the wire's words.
public enum CommandPhase: String, CaseIterable, Sendable {
  case once = "do"
  case begin, end
}

/// A command that a switch made.
public struct SwitchCommand: Hashable, Sendable {
  /// Index in `Profile.switches`.
  public var switchIndex: Int
  /// Index in `Profile.devices`: the device of the press.
  public var device: Int
  public var gesture: Gesture
  public var phase: CommandPhase
  /// 1, then 2, 3 … for repeats.
  public var count: Int
  /// The first physical edge of the press, with the device's offset.
  public var pressed: Instant
  /// The last release, with the device's offset; nil while down.
  public var released: Instant?
  /// When it was decided. Never goes back.
  public var accepted: Instant
  /// The edge was found by reading state after the kernel dropped events.
  public var isUncertain: Bool

  public init(
    switchIndex: Int, device: Int, gesture: Gesture, phase: CommandPhase, count: Int = 1, pressed: Instant,
    released: Instant? = nil, accepted: Instant, isUncertain: Bool = false
  ) {
    self.switchIndex = switchIndex
    self.device = device
    self.gesture = gesture
    self.phase = phase
    self.count = count
    self.pressed = pressed
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
  /// A node's event times went back; told once a run.
  case clockWentBack(node: NodeID, time: Instant)
}
