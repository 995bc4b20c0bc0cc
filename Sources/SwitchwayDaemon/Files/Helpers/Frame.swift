/// Encodes a message between processes of the daemon: a length, a kind and fields.
struct FrameWriter {
  private(set) var bytes: [UInt8]

  init(kind: UInt8) { bytes = [0, 0, 0, 0, kind] }

  mutating func put(_ number: Int64) {
    let bits = UInt64(bitPattern: number)
    for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
  }

  mutating func put(_ isTrue: Bool) { bytes.append(isTrue ? 1 : 0) }

  mutating func put(_ data: [UInt8]) {
    put(Int64(data.count))
    bytes.append(contentsOf: data)
  }

  mutating func put(_ text: String) {
    put(Int64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func put(_ list: [String]) { put(each: list) { $0.put($1) } }

  mutating func put<Value>(_ value: Value?, _ body: (inout FrameWriter, Value) -> Void) {
    put(value != nil)
    if let value { body(&self, value) }
  }

  mutating func put<Values: Collection>(each list: Values, _ body: (inout FrameWriter, Values.Element) -> Void) {
    put(Int64(list.count))
    for value in list { body(&self, value) }
  }

  consuming func frame() -> [UInt8] {
    let count = UInt32(truncatingIfNeeded: bytes.count - 4)
    for place in 0..<4 { bytes[place] = UInt8(truncatingIfNeeded: count >> (8 * UInt32(place))) }
    return bytes
  }
}

struct FrameError: Error {}

/// Decodes what `FrameWriter` wrote.
struct FrameReader {
  /// The most bytes of a frame. Chosen: holds the largest statistics file, and far more than all files of a profile.
  static let largest = 9 * 1_024 * 1_024

  let kind: UInt8
  private var rest: ArraySlice<UInt8>

  /// Removes a whole frame from the front of `buffer`; nil if it is incomplete. Throws if it can never be complete.
  init?(from buffer: inout [UInt8]) throws(FrameError) {
    guard buffer.count >= 4 else { return nil }
    var count = 0
    for place in 0..<4 { count |= Int(buffer[place]) << (8 * place) }
    guard (1...FrameReader.largest).contains(count) else { throw FrameError() }
    guard buffer.count >= 4 + count else { return nil }
    kind = buffer[4]
    rest = buffer[5..<(4 + count)]
    buffer.removeFirst(4 + count)
  }

  mutating func number() throws(FrameError) -> Int64 {
    guard rest.count >= 8 else { throw FrameError() }
    var bits: UInt64 = 0
    for (place, byte) in rest.prefix(8).enumerated() { bits |= UInt64(byte) << (8 * UInt64(place)) }
    rest.removeFirst(8)
    return Int64(bitPattern: bits)
  }

  mutating func flag() throws(FrameError) -> Bool {
    guard let byte = rest.popFirst() else { throw FrameError() }
    return byte != 0
  }

  private mutating func count() throws(FrameError) -> Int {
    let number = try number()
    // Each element of a list has at least one byte.
    guard number >= 0, number <= rest.count else { throw FrameError() }
    return Int(number)
  }

  mutating func data() throws(FrameError) -> [UInt8] {
    let count = try count()
    defer { rest.removeFirst(count) }
    return Array(rest.prefix(count))
  }

  mutating func text() throws(FrameError) -> String { String(decoding: try data(), as: UTF8.self) }

  mutating func texts() throws(FrameError) -> [String] {
    try list { reader throws(FrameError) in try reader.text() }
  }

  mutating func optional<Value>(
    _ body: (inout FrameReader) throws(FrameError) -> Value
  ) throws(FrameError) -> Value? {
    try flag() ? try body(&self) : nil
  }

  mutating func list<Value>(
    _ body: (inout FrameReader) throws(FrameError) -> Value
  ) throws(FrameError) -> [Value] {
    var values: [Value] = []
    for _ in 0..<(try count()) { values.append(try body(&self)) }
    return values
  }
}
