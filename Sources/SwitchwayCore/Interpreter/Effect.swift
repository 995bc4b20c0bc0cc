import SwitchwayClock

/// A result of an input. Effects are in the order in which they were decided. The owner of the `Interpreter` performs
/// them afterwards.
public enum Effect: Sendable {
  /// An output of the pipeline. `about`: the node that it is about, if any. A command is only made here. Another effect
  /// tells what is done with it.
  case decided(Output, about: NodeFacts?)
  /// A command is published. `number` counts the published commands of a run from 1. `owner`: the client that acts on
  /// the command. `place`: the item that the scanning clock found for it, or that it lights. `lit`: for a choice, the
  /// item of its page that was lit when it was decided.
  case published(Command, number: Int64, owner: ClientName?, place: ClockPlace? = nil, lit: Int? = nil)
  /// A command of a switch's press is refused and does nothing.
  case refused(Command, RejectionReason)
  /// A press or a key does nothing because clients inhibit or learn.
  case heldBack
  /// A command waits for a confirmation.
  case asked(CommandGate.Question)
  case answered(CommandGate.Question, CommandGate.Answer, at: Instant)
  /// The person calls a helper.
  case attention(Command)
  /// The scanning clock has another state, style or interval.
  case scan(ClockAnnouncement)
  /// A mode is on or off. Reported even if that did not change it.
  case mode(ModeName, Bool, at: Instant)
  /// The state of a modifier, if modifiers stick.
  case sticky(KeyModifierName, StickyState, at: Instant)
  /// A key of the virtual keyboard goes down or up.
  case key(UInt16, down: Bool, at: Instant)
  /// An event of the virtual pointer. Its frames follow one another whole, each with its report at the end.
  case pointer(InputEvent)
  /// The request of this number to type is done. It was typed completely, or typing stopped for this reason.
  case typed(Int, TypingRefusal?)
  /// A node was added, removed, grabbed or released.
  case node(NodeChange, NodeFacts, at: Instant)
  /// A node is ignored because it floods, or is no longer ignored.
  case flood(NodeID, isMuted: Bool)
  /// Two switches name the same input of a new device. Only the first of them is pressed.
  case sharedInput(SharedInput, NodeFacts, at: Instant)
  /// An input of a device went down or up while a client learns.
  case learned(InputListener.Edge, NodeFacts)
  /// The same, for a client that asked for events.
  case recorded(LearnedChange, NodeID, NodeFacts)
  /// A press asks for another profile by its name, or by `next` or `previous`.
  case wantsProfile(String, at: Instant)
  /// Another profile is in force. Indices of switches, devices and entries in later effects belong to it.
  case profileInForce
  /// The profile in force has another name or label than the one before.
  case profile(name: String, label: String, at: Instant)
}

/// What happened to a node.
public enum NodeChange: Hashable, Sendable {
  case added, removed, grabbed, released
}

/// Modes that are on or off. Raw values are the words on the wire.
public enum ModeName: String, CaseIterable, Sendable {
  case passThrough = "pass-through"
  case rest, gesture, locked, active, panic
}

/// Facts about a node that stay the same while it is present. A class, so that an effect stays small. It is immutable.
public final class NodeFacts: Sendable {
  public let description: DeviceDescription
  /// Index of the profile's entry that the node belongs to. nil: none.
  public let entry: Int?

  public init(_ description: DeviceDescription, entry: Int?) {
    self.description = description
    self.entry = entry
  }
}
