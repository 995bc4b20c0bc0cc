import CLinuxInput
import Glibc
import SwitchwayDaemon
import SwitchwayJSON
import SwitchwayProtocol
import SwitchwayServer

/// A connection to the daemon, line by line.
final class DaemonConnection {
  /// How long the daemon may take for an answer, µs. Chosen: it answers within milliseconds or not at all.
  static let patience: Int64 = 5_000_000
  /// The longest line that is taken. Chosen: many times what the protocol allows.
  private static let longestLine = 4 * 1_024 * 1_024

  /// Where it was found.
  let path: String
  private let descriptor: Int32
  private var bytes: [UInt8] = []
  /// How many of `bytes` are known to hold no line end.
  private var searched = 0
  private var chunk = [UInt8](repeating: 0, count: 65_536)

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { _ = close(descriptor) }

  /// For `poll`, beside others; readable where more may have come.
  var pollable: Int32 { descriptor }

  /// The daemon's process; nil where the kernel does not say.
  var process: Int32? {
    var process: pid_t = 0
    return unsafe sw_peer_pid(descriptor, &process) == 0 && process > 0 ? process : nil
  }

  // MARK: Finding it

  /// Connects to the first of the usual places that answers, or to `explicit` and nowhere else.
  ///
  /// Whoever serves the socket must be this user: anybody else could pass off presses as the person's. Root does not
  /// ask.
  static func open(_ explicit: String?) throws(CommandFailure) -> DaemonConnection {
    let environment = ProcessPlace.current().environment
    let places = explicit.map { [$0] } ?? SocketPath.toLookFor(environment: environment)
    var denied: String?
    for path in places {
      let descriptor = unsafe sw_connect_to(path, 1)
      if descriptor >= 0 { return try checked(DaemonConnection(path: path, descriptor: descriptor)) }
      switch -descriptor {
      case EACCES, EPERM: denied = denied ?? path
      case EAGAIN:
        throw CommandFailure(
          .noDaemon, "\(printable(path)): the daemon takes no more connections\nhelp: end one of them")
      case ENAMETOOLONG:
        throw CommandFailure(.usage, "\(printable(path)): the path is too long for a socket (107 bytes at most)")
      default: continue
      }
    }
    if let denied {
      throw CommandFailure(
        .permission,
        "\(printable(denied)): no permission to connect\nhelp: the daemon talks only to the user that it runs as, and root"
      )
    }
    throw absent(places)
  }

  private static func absent(_ places: [String]) -> CommandFailure {
    let searched =
      places.isEmpty
      ? "neither SWITCHWAY_SOCKET, XDG_RUNTIME_DIR nor USER says where to look"
      : "looked for \(places.map(printable).joined(separator: ", "))"
    return CommandFailure(
      .noDaemon,
      "no daemon is running: \(searched)\nhelp: start switchwayd, or say with --socket PATH where it listens")
  }

  private static func checked(_ connection: DaemonConnection) throws(CommandFailure) -> DaemonConnection {
    var peer: uid_t = 0
    let failure = unsafe sw_peer_uid(connection.descriptor, &peer)
    guard failure == 0 else {
      throw CommandFailure(
        .failed,
        unsafe "\(printable(connection.path)): cannot tell who serves it: \(String(cString: strerror(-failure)))")
    }
    guard peer == geteuid() || geteuid() == 0 else {
      throw CommandFailure(
        .permission,
        "\(printable(connection.path)): served by another user (uid \(peer)), and not trusted\n"
          + "help: say with --socket PATH where your own daemon listens")
    }
    return connection
  }

  private static func printable(_ path: String) -> String { Terminal.printable(path) }

  // MARK: Lines

  /// The next line, without its end; nil when the daemon has closed the connection.
  ///
  /// `within`: µs to wait at most; nil: for ever.
  func next(within patience: Int64? = nil) throws(CommandFailure) -> [UInt8]? {
    let end = patience.map { sw_monotonic_microseconds() + $0 }
    while true {
      if let line = takeLine() { return line }
      guard bytes.count <= DaemonConnection.longestLine else {
        throw CommandFailure(.failed, "the daemon sends a line without an end")
      }
      try wait(until: end)
      let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 || (count < 0 && errno == ECONNRESET) { return nil }
      if count > 0 {
        bytes.append(contentsOf: chunk[..<count])
      } else if errno != EINTR, errno != EAGAIN {
        throw CommandFailure(.noDaemon, unsafe "cannot read from the daemon: \(String(cString: strerror(errno)))")
      }
    }
  }

  /// Whether more comes within so many µs, if only the end.
  func hasMore(within patience: Int64) -> Bool {
    if bytes[searched...].contains(UInt8(ascii: "\n")) { return true }
    var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&input, 1, Int32(clamping: (patience + 999) / 1_000)) > 0
  }

  private func takeLine() -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    let line = Array(bytes[..<end])
    bytes.removeSubrange(...end)
    searched = 0
    return line
  }

  private func wait(until end: Int64?) throws(CommandFailure) {
    let left = end.map { max($0 - sw_monotonic_microseconds(), 0) }
    var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let ready = unsafe poll(&input, 1, left.map { Int32(truncatingIfNeeded: ($0 + 999) / 1_000) } ?? -1)
    if ready == 0, left != nil {
      throw CommandFailure(
        .noDaemon, "the daemon did not answer within \(DaemonConnection.patience / 1_000_000) s\nhelp: restart it")
    }
  }

  /// Sends a whole line, its end included.
  func send(_ line: [UInt8]) throws(CommandFailure) {
    var done = 0
    let end = sw_monotonic_microseconds() + DaemonConnection.patience
    while done < line.count {
      let count = unsafe line.withUnsafeBytes { raw in
        unsafe raw.baseAddress.map { unsafe sw_send(descriptor, $0 + done, raw.count - done) } ?? 0
      }
      if count >= 0 {
        done += count
        continue
      }
      // The daemon has closed the connection: what it said before, and the end, are still to be read.
      if -count == EPIPE || -count == ECONNRESET { return }
      guard -count == EAGAIN, sw_monotonic_microseconds() < end else {
        throw CommandFailure(
          .noDaemon, unsafe "cannot send to the daemon: \(String(cString: strerror(Int32(truncatingIfNeeded: -count))))"
        )
      }
      var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      unsafe _ = poll(&output, 1, 100)
    }
  }
}
