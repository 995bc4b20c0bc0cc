import Glibc

/// A login session made as `login` and display managers make one: a process whose PAM stack has pam_systemd in it. It
/// lasts until `end`, at the longest as long as the machine.
struct LoginSession: Sendable {
  private let unit: String
  /// logind's name for it.
  let id: String

  /// - Parameters:
  ///   - user: whose.
  ///   - terminal: the virtual terminal on `seat0` that it is on; nil: it has no seat, as over ssh.
  ///   - sessionClass: `user`, or `greeter`.
  init(_ user: String, terminal: Int?, sessionClass: String = "user") throws {
    let unit = "switchway-test-\(user)-\(terminal.map(String.init) ?? "away").service"
    self.unit = unit
    try shellOutput("id \(user) >/dev/null 2>&1 || useradd --user-group \(user)")
    let place = terminal.map { ["--property=TTYPath=/dev/tty\($0)"] } ?? []
    let started = try run(
      ["/usr/bin/systemd-run", "--quiet", "--collect", "--unit", unit, "--property=PAMName=login"]
        + ["--property=User=\(user)", "--setenv=XDG_SESSION_CLASS=\(sessionClass)", "--setenv=XDG_SESSION_TYPE=tty"]
        + place + ["/usr/bin/sleep", "infinity"])
    guard started.status == 0 else { throw KernelError("a session of \(user): \(started.output)") }
    var found: String?
    try eventually("logind's session of \(user)", within: 120) {
      found = try Self.find(unit)
      return found != nil
    }
    id = found ?? ""
  }

  /// Comes to the front of its seat, as with Ctrl+Alt+F2, and waits until logind says so.
  func activate() throws {
    try shellOutput("loginctl activate \(id)")
    try eventually("session \(id) in front", within: 60) {
      try contents(of: "/run/systemd/seats/seat0").contains("\nACTIVE=\(id)\n")
    }
  }

  /// What a desktop does when it locks its screen.
  func setLocked(_ isLocked: Bool) throws {
    let manager = "org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager"
    let object = try shellOutput("busctl call \(manager) GetSession s \(id)")
    let path = object.split(separator: "\"").dropFirst().first ?? ""
    try shellOutput(
      "busctl call org.freedesktop.login1 \(path) org.freedesktop.login1.Session SetLockedHint b \(isLocked)")
  }

  /// Logs out.
  func end() throws { try shellOutput("systemctl stop \(unit)") }

  /// The session whose leader is the unit's main process, as logind's own files have it.
  private static func find(_ unit: String) throws -> String? {
    let leader = try shellOutput("systemctl show --property MainPID --value \(unit)").filter(\.isNumber)
    return names(in: "/run/systemd/sessions").first { name in
      let session = (try? contents(of: "/run/systemd/sessions/\(name)")) ?? ""
      return session.contains("\nLEADER=\(leader)\n") && !session.contains("\nSTATE=opening\n")
    }
  }
}

/// Who has a session in the tests of the service: made when they are first asked for, and kept.
enum People {
  /// Whom the service runs for.
  static let mine = Result { try LoginSession(DaemonProcess.user, terminal: 2) }
  /// Another person of this machine.
  static let theirs = Result { try LoginSession("switchother", terminal: 3) }
  /// The screen at which people log in, though it runs as that very person.
  static let greeter = Result { try LoginSession(DaemonProcess.user, terminal: 4, sessionClass: "greeter") }
}

/// What a line of shell said; throws it where the line failed.
@discardableResult
func shellOutput(_ line: String) throws -> String {
  let done = try run(["/bin/sh", "-c", line])
  guard done.status == 0 else { throw KernelError("'\(line)' gave \(done.status): \(done.output)") }
  return done.output
}
