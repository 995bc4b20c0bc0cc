import SwitchwayClock
import SwitchwayTime

/// A command made by a press of a switch, by a chord of switches, by a key, by a client, or by the scanning clock.
///
/// Times mean the same everywhere in the core:
///
///     contact    ___#_###########_____    a short contact, then one that lasts
///                   1 2   3      4
///
/// - `edge` (1): the first physical edge of the press, as the device reported it. Claims and modes are looked up as of
///   this time.
/// - `start` (2): the start of the contact that was accepted as a press. Only steadying and gestures use it.
/// - `accepted` (3): the time when the press or the command was decided. It is never earlier than the time of a
///   previous decision.
/// - `released` (4): the last physical edge of the press.
/// - `pressed`: `edge` plus the device's `offset`. The offset is also added to `released`. The lines of the protocol
///   contain these two times.
public struct Command: Hashable, Sendable {
  /// The cause of a command.
  public enum Source: Hashable, Sendable {
    case press(Press)
    case key(Key)
    /// A client's `send`.
    case client(ClientName)
    /// A step or a selection of the scanning clock.
    case clock(ClockStyle)
  }

  /// A press of a switch, or a chord of several switches.
  public struct Press: Hashable, Sendable {
    public var origin: CommandOrigin
    /// Index in `Profile.devices`: the device of the press. For a chord, the device of its last press.
    public var device: Int
    public var gesture: Gesture

    public init(_ origin: CommandOrigin, device: Int, _ gesture: Gesture) {
      self.origin = origin
      self.device = device
      self.gesture = gesture
    }
  }

  /// A press of a key.
  public struct Key: Hashable, Sendable {
    /// The number of the key press: the `begin` and the `end` of a phase have the same number. It does not reveal which
    /// key was pressed.
    public var press: KeyPressID
    /// Index in `Profile.devices`.
    public var device: Int
    public var gesture: KeyGesture
    /// Whether a front end had claimed the command when the key went down.
    public var isClaimed: Bool
    /// Index in the actions of the `KeyMap`.
    var action: Int
  }

  /// The press that a phase belongs to: its `begin` and its `end` have the same owner.
  public enum PhaseOwner: Hashable, Sendable {
    case press(CommandOrigin)
    case key(KeyPressID)
  }

  /// The command of the vocabulary, with its arguments.
  public var word: ScanCommand
  public var source: Source
  public var phase: CommandPhase
  /// The number of this command within its press: 1 for the first, then 2, 3 … for repeats.
  public var count: Int
  /// The first physical edge of the press, as the device reported it. If several presses make the gesture, this is the
  /// first edge of the first press. For a client, it is the time at which its request was read.
  public var edge: Instant
  /// `edge` plus the device's offset.
  public var pressed: Instant
  /// The time of the last release, plus the device's offset. `nil` while the switch is down, and for a client's
  /// command.
  public var released: Instant?
  /// The time when the command was decided, or confirmed if the person was asked. It is never earlier than the time of
  /// a previous decision.
  public var accepted: Instant
  /// Whether the edge was found by reading the device's state, after the kernel had dropped events.
  public var isUncertain: Bool
  /// Whether the press of this command had an effect before: it asked the question that is confirmed now, or turned on
  /// the mode that ends now.
  public private(set) var isLater = false

  /// - Parameter edge: `nil` if the device has no offset, because then it is the same as `pressed`.
  public init(
    _ word: ScanCommand, by source: Source, phase: CommandPhase = .once, count: Int = 1, edge: Instant? = nil,
    pressed: Instant, released: Instant? = nil, accepted: Instant, isUncertain: Bool = false
  ) {
    self.word = word
    self.source = source
    self.phase = phase
    self.count = count
    self.edge = edge ?? pressed
    self.pressed = pressed
    self.released = released
    self.accepted = accepted
    self.isUncertain = isUncertain
  }

  /// A client's command, read at `time`.
  public init(_ word: ScanCommand, from client: ClientName, at time: Instant) {
    self.init(word, by: .client(client), pressed: time, accepted: time)
  }

  /// The press that made this command. `nil` if a key, a client or the scanning clock made it.
  public var press: Press? { if case .press(let press) = source { press } else { nil } }

  /// The time when the press of a switch or of a key that made this command began. `nil` if no such press made it.
  var pressEdge: Instant? {
    switch source {
    case .press, .key: edge
    case .client, .clock: nil
    }
  }

  /// The press that a phase of this command belongs to. `nil` if the command cannot have phases.
  public var phaseOwner: PhaseOwner? {
    switch source {
    case .press(let press): .press(press.origin)
    case .key(let key): .key(key.press)
    case .client, .clock: nil
    }
  }

  /// Returns the same command, confirmed at `time`. It has no phases: its press may have ended long ago, so that
  /// nothing would end the phase.
  func confirmed(at time: Instant) -> Command {
    var new = self
    new.accepted = time
    new.phase = .once
    new.isLater = true
    return new
  }

  /// Returns the command as if it were made again at `time`, to end the mode that it turned on.
  package func again(at time: Instant) -> Command {
    var new = confirmed(at: time)
    if case .client = source { (new.edge, new.pressed) = (time, time) }
    return new
  }
}

/// The name of a client, in bytes as the lines of the protocol contain it. The core only compares names and passes them
/// on.
public struct ClientName: Hashable, Sendable {
  public let bytes: [UInt8]

  public init(_ bytes: [UInt8] = []) { self.bytes = bytes }
}

/// The switch or chord of the profile that made a command.
public enum CommandOrigin: Hashable, Sendable {
  /// Index in `Profile.switches`.
  case single(Int)
  /// Index in `Profile.chords`.
  case chord(Int)
}

/// Whether a command is done at once (`once`), or begins or ends a phase. Raw values are the words on the wire.
public enum CommandPhase: String, CaseIterable, Sendable {
  case once = "do"
  case begin, end
}
