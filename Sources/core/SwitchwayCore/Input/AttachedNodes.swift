import SwitchwayTime

/// The nodes that are attached or announced, in the order of their numbers. Each has the data of the parts of the core
/// that read it, the switches and the keyboards.
///
/// A node is found by binary search. New nodes have the highest number, so they are usually appended.
struct AttachedNodes: Sendable {
  struct Node: Sendable {
    let id: NodeID
    let facts: NodeFacts
    var isGrabbed = false
    var grabFailure: Interpreter.GrabFailure?
    /// Keys that were set aside because they had been down for too long, and that have not been pressed since.
    var setAside: [UInt16] = []
    /// The node's inputs that press switches. `nil` if no entry of the profile matches the node, or a client learns.
    var switches: SwitchInputs?
    /// The time when the first of the node's presses by movement ends. `nil` if it has none.
    fileprivate var nextRest: Instant?
    /// Whether the keyboards' part of the core (`KeyboardPipeline`) reads the node.
    var isKeyboard = false
  }

  /// The nodes in ascending order of `id`.
  var list: [Node] = []
  /// Nodes that are ignored because they sent too many events, with the times when they are read again, the earliest
  /// first.
  private var muted: [(until: Instant, node: NodeID)] = []

  /// The node with this number.
  subscript(id: NodeID) -> Node? { index(of: id).map { list[$0] } }

  /// The index of a node in `list`. `nil` if it is not attached.
  func index(of id: NodeID) -> Int? {
    let index = lowerBound(of: id)
    return index < list.count && list[index].id == id ? index : nil
  }

  /// Adds a node and returns its index. If the node is already present, its facts are replaced, but the inputs of its
  /// switches stay as they are.
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

  /// Stops reading the switches of these nodes. Returns the nodes that were read and not muted, and the switches of
  /// their closed inputs. `isAny` says whether any of the nodes was read.
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

  /// The next time when an axis will have rested above its release level for so long that this is reported. `nil` if no
  /// axis rests there.
  private(set) var nextAxisRest: Instant?

  /// Determines `nextAxisRest` again. Call this when a node was announced or has gone.
  mutating func updateNextAxisRest() {
    nextAxisRest = nil
    for index in list.indices where list[index].switches?.isMuted == false {
      nextAxisRest = Instant.earliest(nextAxisRest, list[index].switches?.nextAxisRest)
    }
  }

  /// Updates `nextAxisRest` after an axis of the node at `index` has moved. This costs little while no axis rests.
  mutating func axisMoved(at index: Int) {
    if nextAxisRest != nil || list[index].switches?.nextAxisRest != nil { updateNextAxisRest() }
  }

  // MARK: Movement

  /// The time when the first press by movement ends, if nothing moves earlier. `nil` if nothing is pressed by movement.
  private(set) var nextRest: Instant?

  /// Updates the times when presses by movement end, for the node at `index`. Call this after each movement of the
  /// node, and when its presses by movement end for another reason.
  mutating func updateRest(at index: Int) {
    let rest = list[index].switches?.nextRest
    guard list[index].nextRest != rest else { return }
    list[index].nextRest = rest
    nextRest = nil
    for index in list.indices { nextRest = Instant.earliest(nextRest, list[index].nextRest) }
  }

  /// The indices of the nodes that have a press by movement which ends at or before this time.
  func rested(by time: Instant) -> [Int] {
    list.indices.filter { index in list[index].nextRest.map { $0 <= time } ?? false }
  }

  // MARK: Muted nodes

  /// The time when the first of the muted nodes is read again. `nil` if no node is muted.
  var nextUnmute: Instant? { muted.first?.until }

  mutating func mute(at index: Int, until end: Instant) {
    list[index].switches?.mute()
    updateRest(at: index)
    muted.append((end, list[index].id))
  }

  /// Ends the mute that began first. Returns the index of its node, or `nil` if the node has gone.
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
