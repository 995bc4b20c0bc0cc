import CLibevdev
import Foundation
import Testing

extension DeviceTests {
  /// Faulty and hostile devices. The daemon survives them, reports what it can, and serves the others.
  @Suite(.serialized) struct HostileDeviceTests {
    /// Two boxes: the others' `Test Box*`, and a name that matches the hostile device.
    static func profile(_ match: String, steady: String = "off") -> String {
      """
      switchway: 1
      devices:
        box: {match: {name: "Test Box"}, grab: no}
        strange: {match: {\(match)}, grab: no}
      switches:
        left: {input: box/btn_trigger, steady: off, tap: next}
        strange: {input: strange/btn_trigger, steady: \(steady), tap: select}
        axis: {input: strange/abs_x > 50%, steady: off, tap: choose(1)}
      """
    }

    @Test("a name of control characters, quotes and broken UTF-8 is safe in lines and log")
    func name() throws {
      let name = Array("ev\u{1b}[31m\"\\\n\u{202e}x".utf8) + [0xff, 0xfe] + Array("\u{7}tail".utf8)
      let daemon = try DaemonProcess(profile: Self.profile(#"id: "1209:6666""#))
      let client = try daemon.connect()
      let strange = try UInputDevice(name: name, product: 0x6666, keys: [Code.left])
      let added = try client.next("device added") { $0.type == "device" && $0.text("device") == "strange" }
      #expect(try JSONSerialization.jsonObject(with: Data(added.description.utf8)) is [String: Any])
      try strange.tap(Code.left)
      try client.command("select")
      strange.unplug()
      try client.device("removed")
      let log = try daemon.wholeLog()
      let scalars = client.lines.flatMap { $0.description.unicodeScalars } + log.unicodeScalars
      let banned = scalars.filter { ($0.value < 32 && $0 != "\n") || $0.value == 127 || $0.value == 0x202e }
      #expect(banned.isEmpty)
      #expect(!log.split(separator: "\n").contains { $0.hasPrefix("\u{202e}") || $0.hasPrefix("x") })
    }

    @Test("a device that declares every bit is read, and the box beside it works")
    func everything() throws {
      let box = try UInputDevice.box()
      let daemon = try DaemonProcess(profile: Self.profile(#"id: "1209:a11b""#))
      let client = try daemon.connect()
      let strange = try UInputDevice(
        name: Array("Test Everything".utf8), product: 0xa11b, keys: Array(1...0x2fe),
        axes: (0...0x3e).filter { $0 < 0x2f }.map { Axis(code: $0, minimum: 0, maximum: 255) },
        types: [(EV_REL, 0...0x0f), (EV_SW, 0...0x10), (EV_MSC, 0...0x07), (EV_LED, 0...0x0f), (EV_SND, 0...0x07)])
      try client.device("added", named: "Test Everything")
      try strange.tap(Code.left)
      try client.command("select")
      try box.tap(Code.left)
      try client.command("next")
      strange.unplug()
      try client.device("removed", named: "Test Everything")
      // The daemon may hear of the removal before it reads the box's release.
      try client.settle()
      expectBalanced(client)
    }

    @Test(
      "an absurd range of an axis does no harm",
      arguments: [
        (Int32.min, Int32.max, Int32.max), (Int32.min, Int32.min + 1, Int32.min + 1),
        (Int32.max - 1, Int32.max, Int32.max), (0, 0, 5), (-1, 0, 0),
      ])
    func ranges(minimum: Int32, maximum: Int32, value: Int32) throws {
      let box = try UInputDevice.box()
      let daemon = try DaemonProcess(profile: Self.profile(#"id: "1209:abcd""#))
      let client = try daemon.connect()
      let strange = try UInputDevice(
        name: "Test Range", product: 0xabcd, keys: [Code.left],
        axes: [Axis(code: ABS_X, minimum: minimum, maximum: maximum)])
      try client.device("added", named: "Test Range")
      for value in [value, Int32.min, Int32.max, 0, minimum] { try strange.axis(ABS_X, value) }
      try strange.tap(Code.left)
      try client.command("select")
      try box.tap(Code.left)
      try client.command("next")
      strange.unplug()
      try client.device("removed", named: "Test Range")
      try client.settle()
      expectBalanced(client)
      #expect(daemon.isAlive)
    }

    @Test("a device without a single key is left alone")
    func nothing() throws {
      let daemon = try DaemonProcess(profile: Self.profile(#"id: "1209:0000""#))
      let client = try daemon.connect()
      let strange = try UInputDevice(
        name: Array("Test Nothing".utf8), product: 0, types: [(EV_MSC, 0...0x07)])
      let box = try UInputDevice.box()
      try client.device("added", named: "Test Box")
      try box.tap(Code.left)
      try client.command("next")
      strange.unplug()
      #expect(daemon.isAlive)
    }

    @Test("a device that sends more than a hand can is muted; the others are served")
    func flood() throws {
      let box = try UInputDevice.box()
      // This many touch axes give the kernel's queue room for 4,096 events, so the flood is detected however slow the
      // machine.
      let touch = [Axis(code: ABS_MT_SLOT, minimum: 0, maximum: 31)]
      let strange = try UInputDevice(
        name: "Test Flood", product: 0xf100, keys: [Code.left],
        axes: touch + (0x30...0x3d).map { Axis(code: $0, minimum: 0, maximum: 255) })
      let daemon = try DaemonProcess(profile: Self.profile(#"id: "1209:f100""#, steady: "gentle"))
      let client = try daemon.connect()
      try client.devices(2)
      try client.settle()
      let memory = try residentKilobytes(daemon)
      for _ in 0..<2 {
        try strange.taps(Code.left, count: 1020)
        // Presses on the other box must come through meanwhile.
        try box.tap(Code.left)
        try client.command("next")
      }
      try client.settle()
      let failed = client.all("device").filter { $0.text("change") == "failed" }
      #expect(failed.first?.text("reason") == "flood")
      #expect(failed.first?.text("name") == "Test Flood")
      #expect(client.all("warning").contains { $0.text("code") == "flood" })
      #expect(try residentKilobytes(daemon) < memory + 1024)
      // Five seconds later it is read again; on a slow machine it may be already.
      try eventually("it is heard again") {
        try client.settle()
        let changes = client.all("device").filter { $0.text("name") == "Test Flood" }.map { $0.text("change") }
        return changes.last == "added"
      }
      try strange.tap(Code.left)
      try client.next("command of the device that was muted") {
        $0.type == "command" && $0.text("switch") == "strange"
      }
      try client.next("release") { $0.type == "press" && $0.description.contains(#""down":false"#) }
      expectBalanced(client)
    }

    private func residentKilobytes(_ daemon: DaemonProcess) throws -> Int {
      let status = try contents(of: "/proc/\(daemon.identifier)/status")
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
      return try #require(Int(line.filter(\.isNumber)))
    }
  }
}
