import CLinuxInput
import Glibc
import SwitchwayProtocol

/// A connection to the daemon, line by line, for a thread that waits.
package final class DaemonLink {
  /// It answers within milliseconds or not at all. It answers within milliseconds or not at all.
  package static let patience: Int64 = 5_000_000

  /// The reason why there is no connection, or why it failed.
  package enum Failure: Error {
    /// No daemon listens at these paths.
    case absent([String])
    /// There is a socket at this path, and it cannot be used.
    case unusable(path: String, Connection.Failure)
    /// A read or a write failed.
    case broken(Connection.Failure)
    /// The daemon did not answer, or read, within `patience`.
    case silent
    /// The daemon has closed the connection.
    case ended
    /// The daemon has announced its end, with a reason.
    case bye(String)
    /// A line is not JSON, with the reason.
    case noJSON(String)
    /// The first line, of this type, does not come from the daemon.
    case stranger(path: String, type: String)
    /// The daemon uses another version of the protocol.
    case otherProtocol
    /// The daemon refused the connection, with this line.
    case refused(Line)
  }

  /// A line as it was received.
  package struct Line: Sendable {
    /// The bytes without the line's end.
    package let bytes: [UInt8]
    package let value: JSONValue

    package init(_ bytes: [UInt8]) throws(JSONError) {
      self.bytes = bytes
      value = try JSONValue.parse(bytes)
    }

    package var type: String? { Wire.type(of: value) }
    /// The text with the line's end.
    package var text: String { String(decoding: bytes, as: UTF8.self) + "\n" }
  }

  private let path: String
  private let connection: Connection
  /// A descriptor that ends each wait; −1 if there is none.
  private let interruption: Int32
  /// Received lines that have not been returned yet.
  private var lines: [LineDecoder.Item] = []

  /// Connects to `path`, or to the first of the usual paths where a daemon listens.
  ///
  /// - Parameter interruption: a descriptor that ends each wait when it is readable.
  package init(to path: String?, interruption: Int32 = -1) throws(Failure) {
    (self.path, connection) = try DaemonSearch.connect(to: path)
    self.interruption = interruption
  }

  /// The descriptor is readable when there may be more to read.
  package var descriptor: Int32 { connection.descriptor }

  /// The daemon's process. `nil` if the kernel does not report it.
  package var process: Int32? { connection.peerProcess }

  // MARK: Reading

  /// Whether a line waits that was already received.
  package var hasLine: Bool { !lines.isEmpty }

  /// Whether a line waits, or data arrives until `end`, CLOCK_MONOTONIC in µs. The end of the connection also
  /// counts.
  package func hasMore(until end: Int64 = 0) -> Bool { hasLine || Readiness.isReadable(descriptor, until: end) }

  /// Receives data, unless a line waits. Returns early at `interruption` and at a signal, and, with `isWriting`,
  /// when there is space for the data to send. Throws `silent` if no data has arrived until `end`, CLOCK_MONOTONIC in
  /// µs.
  package func wait(until end: Int64? = nil, isWriting: Bool = false) throws(Failure) {
    let reading = [hasLine ? -1 : descriptor, interruption]
    guard let ready = Readiness.wait(reading, writing: isWriting ? descriptor : nil, until: end) else { return }
    guard ready.contains(true) else { throw .silent }
    guard ready[0] else { return }
    do throws(Connection.Failure) {
      guard try connection.receive(into: &lines) == .end else { return }
    } catch {
      throw .broken(error)
    }
    throw .ended
  }

  /// The next line, without its end. `nil` if there is no whole line yet, and the wait ended early.
  package func next(until end: Int64? = nil) throws(Failure) -> [UInt8]? {
    if !hasLine { try wait(until: end) }
    guard hasLine else { return nil }
    guard case .line(let line) = lines.removeFirst() else { throw .noJSON("a line without an end") }
    return line
  }

  /// The next line, read as JSON. `nil` as for `next`.
  package func nextJSON(until end: Int64? = nil) throws(Failure) -> Line? {
    guard let bytes = try next(until: end) else { return nil }
    do throws(JSONError) { return try Line(bytes) } catch { throw .noJSON(error.message) }
  }

  /// The first two lines of the daemon, until `end`.
  ///
  /// - Parameter isOver: it is called at each `interruption` and returns whether the connection is no longer needed.
  package func greetings(
    until end: Int64, isOver: () -> Bool = { false }
  ) throws(Failure) -> (hello: Line, state: Line) {
    let hello = try first("hello", until: end, isOver)
    guard Wire.Hello(hello.value).protocolVersion == ProtocolVersion.current else { throw .otherProtocol }
    return (hello, try first("state", until: end, isOver))
  }

  private func first(_ type: String, until end: Int64, _ isOver: () -> Bool) throws(Failure) -> Line {
    while !isOver() {
      guard let line = try nextJSON(until: end) else { continue }
      if line.type == "error" { throw .refused(line) }
      guard line.type == type else { throw .stranger(path: path, type: line.type ?? "") }
      return line
    }
    throw .ended
  }

  // MARK: Writing

  /// Sends as many of `bytes` as the kernel accepts now, and removes them. If the daemon has closed the connection,
  /// this removes all bytes: its earlier lines can still be read, and then the end.
  package func send(_ bytes: inout ArraySlice<UInt8>) throws(Failure) {
    while !bytes.isEmpty {
      do throws(Connection.Failure) {
        let taken = try connection.send(bytes)
        if taken == 0 { return }
        bytes = bytes.dropFirst(taken)
      } catch {
        guard case .system(let code) = error, code == EPIPE || code == ECONNRESET else { throw .broken(error) }
        bytes = []
      }
    }
  }

  /// Sends whole lines, as `send` does.
  package func send(_ lines: [UInt8]) throws(Failure) {
    var rest = lines[...]
    let end = sw_monotonic_microseconds() + Self.patience
    while true {
      try send(&rest)
      if rest.isEmpty { return }
      guard sw_monotonic_microseconds() < end else { throw .silent }
      _ = Readiness.wait([], writing: descriptor, until: end)
    }
  }
}
