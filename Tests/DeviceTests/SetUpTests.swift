import Glibc
import Testing

// Setting the service up on a machine, and looking at it: what a person types.
extension ServiceTests {
  /// What the person's own shell says, and its status.
  private func asPerson(_ words: String...) throws -> (status: Int32, output: String) {
    let user = DaemonProcess.user
    let number = try shell("id -u \(user)").filter(\.isNumber)
    return try run(
      ["/usr/bin/setpriv", "--reuid", user, "--regid", user, "--init-groups", "--", "/usr/bin/env", "-i"]
        + ["HOME=\(Self.home)", "USER=\(user)", "PATH=/usr/bin:/bin", "XDG_RUNTIME_DIR=/run/user/\(number)"] + words)
  }

  @Test("install-service makes what lacks, enables and starts; again, it changes nothing and restarts nothing")
  func installService() throws {
    try shell("groupdel switchway-uinput; chgrp root /dev/uinput")
    let first = try shell("switchway install-service \(DaemonProcess.user)")
    defer { _ = try? run(["/usr/bin/systemctl", "disable", Self.unit]) }
    for words in [
      "group switchway-uinput: made", "/dev/uinput: given to the group switchway-uinput",
      "\(Self.unit): enabled, starts with the machine", "\(Self.unit): started",
    ] { #expect(first.contains(words), "\(first)") }
    #expect(try property("UnitFileState") == "enabled")
    #expect(try property("ActiveState") == "active")
    let process = try property("MainPID")
    let second = try shell("switchway install-service \(DaemonProcess.user)")
    for words in [
      "group switchway-uinput: is there", "/dev/uinput: the group switchway-uinput has it", "\(Self.unit): is enabled",
      "\(Self.unit): runs already",
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
    #expect(well.output.contains("1 device of the key-remap file may be read by "))
    #expect(well.output.contains("is the one in front of seat0"))
    try shell("systemctl stop \(Self.unit)")
    let stopped = try asPerson("switchway", "doctor")
    #expect(stopped.status == 1)
    #expect(stopped.output.contains("problem  service: \(Self.unit) does not run (inactive)"), "\(stopped.output)")
    #expect(stopped.output.contains("mend: sudo switchway install-service \(DaemonProcess.user)"))
    _ = box
  }
}
