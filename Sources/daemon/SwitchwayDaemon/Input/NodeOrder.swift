import SwitchwayCore
import SwitchwayDevices
import SwitchwayTime

/// The nodes of a `NodeOrder`.
protocol OrderedNodes: AnyObject {
  /// The present time, on the clock of the events.
  var now: Instant { get }
  /// Appends the nodes that are ready to be read and are not in the list yet.
  func appendReady(to nodes: inout [NodeID])
  /// Reads a node. Returns `nil` if it is not open.
  func read(_ node: NodeID, into batch: inout NodeBatch, limit: Int) -> NodeReadStatus?
  /// Decides a frame.
  func handleFrame(_ frame: ArraySlice<InputEvent>, from node: NodeID)
  /// Decides the changes that a new state brings.
  func handleState(_ state: NodeBatch.State, from node: NodeID)
  /// The node can no longer be read, and all of its frames are decided.
  func lose(_ node: NodeID)
}

/// Reads several nodes and decides their frames in the order of time, even if the process is late.
///
/// A turn decides only frames from before the turn began. Each node that was ready then has been read completely, and
/// the others had no frames, so no frame of that age is missing. For a newer frame, an older one may still be unread in
/// another node: newer frames are kept for the next turn.
///
///     A        ▇ read      release                     turn 1 decides A's press;
///     B              press      read                   B's press is kept, since
///     turn 1   ├ begins         ends                   A's release is older and not read
///     turn 2                      ├ reads A, decides A's release, then B's press
///
/// If a turn reads only a part of a node's frames, no node is decided past the last of these frames.
/// Once everything is set up, no memory is allocated.
final class NodeOrder {
  /// The result of one read of a node, and how much of it is decided. Its frames are in the batch of the same index.
  private struct Part {
    let node: NodeID
    let status: NodeReadStatus
    /// The time when it was read. No frame counts as later than this, whatever times the device reports.
    let limit: Instant
    /// The index of the next frame; after the last frame, of the state.
    var next = 0
  }

  private let framesATurn: Int
  private var parts: [Part] = []
  private var batches: [NodeBatch] = []
  private var ready: [NodeID] = []
  /// Nodes with more frames than one turn reads. The kernel may not report them as ready.
  private var backlog: [NodeID] = []

  /// - Parameter framesATurn: the most frames of a node that one turn reads.
  init(framesATurn: Int) { self.framesATurn = framesATurn }

  /// Whether another turn must follow at once, even if no node becomes ready.
  var hasMore: Bool { !backlog.isEmpty || !parts.isEmpty }

  /// Whether there are frames that were read and are not decided yet.
  var holdsFrames: Bool { !parts.isEmpty }

  /// Adds a node with more frames than were read.
  func addToBacklog(_ node: NodeID) {
    if !backlog.contains(node) { backlog.append(node) }
  }

  /// Removes a closed node and drops its frames.
  func remove(_ node: NodeID) {
    backlog.removeAll { $0 == node }
    for index in parts.indices.reversed() where parts[index].node == node { removePart(at: index) }
  }

  /// Removes all nodes.
  func removeAll() {
    backlog.removeAll()
    parts.removeAll()
  }

  /// Reads the ready nodes, and decides the frames whose order is certain.
  func turn(_ nodes: some OrderedNodes) {
    let begin = nodes.now
    ready.removeAll(keepingCapacity: true)
    ready.append(contentsOf: backlog)
    backlog.removeAll(keepingCapacity: true)
    nodes.appendReady(to: &ready)
    for node in ready { read(node, of: nodes) }
    decide(until: horizon(begin), nodes)
  }

  private func read(_ node: NodeID, of nodes: some OrderedNodes) {
    // A node is not read while frames of it are kept. This limits the memory, and a node that has gone is not read
    // again.
    if let kept = parts.last(where: { $0.node == node }), kept.status != .drained {
      if kept.status == .more { addToBacklog(node) }
      return
    }
    if batches.count == parts.count { batches.append(NodeBatch()) }
    guard let status = nodes.read(node, into: &batches[parts.count], limit: framesATurn) else { return }
    if status == .more { addToBacklog(node) }
    parts.append(Part(node: node, status: status, limit: nodes.now))
  }

  /// All frames from before this time have been read.
  private func horizon(_ begin: Instant) -> Instant {
    // A node that became ready in the microsecond of the beginning may not have been seen.
    var horizon = begin - Microseconds(1)
    for index in parts.indices where parts[index].status == .more {
      if let last = time(of: batches[index].lastItem, in: index), last < horizon { horizon = last }
    }
    return horizon
  }

  private func time(of item: Int, in index: Int) -> Instant? {
    batches[index].time(of: item).map { min($0, parts[index].limit) }
  }

  private func decide(until horizon: Instant, _ nodes: some OrderedNodes) {
    while let (index, time) = first(), time <= horizon {
      let (node, item) = (parts[index].node, parts[index].next)
      parts[index].next += 1
      if item < batches[index].frames.count {
        nodes.handleFrame(batches[index].events[batches[index].frames[item].range], from: node)
      } else if let state = batches[index].resync {
        nodes.handleState(state, from: node)
      }
    }
    var lost: [NodeID] = []
    for index in parts.indices.reversed() where time(of: parts[index].next, in: index) == nil {
      if parts[index].status == .gone { lost.append(parts[index].node) }
      removePart(at: index)
    }
    for node in lost { nodes.lose(node) }
  }

  /// The part whose next frame is the earliest. Frames of the same time are ordered by node. Of two parts of the same
  /// node, the earlier part comes first, whatever its times.
  private func first() -> (index: Int, time: Instant)? {
    var found: (index: Int, time: Instant)?
    for index in parts.indices {
      guard let time = time(of: parts[index].next, in: index) else { continue }
      if let best = found {
        guard (time, parts[index].node) < (best.time, parts[best.index].node) else { continue }
      }
      if hasEarlierPart(index) { continue }
      found = (index, time)
    }
    return found
  }

  private func hasEarlierPart(_ index: Int) -> Bool {
    parts[..<index].indices.contains { other in
      parts[other].node == parts[index].node && time(of: parts[other].next, in: other) != nil
    }
  }

  /// The batch keeps its memory.
  private func removePart(at index: Int) {
    parts.remove(at: index)
    let batch = batches.remove(at: index)
    batches.append(batch)
  }
}
