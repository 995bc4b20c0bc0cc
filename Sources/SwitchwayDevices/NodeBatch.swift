import SwitchwayCore

/// What one turn of reading a node brought: whole frames, then perhaps a read-back of the node's state.
///
/// Reused from turn to turn: at steady state filling it allocates nothing.
public struct NodeBatch: Sendable {
  /// A whole frame: the events of `NodeBatch.events` in `range`, and the time of the report that ended it. May be
  /// empty: a report alone.
  public struct Frame: Hashable, Sendable {
    public var range: Range<Int>
    public var report: Instant
  }

  /// A node's state, read after the kernel dropped events.
  public struct State: Hashable, Sendable {
    /// When it was read; no event that comes later is older.
    public var time: Instant
    public var down: KeySet
    /// In the order of codes, each with its value.
    public var axes: [AxisDescription]

    public init(time: Instant, down: KeySet, axes: [AxisDescription]) {
      (self.time, self.down, self.axes) = (time, down, axes)
    }
  }

  /// The events of all frames, one frame after the other.
  public private(set) var events: [InputEvent] = []
  /// Where each frame is in `events`, in order of time.
  public private(set) var frames: [Frame] = []
  /// Comes after all of `frames`; what was between them and it is lost.
  public var resync: State?

  /// An empty batch, with room for ordinary turns.
  public init() {
    events.reserveCapacity(FrameAssembler.limit)
    frames.reserveCapacity(64)
  }

  /// Appends a frame, which is not earlier than those that are there.
  public mutating func append(_ frame: [InputEvent], report: Instant) {
    let start = events.count
    events.append(contentsOf: frame)
    frames.append(Frame(range: start..<events.count, report: report))
  }

  /// The time of the frame at `place`, by its first event, or its report where it is empty; of the state that was read
  /// back, at the place after the last frame; nil past that.
  public func time(of place: Int) -> Instant? {
    guard place >= 0 else { return nil }
    guard place < frames.count else { return place == frames.count ? resync?.time : nil }
    let range = frames[place].range
    return range.isEmpty ? frames[place].report : events[range.lowerBound].time
  }

  /// The place of what came last: the state that was read back, else the last frame; −1 where there is nothing.
  public var lastPlace: Int { resync == nil ? frames.count - 1 : frames.count }

  /// Forgets the last turn, keeps the room.
  public mutating func clear() {
    events.removeAll(keepingCapacity: true)
    frames.removeAll(keepingCapacity: true)
    resync = nil
  }
}

/// How a turn of reading ended.
public enum NodeReadStatus: Hashable, Sendable {
  /// Nothing is left: wait until the descriptor is readable.
  case drained
  /// There may be more, some of it no longer in the kernel: read again without waiting.
  case more
  /// The node is gone, or cannot be read any more. Close it.
  case gone
}
