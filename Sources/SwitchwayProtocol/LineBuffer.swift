/// A buffer for outgoing lines. The `write…` functions fill it; it can be cleared and used again.
///
/// Once it has grown to the longest line of a run, writing does not allocate. It has no limit of its own: the queue
/// that takes its bytes has one.
public struct LineBuffer: Sendable {
  /// The first `count` bytes are written. The rest is spare, so that bytes can be copied in without resizing the array
  /// each time.
  private var room: [UInt8]
  /// How many bytes have been written since the last `clear()`.
  public private(set) var count = 0

  /// An empty buffer with room for `capacity` bytes. A command line takes about 250.
  public init(capacity: Int = 1_024) { room = [UInt8](repeating: 0, count: capacity) }

  /// The bytes written since the last `clear()`. A slice of the buffer, not a copy.
  public var bytes: ArraySlice<UInt8> { room[..<count] }

  public var isEmpty: Bool { count == 0 }

  /// The bytes as text, for people and tests.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Empties the buffer and keeps its room.
  public mutating func clear() { count = 0 }

  /// Removes what was appended after the first `count` bytes.
  mutating func cut(to count: Int) { self.count = min(count, self.count) }

  /// Appends `source`. Inlined: literals then have a known length, and copying them takes a few instructions.
  @inline(__always) private mutating func put(_ source: UnsafeRawBufferPointer) {
    guard let start = source.baseAddress else { return }
    makeRoom(for: source.count)
    let place = count
    unsafe room.withUnsafeMutableBytes { bytes in
      guard let first = bytes.baseAddress else { return }
      unsafe (first + place).copyMemory(from: start, byteCount: source.count)
    }
    count += source.count
  }

  @inline(__always) private mutating func makeRoom(for more: Int) {
    if room.count - count < more { grow(by: more) }
  }

  private mutating func grow(by more: Int) {
    room.append(contentsOf: repeatElement(0, count: max(room.count, more)))
  }

  /// Appends literal JSON, unescaped. Only literals in the source code can be passed.
  @inline(__always) package mutating func put(_ literal: StaticString) {
    precondition(literal.hasPointerRepresentation, "a literal of one scalar: write it as a string")
    unsafe put(UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  package mutating func put(_ text: EscapedText) {
    unsafe text.bytes.withUnsafeBytes { unsafe put($0) }
  }

  package mutating func put(_ list: EscapedList) {
    unsafe list.bytes.withUnsafeBytes { unsafe put($0) }
  }

  package mutating func put(orNull text: EscapedText?) {
    if let text { put(text) } else { put("null") }
  }

  package mutating func put(_ flag: Bool) {
    if flag { put("true") } else { put("false") }
  }

  /// Appends a part of JSON that this module wrote before.
  mutating func append(_ part: ArraySlice<UInt8>) {
    unsafe part.withUnsafeBytes { unsafe put($0) }
  }

  /// Appends JSON that this module wrote before.
  package mutating func put(contentsOf other: LineBuffer) { append(other.bytes) }

  /// Appends a number in decimal, without making a `String`.
  package mutating func put(_ number: Int64) {
    if number < 0 { put("-") }
    var rest = number.magnitude
    var digits = 1
    // An `Int64` has at most 19 digits, and 10^19 fits into `bound`.
    var bound: UInt64 = 10
    while digits < 19, rest >= bound {
      digits += 1
      bound &*= 10
    }
    makeRoom(for: digits)
    let start = count
    count += digits
    var place = count
    unsafe room.withUnsafeMutableBufferPointer { bytes in
      // Two digits at a time, because dividing a large number costs most.
      while rest >= 10 {
        let pair = UInt32(truncatingIfNeeded: rest % 100)
        rest /= 100
        place -= 2
        unsafe bytes[place] = UInt8(truncatingIfNeeded: pair / 10 &+ 48)
        unsafe bytes[place &+ 1] = UInt8(truncatingIfNeeded: pair % 10 &+ 48)
      }
      if place > start { unsafe bytes[start] = UInt8(truncatingIfNeeded: rest &+ 48) }
    }
  }

  // A literal and the value after it: mostly the name of a member, and what it is.
  @inline(__always) package mutating func put(_ literal: StaticString, _ text: EscapedText) {
    put(literal)
    put(text)
  }
  @inline(__always) package mutating func put(_ literal: StaticString, _ list: EscapedList) {
    put(literal)
    put(list)
  }
  @inline(__always) package mutating func put(_ literal: StaticString, _ flag: Bool) {
    put(literal)
    put(flag)
  }
  @inline(__always) package mutating func put(_ literal: StaticString, _ number: Int64) {
    put(literal)
    put(number)
  }

  /// Ends the line.
  package mutating func end() { put("}\n") }
}
