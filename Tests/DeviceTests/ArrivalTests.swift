import CLibevdev
import SwitchwayCore
import Testing

extension DeviceTests {
  /// Devices that are in use, or never were, when they are opened; and a key that never comes up.
  @Suite(.serialized) struct ArrivalTests {
    @Test("a stick whose second axis never sent anything: the first one makes commands")
    func untouched() throws {
      let stick = try UInputDevice(
        name: "One Axis Stick", keys: Array(0x120...0x129),
        axes: [Axis(code: 0, minimum: 0, maximum: 255), Axis(code: 1, minimum: 0, maximum: 255)])
      let daemon = try DaemonProcess(
        profile: """
          switchway: 1
          devices: {stick: {match: {name: "One Axis Stick"}}}
          switches:
            up: {input: stick/abs_y < -60%, steady: off, unless: [right], tap: move(up)}
            right: {input: stick/abs_x > 60%, steady: off, unless: [up], tap: move(right)}
            fire: {input: stick/btn_trigger, steady: off, tap: select}
          """)
      let client = try daemon.connect()
      try client.devices(1)
      // What comes before the node is read is where the stick rests.
      try eventually("the node, read") {
        try stick.tap(BTN_TRIGGER)
        try client.settle()
        return client.all("command").contains { $0.text("command") == "select" }
      }
      try stick.axis(0, 127)
      for _ in 1...2 {
        try stick.axis(0, 255)
        try client.command("move")
        try stick.axis(0, 127)
      }
      #expect(client.all("rejected").isEmpty)
    }

    @Test("a press that woke its device is rejected with its own reason, and the next one counts")
    func woken() throws {
      let daemon = try DaemonProcess(profile: "switchway: 1\n")
      let client = try daemon.connect()
      let box = try UInputDevice.box()
      try box.key(Code.left, down: true)
      try client.device("added")
      try DaemonProcess.write(GrabTests.profile, to: "\(daemon.folder)/test.yaml")
      try client.next(type: "rejected") { $0.text("reason") == "down-at-arrival" && $0.text("switch") == "left" }
      try box.key(Code.left, down: false)
      try client.device("grabbed")
      try box.tap(Code.left)
      try client.command("select")
    }

    @Test("a key that never comes up: the desktop gets its release, and the rest of the keyboard is grabbed")
    func neverUp() throws {
      let keyboard = try UInputDevice.keyboard(repeats: true)
      let plain = try DesktopReader(keyboard.node)
      try keyboard.key(KEY_F7, down: true)
      // Before the kernel repeats it so often that nothing older is left to read.
      try eventually("F7 at the desktop") { plain.events().contains([EV_KEY, KEY_F7, 1]) }
      let daemon = try DaemonProcess(
        profile: """
          switchway: 1
          devices: {keys: {match: {kind: keyboard, name: "Test Keyboard*"}, grab: yes}}
          switches: {main: {input: keys/f8, steady: off, tap: select}}
          """)
      let client = try daemon.connect()
      var came: [[Int32]] = []
      try eventually("the release of F7 at the desktop") {
        came += plain.events().filter { $0[2] != 2 }
        return came.contains([EV_KEY, KEY_F7, 0])
      }
      #expect(came == [[EV_KEY, KEY_F7, 0]])
      try client.next(type: "warning") { warning in
        warning.text("code") == "stuck" && warning.text("message")?.contains("F7 is down") == true
      }
      try client.device("grabbed")
      let desktop = try DesktopReader(try KeyboardRig.virtualNode())
      try keyboard.tap(KEY_F8)
      try client.command("select")
      // The device sends it again, as one does that reports its whole state; then a key that types.
      try keyboard.edges([(KEY_F7, true), (KEY_A, true), (KEY_A, false), (KEY_F7, false)])
      var typed: [[Int32]] = []
      try eventually("A at the virtual keyboard") {
        typed += desktop.events().filter { $0[2] != 2 }
        return typed.count >= 2
      }
      #expect(typed == [[EV_KEY, KEY_A, 1], [EV_KEY, KEY_A, 0]])
      #expect(plain.events().isEmpty)
      try daemon.expectLogged("device keys set aside")
    }
  }
}
