// The present state.
extension Interpreter {
  /// A node that is read.
  public struct NodeState: Sendable {
    public var facts: NodeFacts
    public var isGrabbed: Bool
    public var grabFailure: GrabFailure?
  }

  /// Whether the node is attached or announced, and the profile has not changed since.
  public func knows(_ node: NodeID) -> Bool { nodes[node] != nil }

  /// The nodes that are read, in the order in which they were added.
  public var nodeStates: [NodeState] {
    nodes.filter { $1.facts.entry != nil }.sorted { $0.key < $1.key }.map {
      NodeState(facts: $1.facts, isGrabbed: $1.isGrabbed, grabFailure: $1.grabFailure)
    }
  }

  /// How many nodes are read.
  public var deviceCount: Int { nodes.values.count { $0.facts.entry != nil } }

  /// Whether a node of the entry at index `entry` is present.
  public func hasNode(of entry: Int) -> Bool { nodes.values.contains { $0.facts.entry == entry } }

  /// The entries that the profile requires but that have no node, in the order of the key-remap file.
  public var absentDevices: [String] {
    profile.devices.enumerated().filter { $1.isRequired && !hasNode(of: $0) }.map(\.element.name)
  }

  /// Whether the switch is down, after steadying.
  public func isDown(_ switchIndex: Int) -> Bool { pipeline.isDown(switchIndex) }
}
