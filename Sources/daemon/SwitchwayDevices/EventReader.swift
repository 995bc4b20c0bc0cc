import CLibevdev
import Glibc
import SwitchwayCore
import SwitchwayTime

/// Reads the events of an event node, many at once, and makes frames of them.
///
/// This is a structure, and not properties of `EvdevNode`: Swift checks each access to a property of a class.
struct EventReader {
  private var assembler = FrameAssembler()
  /// The events of one read: those from `next` to `count` are not used yet.
  private var unread = [input_event](repeating: input_event(), count: EventReader.eventsARead)
  private var next = 0
  private var count = 0
  /// The smallest queue that the kernel has for an opening (`EVDEV_MIN_BUFFER_SIZE`, drivers/input/evdev.c).
  private static let eventsARead = 64

  /// Drops events that were read and not used.
  mutating func clear() {
    assembler = FrameAssembler()
    (next, count) = (0, 0)
  }

  /// Appends frames to `batch` until it has `limit` frames. Returns `nil` if the kernel has lost events; events after
  /// the loss are not read.
  ///
  /// libevdev, which keeps the state of `device`, receives keys and axes. Other parts of its state are not used.
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
      // As many events as there are and as fit.
      (next, count) = (0, 0)
      let size = unsafe unread.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if size < 0, errno == EINTR { continue }
      guard size >= 0 else { return errno == EAGAIN ? .drained : .gone }
      count = size / MemoryLayout<input_event>.stride
      isEmpty = hasReadAll
    }
  }

  /// The last read returned all the kernel's events: the kernel returns only whole frames, as many as fit.
  private var hasReadAll: Bool {
    guard count < unread.count else { return false }
    guard count > 0 else { return true }
    return unread[count - 1].type == EventType.syn && unread[count - 1].code == SynCode.report
  }
}
