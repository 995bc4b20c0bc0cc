import CLibevdev
import Glibc
import Testing

extension DeviceTests {
  /// `switchway learn` with real devices, and two names for one button.
  @Suite(.serialized) struct LearnCommandTests {
    private static let profile = """
      switchway: 1
      devices:
        box: {match: {name: "No Box"}}
      switches:
        left: {input: box/button-1, tap: next}
        right: {input: box/button-2, tap: select}

      """

    @Test("a button that sends Space is learned, works at once, and types no Space any more")
    func space() throws {
      let daemon = try DaemonProcess(profile: Self.profile)
      let client = try daemon.connect()
      let button = try UInputDevice(name: "Test Buddy [x]*", keys: [KEY_SPACE])
      let desktop = try DesktopReader(button.node)
      let learning = try RunningCommand(["learn", "left", "--presses", "1"], daemon)
      try eventually("the question for presses, and the node opened") {
        learning.text.contains("press the switch") && daemon.openNodes.contains(button.node)
      }
      for _ in 0..<3 { try button.tap(KEY_SPACE) }
      let status = try learning.end()
      #expect(status == 0, "\(learning.text)\n\(daemon.logSoFar)")
      #expect(learning.text.contains("grab: yes}"), "\(learning.text)")
      try client.device("grabbed", named: "Test Buddy [x]*")
      _ = desktop.events()
      try button.tap(KEY_SPACE)
      try client.command("next")
      #expect(desktop.events().isEmpty)
      let report = try run(DaemonProcess.switchway + ["devices", "--socket", daemon.socket]).output
      #expect(report.contains("grab    yes: the profile says so"), "\(report)")
      #expect(report.contains("held    grabbed by switchwayd"), "\(report)")
    }

    private static let twoSpellings = """
      switchway: 1
      devices:
        box: {match: {name: "Test Box"}}
      switches:
        left: {input: box/button-1, steady: off, tap: next}
        other: {input: box/btn_trigger, steady: off, tap: select}

      """

    @Test("two spellings of a button that is there: check --devices and the daemon refuse them, with both places")
    func present() throws {
      let box = try UInputDevice.box()
      let daemon = try DaemonProcess(profile: Self.twoSpellings)
      let path = "\(daemon.folder)/test.yaml"
      let words = "\(path):6:18: error: two switches on one input"
      let checked = try run(DaemonProcess.switchway + ["check", "--devices", path])
      #expect(checked.status == 1)
      #expect(checked.output.contains(words) && checked.output.contains("(\(path):5:17)"), "\(checked.output)")
      try daemon.expectLogged(words)
      #expect(!daemon.openNodes.contains(box.node))
    }

    @Test("two spellings of a button of a device that comes later: one press is one command, and it is told")
    func later() throws {
      let daemon = try DaemonProcess(profile: Self.twoSpellings)
      let client = try daemon.connect()
      let box = try UInputDevice.box()
      try client.next(type: "warning") { $0.text("code") == "setting-unused" }
      try daemon.expectLogged("device inputs shared")
      try eventually("a press of it") {
        try box.tap(Code.left)
        try client.settle()
        return !client.all("command").isEmpty
      }
      #expect(client.all("command").allSatisfy { $0.text("command") == "next" })
      expectBalanced(client)
    }
  }
}
