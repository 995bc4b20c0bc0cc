// The present state.
extension Interpreter {
  /// The modes that are on.
  public var modes: Set<ModeName> {
    let all: [(ModeName, Bool)] = [
      (.active, isActive), (.locked, isLocked), (.passThrough, isPassingThrough), (.rest, isResting),
      (.gesture, isGesturing), (.panic, hasPanicked), (.suspended, isSuspended),
    ]
    return Set(all.filter(\.1).map(\.0))
  }

  /// The state of a node that is read.
  public struct NodeState: Sendable {
    public var facts: NodeFacts
    public var isGrabbed: Bool
    public var grabFailure: GrabFailure?
    /// Keys that were set aside because they have been down for too long.
    public var setAside: [UInt16] = []
  }

  /// Whether the node is attached or announced under the present profile.
  public func knows(_ node: NodeID) -> Bool { nodes.index(of: node) != nil }

  /// The nodes that are read, in the order in which they were added.
  public var nodeStates: [NodeState] {
    nodes.list.filter { $0.facts.entry != nil }.map {
      NodeState(facts: $0.facts, isGrabbed: $0.isGrabbed, grabFailure: $0.grabFailure, setAside: $0.setAside)
    }
  }

  /// The number of nodes that are read.
  public var deviceCount: Int { nodes.list.count { $0.facts.entry != nil } }

  /// Whether a node of the entry at index `entry` is present.
  public func hasNode(of entry: Int) -> Bool { nodes.list.contains { $0.facts.entry == entry } }

  /// The entries that the profile requires but that have no node, in the order of the profile.
  public var absentDevices: [String] {
    profile.devices.enumerated().filter { $1.isRequired && !hasNode(of: $0) }.map(\.element.name)
  }

  /// Whether the switch is down, after steadying.
  public func isDown(_ switchIndex: Int) -> Bool { switches.isDown(switchIndex) }
}
