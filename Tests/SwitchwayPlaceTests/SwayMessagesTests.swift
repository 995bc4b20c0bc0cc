import SwitchwayScanning
import Testing

@testable import SwitchwayScreen

@Suite struct SwayMessagesTests {
  private static let stream =
    SwayMessages.message(1 << 31, #"{"change": "focus"}"#) + SwayMessages.message(4, "{}") + SwayMessages.message(2)
    + SwayMessages.message(4, String(repeating: "x", count: 300))

  /// The messages of bytes that arrive in pieces of one length.
  private static func messages(_ bytes: [UInt8], pieces: Int) throws -> [String] {
    var buffer = SwayMessages()
    var found: [String] = []
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      buffer.append(bytes[start..<min(start + pieces, bytes.count)])
      while let message = try buffer.next() {
        found.append("\(message.kind) \(String(decoding: message.payload, as: UTF8.self))")
      }
    }
    return found
  }

  @Test("any split gives the same messages", arguments: [1, 2, 7, 13, 14, 15, 50, 1_000])
  func split(_ pieces: Int) throws {
    let whole = try Self.messages(Self.stream, pieces: .max)
    #expect(whole.count == 4)
    #expect(whole.first == #"2147483648 {"change": "focus"}"#)
    #expect(try Self.messages(Self.stream, pieces: pieces) == whole)
  }

  @Test("a message is as sway-ipc(7) shows it")
  func bytes() {
    let head: [UInt8] = [0x69, 0x33, 0x2D, 0x69, 0x70, 0x63, 4, 0, 0, 0, 0, 0, 0, 0]
    #expect(SwayMessages.message(0, "exit") == head + Array("exit".utf8))
  }

  @Test("a message that is cut off is awaited")
  func cut() throws {
    for count in 0..<Self.stream.count {
      #expect(try Self.messages(Array(Self.stream.prefix(count)), pieces: .max).count < 4)
    }
  }

  @Test("the longest payload is accepted, and one byte more is not")
  func length() throws {
    func head(_ length: Int) -> [UInt8] {
      var head = SwayMessages.message(4)
      for index in 0..<4 { head[6 + index] = UInt8(length >> (8 * index) & 255) }
      return head
    }
    #expect(try Self.messages(head(SwayMessages.limit), pieces: .max).isEmpty)
    #expect(throws: DesktopFailure.self) { try Self.messages(head(SwayMessages.limit + 1), pieces: .max) }
    #expect(throws: DesktopFailure.self) { try Self.messages(head(0xFFFF_FFFF), pieces: .max) }
  }

  @Test("what does not begin like a message ends it")
  func magic() {
    #expect(throws: DesktopFailure.self) { try Self.messages(Array("HTTP/1.1 400 Bad".utf8), pieces: .max) }
  }
}
