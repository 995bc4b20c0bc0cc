import CLinuxInput
import Glibc
import Switchway
import SwitchwayProtocol

extension DaemonLink {
  /// Connects to the first of the usual sockets that answers. If `socket` is given, tries only that one.
  static func open(_ socket: String?) throws(CommandFailure) -> DaemonLink {
    do throws(Failure) { return try DaemonLink(to: socket) } catch {
      throw CommandFailure(error, isGiven: socket != nil)
    }
  }

  func greetings() throws(CommandFailure) -> (hello: Line, state: Line) {
    do throws(Failure) {
      return try greetings(until: sw_monotonic_microseconds() + DaemonLink.patience)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Returns the next line without its line feed, or `nil` if the daemon has closed the connection.
  ///
  /// - Parameter patience: the longest wait, in microseconds, or `nil` for no limit.
  func take(within patience: Int64? = DaemonLink.patience) throws(CommandFailure) -> [UInt8]? {
    let end = patience.map { sw_monotonic_microseconds() + $0 }
    do throws(Failure) {
      while true {
        if let line = try next(until: end) { return line }
      }
    } catch {
      if case .ended = error { return nil }
      throw CommandFailure(error)
    }
  }

  func post(_ lines: [UInt8]) throws(CommandFailure) {
    do throws(Failure) { try send(lines) } catch { throw CommandFailure(error) }
  }
}

extension CommandFailure {
  /// Makes the message and the exit status for a connection that failed.
  ///
  /// - Parameter isGiven: whether the person has named the socket.
  init(_ failure: DaemonLink.Failure, isGiven: Bool = false) {
    switch failure {
    case .absent(let paths): self.init(absentAt: paths, isGiven: isGiven)
    case .unusable(let path, let reason): self.init(path: Terminal.printable(path), reason)
    case .broken(.system(let code)):
      self.init(.noDaemon, unsafe "lost the daemon: \(String(cString: strerror(code)))")
    case .broken: self.init(.noDaemon, "lost the daemon")
    case .silent:
      self.init(
        .noDaemon, "the daemon did not answer within \(DaemonLink.patience / 1_000_000) s", help: "restart it")
    case .ended: self.init(.noDaemon, "the daemon ended the connection", help: "it may be stopping; try again")
    case .bye(let reason): self.init(.noDaemon, "the daemon is ending: \(Terminal.printable(reason))")
    case .noJSON(let reason):
      self.init(
        .failed, "the daemon sent no JSON: \(Terminal.printable(reason))",
        help: "check that --socket names Switchway's socket")
    case .stranger(let path, _): self.init(.failed, "\(Terminal.printable(path)): this is not Switchway's daemon")
    case .otherProtocol:
      self.init(
        .failed, "the daemon uses another version of the protocol",
        help: "use the 'switchway' that was installed with the daemon")
    case .refused(let line): self.init(line, to: nil)
    }
  }

  private init(absentAt paths: [String], isGiven: Bool) {
    if !isGiven, let name = CommandFailure.served {
      self = CommandFailure.needsNoRoot(name)
      return
    }
    let searched =
      paths.isEmpty
      ? "SWITCHWAY_SOCKET, XDG_RUNTIME_DIR and USER are not set"
      : "looked for \(paths.map { Terminal.printable($0) }.joined(separator: ", "))"
    let help =
      isGiven
      ? "start switchwayd, or give the path of its socket with --socket PATH"
      : "'sudo switchway install-service \(SystemRecords.placeholder)' starts it, now and at every boot; "
        + "'switchway doctor' checks the rest of the set-up"
    self.init(.noDaemon, "no daemon is running: \(searched)", help: help)
    isAbsence = true
  }

  /// Returns the failure to report if no daemon runs for root, but one runs for the person who called sudo.
  static func needsNoRoot(_ name: String) -> CommandFailure {
    var failure = CommandFailure(
      .noDaemon, "no daemon is running for root; Switchway runs for \(name)", help: "run this command without sudo")
    failure.isAbsence = true
    return failure
  }

  /// The name of the person who called sudo, if a daemon of that person answers. Otherwise `nil`.
  static var served: String? {
    guard geteuid() == 0, let caller = try? Doctor.person(), caller.uid != 0,
      MachineFacts.places(of: caller).contains(where: { (try? DaemonLink(to: $0)) != nil })
    else { return nil }
    return caller.name
  }

  /// Makes the failure for a socket at `path` that exists but cannot be used.
  private init(path: String, _ reason: Connection.Failure) {
    switch reason {
    case .system(EAGAIN):
      self.init(
        .noDaemon, "\(path): the daemon accepts no more connections", help: "close a program that is connected to it")
    case .system(ENAMETOOLONG):
      self.init(.usage, "\(path): the path is too long for a socket (107 bytes at most)")
    case .system:
      self.init(
        .permission, "\(path): no permission to connect",
        help: "the daemon serves only root and the user that it runs as")
    case .unknownPeer(let code):
      self.init(.failed, unsafe "\(path): cannot find out which user serves it: \(String(cString: strerror(code)))")
    case .foreign(let peer):
      self.init(
        .permission, "\(path): served by another user (uid \(peer)), so it is not trusted",
        help: "give the path of your own daemon's socket with --socket PATH")
    }
  }

  /// Makes the failure from the diagnostics and the message of an `error`. The names of the request and of its members
  /// are removed from the message, because they belong to the protocol, and the person typed a command.
  init(_ refusal: DaemonLink.Line, to request: String?) {
    let refusal = Wire.Refusal(refusal.value)
    var text = (refusal.diagnostics ?? []).map { DiagnosticWords.text(of: $0) + "\n" }.joined()
    let message = refusal.message ?? "the daemon refused the request"
    text += Terminal.printable(RefusalWords.text(message, reason: refusal.reason, to: request))
    self.init(.failed, text)
  }
}
