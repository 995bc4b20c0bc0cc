/// Bytes of lines on their way out: filled by the `write…` functions, emptied and used again.
///
/// Once it has grown to the longest line of a run, writing allocates nothing. It has no limit of its own: whoever
/// queues its bytes has one.
public struct LineBuffer: Sendable {
  /// What has been written since the last `clear()`.
  public private(set) var bytes: [UInt8] = []

  /// An empty buffer with room for `capacity` bytes; a command line takes about 250.
  public init(capacity: Int = 1_024) {
    bytes.reserveCapacity(capacity)
  }

  public var count: Int { bytes.count }
  public var isEmpty: Bool { bytes.isEmpty }

  /// The bytes as text, for people and tests.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Empties the buffer and keeps its room.
  public mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Takes back what was appended after the first `count` bytes.
  mutating func cut(to count: Int) {
    bytes.removeSubrange(count...)
  }

  /// Appends literal JSON, unescaped: only what stands in the source can come here.
  package mutating func put(_ literal: StaticString) {
    precondition(literal.hasPointerRepresentation, "a literal of one scalar: write it as a string")
    unsafe bytes.append(
      contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  package mutating func put(_ text: EscapedText) {
    bytes.append(contentsOf: text.bytes)
  }

  package mutating func put(_ list: EscapedList) {
    bytes.append(contentsOf: list.bytes)
  }

  package mutating func put(orNull text: EscapedText?) {
    if let text { put(text) } else { put("null") }
  }

  package mutating func put(_ flag: Bool) {
    if flag { put("true") } else { put("false") }
  }

  /// Appends a part of JSON that this module made before.
  mutating func append(_ part: ArraySlice<UInt8>) {
    bytes.append(contentsOf: part)
  }

  /// Appends JSON that this module made before.
  package mutating func put(contentsOf other: LineBuffer) {
    bytes.append(contentsOf: other.bytes)
  }

  /// Appends a number in decimal, without a `String` on the way.
  package mutating func put(_ number: Int64) {
    var rest = number.magnitude
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let first = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    // In place: a slice of its own to reverse would be a copy.
    var left = first
    var right = bytes.count - 1
    while left < right {
      bytes.swapAt(left, right)
      left += 1
      right -= 1
    }
  }

  /// Ends the line.
  package mutating func end() {
    bytes.append(UInt8(ascii: "}"))
    bytes.append(UInt8(ascii: "\n"))
  }
}
