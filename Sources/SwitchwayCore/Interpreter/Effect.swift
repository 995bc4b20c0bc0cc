/// What is to be done about an input: facts, in the order in which they were decided. The shell that owns an
/// `Interpreter` performs them afterwards.
public enum Effect: Sendable {
  /// The pipeline decided this. `about`: the node, where it is about one. A command is only made here: what becomes of
  /// it follows as another effect.
  case decided(Output, about: NodeFacts?)
  /// A command is published. `number` counts the published commands of a run from 1. `owner`: the client that acts on
  /// it.
  case published(Command, number: Int64, owner: ClientName?)
  /// A command that a press of a switch made does nothing.
  case refused(Command, RejectionReason)
  /// A command waits to be confirmed.
  case asked(CommandDesk.Question)
  case answered(CommandDesk.Question, CommandDesk.Answer, at: Instant)
  /// The person calls a helper.
  case attention(Command)
  /// Reported whether or not that changed it.
  case mode(ModeName, Bool, at: Instant)
  /// A modifier's state, where modifiers stick.
  case sticky(KeyModifierName, StickyState, at: Instant)
  /// A key of the virtual keyboard.
  case key(UInt16, down: Bool, at: Instant)
  /// A node came, went, or was grabbed or released.
  case node(NodeChange, NodeFacts, at: Instant)
  /// A node began to flood, or is listened to again.
  case flood(NodeID, isMuted: Bool)
  /// A device that has come has inputs that two switches name: only the first of the two is pressed.
  case sharedInput(SharedInput, NodeFacts, at: Instant)
  /// While a client learns: an input of a device went down or up.
  case learned(InputListener.Edge, NodeFacts)
  /// A press asks for another profile: a name, `next` or `previous`.
  case wantsProfile(String, at: Instant)
  /// Another profile is in force. Switches, devices and entries in later effects are of that one.
  case profileInForce
  /// It has another name or label than the one before.
  case profile(name: String, label: String, at: Instant)
}

/// What happened to a node.
public enum NodeChange: Hashable, Sendable {
  case added, removed, grabbed, released
}

/// Modes that are on or off. Raw values are the wire's words.
public enum ModeName: String, CaseIterable, Sendable {
  case passThrough = "pass-through"
  case rest, gesture, locked, active, panic
}

/// What is known of a node for as long as it is there. A class, so that an effect stays small; nothing in it changes.
public final class NodeFacts: Sendable {
  public let description: DeviceDescription
  /// The entry of the profile that takes the node; nil: none does.
  public let entry: Int?

  public init(_ description: DeviceDescription, entry: Int?) {
    self.description = description
    self.entry = entry
  }
}
