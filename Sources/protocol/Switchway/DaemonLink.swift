import CLinuxInput
import Glibc
import SwitchwayProtocol

/// A connection to the daemon that reads and sends lines, for a thread that may wait.
package final class DaemonLink {
  /// The longest time to wait for the daemon, in µs. A daemon that works answers within milliseconds.
  package static let patience: Int64 = 5_000_000

  /// The reason why a connection could not be made, or has failed.
  package enum Failure: Error {
    /// No daemon listens at these paths.
    case absent([String])
    /// There is a socket at this path, but it cannot be used.
    case unusable(path: String, Connection.Failure)
    /// Reading or sending has failed.
    case broken(Connection.Failure)
    /// The daemon did not answer in time, or did not read within `patience`.
    case silent
    /// The daemon has closed the connection.
    case ended
    /// The daemon has announced the end of the connection. The value is its reason.
    case bye(String)
    /// A line is not JSON. The value says why.
    case noJSON(String)
    /// One of the first lines has the wrong type, so this is not the daemon.
    case stranger(path: String, type: String)
    /// The daemon uses another version of the protocol.
    case otherProtocol
    /// The daemon has refused the connection with this line.
    case refused(Line)
  }

  /// A line that was received.
  package struct Line: Sendable {
    /// The bytes without the line end.
    package let bytes: [UInt8]
    package let value: JSONValue

    package init(_ bytes: [UInt8]) throws(JSONError) {
      self.bytes = bytes
      value = try JSONValue.parse(bytes)
    }

    package var type: String? { Wire.type(of: value) }
    /// The text with the line end.
    package var text: String { String(decoding: bytes, as: UTF8.self) + "\n" }
  }

  private let path: String
  private let connection: Connection
  /// A descriptor that ends each wait when it is readable; −1 if there is none.
  private let interruption: Int32
  /// The received lines that were not returned yet.
  private var lines: [LineDecoder.Item] = []

  /// Connects to `path`, or to the first of the usual paths where a daemon listens.
  ///
  /// - Parameter interruption: a descriptor that ends each wait when it is readable.
  package init(to path: String?, interruption: Int32 = -1) throws(Failure) {
    (self.path, connection) = try DaemonSearch.connect(to: path)
    self.interruption = interruption
  }

  /// The descriptor of the connection, which is readable when there may be more to read.
  package var descriptor: Int32 { connection.descriptor }

  /// The id of the daemon's process. `nil` if the kernel does not report it.
  package var process: Int32? { connection.peerProcess }

  // MARK: Reading

  /// Whether a line was already received and not returned yet.
  package var hasLine: Bool { !lines.isEmpty }

  /// Returns whether a line was already received, or whether data, or the end of the connection, comes before `end`
  /// (CLOCK_MONOTONIC, in µs).
  package func hasMore(until end: Int64 = 0) -> Bool { hasLine || Readiness.isReadable(descriptor, until: end) }

  /// Waits for data and receives it. Returns earlier if a line was already received, if `interruption` is readable, if
  /// a signal comes or, with `isWriting`, if there is space to send. Throws `silent` if nothing has happened before
  /// `end` (CLOCK_MONOTONIC, in µs).
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

  /// Returns the next line, without its line end. Returns `nil` if there is no whole line yet when `wait` returns.
  package func next(until end: Int64? = nil) throws(Failure) -> [UInt8]? {
    if !hasLine { try wait(until: end) }
    guard hasLine else { return nil }
    guard case .line(let line) = lines.removeFirst() else { throw .noJSON("a line without an end") }
    return line
  }

  /// Returns the next line, read as JSON. Returns `nil` in the same case as `next`.
  package func nextJSON(until end: Int64? = nil) throws(Failure) -> Line? {
    guard let bytes = try next(until: end) else { return nil }
    do throws(JSONError) { return try Line(bytes) } catch { throw .noJSON(error.message) }
  }

  /// Returns the first two lines of the daemon, `hello` and `state`, which must come before `end`.
  ///
  /// - Parameter isOver: returns whether the connection is no longer needed. It is called before each wait.
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

  /// Sends as many of `bytes` as the kernel accepts now, and removes these from `bytes`. If the daemon has closed the
  /// connection, removes all bytes without an error, because the lines that the daemon sent before can still be read.
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

  /// Sends all bytes of whole lines, and waits until the kernel has accepted them, at most `patience`.
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
