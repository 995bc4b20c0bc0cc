import Testing

extension DeviceTests {
  /// The whole way from the kernel's events to the lines for front ends.
  @Suite(.serialized) struct WayTests {
    @Test("presses on a box with two buttons come as commands, to two clients in the same order")
    func box() throws {
      let box = try UInputDevice.box()
      let daemon = try DaemonProcess(profile: twoSwitches)
      let clients = [try daemon.connect(), try daemon.connect()]
      for client in clients { try client.devices(1) }
      let before = nowMicroseconds()
      for code in [Code.left, Code.left, Code.right, Code.left, Code.right] { try box.tap(code) }
      try box.tap(Code.other)
      for client in clients {
        for name in ["next", "next", "select", "next", "select"] { try client.command(name) }
        try client.settle()
      }
      let after = nowMicroseconds()
      let commands = clients.map { $0.all("command").map(\.description) }
      #expect(commands[0] == commands[1])
      #expect(clients[0].all("press").map(\.description) == clients[1].all("press").map(\.description))
      #expect(clients[0].all("press").count == 10)
      let client = clients[0]
      expectBalanced(client)
      let lines = client.all("command")
      #expect(lines.compactMap { $0.number("seq") } == [1, 2, 3, 4, 5])
      for line in lines {
        let pressed = try #require(line.number("pressed"))
        let accepted = try #require(line.number("accepted"))
        let sent = try #require(line.number("sent"))
        #expect(before <= pressed && pressed <= accepted && accepted <= sent && sent <= after, "\(line)")
        #expect(line.text("device") == "box" && line.text("gesture") == "tap")
        #expect(line.has("for") && line.text("for") == nil)
        #expect(!line.has("uncertain"))
      }
      #expect(try daemon.end() == 0)
      try client.next(type: "bye")
    }

    @Test("buttons and stick of a gamepad are switches")
    func gamepad() throws {
      let pad = try UHIDDevice.gamepad(unique: "way-pad")
      let daemon = try DaemonProcess(
        profile: """
          switchway: 1
          devices: {pad: {match: {name: "Test Gamepad"}}}
          switches:
            a: {input: pad/btn_south, steady: off, tap: select}
            stick: {input: pad/abs_x > 60%, steady: off, tap: next}
            back: {input: pad/abs_x < -60%, steady: off, tap: previous}
          """)
      let client = try daemon.connect()
      try client.devices(1)
      try pad.gamepad(x: 0, y: 0, buttons: 1)
      try pad.gamepad(x: 0, y: 0, buttons: 0)
      try client.command("select")
      try pad.gamepad(x: 50, y: 0, buttons: 0)
      try pad.gamepad(x: 120, y: 0, buttons: 0)
      try client.command("next")
      try pad.gamepad(x: 60, y: 0, buttons: 0)  // above two thirds of the level: still down
      try pad.gamepad(x: 90, y: 0, buttons: 0)
      try pad.gamepad(x: 0, y: 0, buttons: 0)
      try pad.gamepad(x: -120, y: 0, buttons: 0)
      try client.command("previous")
      try pad.gamepad(x: 0, y: 0, buttons: 0)
      try client.next(type: "press") { $0.text("switch") == "back" && $0.flag("down") == false }
      #expect(client.all("command").count == 3)
      expectBalanced(client)
    }

    @Test("a USB keyboard plugged in while the daemon runs is a switch, also pulled while pressed, also plugged again")
    func usbKeyboard() throws {
      let daemon = try DaemonProcess(
        profile: """
          switchway: 1
          devices: {keys: {match: {kind: keyboard}, grab: no}}
          switches:
            one: {input: keys/f1, steady: off, tap: select}
            two: {input: keys/f2, steady: off, tap: next}
          """)
      let client = try daemon.connect()
      for round in 1...2 {
        let keyboard = try USBKeyboard(id: "way\(round)")
        try client.next("device added for the keyboard") {
          $0.type == "device" && $0.text("change") == "added" && $0.text("device") == "keys"
        }
        try keyboard.waken {
          try client.settle()
          return client.all("command").contains { $0.text("command") == "next" }
        }
        try keyboard.key("f1", down: true)
        try client.command("select")
        try keyboard.unplug()
        try client.next("release of the pulled switch") {
          $0.type == "press" && $0.text("switch") == "one" && $0.flag("down") == false
        }
        try client.next(type: "device") { $0.text("change") == "removed" }
        try client.settle()
        expectBalanced(client)
      }
      #expect(client.all("command").filter { $0.text("command") == "select" }.count == 2)
    }

    @Test("two equal boxes at one entry are one set of switches, down with the first and up with the last")
    func equalBoxes() throws {
      let first = try UInputDevice.box()
      let daemon = try DaemonProcess(profile: twoSwitches)
      let client = try daemon.connect()
      let second = try UInputDevice.box()
      try client.devices(2)
      try first.key(Code.left, down: true)
      try client.command("next")
      try second.key(Code.left, down: true)
      try first.key(Code.left, down: false)
      try second.tap(Code.right)
      try client.command("select")
      try client.settle()
      #expect(client.all("press").filter { $0.text("switch") == "left" }.count == 1)
      try second.key(Code.left, down: false)
      try client.next(type: "press") { $0.text("switch") == "left" && $0.flag("down") == false }
      expectBalanced(client)
      #expect(client.all("command").count == 2)
    }

    @Test("a box that is there twice loses one, and the press on the other goes on")
    func oneOfTwo() throws {
      let first = try UInputDevice.box()
      let second = try UInputDevice.box()
      let daemon = try DaemonProcess(profile: twoSwitches)
      let client = try daemon.connect()
      try client.devices(2)
      try first.key(Code.left, down: true)
      try client.command("next")
      second.unplug()
      try client.device("removed")
      try client.settle()
      #expect(client.all("press").count == 1)
      try first.key(Code.left, down: false)
      try client.next(type: "press") { $0.flag("down") == false }
      expectBalanced(client)
    }
  }
}
