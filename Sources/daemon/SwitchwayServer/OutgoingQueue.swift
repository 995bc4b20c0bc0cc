import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime

/// Lines that the kernel has not accepted yet, each with its head. Part of the first line may have been sent.
struct OutgoingQueue {
  /// The most bytes that events may fill: 256 KiB. Source: the protocol. One answer may exceed it (see `Client`).
  static let limit = 262_144
  /// The number of bytes that are allocated at first. The lines of a press fit.
  private static let usualRoom = 512
  /// The number of bytes that stay allocated while no line waits. The lines of one turn of the loop fit.
  private static let keptRoom = 16_384

  /// A line that waits.
  private struct Entry {
    let head: LineHead
    /// Bytes that wait, including the end of the line.
    var count: Int
    /// Part of the line has been sent.
    var hasBegun = false

    /// Whether it is a command that has waited for longer than `lifetime`.
    func isLate(at time: Instant, lifetime: Microseconds) -> Bool {
      head.expires && !hasBegun && time - Instant(head.accepted) > lifetime
    }
  }

  private var lines = LineBuffer(capacity: OutgoingQueue.usualRoom)
  /// The bytes before this index have been sent.
  private var start = 0
  private var entries: [Entry] = []

  /// Bytes that wait.
  var count: Int { lines.count - start }
  var isEmpty: Bool { count == 0 }

  /// Adds one whole line.
  mutating func append(_ line: LineBuffer, _ head: LineHead) {
    // Moved only when half has been sent, so that a byte is moved at most once on average.
    if start > lines.count / 2 {
      lines.removeFirst(start)
      start = 0
    }
    lines.putJSON(line)
    entries.append(Entry(head: head, count: line.count))
  }

  private mutating func append(_ line: ArraySlice<UInt8>, _ entry: Entry) {
    lines.append(line)
    entries.append(entry)
  }

  /// Passes the waiting bytes to `send`, which returns how many it accepted.
  mutating func flush(_ send: (ArraySlice<UInt8>) -> Int) {
    var left = send(lines.bytes[start...])
    start += left
    guard start < lines.count else { return clear() }
    let sent = entries.prefix { entry in
      guard entry.count <= left else { return false }
      left -= entry.count
      return true
    }
    entries.removeFirst(sent.count)
    if left > 0 {
      entries[0].count -= left
      entries[0].hasBegun = true
    }
  }

  /// Removes everything. Also frees the memory if it is large, because few clients fall behind.
  mutating func clear() {
    if lines.capacity <= Self.keptRoom {
      lines.clear()
      entries.removeEach()
    } else {
      lines = LineBuffer(capacity: OutgoingQueue.usualRoom)
      entries = []
    }
    start = 0
  }

  /// Removes commands that have waited for longer than `lifetime`. If `tells` is set, each command that a press or a
  /// client made is replaced by a `rejected`.
  mutating func expire(at time: Instant, lifetime: Microseconds, tells: Bool) {
    guard entries.contains(where: { $0.isLate(at: time, lifetime: lifetime) }) else { return }
    rebuild { queue, line, entry in
      guard entry.isLate(at: time, lifetime: lifetime) else { return queue.append(line, entry) }
      guard tells, !entry.head.expiresSilently else { return }
      var rejection = LineBuffer(capacity: 128)
      rejection.writeRejected(
        switchName: entry.head.switchName, pressed: entry.head.pressed, time: time.microseconds,
        reason: RejectionReason.stale.rawValue)
      queue.append(rejection, LineHead(.rejected))
    }
  }

  /// Removes events and returns how many. Answers stay, and so does the rest of a line that was sent in part.
  mutating func dropEvents() -> Int64 {
    var dropped: Int64 = 0
    rebuild { queue, line, entry in
      switch entry.head.type {
      case _ where entry.hasBegun: queue.append(line, entry)
      case .ok, .error, .bye, .missed, .hello, .state: queue.append(line, entry)
      case .ping: break
      default: dropped += 1
      }
    }
    return dropped
  }

  /// Calls `body` with each line and its entry. `body` appends the lines that are kept to the new queue.
  private mutating func rebuild(_ body: (inout OutgoingQueue, ArraySlice<UInt8>, Entry) -> Void) {
    var queue = OutgoingQueue()
    for entry in entries {
      body(&queue, lines.bytes[start..<start + entry.count], entry)
      start += entry.count
    }
    self = queue
  }
}
