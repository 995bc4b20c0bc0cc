import SwitchwayCore
import SwitchwayTime

/// The result of one turn of reading a node: whole frames, then the node's state if events were lost.
///
/// Reused for every turn. Once it has its full size, filling it allocates no memory.
public struct NodeBatch: Sendable {
  /// A whole frame: its events are `range` of `NodeBatch.events`, and `report` is the time of its report. It may
  /// contain only the report.
  public struct Frame: Hashable, Sendable {
    public var range: Range<Int>
    public var report: Instant
  }

  /// A node's state, as read after the kernel dropped events.
  public struct State: Hashable, Sendable {
    /// The time when the state was read. No later event has an earlier time.
    public var time: Instant
    public var down: KeySet
    /// The axes in the order of codes, with their values.
    public var axes: [AxisDescription]

    public init(time: Instant, down: KeySet, axes: [AxisDescription]) {
      (self.time, self.down, self.axes) = (time, down, axes)
    }
  }

  /// The events of all frames, in order.
  public private(set) var events: [InputEvent] = []
  /// The frames as ranges of `events`, in order of time.
  public private(set) var frames: [Frame] = []
  /// The state comes after all `frames`. Events between the frames and this state are lost.
  public var resync: State?

  /// An empty batch with capacity for ordinary turns.
  public init() {
    events.reserveCapacity(FrameAssembler.limit)
    frames.reserveCapacity(64)
  }

  /// Appends a frame, which is not earlier than the frames before it.
  public mutating func append(_ frame: [InputEvent], report: Instant) {
    let start = events.count
    events.append(contentsOf: frame)
    frames.append(Frame(range: start..<events.count, report: report))
  }

  /// The time of the frame at `index`: of its first event, or of its report if it has no events. The index after the
  /// last frame means `resync`. `nil` for other indices.
  public func time(of index: Int) -> Instant? {
    guard index >= 0 else { return nil }
    guard index < frames.count else { return index == frames.count ? resync?.time : nil }
    let range = frames[index].range
    return range.isEmpty ? frames[index].report : events[range.lowerBound].time
  }

  /// The index of the last item: `resync` if there is one, otherwise the last frame; −1 if there is none.
  public var lastItem: Int { resync == nil ? frames.count - 1 : frames.count }

  /// Removes everything and keeps the capacity.
  public mutating func clear() {
    events.removeAll(keepingCapacity: true)
    frames.removeAll(keepingCapacity: true)
    resync = nil
  }
}

/// The way in which a turn of reading ended.
public enum NodeReadStatus: Hashable, Sendable {
  /// No events are left. Wait until the descriptor is readable.
  case drained
  /// There may be more events, perhaps only in libevdev's queue. Read again without waiting.
  case more
  /// The node has gone or can no longer be read. Close it.
  case gone
}
