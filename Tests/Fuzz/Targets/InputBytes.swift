/// An input, read as numbers from left to right; after its end it reads as zeros. Each kind of value always takes the
/// same number of bytes, so that changing one byte changes one value.
struct InputBytes {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func number16() -> UInt16 { UInt16(byte()) | UInt16(byte()) << 8 }

  mutating func number32() -> UInt32 { UInt32(number16()) | UInt32(number16()) << 16 }

  mutating func number64() -> UInt64 { UInt64(number32()) | UInt64(number32()) << 32 }

  /// Some time: nothing, milliseconds, what a hand takes, and what a person waits.
  mutating func delay() -> Int64 {
    let byte = byte()
    return Int64(byte >> 2) * [0, 700, 9_000, 60_000][Int(byte & 3)]
  }
}
