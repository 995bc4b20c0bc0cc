import Glibc

/// logind's files in logind's format, each replaced by renaming; sd-login reads nothing else. Only where no logind
/// runs: in the virtual machine of the device tests.
final class LoginFiles {
  private static let folder = "/run/systemd"
  let uid: uid_t

  /// The person's own session, `mine`, active on `seat0`.
  init() throws {
    guard !exists("/run/systemd/system"), environment("SWITCHWAY_VM") == "1" else {
      throw KernelError("a real logind may run here: run make vm-test")
    }
    guard let entry = unsafe getpwnam(DaemonProcess.user) else { throw KernelError(DaemonProcess.user) }
    uid = unsafe entry.pointee.pw_uid
    try make()
    try session("mine")
    try front("mine")
  }

  deinit { try? remove() }

  func make() throws {
    for name in ["", "/seats", "/sessions", "/users", "/machines"] { unsafe _ = mkdir(Self.folder + name, 0o755) }
  }

  /// Removes all files, as if there had never been a logind.
  func remove() throws {
    for folder in ["seats", "sessions"] {
      for name in names(in: "\(Self.folder)/\(folder)") { unsafe _ = unlink("\(Self.folder)/\(folder)/\(name)") }
      unsafe _ = rmdir("\(Self.folder)/\(folder)")
    }
  }

  /// Writes a session, the person's own unless `uid` is given.
  func session(
    _ id: String, uid: uid_t? = nil, sessionClass: String = "user", state: String = "active", isRemote: Bool = false,
    desktop: String = "", type: String = "tty"
  ) throws {
    try put(
      "UID=\(uid ?? self.uid)\nUSER=somebody\nACTIVE=1\nSTATE=\(state)\nREMOTE=\(isRemote ? 1 : 0)\nTYPE=\(type)\n"
        + (desktop.isEmpty ? "" : "DESKTOP=\(desktop)\n") + "CLASS=\(sessionClass)\n", in: "sessions/\(id)")
  }

  /// Sets the active session of a seat; nil: none.
  func front(_ id: String?, uid: uid_t? = nil, of seat: String = "seat0") throws {
    let active = id.map { "ACTIVE=\($0)\nACTIVE_UID=\(uid ?? self.uid)\n" } ?? ""
    try put("IS_SEAT0=\(seat == "seat0" ? 1 : 0)\nCAN_TTY=1\nCAN_GRAPHICAL=0\n\(active)", in: "seats/\(seat)")
  }

  private func put(_ text: String, in name: String) throws {
    let new = "\(Self.folder)/.new"
    try DaemonProcess.write(text, to: new)
    guard unsafe rename(new, "\(Self.folder)/\(name)") == 0 else { throw KernelError(name) }
  }
}
