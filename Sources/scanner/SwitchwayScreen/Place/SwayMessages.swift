import SwitchwayScanning

/// Splits the data from sway's socket into messages, and makes the messages to it.
///
///     "i3-ipc" | length, 4 bytes | type, 4 bytes | payload: JSON      numbers in the machine's order
///
/// Source: sway-ipc(7).
struct SwayMessages {
  /// The types that are used here. The type of an event has the highest bit set.
  enum Kind {
    static let runCommand: UInt32 = 0
    static let subscribe: UInt32 = 2
    static let getTree: UInt32 = 4
    static let getVersion: UInt32 = 7
    static let isEvent: UInt32 = 1 << 31
  }

  /// The longest payload in bytes. It is enough for a tree of thousands of windows.
  static let limit = 8 << 20

  private static let magic = Array("i3-ipc".utf8)
  private static let headLength = 14

  private var buffer: [UInt8] = []

  static func message(_ kind: UInt32, _ payload: String = "") -> [UInt8] {
    magic + bytes(UInt32(truncatingIfNeeded: payload.utf8.count)) + bytes(kind) + payload.utf8
  }

  mutating func append(_ bytes: some Sequence<UInt8>) { buffer += bytes }

  /// The next whole message, or `nil` until all of it has arrived.
  mutating func next() throws(DesktopFailure) -> (kind: UInt32, payload: [UInt8])? {
    guard buffer.count >= Self.headLength else { return nil }
    let length = Int(Self.number(buffer[6..<10]))
    guard buffer.starts(with: Self.magic), length <= Self.limit else {
      throw DesktopFailure(.gone, "sway's socket sent an invalid message")
    }
    let end = Self.headLength + length
    guard buffer.count >= end else { return nil }
    let message = (Self.number(buffer[10..<14]), Array(buffer[Self.headLength..<end]))
    buffer.removeFirst(end)
    return message
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    UInt32(littleEndian: bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) })
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number.littleEndian >> (8 * $0)) }
  }
}
