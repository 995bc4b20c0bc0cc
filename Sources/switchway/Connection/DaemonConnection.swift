import CLinuxInput
import Glibc
import SwitchwayConnection
import SwitchwayProtocol

/// A connection to the daemon, line by line.
final class DaemonConnection {
  /// How long the daemon may take for an answer, µs. Chosen: it answers within milliseconds or not at all.
  static let patience: Int64 = 5_000_000

  /// The socket's path.
  let path: String
  private let connection: Connection
  /// Received lines that `next` has not returned yet.
  private var lines: [LineDecoder.Item] = []

  private init(path: String, connection: Connection) {
    self.path = path
    self.connection = connection
  }

  /// The descriptor for `poll`. It is readable when there may be more to read.
  var pollable: Int32 { connection.descriptor }

  /// The daemon's process; nil if the kernel does not report it.
  var process: Int32? { connection.peerProcess }

  // MARK: Connecting

  /// Connects to the first of the usual sockets that answers. If `explicit` is given, tries only that one.
  static func open(_ explicit: String?) throws(CommandFailure) -> DaemonConnection {
    let paths = explicit.map { [$0] } ?? SocketPath.toLookFor(environment: ProcessContext.current().environment)
    var denied: String?
    for path in paths {
      do throws(Connection.Failure) {
        return DaemonConnection(path: path, connection: try Connection.open(path))
      } catch {
        switch error {
        case .system(EACCES), .system(EPERM): denied = denied ?? path
        case .system(EAGAIN), .system(ENAMETOOLONG), .unknownPeer, .foreign: throw refusal(at: path, error)
        case .system: continue
        }
      }
    }
    if let denied { throw refusal(at: denied, .system(EACCES)) }
    throw absent(paths, isGiven: explicit != nil)
  }

  private static func absent(_ paths: [String], isGiven: Bool) -> CommandFailure {
    let searched =
      paths.isEmpty
      ? "neither SWITCHWAY_SOCKET, XDG_RUNTIME_DIR nor USER says where to look"
      : "looked for \(paths.map { Terminal.printable($0) }.joined(separator: ", "))"
    let user = SystemRecords.user(numbered: geteuid()).flatMap { $0.uid == 0 ? nil : $0.name } ?? "USER"
    let help =
      isGiven
      ? "start switchwayd, or say with --socket PATH where it listens"
      : "'sudo switchway install-service \(user)' starts it, now and with the machine; "
        + "'switchway doctor' says what else is missing"
    var failure = CommandFailure(.noDaemon, "no daemon is running: \(searched)\nhelp: \(help)")
    failure.isAbsence = true
    return failure
  }

  /// The failure for a socket that exists but cannot be used.
  private static func refusal(at path: String, _ failure: Connection.Failure) -> CommandFailure {
    let path = Terminal.printable(path)
    switch failure {
    case .system(EAGAIN):
      return CommandFailure(.noDaemon, "\(path): the daemon takes no more connections\nhelp: end one of them")
    case .system(ENAMETOOLONG):
      return CommandFailure(.usage, "\(path): the path is too long for a socket (107 bytes at most)")
    case .system:
      return CommandFailure(
        .permission,
        "\(path): no permission to connect\nhelp: the daemon talks only to the user that it runs as, and root")
    case .unknownPeer(let code):
      return CommandFailure(.failed, unsafe "\(path): cannot tell who serves it: \(String(cString: strerror(code)))")
    case .foreign(let peer):
      return CommandFailure(
        .permission,
        "\(path): served by another user (uid \(peer)), and not trusted\n"
          + "help: say with --socket PATH where your own daemon listens")
    }
  }

  // MARK: Lines

  /// The next line, without its end. nil when the daemon has closed the connection.
  ///
  /// - Parameter patience: the longest wait, µs; nil: no limit.
  func next(within patience: Int64? = nil) throws(CommandFailure) -> [UInt8]? {
    let end = patience.map { sw_monotonic_microseconds() + $0 }
    while lines.isEmpty {
      try wait(until: end)
      do throws(Connection.Failure) {
        if try connection.receive(into: &lines) == .end { return nil }
      } catch {
        throw Self.lost("cannot read from the daemon", error)
      }
    }
    guard case .line(let line) = lines.removeFirst() else {
      throw CommandFailure(.failed, "the daemon sends a line without an end")
    }
    return line
  }

  /// The whole lines that have arrived, without waiting. nil when the daemon has closed the connection.
  func arrived() throws(CommandFailure) -> [[UInt8]]? {
    var isAtEnd = false
    do throws(Connection.Failure) {
      isAtEnd = try connection.receive(into: &lines) == .end
    } catch {
      throw Self.lost("cannot read from the daemon", error)
    }
    if isAtEnd, lines.isEmpty { return nil }
    var result: [[UInt8]] = []
    while !lines.isEmpty, let line = try next() { result.append(line) }
    return result
  }

  /// Whether there is a line to read, or something arrives within `patience` µs. The connection's end counts too.
  func hasMore(within patience: Int64) -> Bool {
    if !lines.isEmpty { return true }
    var input = pollfd(fd: pollable, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&input, 1, Int32(clamping: (patience + 999) / 1_000)) > 0
  }

  private func wait(until end: Int64?) throws(CommandFailure) {
    let left = end.map { max($0 - sw_monotonic_microseconds(), 0) }
    var input = pollfd(fd: pollable, events: Int16(POLLIN), revents: 0)
    let ready = unsafe poll(&input, 1, left.map { Int32(truncatingIfNeeded: ($0 + 999) / 1_000) } ?? -1)
    if ready == 0, left != nil {
      throw CommandFailure(
        .noDaemon, "the daemon did not answer within \(DaemonConnection.patience / 1_000_000) s\nhelp: restart it")
    }
  }

  /// Sends a whole line. `line` includes its end.
  func send(_ line: [UInt8]) throws(CommandFailure) {
    var rest = line[...]
    let end = sw_monotonic_microseconds() + DaemonConnection.patience
    while !rest.isEmpty {
      do throws(Connection.Failure) {
        let taken = try connection.send(rest)
        rest = rest.dropFirst(taken)
        guard taken == 0 else { continue }
        if sw_monotonic_microseconds() >= end { throw .system(EAGAIN) }
      } catch {
        // The daemon has closed the connection. The caller still reads what the daemon sent before, and then the end.
        if error == .system(EPIPE) || error == .system(ECONNRESET) { return }
        throw Self.lost("cannot send to the daemon", error)
      }
      var output = pollfd(fd: pollable, events: Int16(POLLOUT), revents: 0)
      unsafe _ = poll(&output, 1, 100)
    }
  }

  private static func lost(_ words: String, _ failure: Connection.Failure) -> CommandFailure {
    guard case .system(let code) = failure else { return CommandFailure(.noDaemon, words) }
    return CommandFailure(.noDaemon, unsafe "\(words): \(String(cString: strerror(code)))")
  }
}
