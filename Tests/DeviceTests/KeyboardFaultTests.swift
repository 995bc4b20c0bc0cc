import CLibevdev
import Glibc
import SwitchwayCore
import Testing

extension DeviceTests {
  /// The virtual keyboard fails or cannot be made: real keyboards type.
  @Suite(.serialized) struct KeyboardFaultTests {
    @Test("a virtual keyboard that fails: the real one is let go of, that is told, and it is taken again later")
    func brokenUInput() throws {
      let rig = try KeyboardRig(claims: #""all""#)
      let reader = try DesktopReader(rig.keyboard.node)
      try rig.keyboard.edges([(KEY_LEFTSHIFT, true), (KEY_A, true)])
      try rig.expectTyped([[KEY_LEFTSHIFT, 1], [KEY_A, 1]])
      // Otherwise the keyboard may be taken again, a second later, before the other reader has seen a key.
      try UInputDevice.allow(false)
      defer { try? UInputDevice.allow(true) }
      try rig.daemon.breakVirtualKeyboard()
      // The first key that cannot be typed shows it.
      try rig.keyboard.edges([(KEY_A, false), (KEY_LEFTSHIFT, false)])
      try rig.client.device("released")
      try rig.client.next(type: "warning") { $0.text("code") == "degraded" }
      try KeyboardRig.expectBack(rig.keyboard, reader, "uinput failed")
      try UInputDevice.allow(true)
      try rig.client.device("grabbed")
      let desktop = try DesktopReader(try KeyboardRig.virtualNode())
      try desktop.stopRepeats()
      try rig.keyboard.tap(KEY_B)
      var came: [[Int32]] = []
      try eventually("B on another virtual keyboard") {
        came += desktop.events()
        return came.count >= 2
      }
      #expect(came == [[EV_KEY, KEY_B, 1], [EV_KEY, KEY_B, 0]])
      #expect(!(try rig.daemon.wholeLog()).contains("KEY_"))
    }

    @Test("a client's text that cannot be typed: the keyboard is let go of before a key of it goes down")
    func brokenByText() throws {
      let rig = try KeyboardRig(profile: KeyboardRig.profile + "\npolicy: {typing: yes}\n", claims: #""all""#)
      let reader = try DesktopReader(rig.keyboard.node)
      // So that the keyboard is not taken again before the other reader has seen a key.
      try UInputDevice.allow(false)
      defer { try? UInputDevice.allow(true) }
      try rig.daemon.breakVirtualKeyboard()
      try rig.client.send(#"{"type":"type","text":"x"}"#)
      try rig.client.device("released")
      try rig.client.next(type: "warning") { $0.text("code") == "degraded" }
      try KeyboardRig.expectBack(rig.keyboard, reader, "uinput failed with a text")
    }

    @Test("no uinput at all: the keyboard is not grabbed and types, switches still publish, and that is told")
    func noUInput() throws {
      try UInputDevice.allow(false)
      defer { try? UInputDevice.allow(true) }
      let keyboard = try UInputDevice.keyboard()
      let reader = try DesktopReader(keyboard.node)
      let box = try UInputDevice.box()
      let daemon = try DaemonProcess(
        profile: KeyboardRig.profile.replacing("devices: {", with: "devices: {box: {match: {name: \"Test Box\"}}, ")
          + "\nswitches: {one: {input: box/btn_trigger, steady: off, tap: select}}\n")
      let client = try daemon.connect()
      try client.devices(2)
      try KeyboardRig.expectPlain(keyboard, reader)
      try box.tap(Code.left)
      try client.command("select")
      try daemon.expectLogged("reason=permission")
      try UInputDevice.allow(true)
      try KeyboardRig.awaitGrab(client)
    }
  }
}
