import SwitchwayCore
import SwitchwayTime

/// The result of reading a node once: whole frames and, if events were lost after them, the node's state.
///
/// A batch is used again for each reading. When it has reached its full size, filling it allocates no memory.
public struct NodeBatch: Sendable {
  /// A whole frame: its events are `range` in `NodeBatch.events`, and `report` is the time of its `SYN_REPORT`. The
  /// range is empty if the frame has only the report.
  public struct Frame: Hashable, Sendable {
    public var range: Range<Int>
    public var report: Instant
  }

  /// A node's state, which was read after the kernel had dropped events.
  public struct State: Hashable, Sendable {
    /// The time when the state was read. No later event has an earlier time.
    public var time: Instant
    public var down: KeySet
    /// The axes with their values, in the order of codes.
    public var axes: [AxisDescription]

    public init(time: Instant, down: KeySet, axes: [AxisDescription]) {
      (self.time, self.down, self.axes) = (time, down, axes)
    }
  }

  /// The events of all frames, in order.
  public private(set) var events: [InputEvent] = []
  /// The frames, in the order of time.
  public private(set) var frames: [Frame] = []
  /// The state after a loss of events, or `nil` if none were lost. It is later than all `frames`, and the events in
  /// between are lost.
  public var resync: State?

  /// Makes an empty batch with memory for ordinary amounts of events.
  public init() {
    events.reserveCapacity(FrameAssembler.limit)
    frames.reserveCapacity(64)
  }

  /// Appends a frame, which must not be earlier than the frames before it.
  public mutating func append(_ frame: [InputEvent], report: Instant) {
    let start = events.count
    events.append(contentsOf: frame)
    frames.append(Frame(range: start..<events.count, report: report))
  }

  /// Returns the time of the frame at `index`: the time of its first event, or of its report if it has no events. The
  /// index after the last frame means `resync`. Returns `nil` for other indices.
  public func time(of index: Int) -> Instant? {
    guard index >= 0 else { return nil }
    guard index < frames.count else { return index == frames.count ? resync?.time : nil }
    let range = frames[index].range
    return range.isEmpty ? frames[index].report : events[range.lowerBound].time
  }

  /// The index of the last item, as in `time(of:)`: of `resync` if there is one, otherwise of the last frame. −1 if the
  /// batch is empty.
  public var lastItem: Int { resync == nil ? frames.count - 1 : frames.count }

  /// Removes everything and keeps the memory.
  public mutating func clear() {
    events.removeAll(keepingCapacity: true)
    frames.removeAll(keepingCapacity: true)
    resync = nil
  }
}

/// How the reading of a node ended.
public enum NodeReadStatus: Hashable, Sendable {
  /// No events are left. Wait until the descriptor is readable.
  case drained
  /// There may be more events, perhaps only in libevdev's queue. Read again without waiting.
  case more
  /// The node has gone or can no longer be read. Close it.
  case gone
}
