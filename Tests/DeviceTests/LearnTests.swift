import CLibevdev
import Testing

extension DeviceTests {
  /// Devices that no entry matches are opened while a client learns.
  @Suite(.serialized) struct LearnTests {
    /// Whether the daemon has the node open, by `/proc/PID/fd`.
    private func isOpen(_ node: String, by daemon: DaemonProcess) throws -> Bool {
      try run(["/bin/ls", "-l", "/proc/\(daemon.identifier)/fd"]).output.contains("-> \(node)\n")
    }

    @Test("a box and a keyboard that nothing takes are told, the keyboard by its third press; then both are closed")
    func learns() throws {
      let daemon = try DaemonProcess(profile: "switchway: 1\n")
      let box = try UInputDevice.box()
      let keyboard = try UInputDevice(
        name: Array("Test Keyboard".utf8), product: 0x5358, keys: Array(1...120 as ClosedRange<Int32>))
      let client = try daemon.connect()
      #expect(try !isOpen(box.node, by: daemon))
      try client.send(#"{"type":"learn","on":true,"id":"on"}"#)
      try client.next(type: "ok") { $0.text("id") == "on" }
      try eventually("both nodes, opened") { try isOpen(box.node, by: daemon) && isOpen(keyboard.node, by: daemon) }
      try box.tap(Code.left)
      let down = try client.next(type: "learn")
      #expect(down.text("name") == "Test Box")
      #expect(down.text("input") == "btn_trigger")
      #expect(down.flag("down") == true)
      #expect(try client.next(type: "learn").flag("down") == false)
      // Typing is not reported; Space pressed three times in a row is, and only that.
      for code in [KEY_A, KEY_SPACE, KEY_SPACE, KEY_B, KEY_SPACE, KEY_SPACE, KEY_SPACE, KEY_C] {
        try keyboard.tap(code)
      }
      let learned = try client.next(type: "learn")
      #expect(learned.text("name") == "Test Keyboard")
      #expect(learned.text("input") == "key_space")
      // A device that is plugged in while a client learns is reported too.
      let second = try UInputDevice.box("Second Box", product: 0x5359)
      try eventually("the second box, opened") { try isOpen(second.node, by: daemon) }
      try second.tap(Code.right)
      let late = try client.next(type: "learn") { $0.text("name") == "Second Box" }
      #expect(late.text("input") == "btn_thumb")
      try client.settle()
      #expect(client.all("learn").filter { $0.text("name") == "Test Keyboard" }.count == 6)
      try client.send(#"{"type":"learn","on":false,"id":"off"}"#)
      try client.next(type: "ok") { $0.text("id") == "off" }
      for node in [box.node, keyboard.node, second.node] { #expect(try !isOpen(node, by: daemon)) }
      #expect(client.all("command").isEmpty && client.all("press").isEmpty)
      #expect(!(try daemon.wholeLog()).lowercased().contains("key_"))
    }

    @Test("a switch makes no command while a client learns, and does again when that client is gone")
    func ends() throws {
      let daemon = try DaemonProcess(profile: twoSwitches)
      let box = try UInputDevice.box()
      let client = try daemon.connect()
      try client.devices(1)
      do {
        let learner = try daemon.connect()
        try learner.send(#"{"type":"learn","on":true,"id":"on"}"#)
        try learner.next(type: "ok") { $0.text("id") == "on" }
        try box.tap(Code.left)
        try learner.next(type: "learn") { $0.flag("down") == false }
      }
      // The learned tap makes no command; the first command comes after the learning.
      try eventually("a command") {
        try box.tap(Code.right)
        try client.settle()
        return !client.all("command").isEmpty
      }
      #expect(client.all("command").first?.text("command") == "select")
      expectBalanced(client)
    }
  }
}
