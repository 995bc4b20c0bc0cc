import Testing

extension DeviceTests {
  /// What becomes of a press whose device is removed meanwhile.
  @Suite(.serialized) struct UnplugTests {
    static let profile = """
      switchway: 1
      devices: {box: {match: {name: "Test Box*"}, grab: no}}
      switches:
        left: {input: box/btn_trigger, steady: off, press: point(up)}
        right: {input: box/btn_thumb, steady: off, tap: select, hold: {after: 60s, do: menu}}
        other: {input: box/btn_thumb2, steady: off, tap: next}
      """

    @Test("a command with phases is ended, a press that waits is rejected, nothing stays down")
    func pulled() throws {
      let box = try UInputDevice.box()
      let daemon = try DaemonProcess(profile: Self.profile)
      let client = try daemon.connect()
      try client.devices(1)
      try box.key(Code.left, down: true)
      try client.command("point", phase: "begin")
      try box.key(Code.right, down: true)
      try client.next(type: "pending") { $0.text("switch") == "right" && $0.text("reason") == "hold" }
      try box.key(Code.other, down: true)
      try client.command("next")
      box.unplug()
      let end = try client.command("point", phase: "end")
      #expect(end.has("released"))
      try client.next(type: "rejected") { $0.text("switch") == "right" && $0.text("reason") == "device-lost" }
      try client.next(type: "device") { $0.text("change") == "removed" && $0.text("device") == "box" }
      try client.settle()
      expectBalanced(client)
      #expect(client.all("command").count == 3)
      #expect(daemon.isAlive)
    }

    @Test("plugged in again, under another number, it works")
    func back() throws {
      let daemon = try DaemonProcess(profile: Self.profile)
      let client = try daemon.connect()
      let first = try UInputDevice.box()
      try client.device("added", named: "Test Box")
      try first.key(Code.other, down: true)
      try client.command("next")
      // Made before the first is removed, so that the kernel cannot reuse its number.
      let second = try UInputDevice.box("Test Box again", product: 0x5358)
      #expect(second.node != first.node)
      first.unplug()
      try client.device("removed", named: "Test Box")
      // It may have been added before the first one was removed.
      try eventually("the second box") {
        try client.settle()
        return client.lines.contains { $0.text("change") == "added" && $0.text("name") == "Test Box again" }
      }
      try second.tap(Code.other)
      try client.command("next")
      try client.settle()
      #expect(client.all("command").count == 2)
      expectBalanced(client)
    }

    @Test("fifty times plugged and pulled while pressed leaves nothing behind")
    func often() throws {
      let daemon = try DaemonProcess(profile: Self.profile)
      let client = try daemon.connect()
      var before = 0
      for round in 1...50 {
        let box = try UInputDevice.box()
        try client.device("added", named: "Test Box")
        try box.key(Code.other, down: true)
        try client.command("next")
        box.unplug()
        try client.device("removed", named: "Test Box")
        // From the second round on, everything that is opened only once is open.
        guard round == 2 else { continue }
        // Everything that the removal closes is closed.
        try client.settle()
        before = names(in: "/proc/\(daemon.identifier)/fd").count
      }
      try client.settle()
      expectBalanced(client)
      #expect(names(in: "/proc/\(daemon.identifier)/fd").count <= before)
    }

    @Test("a key that was down when the daemon came is not a press, nor is its release")
    func heldAtStart() throws {
      let box = try UInputDevice.box()
      try box.key(Code.other, down: true)
      let daemon = try DaemonProcess(profile: Self.profile)
      let client = try daemon.connect()
      try client.devices(1)
      try box.key(Code.other, down: false)
      try box.tap(Code.other)
      try client.command("next")
      try client.settle()
      #expect(client.all("command").count == 1)
      expectBalanced(client)
    }
  }
}
