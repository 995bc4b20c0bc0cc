import CLibevdev
import Glibc
import SwitchwayCore
import Testing

extension DeviceTests {
  /// The kernel's module for virtual devices is loaded after the daemon has started.
  @Suite(.serialized) struct LateUInputTests {
    private static let profile = """
      switchway: 1
      devices: {box: {match: {name: "Test Box*"}, grab: yes}}
      switches: {left: {input: box/btn_trigger, steady: off, tap: select}}
      policy: {bridge: desktop}
      """

    private func uinput(of daemon: DaemonProcess) throws -> String {
      let output = try run(DaemonProcess.switchway + ["doctor", "--socket", daemon.socket]).output
      let lines = output.split(separator: "\n").map(String.init)
      guard let line = lines.firstIndex(where: { $0.contains(" uinput: ") }) else { return output }
      return lines[line...].prefix(3).joined(separator: "\n")
    }

    @Test("modprobe uinput after the start: the doctor says it, and the virtual keyboard is made without a restart")
    func late() throws {
      // The devices of other tests close a moment later.
      try eventually("uinput to be unloaded") { try run(["/usr/sbin/modprobe", "-r", "uinput"]).status == 0 }
      defer { _ = try? run(["/usr/sbin/modprobe", "uinput"]) }
      try eventually("no /dev/uinput") { !exists("/dev/uinput") }
      let daemon = try DaemonProcess(profile: Self.profile)
      let client = try daemon.connect()
      let before = try uinput(of: daemon)
      #expect(before.hasPrefix("problem  uinput: /dev/uinput does not exist"), "\(before)")
      #expect(before.contains("sudo modprobe uinput"), "\(before)")
      #expect(try run(["/usr/sbin/modprobe", "uinput"]).status == 0)
      #expect(try run(["/usr/bin/udevadm", "settle"]).status == 0)
      let desktop = try DesktopReader(try KeyboardRig.virtualNode())
      let box = try UInputDevice.box()
      try client.device("grabbed")
      try box.tap(Code.left)
      try client.command("select")
      var came: [[Int32]] = []
      try eventually("Enter") {
        came += desktop.events()
        return came.count >= 2
      }
      #expect(came == [[EV_KEY, KEY_ENTER, 1], [EV_KEY, KEY_ENTER, 0]])
      let after = try uinput(of: daemon)
      #expect(after.hasPrefix("ok       uinput: "), "\(after)")
    }

    @Test("uinput that the service may not open, and then may: the doctor says it, and the virtual keyboard is made")
    func unreadable() throws {
      try UInputDevice.allow(false)
      defer { try? UInputDevice.allow(true) }
      let daemon = try DaemonProcess(profile: Self.profile)
      let client = try daemon.connect()
      let before = try uinput(of: daemon)
      #expect(before.hasPrefix("problem  uinput: "), "\(before)")
      try UInputDevice.allow(true)
      let between = try uinput(of: daemon)
      let words = ["switchwayd has no virtual keyboard", "it tries again within 30 s"]
      #expect(words.allSatisfy(between.contains) || between.hasPrefix("ok "), "\(between)")
      _ = try KeyboardRig.virtualNode()
      let after = try uinput(of: daemon)
      #expect(after.hasPrefix("ok       uinput: "), "\(after)")
      try client.settle()
    }
  }
}
