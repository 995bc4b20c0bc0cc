import CLinuxInput
import Glibc
import ProtocolSchema
import SwitchwayProtocol

/// A client of a daemon's socket.
package final class Client {
  private let descriptor: Int32
  package let lines: LineReader
  /// When the next `ask` may go.
  private var nextAsk: Int64 = 0

  /// Connects; throws where nobody listens.
  package init(_ path: String) throws {
    descriptor = unsafe sw_connect_to(path, 0)
    guard descriptor >= 0 else { throw ProgramError(unsafe "\(path): \(String(cString: strerror(-descriptor)))") }
    lines = LineReader(descriptor) { ProtocolSchema.expect($0) }
  }

  /// Ends the connection.
  package func leave() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// The next line; nil at the end.
  package func next() throws -> String? { try lines.next() }

  /// Lines up to the first of a type, and with it.
  @discardableResult
  package func lines(until type: String) throws -> [String] { try lines.lines { $0.type == type } }

  /// Lines up to and with the answer to a request.
  package func answer() throws -> [String] { try lines.lines { $0.type == "ok" || $0.type == "error" } }

  /// The first line of a type; what comes before it is skipped.
  package func next(_ type: String) throws -> JSONValue { try lines(until: type).last?.message ?? .null }

  /// Everything to the end.
  package func rest() throws -> [String] { try lines.rest() }

  /// Sends bytes as they are.
  package func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    var done = 0
    let end = microseconds() + patience
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { raw in
        unsafe raw.baseAddress.map { unsafe sw_send(descriptor, $0 + done, raw.count - done) } ?? 0
      }
      if count > 0 { done += count }
      if count == -Int(EAGAIN), microseconds() < end {
        _ = poll(nil, 0, 1)
      } else if count < 0 {
        throw ProgramError(unsafe String(cString: strerror(Int32(-count))))
      }
    }
  }

  /// How many of the bytes that were sent the daemon has not read, or a little more: the kernel counts its own needs.
  package var untaken: Int {
    var count: Int32 = 0
    return unsafe ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : 0
  }

  /// Sends a request, and gives its answer. At most 100 go in a second: of tests that ask until a state is reached, the
  /// daemon would refuse those past 200 as `busy`.
  package func ask(_ request: String) throws -> JSONValue { try answer(to: request).last?.message ?? .null }

  /// The same, with the lines that came before the answer.
  package func answer(to request: String) throws -> [String] {
    while microseconds() < nextAsk { _ = poll(nil, 0, 1) }
    nextAsk = microseconds() + 10_000
    try send(request + "\n")
    return try answer()
  }
}
