import CLibevdev
import Foundation
import Glibc
import Testing

extension DeviceTests {
  /// What is grabbed, and that the grab always ends.
  @Suite(.serialized) struct GrabTests {
    static let profile = """
      switchway: 1
      devices: {box: {match: {name: "Test Box*"}, grab: yes}}
      switches: {left: {input: box/btn_trigger, steady: off, tap: select}}
      """
    static let tap: [[Int32]] = [[EV_KEY, Code.left, 1], [EV_KEY, Code.left, 0]]

    /// Expects that another tap of a box reaches its other readers, because it is not grabbed.
    private func expectGivenBack(_ box: UInputDevice, _ reader: DesktopReader) throws {
      _ = reader.events()
      try box.tap(Code.left)
      var came: [[Int32]] = []
      try eventually("the tap at the other reader") {
        came += reader.events()
        return came.count >= 2
      }
      #expect(came == Self.tap)
    }

    @Test("what a grabbed box sends reaches nobody else; after the daemon's end it does")
    func swallowed() throws {
      let box = try UInputDevice.box()
      let reader = try DesktopReader(box.node)
      let daemon = try DaemonProcess(profile: Self.profile)
      let client = try daemon.connect()
      try eventually("the grab in state") {
        try client.send(#"{"type":"get","what":"state","id":"grab"}"#)
        return try client.next(type: "ok") { $0.text("id") == "grab" }.description.contains(#""grabbed":true"#)
      }
      try box.tap(Code.other)
      try box.tap(Code.left)
      try client.command("select")
      #expect(reader.events().isEmpty)
      #expect(try daemon.end() == 0)
      try expectGivenBack(box, reader)
    }

    @Test("a daemon that is killed gives it back")
    func killed() throws {
      let daemon = try DaemonProcess(profile: Self.profile)
      let client = try daemon.connect()
      let box = try UInputDevice.box()
      try client.device("grabbed")
      let reader = try DesktopReader(box.node)
      try box.key(Code.left, down: true)
      try client.command("select")
      #expect(try daemon.end(by: SIGKILL) == 128 + SIGKILL)
      try box.key(Code.left, down: false)
      try expectGivenBack(box, reader)
    }

    @Test("plugged in again it is grabbed again")
    func replugged() throws {
      let daemon = try DaemonProcess(profile: Self.profile)
      let client = try daemon.connect()
      for _ in 1...2 {
        let box = try UInputDevice.box()
        try client.device("added")
        try client.device("grabbed")
        let reader = try DesktopReader(box.node)
        try box.key(Code.left, down: true)
        try client.command("select")
        #expect(reader.events().isEmpty)
        box.unplug()
        try client.next(type: "press") { $0.flag("down") == false }
        try client.device("removed")
      }
      expectBalanced(client)
    }

    @Test("a key that is held at the start is let go of by whoever saw it; then the box is grabbed")
    func heldAtStart() throws {
      let daemon = try DaemonProcess(profile: "switchway: 1\n")
      let box = try UInputDevice.box()
      let reader = try DesktopReader(box.node)
      try box.key(Code.other, down: true)
      let client = try daemon.connect()
      try DaemonProcess.write(Self.profile, to: "\(daemon.folder)/test.yaml")
      try client.next(type: "device") { $0.text("change") == "failed" && $0.text("reason") == "key-down" }
      try box.key(Code.left, down: true)
      try client.command("select")
      try box.key(Code.left, down: false)
      try box.key(Code.other, down: false)
      try client.device("grabbed")
      #expect(
        reader.events()
          == [[EV_KEY, Code.other, 1], [EV_KEY, Code.left, 1], [EV_KEY, Code.left, 0], [EV_KEY, Code.other, 0]])
      try box.tap(Code.left)
      try client.command("select")
      #expect(reader.events().isEmpty)
    }

    @Test("held by another program it is told, and grabbed once that has let go")
    func busy() throws {
      let daemon = try DaemonProcess(profile: "switchway: 1\n")
      let box = try UInputDevice.box()
      let other = try DesktopReader(box.node)
      try other.grab(true)
      let client = try daemon.connect()
      try DaemonProcess.write(Self.profile, to: "\(daemon.folder)/test.yaml")
      try client.next(type: "device") { $0.text("change") == "failed" && $0.text("reason") == "busy" }
      try other.grab(false)
      try client.device("grabbed")
      #expect(client.all("device").filter { $0.text("change") == "failed" }.count == 1)
      try box.tap(Code.left)
      try client.command("select")
      #expect(other.events().isEmpty)
    }

    @Test("a key-remap file that no longer asks for it gives it back, and the switch goes on")
    func profileChange() throws {
      let daemon = try DaemonProcess(profile: Self.profile)
      let client = try daemon.connect()
      let box = try UInputDevice.box()
      let reader = try DesktopReader(box.node)
      try client.device("grabbed")
      let free = Self.profile.split(separator: "grab: yes", omittingEmptySubsequences: false).joined(
        separator: "grab: no")
      try DaemonProcess.write(free, to: "\(daemon.folder)/test.yaml")
      try client.device("released")
      try client.settle()
      try expectGivenBack(box, reader)
      try client.command("select")
    }

    @Test("of a pedal with two nodes both are grabbed by themselves, whichever of them the switch is on")
    func twoNodes() throws {
      let pedal = try UHIDDevice(
        name: "Test Pedal", vendor: 0x3553, product: 0xb001, unique: "grab-pedal",
        report: [
          0x05, 0x01, 0x09, 0x06, 0xa1, 0x01, 0x85, 0x01,  // Generic Desktop, Keyboard, Application; report 1
          0x05, 0x07, 0x19, 0x04, 0x29, 0x1d, 0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x18, 0x81, 0x02,  // 24 letters
          0xc0,
          0x05, 0x01, 0x09, 0x02, 0xa1, 0x01, 0x85, 0x02,  // Generic Desktop, Mouse, Application; report 2
          0x05, 0x09, 0x19, 0x01, 0x29, 0x08, 0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x08, 0x81, 0x02,  // 8 buttons
          0x05, 0x01, 0x09, 0x30, 0x09, 0x31, 0x15, 0x81, 0x25, 0x7f, 0x75, 0x08, 0x95, 0x02, 0x81, 0x06,  // X, Y
          0xc0,
        ])
      var readers: [DesktopReader] = []
      try eventually("both nodes of the pedal") {
        let nodes = names(in: "/sys/class/input").filter { $0.hasPrefix("input") }
          .filter { (try? contents(of: "/sys/class/input/\($0)/uniq")) == "grab-pedal\n" }
          .compactMap { eventNode(below: "/sys/class/input/\($0)") }
        guard nodes.count == 2 else { return false }
        readers = try nodes.map { try DesktopReader($0) }
        return true
      }
      let daemon = try DaemonProcess(
        profile: """
          switchway: 1
          devices: {pedal: {match: {kind: pedal}}}
          switches: {foot: {input: pedal/b, steady: off, tap: select}}
          """)
      let client = try daemon.connect()
      try eventually("both grabs in state") {
        try client.send(#"{"type":"get","what":"state","id":"grab"}"#)
        let answer = try client.next(type: "ok") { $0.text("id") == "grab" }.description
        return answer.components(separatedBy: #""grabbed":true"#).count == 3
      }
      try pedal.send([2, 1, 5, 5])
      try pedal.send([2, 0, 0, 0])
      try pedal.send([1, 2, 0, 0])
      try pedal.send([1, 0, 0, 0])
      try client.command("select")
      for reader in readers { #expect(reader.events().isEmpty) }
      #expect(try daemon.end() == 0)
    }
  }
}
