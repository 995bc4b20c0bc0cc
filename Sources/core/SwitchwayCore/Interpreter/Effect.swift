import SwitchwayClock
import SwitchwayTime

/// A result of an input. Effects are in the order in which they were decided. The owner of the `Interpreter` performs
/// them afterwards. Switches and devices are given by their indices in the profile.
public enum Effect: Equatable, Sendable {
  // MARK: Presses

  /// A switch went down or up after steadying. `time` is the time of the physical edge, plus the device's offset.
  case press(switchIndex: Int, down: Bool, time: Instant, accepted: Instant)
  /// A press is undecided, until `until` at the latest if no input changes this.
  case pending(switchIndex: Int, pressed: Instant, until: Instant, reason: PendingReason)
  /// A press did nothing, for `reason`. `time` is when this was decided.
  case rejected(switchIndex: Int, pressed: Instant, time: Instant, reason: RejectionReason)
  /// A press has lasted for `stuck-after`, so its switch counts as stuck.
  case stuck(switchIndex: Int, after: Microseconds, time: Instant)
  /// An axis has rested between its levels for so long that its switch seems to be held: the release level is too near
  /// to the rest position. This is reported once while the node is present.
  case restsAboveRelease(RestingAxis, about: NodeFacts, time: Instant)
  /// The settings for steadying no longer fit the person's hand. This is reported only once.
  case recalibrate(RecalibrationGauge.Figures, time: Instant)

  // MARK: Commands

  /// A command is published. `number` counts the published commands of a run from 1. `owner` is the client that acts on
  /// the command. `pageItem` is the item that the command chooses or highlights, as the scanning clock found it. If the
  /// command is a choice, `lit` is the item of its page that was highlighted when the choice was decided.
  case published(Command, number: Int64, owner: ClientName?, pageItem: PageItem? = nil, lit: Int? = nil)
  /// A command of a switch's press is not published as it is, because Switchway itself acts on it: it types, changes a
  /// mode or the profile, answers a question, or repeats the last command.
  case performed(Command)
  /// A command of a switch's press is refused and does nothing.
  case refused(Command, RejectionReason)
  /// A press or a key does nothing because clients inhibit or learn, or types nothing because clients suspend typing.
  case heldBack
  /// A command waits for a confirmation.
  case asked(CommandGate.Question)
  case answered(CommandGate.Question, CommandGate.Answer, at: Instant)
  /// The person calls a helper with the command `attention`.
  case attention(Command)

  // MARK: Modes and keys

  /// The state, the style or the interval of the scanning clock has changed.
  case scan(ClockAnnouncement)
  /// A mode is on or off now. This is reported even if the mode did not change.
  case mode(ModeName, Bool, at: Instant)
  /// The state of a modifier key. This is reported only if modifiers stick.
  case sticky(KeyModifierName, StickyState, at: Instant)
  /// A key of the virtual keyboard goes down or up.
  case key(UInt16, down: Bool, at: Instant)
  /// An event of the virtual pointer. All events of a frame follow one another, and its report is the last of them.
  case pointer(InputEvent)
  /// A frame of the pointer that clients share: a movement, a button or the wheel.
  case stroke(PointerStroke, at: Instant)
  /// The answer to the request with this number.
  case reply(Int, Reply)

  // MARK: Devices

  /// A node was added, removed, grabbed or released.
  case node(NodeChange, NodeFacts, at: Instant)
  /// The node sends more events than a hand can make. It is ignored until `unmuted`.
  case muted(node: NodeID, about: NodeFacts, time: Instant)
  /// The node is no longer ignored.
  case unmuted(node: NodeID, about: NodeFacts, time: Instant)
  /// The times of a node's events went back. This is reported once per run.
  case clockWentBack(about: NodeFacts, time: Instant)
  /// Two switches name the same input of a new device. The input presses only the first switch.
  case sharedInput(SharedInput, NodeFacts, at: Instant)
  /// An input of a device went down or up while a client learns.
  case learned(InputListener.Edge, NodeFacts)
  /// The reason why events of a node are not reported as a press, while a client learns.
  case sighted(InputListener.Sight, NodeFacts, at: Instant)
  /// A change of a node, or a frame of its events, for a client that learns and has asked for events.
  case recorded(LearnedChange, NodeID, NodeFacts)

  // MARK: Profiles

  /// A press asks to make another profile active, by the profile's name or by `next` or `previous`.
  case wantsProfile(String, at: Instant)
  /// Another profile became active. Indices of switches, devices and entries in later effects belong to the new
  /// profile.
  indirect case profileInForce(Profile)
  /// The active profile has another name or label than before.
  case profile(name: String, label: String, at: Instant)
}

extension [Effect] {
  /// Reports that Switchway itself acts on a command, if a switch made it.
  mutating func appendPerformed(_ command: Command) {
    if command.press != nil { append(.performed(command)) }
  }
}

/// A change of a node. Raw values are the words on the wire.
public enum NodeChange: String, CaseIterable, Sendable {
  case added, removed, grabbed, released
  /// The node could not be opened, grabbed or read. The code that reads nodes reports this, not the interpreter.
  case failed
}

/// Modes that are on or off. Raw values are the words on the wire.
public enum ModeName: String, CaseIterable, Sendable {
  case passThrough = "pass-through"
  case rest, gesture, locked, active, panic
  /// A client suspends the typing of switches.
  case suspended
}

/// Facts about a node that stay the same while the node is present. This is an immutable class, so that an effect that
/// contains it stays small.
public final class NodeFacts: Equatable, Sendable {
  public let description: DeviceDescription
  /// Index of the profile's entry that the node belongs to. `nil` if it belongs to no entry.
  public let entry: Int?

  public init(_ description: DeviceDescription, entry: Int?) {
    self.description = description
    self.entry = entry
  }

  public static func == (one: NodeFacts, other: NodeFacts) -> Bool {
    one.entry == other.entry && one.description == other.description
  }
}
