import Glibc

/// A login session as `login` and display managers make it: a process with pam_systemd in its PAM stack. It lasts until
/// `end`, or as long as the machine.
struct LoginSession: Sendable {
  private let unit: String
  private let terminal: Int?
  /// logind's id of the session.
  let id: String

  /// - Parameters:
  ///   - user: the session's user.
  ///   - terminal: its virtual terminal on `seat0`; nil: it has none.
  ///   - seat: a seat without virtual terminals, where the session becomes active by itself; nil, without a terminal:
  ///     it has no seat, as over ssh.
  ///   - sessionClass: `user`, or `greeter`.
  init(_ user: String, terminal: Int? = nil, seat: String? = nil, sessionClass: String = "user") throws {
    let unit = "switchway-test-\(user)-\(terminal.map(String.init) ?? seat ?? "away").service"
    self.unit = unit
    self.terminal = terminal
    if try run(["/usr/bin/id", user]).status != 0 {
      // The person's own systemd is not needed and takes half a minute to start under emulation.
      try shellOutput(
        "useradd --user-group \(user) && ln -s /dev/null /run/systemd/system/user@$(id -u \(user)).service")
    }
    let place =
      (terminal.map { ["--property=TTYPath=/dev/tty\($0)"] } ?? []) + (seat.map { ["--setenv=XDG_SEAT=\($0)"] } ?? [])
    let started = try run(
      ["/usr/bin/systemd-run", "--quiet", "--collect", "--unit", unit, "--property=PAMName=login"]
        + ["--property=User=\(user)", "--setenv=XDG_SESSION_CLASS=\(sessionClass)", "--setenv=XDG_SESSION_TYPE=tty"]
        + place + ["/usr/bin/sleep", "infinity"])
    guard started.status == 0 else { throw KernelError("a session of \(user): \(started.output)") }
    let leader = try shellOutput("systemctl show --property MainPID --value \(unit)").filter(\.isNumber)
    var found: String?
    try eventually("logind's session of \(user)") {
      found = Self.find(leader: leader)
      return found != nil
    }
    id = found ?? ""
  }

  /// Activates the session on `seat0` as with Ctrl+Alt+F2, and returns when logind reports it.
  func activate() throws {
    try VirtualTerminal.show(terminal ?? 0)
    try eventually("session \(id) in front") {
      try contents(of: "/run/systemd/seats/seat0").contains("\nACTIVE=\(id)\n")
    }
  }

  /// Locks or unlocks the screen as a desktop does.
  func setLocked(_ isLocked: Bool) throws {
    let manager = "org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager"
    let object = try shellOutput("busctl call \(manager) GetSession s \(id)")
    let path = object.split(separator: "\"").dropFirst().first ?? ""
    try shellOutput(
      "busctl call org.freedesktop.login1 \(path) org.freedesktop.login1.Session SetLockedHint b \(isLocked)")
  }

  func end() throws { try shellOutput("systemctl stop \(unit)") }

  /// The session of the process `leader` in logind's files. Beside each file is a FIFO, which is not read, and
  /// sometimes a temporary file.
  private static func find(leader: String) -> String? {
    names(in: "/run/systemd/sessions").first { name in
      guard !name.hasPrefix("."), !name.hasSuffix(".ref"),
        let session = try? contents(of: "/run/systemd/sessions/\(name)")
      else { return false }
      return session.contains("\nLEADER=\(leader)\n") && !session.contains("\nSTATE=opening\n")
    }
  }
}

/// The console's virtual terminals, switched as by the keyboard. Does not wait for the switch.
enum VirtualTerminal {
  static func show(_ number: Int) throws {
    let console = unsafe open("/dev/tty0", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard console >= 0 else { throw KernelError("/dev/tty0") }
    defer { close(console) }
    // VT_ACTIVATE of linux/vt.h.
    guard ioctl(console, 0x5606, CInt(number)) == 0 else { throw KernelError("VT_ACTIVATE \(number)") }
  }
}

/// The sessions for tests of the service. Each is made on first use and kept.
enum People {
  /// The person for whom the service runs.
  static let mine = Result { try LoginSession(DaemonProcess.user, terminal: 2) }
  /// Another person of this machine.
  static let theirs = Result { try LoginSession("switchother", terminal: 3) }
  /// The login screen, although it runs as the same person.
  static let greeter = Result { try LoginSession(DaemonProcess.user, terminal: 4, sessionClass: "greeter") }
}

/// The output of a shell command; throws it if the command fails.
@discardableResult
func shellOutput(_ line: String) throws -> String {
  let done = try run(["/bin/sh", "-c", line])
  guard done.status == 0 else { throw KernelError("'\(line)' gave \(done.status): \(done.output)") }
  return done.output
}
