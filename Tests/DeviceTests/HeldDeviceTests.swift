import CLibevdev
import Glibc
import Testing

extension DeviceTests {
  /// Devices that another program has grabbed, as `evtest --grab` does.
  @Suite(.serialized) struct HeldDeviceTests {
    private static let profile = """
      switchway: 1
      devices: {box: {match: {name: "Test Box*"}, grab: yes}}
      switches: {left: {input: box/btn_trigger, steady: off, tap: select}}
      """

    @Test("a box that another program has grabbed: devices and doctor say so, and nothing else of it")
    func held() throws {
      let daemon = try DaemonProcess(profile: "switchway: 1\n")
      let box = try UInputDevice.box()
      let other = try DesktopReader(box.node)
      try other.grab(true)
      let client = try daemon.connect()
      try DaemonProcess.write(Self.profile, to: "\(daemon.folder)/test.yaml")
      try client.next(type: "device") { $0.text("change") == "failed" && $0.text("reason") == "busy" }
      let report = try run(DaemonProcess.switchway + ["devices", "--socket", daemon.socket]).output
      #expect(report.contains("held    grabbed by another program: neither switchwayd nor the desktop"), "\(report)")
      #expect(!report.contains("by switchwayd and the desktop"), "\(report)")
      // The person does not see processes of root, as which these tests run.
      #expect(!report.contains("(process"), "\(report)")
      let all = try run(["/usr/bin/switchway", "devices", "--socket", daemon.socket]).output
      #expect(all.contains("(process \(getpid()))"), "\(all)")
      let doctor = try run(DaemonProcess.switchway + ["doctor", "--socket", daemon.socket]).output
      #expect(doctor.contains("another program has grabbed Test Box, so its presses do not arrive"), "\(doctor)")
    }

    /// The person does not see processes of root, as which these tests run; root does.
    private func expectNamed(_ words: String, _ command: String, _ daemon: DaemonProcess) throws {
      let all = try run(["/usr/bin/switchway", command, "--socket", daemon.socket]).output
      #expect(all.contains(words), "\(all)")
      let own = try run(DaemonProcess.switchway + [command, "--socket", daemon.socket]).output
      #expect(!own.contains("(process"), "\(own)")
    }

    @Test("a joystick, which is not grabbed: devices and doctor name the program that may have grabbed it")
    func notGrabbed() throws {
      let daemon = try DaemonProcess(
        profile: Self.profile.replacing("grab: yes", with: "grab: no"))
      let client = try daemon.connect()
      let box = try UInputDevice.box()
      try client.devices(1)
      try expectNone("reads Test Box", daemon)
      let other = try DesktopReader(box.node)
      try other.grab(true)
      let me = "(process \(getpid()))"
      try expectNamed("\(me) has it open as well, and may have grabbed it", "devices", daemon)
      try expectNamed("\(me) may have grabbed Test Box, so that its presses do not arrive", "doctor", daemon)
    }

    private func expectNone(_ words: String, _ daemon: DaemonProcess) throws {
      let output = try run(["/usr/bin/switchway", "doctor", "--socket", daemon.socket]).output
      #expect(!output.contains(words), "\(output)")
    }

    @Test("setup says which box another program has grabbed, and hears its switch once that program has ended")
    func setup() throws {
      let daemon = try DaemonProcess(profile: "switchway: 1\n")
      let box = try UInputDevice.box()
      let other = try DesktopReader(box.node)
      try other.grab(true)
      let client = try daemon.connect()
      try DaemonProcess.write(Self.profile, to: "\(daemon.folder)/test.yaml")
      try client.next(type: "device") { $0.text("change") == "failed" && $0.text("reason") == "busy" }
      var ends: [Int32] = [-1, -1]
      guard unsafe pipe(&ends) == 0 else { throw KernelError("pipe") }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      defer { for end in ends { close(end) } }
      let config = "\(daemon.folder)/made.yaml"
      let setup = try RunningCommand(
        ["setup", "--json", "--config", config], daemon, input: ends[0], environment: ["HOME=\(daemon.folder)"])
      try eventually("the question for presses, and the node opened") {
        setup.text.contains(#""question":"press""#) && daemon.openNodes.contains(box.node)
      }
      try eventually("what setup says of silence") {
        setup.text.contains("another program has grabbed Test Box, so its presses do not arrive")
      }
      try other.grab(false)
      for number in 1...3 {
        try box.tap(Code.left)
        try eventually("press \(number)") { setup.text.contains("press \(number)") }
        // What comes sooner is the same press.
        poll(nil, 0, 1_000)
      }
      try eventually("the question after the presses") {
        setup.text.split(separator: "\n").contains {
          $0.contains(#""type":"question""#) && !$0.contains(#""question":"press""#)
        }
      }
    }
  }
}
