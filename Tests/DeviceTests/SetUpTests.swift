import Glibc
import Testing

// Installing and checking the service with a person's commands.
extension ServiceTests {
  /// The output and status of a command in the person's shell.
  func asPerson(_ words: String...) throws -> (status: Int32, output: String) {
    let user = DaemonProcess.user
    let number = try shell("id -u \(user)").filter(\.isNumber)
    return try run(
      ["/usr/bin/setpriv", "--reuid", user, "--regid", user, "--init-groups", "--", "/usr/bin/env", "-i"]
        + ["HOME=\(Self.home)", "USER=\(user)", "PATH=/usr/bin:/bin", "XDG_RUNTIME_DIR=/run/user/\(number)"] + words)
  }

  @Test("install-service makes what lacks, enables and starts; again, it changes nothing and restarts nothing")
  func installService() throws {
    for user in ["daemon", "nobody"] {
      let refused = try run(["/usr/bin/switchway", "install-service", user])
      #expect(refused.status == 1 && refused.output.contains("'\(user)' (UID "), "\(refused)")
      #expect(unsafe access("/etc/systemd/system/multi-user.target.wants/switchway@\(user).service", F_OK) != 0)
    }
    try shell("groupdel switchway-uinput; chgrp root /dev/uinput")
    let first = try shell("switchway install-service \(DaemonProcess.user)")
    defer { _ = try? run(["/usr/bin/systemctl", "disable", Self.unit]) }
    for words in [
      "group switchway-uinput: created", "/dev/uinput: given to the group switchway-uinput",
      "\(Self.unit): enabled, starts at boot", "\(Self.unit): started",
    ] { #expect(first.contains(words), "\(first)") }
    #expect(try property("UnitFileState") == "enabled")
    #expect(try property("ActiveState") == "active")
    let process = try property("MainPID")
    let second = try shell("switchway install-service \(DaemonProcess.user)")
    for words in [
      "group switchway-uinput: exists", "/dev/uinput: already belongs to the group switchway-uinput",
      "\(Self.unit): is enabled",
      "\(Self.unit): already running",
    ] { #expect(second.contains(words), "\(second)") }
    #expect(try property("MainPID") == process)
    #expect(try !shell("id -nG \(DaemonProcess.user)").contains("input"), "the person is in no group")
  }

  @Test("the doctor finds all well where all is well, and says what to mend where not")
  func doctor() throws {
    let box = try UInputDevice.box()
    try People.mine.get().activate()
    try shell("switchway install-service \(DaemonProcess.user)")
    defer { _ = try? run(["/usr/bin/systemctl", "disable", Self.unit]) }
    let client = try connect()
    try client.devices(1)
    let well = try asPerson("switchway", "doctor")
    #expect(well.status == 0, "\(well.output)")
    #expect(well.output.split(separator: "\n").allSatisfy { $0.hasPrefix("ok ") }, "\(well.output)")
    #expect(well.output.contains("1 device of the profile can be read by "))
    #expect(well.output.contains("session is active on seat0"))
    try shell("systemctl stop \(Self.unit)")
    let stopped = try asPerson("switchway", "doctor")
    #expect(stopped.status == 1)
    #expect(stopped.output.contains("problem  service: \(Self.unit) is not running (inactive)"), "\(stopped.output)")
    #expect(stopped.output.contains("help: sudo switchway install-service \(DaemonProcess.user)"))
    _ = box
  }

  @Test("what systemd says of it follows devices and the session")
  func statusText() throws {
    _ = try started()
    #expect(try property("StatusText") == "profile default, 0 devices")
    let box = try UInputDevice.box()
    try eventually("the device in the status") { try property("StatusText") == "profile default, 1 device" }
    try People.theirs.get().activate()
    try eventually("the session in the status") {
      try property("StatusText") == "profile default, 0 devices, your session is not active"
    }
    _ = box
  }

  @Test("the user unit is not enabled, and runs in the person's own session")
  func userUnit() throws {
    try People.mine.get().activate()
    let number = try shell("id -u \(DaemonProcess.user)").filter(\.isNumber)
    try eventually("the person's own systemd") { exists("/run/user/\(number)/systemd/private") }
    #expect(try asPerson("systemctl", "--user", "is-enabled", "switchway.service").output == "disabled\n")
    let started = try asPerson("systemctl", "--user", "start", "switchway.service")
    #expect(started.status == 0, "\(started.output)")
    let client = try LineClient(path: "/run/user/\(number)/switchway/socket")
    try client.next(type: "hello")
    #expect(try client.next(type: "state").flag("active") == true)
    #expect(try asPerson("switchway", "status").status == 0)
    #expect(try asPerson("systemctl", "--user", "stop", "switchway.service").status == 0)
    try client.next(type: "bye")
  }

  @Test("the unit for sounds is not enabled, plays for the person's presses, and ends with its players")
  func feedbackUnit() throws {
    try People.mine.get().activate()
    let number = try shell("id -u \(DaemonProcess.user)").filter(\.isNumber)
    try eventually("the person's own systemd") { exists("/run/user/\(number)/systemd/private") }
    let unit = "switchway-feedback.service"
    #expect(try asPerson("systemctl", "--user", "is-enabled", unit).output == "disabled\n")
    let log = "/run/user/\(number)/players"
    try shell(
      "printf '#!/bin/sh\\necho $$ >>\(log)\\nexec tail -f /dev/null\\n' >/usr/local/bin/paplay && "
        + "chmod 755 /usr/local/bin/paplay")
    defer { _ = try? run(["/bin/rm", "-f", "/usr/local/bin/paplay", log]) }
    let started = try asPerson("systemctl", "--user", "start", unit)
    #expect(started.status == 0, "\(started.output)")
    defer { _ = try? asPerson("systemctl", "--user", "stop", unit) }
    let client = try self.started()
    let box = try UInputDevice.box()
    try client.devices(1)
    // It may still be waiting for the daemon, so there are several presses. Shorter ones may not count.
    var isDown = false
    var next = now()
    try eventually("a player") {
      if now() >= next {
        isDown.toggle()
        try box.key(Code.left, down: isDown)
        next += 0.5
      }
      return exists(log)
    }
    #expect(try asPerson("systemctl", "--user", "stop", unit).status == 0)
    try eventually("the end of all players") {
      try contents(of: log).split(separator: "\n").allSatisfy { !exists("/proc/\($0)") }
    }
    let ending = try asPerson("systemctl", "--user", "show", "--property", "Result,NRestarts", unit).output
    #expect(Set(ending.split(separator: "\n")) == ["NRestarts=0", "Result=success"])
  }
}
