import CLibevdev
import Glibc
import SwitchwayCore
import Testing

extension DeviceTests {
  /// Keys of keyboards and keypads that are switches. The other keys type, and text keys are read only while grabbed.
  @Suite(.serialized) struct SwitchKeysTests {
    private static let profile = """
      switchway: 1
      devices: {kb: {match: {kind: keyboard, name: "Test Keyboard*"}, grab: yes}}
      switches: {one: {input: kb/f1, steady: off, tap: select}}
      """

    private func expect(_ wanted: [[Int32]], at desktop: DesktopReader, _ what: String) throws {
      var came: [[Int32]] = []
      try eventually(what) {
        came += desktop.events().filter { $0[2] != 2 }
        return came.count >= wanted.count
      }
      #expect(came == wanted)
    }

    @Test(
      "a keyboard with one key as a switch: the others type in order, LEDs and panic work, and its end gives it back")
    func passes() throws {
      let rig = try KeyboardRig(profile: Self.profile, repeats: true)
      let plain = try DesktopReader(rig.keyboard.node)
      try rig.keyboard.edges([
        (KEY_LEFTSHIFT, true), (KEY_A, true), (KEY_A, false), (KEY_LEFTSHIFT, false), (KEY_F1, true), (KEY_F1, false),
        (KEY_TAB, true), (KEY_TAB, false),
      ])
      try rig.expectTyped([
        [KEY_LEFTSHIFT, 1], [KEY_A, 1], [KEY_A, 0], [KEY_LEFTSHIFT, 0], [KEY_TAB, 1], [KEY_TAB, 0],
      ])
      try rig.client.command("select")
      try rig.keyboard.key(KEY_B, down: true)
      var repeats = 0
      try eventually("three repeats") {
        repeats += rig.desktop.events().count { $0 == [EV_KEY, KEY_B, 2] }
        return repeats >= 3
      }
      try rig.keyboard.key(KEY_B, down: false)
      try rig.desktop.setLED(LED_CAPSL, true)
      try eventually("the LED") { try DesktopReader(rig.keyboard.node).value(EV_LED, LED_CAPSL) == 1 }
      #expect(plain.events().isEmpty)
      try rig.keyboard.edges([(KEY_BACKSPACE, true), (KEY_ESC, true), (KEY_ENTER, true)])
      try rig.client.next(type: "mode") { $0.text("mode") == "panic" }
      try rig.client.device("released")
      try rig.keyboard.edges([(KEY_BACKSPACE, false), (KEY_ESC, false), (KEY_ENTER, false)])
      try KeyboardRig.expectBack(rig.keyboard, plain, "panic")
      #expect(!(try rig.daemon.wholeLog()).contains("KEY_"))
    }

    @Test("without uinput such a keyboard is not grabbed and types, its switch works, and that is told")
    func noUInput() throws {
      try UInputDevice.allow(false)
      defer { try? UInputDevice.allow(true) }
      let keyboard = try UInputDevice.keyboard()
      let plain = try DesktopReader(keyboard.node)
      let daemon = try DaemonProcess(profile: Self.profile)
      let client = try daemon.connect()
      try client.devices(1)
      try daemon.expectLogged("virtual keyboard reason=permission")
      try KeyboardRig.expectPlain(keyboard, plain)
      try keyboard.tap(KEY_F1)
      try client.command("select")
      try UInputDevice.allow(true)
      try KeyboardRig.awaitGrab(client)
      let desktop = try DesktopReader(try KeyboardRig.virtualNode())
      try keyboard.tap(KEY_B)
      try expect([[EV_KEY, KEY_B, 1], [EV_KEY, KEY_B, 0]], at: desktop, "B")
    }

    @Test("one that has more than keys can carry is not grabbed: it types, and that is told")
    func foreign() throws {
      let keyboard = try UInputDevice(
        name: Array("Test Keyboard with stick".utf8), keys: Array(KEY_ESC...KEY_KPDOT),
        axes: [Axis(code: ABS_X, minimum: 0, maximum: 255), Axis(code: ABS_Y, minimum: 0, maximum: 255)])
      let plain = try DesktopReader(keyboard.node)
      let daemon = try DaemonProcess(profile: Self.profile)
      let client = try daemon.connect()
      try client.devices(1)
      try daemon.expectLogged("reason=cannot-pass")
      try KeyboardRig.expectPlain(keyboard, plain)
      try client.send(#"{"type":"get","what":"state","id":"s"}"#)
      let state = try client.next(type: "ok") { $0.text("id") == "s" }
      #expect(state.description.contains(#""grabbed":false"#))
      #expect(!(try daemon.wholeLog()).contains("grab: yes"))
    }

    @Test("a numeric keypad, a telephone pad and half a keyboard, not grabbed, are not read for their digits, and why")
    func notRead() throws {
      let pads: [(name: String, keys: [Int32], key: Int32, word: String)] = [
        ("Test Numeric", Array(KEY_KP7...KEY_KPDOT) + [KEY_KPENTER, KEY_NUMLOCK], KEY_KP5, "kp5"),
        ("Test Phone", Array(KEY_NUMERIC_0...KEY_NUMERIC_POUND), KEY_NUMERIC_5, "numeric_5"),
        ("Test Half", Array(KEY_ESC...KEY_5) + Array(KEY_TAB...KEY_T), KEY_4, "4"),
      ]
      for pad in pads {
        let device = try UInputDevice(name: pad.name, keys: pad.keys)
        let plain = try DesktopReader(device.node)
        let profile = """
          switchway: 1
          devices: {pad: {match: {name: "\(pad.name)"}}}
          switches: {one: {input: pad/\(pad.word), steady: off, tap: select}}
          """
        let daemon = try DaemonProcess(profile: profile)
        let client = try daemon.connect()
        try daemon.expectLogged("reason=text-keys")
        try daemon.expectLogged("add `grab: yes` to 'pad'")
        #expect(!daemon.openNodes.contains(device.node), "\(pad.name)")
        try device.tap(pad.key)
        try expect([[EV_KEY, pad.key, 1], [EV_KEY, pad.key, 0]], at: plain, "the digit of \(pad.name)")
        try client.settle()
        #expect(client.all("press").isEmpty && client.all("command").isEmpty)
        // Once grabbed it is read, and the digits that no switch uses type.
        try DaemonProcess.write(
          profile.replacing(#""}}}"#, with: #""}, grab: yes}}"#), to: "\(daemon.folder)/test.yaml")
        try client.device("grabbed")
        let desktop = try DesktopReader(try KeyboardRig.virtualNode())
        try device.tap(pad.key)
        try client.command("select")
        try device.tap(pad.key + 1)
        try expect([[EV_KEY, pad.key + 1, 1], [EV_KEY, pad.key + 1, 0]], at: desktop, "another key of \(pad.name)")
        #expect(plain.events().isEmpty)
      }
    }
  }
}
