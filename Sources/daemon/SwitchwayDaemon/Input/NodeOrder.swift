import SwitchwayCore
import SwitchwayDevices
import SwitchwayTime

/// The object that owns the nodes of a `NodeOrder`: reads them, and handles their frames.
protocol OrderedNodes: AnyObject {
  /// The present time, on the clock of the events.
  var now: Instant { get }
  /// Appends the nodes that are ready to be read and are not in the list yet.
  func appendReady(to nodes: inout [NodeID])
  /// Reads a node. Returns `nil` if it is not open.
  func read(_ node: NodeID, into batch: inout NodeBatch, limit: Int) -> NodeReadStatus?
  /// Handles a frame.
  func handleFrame(_ frame: ArraySlice<InputEvent>, from node: NodeID)
  /// Handles the state of a node that was read after events were lost.
  func handleState(_ state: NodeBatch.State, from node: NodeID)
  /// Handles the loss of a node that can no longer be read. All its frames were handled before.
  func lose(_ node: NodeID)
}

/// Reads several nodes and decides their frames in the order of time, even if the process is late.
///
/// A turn decides only frames that are older than the beginning of the turn. Each node that was ready at the beginning
/// has been read completely, and the other nodes had no frames, so no older frame is missing. Newer frames are kept for
/// the next turn, because another node may have a frame that is older than these and not read yet.
///
///     A        ▇ read      release                     turn 1 decides A's press;
///     B              press      read                   B's press is kept, since
///     turn 1   ├ begins         ends                   A's release is older and not read
///     turn 2                      ├ reads A, decides A's release, then B's press
///
/// If a turn reads only a part of a node's frames, frames of other nodes that are later than the last of these are also
/// kept. After the first turns, no memory is allocated.
final class NodeOrder {
  /// The result of one read of a node, and how much of it is decided. The frames are in `batches`, at the same index.
  private struct Part {
    let node: NodeID
    let status: NodeReadStatus
    /// The time at which the node was read. A frame with a later time counts as a frame of this time.
    let limit: Instant
    /// The index of the next frame to decide. After the last frame, it means the state in the batch, if there is one.
    var next = 0
  }

  private let framesATurn: Int
  private var parts: [Part] = []
  private var batches: [NodeBatch] = []
  private var ready: [NodeID] = []
  /// Nodes that may have more frames than were read. They are read in the next turn even if the kernel does not report
  /// them as ready.
  private var backlog: [NodeID] = []

  /// - Parameter framesATurn: the most frames of a node that one turn reads.
  init(framesATurn: Int) { self.framesATurn = framesATurn }

  /// Whether another turn must follow at once, even if no node becomes ready.
  var hasMore: Bool { !backlog.isEmpty || !parts.isEmpty }

  /// Whether there are frames that were read and are not decided yet.
  var holdsFrames: Bool { !parts.isEmpty }

  /// Adds a node that may have more frames than were read.
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
    // A node that was not read to its end is not read again while frames of it are kept. This limits the memory. It
    // also keeps a node that has gone from being read again.
    if let kept = parts.last(where: { $0.node == node }), kept.status != .drained {
      if kept.status == .more { addToBacklog(node) }
      return
    }
    if batches.count == parts.count { batches.append(NodeBatch()) }
    guard let status = nodes.read(node, into: &batches[parts.count], limit: framesATurn) else { return }
    if status == .more { addToBacklog(node) }
    parts.append(Part(node: node, status: status, limit: nodes.now))
  }

  /// Returns a time until which all frames of all nodes have been read.
  private func horizon(_ begin: Instant) -> Instant {
    // A node that became ready in the same microsecond as the turn's beginning may have been missed.
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

  /// Returns the part whose next frame is the earliest, and the time of that frame. Frames of the same time are ordered
  /// by node. Of two parts of one node, the part that was read first comes first, whatever its times are.
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

  /// Removes a part. Its batch moves to the end, so that its memory is used again.
  private func removePart(at index: Int) {
    parts.remove(at: index)
    let batch = batches.remove(at: index)
    batches.append(batch)
  }
}
