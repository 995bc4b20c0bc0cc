import Glibc
import Testing

// A second daemon of the same person: from a terminal, from the person's own systemd, and beside each other.
extension ServiceTests {
  private func runtimeFolder() throws -> String {
    "/run/user/\(try shell("id -u \(DaemonProcess.user)").filter(\.isNumber))"
  }

  @Test("while the service runs, no second daemon of its person starts, and each one names the unit")
  func secondDaemon() throws {
    let client = try started()
    let process = try property("MainPID")
    let name = "\(Self.unit) (process \(process))"
    let terminal = try asPerson("switchwayd")
    #expect(terminal.status == 75, "\(terminal.output)")
    #expect(terminal.output.hasPrefix("switchwayd: \(name) already reads this user's devices"), "\(terminal.output)")
    #expect(terminal.output.contains("sudo systemctl stop \(Self.unit)"), "\(terminal.output)")
    let folder = try runtimeFolder()
    try eventually("the person's own systemd") { exists("\(folder)/systemd/private") }
    #expect(try asPerson("switchwayd", "--socket", "\(folder)/other").status == 75)
    #expect(try asPerson("systemctl", "--user", "start", "switchway.service").status != 0)
    let state = try asPerson(
      "systemctl", "--user", "show", "--property", "ExecMainStatus,NRestarts", "switchway.service")
    #expect(state.output.contains("ExecMainStatus=75"), "\(state.output)")
    #expect(state.output.contains("NRestarts=0"), "\(state.output)")
    _ = try asPerson("systemctl", "--user", "reset-failed", "switchway.service")
    #expect(try property("MainPID") == process)
    _ = client
  }

  @Test("while the user unit runs, the service does not start, and its log says which process is in the way")
  func serviceIsSecond() throws {
    try People.mine.get().activate()
    let folder = try runtimeFolder()
    try eventually("the person's own systemd") { exists("\(folder)/systemd/private") }
    #expect(try asPerson("systemctl", "--user", "start", "switchway.service").status == 0)
    defer { _ = try? asPerson("systemctl", "--user", "stop", "switchway.service") }
    let shown = try asPerson("systemctl", "--user", "show", "--property", "MainPID", "--value", "switchway.service")
    let process = shown.output.filter(\.isNumber)
    #expect(try run(["/usr/bin/systemctl", "start", Self.unit]).status != 0)
    #expect(try property("ExecMainStatus") == "75")
    #expect(try property("NRestarts") == "0")
    // The journal has the words later than systemd has the exit status.
    try eventually("the process in the way, in the log") {
      try shell("journalctl --no-pager -n 20 -u \(Self.unit)").contains(
        "(process \(process)) already reads this user's devices")
    }
    let terminal = try asPerson("switchwayd")
    #expect(
      terminal.output.hasPrefix("switchwayd: the user unit switchway.service (process \(process)) "), "\(terminal)")
    #expect(try asPerson("systemctl", "--user", "stop", "switchway.service").status == 0)
    try shell("systemctl reset-failed \(Self.unit) && systemctl start \(Self.unit)")
  }

  @Test("uninstall-service undoes install-service, says what it does, and keeps the person's files")
  func uninstallService() throws {
    try shell("switchway install-service \(DaemonProcess.user)")
    let first = try shell("switchway uninstall-service \(DaemonProcess.user)")
    #expect(
      first == "\(Self.unit): disabled, no longer starts at boot\n"
        + "\(Self.unit): stopped; the devices are as if it had never run\n"
        + "kept: the profiles and statistics of '\(DaemonProcess.user)'\n", "\(first)")
    #expect(try property("UnitFileState") == "disabled")
    #expect(try property("ActiveState") == "inactive")
    #expect(exists("\(Self.home)/.config/switchway/default.yaml"))
    let second = try shell("switchway uninstall-service \(DaemonProcess.user)")
    #expect(
      second.hasPrefix("\(Self.unit): is not enabled\n\(Self.unit): not running\n"), "\(second)")
  }
}
