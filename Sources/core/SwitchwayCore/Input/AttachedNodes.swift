import SwitchwayTime

/// The nodes that are attached or announced, in the order of their numbers, each with the data that its readers keep.
///
/// A look-up is a binary search. New nodes have the highest number, so they are usually appended.
struct AttachedNodes: Sendable {
  struct Node: Sendable {
    let id: NodeID
    let facts: NodeFacts
    var isGrabbed = false
    var grabFailure: Interpreter.GrabFailure?
    /// Keys that were set aside and have not been pressed since then.
    var setAside: [UInt16] = []
    /// Its inputs that press switches. `nil` if no entry has the node, or a client learns.
    var switches: SwitchInputs?
    /// The time when the first of its presses by movement ends. `nil` if none is pressed.
    fileprivate var nextRest: Instant?
    /// Keyboards read the node.
    var isKeyboard = false
  }

  /// The nodes in ascending order of `id`.
  var list: [Node] = []
  /// Nodes that flooded, with the time at which they are read again, earliest first.
  private var muted: [(until: Instant, node: NodeID)] = []

  /// The node with this number.
  subscript(id: NodeID) -> Node? { index(of: id).map { list[$0] } }

  /// The index of a node in `list`. `nil` if it is not attached.
  func index(of id: NodeID) -> Int? {
    let index = lowerBound(of: id)
    return index < list.count && list[index].id == id ? index : nil
  }

  /// Adds a node. If the node is already present, the inputs of its switches stay as they are. Returns its index.
  mutating func add(_ id: NodeID, _ facts: NodeFacts) -> Int {
    let index = lowerBound(of: id)
    var new = Node(id: id, facts: facts)
    if index < list.count, list[index].id == id {
      new.switches = list[index].switches
      new.nextRest = list[index].nextRest
      list[index] = new
    } else {
      list.insert(new, at: index)
    }
    return index
  }

  // MARK: Switches

  /// Stops reading the switches of nodes. Returns the nodes that were read and not muted, with the switches of their
  /// closed inputs.
  mutating func dropSwitches(of ids: [NodeID]) -> (nodes: Set<NodeID>, closed: [Int], isAny: Bool) {
    var dropped: (nodes: Set<NodeID>, closed: [Int], isAny: Bool) = ([], [], false)
    for index in ids.compactMap(index(of:)) {
      guard let switches = list[index].switches else { continue }
      dropped.isAny = true
      list[index].switches = nil
      updateRest(at: index)
      guard !switches.isMuted else { continue }
      dropped.nodes.insert(list[index].id)
      dropped.closed += switches.closedSwitches
    }
    muted.removeAll { ids.contains($0.node) }
    updateNextAxisRest()
    return dropped
  }

  // MARK: Axes

  /// The time when an axis will have rested long enough above its release level to be reported.
  private(set) var nextAxisRest: Instant?

  /// Call this when a node has gone or was announced.
  mutating func updateNextAxisRest() {
    nextAxisRest = nil
    for index in list.indices where list[index].switches?.isMuted == false {
      nextAxisRest = Instant.earliest(nextAxisRest, list[index].switches?.nextAxisRest)
    }
  }

  /// The same for the node at `index`, at little cost while no axis rests.
  mutating func axisMoved(at index: Int) {
    if nextAxisRest != nil || list[index].switches?.nextAxisRest != nil { updateNextAxisRest() }
  }

  // MARK: Movement

  /// The time when the first press by movement ends, if nothing moves before. `nil` if nothing is pressed by movement.
  private(set) var nextRest: Instant?

  /// Updates when presses by movement of the node end. Call it after each movement, and when such presses end for
  /// another reason.
  mutating func updateRest(at index: Int) {
    let rest = list[index].switches?.nextRest
    guard list[index].nextRest != rest else { return }
    list[index].nextRest = rest
    nextRest = nil
    for index in list.indices { nextRest = Instant.earliest(nextRest, list[index].nextRest) }
  }

  /// The nodes whose presses by movement end at or before this time, by their indices.
  func rested(by time: Instant) -> [Int] {
    list.indices.filter { index in list[index].nextRest.map { $0 <= time } ?? false }
  }

  // MARK: Muted nodes

  /// The time when the next muted node is read again. `nil` if none is muted.
  var nextUnmute: Instant? { muted.first?.until }

  mutating func mute(at index: Int, until end: Instant) {
    list[index].switches?.mute()
    updateRest(at: index)
    muted.append((end, list[index].id))
  }

  /// Ends the mute of the node that was muted first. Returns its index.
  mutating func unmuteFirst() -> Int? {
    let index = index(of: muted.removeFirst().node)
    if let index { list[index].switches?.unmute() }
    return index
  }

  private func lowerBound(of id: NodeID) -> Int {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
