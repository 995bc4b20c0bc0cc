/// A value that can be a part of a message between the daemon's processes.
protocol Framed {
  func write(to writer: inout FrameWriter)
  init(from reader: inout FrameReader) throws(FrameError)
}

struct FrameError: Error {}

/// Encodes a message between processes of the daemon: a length, a kind and values.
struct FrameWriter {
  fileprivate var bytes: [UInt8]

  static func frame<each Value: Framed>(_ kind: UInt8, _ values: repeat each Value) -> [UInt8] {
    var writer = FrameWriter(bytes: [0, 0, 0, 0, kind])
    repeat (each values).write(to: &writer)
    let count = UInt32(truncatingIfNeeded: writer.bytes.count - 4)
    for index in 0..<4 { writer.bytes[index] = UInt8(truncatingIfNeeded: count >> (8 * UInt32(index))) }
    return writer.bytes
  }

  mutating func append<each Value: Framed>(_ values: repeat each Value) { repeat (each values).write(to: &self) }
}

/// Decodes what `FrameWriter` wrote.
struct FrameReader {
  /// The largest number of bytes in a frame. The largest statistics file fits, and all files of a profile are far
  /// smaller.
  static let largest = 9 * 1_024 * 1_024

  let kind: UInt8
  fileprivate var rest: ArraySlice<UInt8>

  /// Removes a whole frame from the front of `buffer`. Returns `nil` if the frame is incomplete. Throws if its length
  /// is invalid.
  init?(from buffer: inout [UInt8]) throws(FrameError) {
    guard buffer.count >= 4 else { return nil }
    var count = 0
    for index in 0..<4 { count |= Int(buffer[index]) << (8 * index) }
    guard (1...FrameReader.largest).contains(count) else { throw FrameError() }
    guard buffer.count >= 4 + count else { return nil }
    kind = buffer[4]
    rest = buffer[5..<(4 + count)]
    buffer.removeFirst(4 + count)
  }

  mutating func next<Value: Framed>() throws(FrameError) -> Value { try Value(from: &self) }

  /// Reads the number of bytes or values that follow.
  fileprivate mutating func count() throws(FrameError) -> Int {
    let number: Int64 = try next()
    // Each value needs at least one byte, so a larger number is invalid.
    guard number >= 0, number <= rest.count else { throw FrameError() }
    return Int(number)
  }
}

// MARK: Values

extension Int64: Framed {
  func write(to writer: inout FrameWriter) {
    let bits = UInt64(bitPattern: self)
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      writer.bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
  }

  init(from reader: inout FrameReader) throws(FrameError) {
    guard reader.rest.count >= 8 else { throw FrameError() }
    var bits: UInt64 = 0
    for (index, byte) in reader.rest.prefix(8).enumerated() { bits |= UInt64(byte) << (8 * UInt64(index)) }
    reader.rest.removeFirst(8)
    self = Int64(bitPattern: bits)
  }
}

extension Bool: Framed {
  func write(to writer: inout FrameWriter) { writer.bytes.append(self ? 1 : 0) }

  init(from reader: inout FrameReader) throws(FrameError) {
    guard let byte = reader.rest.popFirst() else { throw FrameError() }
    self = byte != 0
  }
}

/// The contents of a file.
struct FrameData: Framed {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func write(to writer: inout FrameWriter) {
    writer.append(Int64(bytes.count))
    writer.bytes.append(contentsOf: bytes)
  }

  init(from reader: inout FrameReader) throws(FrameError) {
    let count = try reader.count()
    bytes = Array(reader.rest.prefix(count))
    reader.rest.removeFirst(count)
  }
}

extension String: Framed {
  func write(to writer: inout FrameWriter) { writer.append(FrameData(Array(utf8))) }

  init(from reader: inout FrameReader) throws(FrameError) {
    self.init(decoding: try FrameData(from: &reader).bytes, as: UTF8.self)
  }
}

extension Optional: Framed where Wrapped: Framed {
  func write(to writer: inout FrameWriter) {
    writer.append(self != nil)
    if let self { writer.append(self) }
  }

  init(from reader: inout FrameReader) throws(FrameError) {
    self = try Bool(from: &reader) ? try Wrapped(from: &reader) : nil
  }
}

extension Array: Framed where Element: Framed {
  func write(to writer: inout FrameWriter) {
    writer.append(Int64(count))
    for value in self { writer.append(value) }
  }

  init(from reader: inout FrameReader) throws(FrameError) {
    self = []
    for _ in 0..<(try reader.count()) { append(try reader.next()) }
  }
}

extension Dictionary: Framed where Key: Framed, Value: Framed {
  func write(to writer: inout FrameWriter) {
    writer.append(Int64(count))
    for (key, value) in self { writer.append(key, value) }
  }

  init(from reader: inout FrameReader) throws(FrameError) {
    self = [:]
    for _ in 0..<(try reader.count()) {
      let key = try Key(from: &reader)
      updateValue(try Value(from: &reader), forKey: key)
    }
  }
}
