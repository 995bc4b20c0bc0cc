/// Bytes that a client has not taken yet: whole lines, but for the first, of which a part may have left.
///
/// A ring would save the moves; but a client that reads keeps this empty, and then it does nothing.
struct OutgoingQueue {
  /// The most that events may fill. Source: the protocol, 256 KiB. Answers may pass it by one answer (see `Client`).
  static let limit = 262_144

  private var bytes: [UInt8] = []
  private var start = 0

  /// Bytes that wait.
  var count: Int { bytes.count - start }
  var isEmpty: Bool { count == 0 }

  /// Whether events of `count` bytes fit.
  func hasRoom(for count: Int) -> Bool { self.count + count <= Self.limit }

  mutating func append(_ new: ArraySlice<UInt8>) {
    // Moved only when half has left, so that a byte is moved at most once on the average.
    if start > bytes.count / 2 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes.append(contentsOf: new)
  }

  /// Gives what waits to `send`, which answers how many bytes it took.
  mutating func flush(_ send: (ArraySlice<UInt8>) -> Int) {
    start += send(bytes[start...])
    if start >= bytes.count { clear() }
  }

  /// Gives the room back: clients that fell behind are rare.
  mutating func clear() {
    bytes = []
    start = 0
  }
}
