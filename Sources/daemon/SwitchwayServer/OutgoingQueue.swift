import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime

/// The lines for a client that the kernel has not accepted yet, each with its head. A part of the first line may have
/// been sent.
struct OutgoingQueue {
  /// The largest size of the queue, in bytes, up to which events are added: 256 KiB. Source: the protocol. Answers may
  /// exceed it (see `Client`).
  static let limit = 262_144
  /// The number of bytes that are allocated at first. The lines of one press fit.
  private static let usualRoom = 512
  /// The largest number of bytes that stay allocated while no line waits. The lines of one turn of the loop fit.
  private static let keptRoom = 16_384

  /// A line that waits.
  private struct Entry {
    let head: LineHead
    /// The number of bytes of the line that wait, including its line end.
    var count: Int
    /// Whether a part of the line was sent.
    var hasBegun = false

    /// Whether the line is a command that has waited for longer than `lifetime`, and no part of it was sent.
    func isLate(at time: Instant, lifetime: Microseconds) -> Bool {
      head.expires && !hasBegun && time - Instant(head.accepted) > lifetime
    }
  }

  private var lines = LineBuffer(capacity: OutgoingQueue.usualRoom)
  /// The number of bytes at the beginning of `lines` that were already sent.
  private var start = 0
  private var entries: [Entry] = []

  /// The number of bytes that wait.
  var count: Int { lines.count - start }
  var isEmpty: Bool { count == 0 }

  /// Adds one whole line.
  mutating func append(_ line: LineBuffer, _ head: LineHead) {
    // Sent bytes are removed only when they are more than half. So each byte is moved at most once on average.
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

  /// Removes all lines. Also frees the memory if it is more than `keptRoom`, because clients rarely fall behind.
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

  /// Removes the commands that have waited for longer than `lifetime`. If `tells` is true, a `rejected` line replaces
  /// each command that came from a press or from a client.
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

  /// Removes all events and returns how many. Answers stay, and also the rest of a line of which a part was sent.
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

  /// Replaces the queue by a new one: calls `body` with each line and its entry, and `body` appends the lines to keep
  /// to the new queue.
  private mutating func rebuild(_ body: (inout OutgoingQueue, ArraySlice<UInt8>, Entry) -> Void) {
    var queue = OutgoingQueue()
    for entry in entries {
      body(&queue, lines.bytes[start..<start + entry.count], entry)
      start += entry.count
    }
    self = queue
  }
}
