/// A buffer for outgoing lines. The functions `write…` append lines to it. It can be cleared and used again.
///
/// When it has grown to the longest line, writing allocates no memory. It has no limit, because the queue that receives
/// its bytes has one.
public struct LineBuffer: Sendable {
  /// The memory of the buffer. The first `count` bytes are written. The rest is spare, so that the array is not resized
  /// each time that bytes are appended.
  private var room: [UInt8]
  /// The number of bytes that were written since the last `clear()`.
  public private(set) var count = 0

  /// Makes an empty buffer with space for `capacity` bytes. A `command` line needs about 250.
  public init(capacity: Int = 1_024) { room = [UInt8](repeating: 0, count: capacity) }

  /// The bytes that were written since the last `clear()`. This is a slice of the buffer, not a copy.
  public var bytes: ArraySlice<UInt8> { room[..<count] }

  /// The bytes as text, for people and tests.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Empties the buffer and keeps its memory.
  public mutating func clear() { count = 0 }

  /// Removes everything after the first `count` bytes.
  mutating func cut(to count: Int) { self.count = min(count, self.count) }

  /// Reserves `most` bytes and lets `body` write at most this number of bytes. So the array's size is checked only
  /// once.
  @inline(__always) mutating func fill(_ most: Int, _ body: (inout LineFiller) -> Void) {
    if room.count - count < most { room += [UInt8](repeating: 0, count: max(room.count, most)) }
    let start = count
    count = unsafe room.withUnsafeMutableBufferPointer { bytes in
      var filler = unsafe LineFiller(bytes, from: start)
      body(&filler)
      return filler.count
    }
  }

  /// Appends a literal of JSON without escaping it. Only literals in the source code can be passed.
  @inline(__always) package mutating func put(_ literal: StaticString) {
    fill(literal.utf8CodeUnitCount) { $0.put(literal) }
  }

  package mutating func putText(_ text: EscapedText) { fill(text.count) { $0.putText(text) } }

  package mutating func putList(_ list: EscapedList) { fill(list.count) { $0.putList(list) } }

  package mutating func putFlag(_ flag: Bool) {
    if flag { put("true") } else { put("false") }
  }

  /// The number of bytes that fit without allocating memory.
  package var capacity: Int { room.count }

  /// Removes the first `most` bytes.
  package mutating func removeFirst(_ most: Int) {
    room.removeFirst(most)
    count -= most
  }

  /// Appends a part of JSON that this module has written before.
  package mutating func append(_ part: ArraySlice<UInt8>) {
    fill(part.count) { filler in unsafe part.withUnsafeBytes { unsafe filler.putBytes($0) } }
  }

  /// Appends JSON that this module has written before.
  package mutating func putJSON(_ other: LineBuffer) {
    let length = other.count
    fill(length) { filler in
      unsafe other.room.withUnsafeBytes { unsafe filler.putBytes(UnsafeRawBufferPointer(rebasing: $0[..<length])) }
    }
  }

  /// Appends a number in decimal, without making a `String`.
  package mutating func putNumber(_ number: Int64) { fill(LineFiller.mostDigits) { $0.putNumber(number) } }

  /// Appends a word of the protocol as a JSON string. The words of the protocol need no escaping.
  package mutating func putWord(_ word: String) { fill(word.utf8.count + 2) { $0.putWord(word) } }

  // Each of the following functions appends a literal, usually the name of a member, and then a value.
  @inline(__always) package mutating func putWord(_ literal: StaticString, _ word: String) {
    put(literal)
    putWord(word)
  }
  @inline(__always) package mutating func putText(_ literal: StaticString, _ text: EscapedText) {
    put(literal)
    putText(text)
  }
  @inline(__always) package mutating func putList(_ literal: StaticString, _ list: EscapedList) {
    put(literal)
    putList(list)
  }
  @inline(__always) package mutating func putFlag(_ literal: StaticString, _ flag: Bool) {
    put(literal)
    putFlag(flag)
  }
  @inline(__always) package mutating func putNumber(_ literal: StaticString, _ number: Int64) {
    put(literal)
    putNumber(number)
  }

  /// Ends an object and the line.
  package mutating func end() { put("}\n") }
}
