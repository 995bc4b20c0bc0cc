import CLibevdev
import Glibc
import SwitchwayCore
import SwitchwayTime

/// Reads the events of an event node, many at once, and makes frames of them.
///
/// It is a separate structure, because Swift would check each access to the same properties in the class `EvdevNode`.
struct EventReader {
  private var assembler = FrameAssembler()
  /// The events of one read. The events from index `next` to `count` are not used yet.
  private var unread = [input_event](repeating: input_event(), count: EventReader.eventsARead)
  private var next = 0
  private var count = 0
  /// The largest number of events in one read: the smallest size of the kernel's queue for an open node
  /// (`EVDEV_MIN_BUFFER_SIZE`, drivers/input/evdev.c).
  private static let eventsARead = 64

  /// Drops the events that were read and not used.
  mutating func clear() {
    assembler = FrameAssembler()
    (next, count) = (0, 0)
  }

  /// Appends frames to `batch` until it has `limit` frames. Returns `nil` if the kernel has lost events; events after
  /// the loss are not read.
  ///
  /// Passes keys and axes to libevdev, which stores the state of `device`. Other parts of libevdev's state are not
  /// used.
  @unsafe mutating func read(
    _ descriptor: Int32, _ device: OpaquePointer, into batch: inout NodeBatch, limit: Int
  ) -> NodeReadStatus? {
    var isEmpty = false
    while true {
      while next < count {
        guard batch.frames.count < limit else { return .more }
        let event = unread[next]
        next += 1
        let time = Instant(Int64(event.time.tv_sec) &* 1_000_000 &+ Int64(event.time.tv_usec))
        switch event.type {
        case EventType.syn: if event.code == SynCode.dropped { return nil }
        case EventType.key, EventType.absolute:
          unsafe _ = libevdev_set_event_value(device, UInt32(event.type), UInt32(event.code), event.value)
        default: break
        }
        let step = assembler.push(InputEvent(time: time, type: event.type, code: event.code, value: event.value))
        if step == .frame { batch.append(assembler.frame, report: time) }
      }
      if isEmpty { return .drained }
      guard batch.frames.count < limit else { return .more }
      // This reads as many events as there are, but at most as many as fit.
      (next, count) = (0, 0)
      let size = unsafe unread.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if size < 0, errno == EINTR { continue }
      guard size >= 0 else { return errno == EAGAIN ? .drained : .gone }
      count = size / MemoryLayout<input_event>.stride
      isEmpty = hasReadAll
    }
  }

  /// Whether the last read has returned all the kernel's events: it was not full and ended with a whole frame.
  private var hasReadAll: Bool {
    guard count < unread.count else { return false }
    guard count > 0 else { return true }
    return unread[count - 1].type == EventType.syn && unread[count - 1].code == SynCode.report
  }
}
