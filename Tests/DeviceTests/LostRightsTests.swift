import CLibevdev
import Glibc
import SwitchwayCore
import Testing

extension DeviceTests {
  /// Access rights lost while keyboards are grabbed: the keyboards type, and are grabbed again when the rights are
  /// back.
  @Suite(.serialized) struct LostRightsTests {
    private static func setMode(_ path: String, _ mode: mode_t) throws {
      guard unsafe chmod(path, mode) == 0 else { throw KernelError(path) }
    }

    private static func keyboardWithWheel() throws -> UInputDevice {
      try UInputDevice(
        name: Array("Test Keyboard with wheel".utf8), product: 0x6b63,
        keys: Array(KEY_ESC...KEY_KPDOT) + Array(KEY_KPENTER...KEY_DELETE),
        types: [(EV_REL, UInt32(REL_WHEEL)...UInt32(REL_WHEEL))])
    }

    /// Waits until the desktop has received exactly these events, except repeats.
    private func expect(_ wanted: [[Int32]], at desktop: DesktopReader, _ what: String) throws {
      var came: [[Int32]] = []
      try eventually(what) {
        came += desktop.events().filter { $0[0] != EV_KEY || $0[2] != 2 }
        return came.count >= wanted.count
      }
      #expect(came == wanted)
    }

    @Test("uinput's rights are lost, then a keyboard with a wheel comes: both type; rights back: both are taken")
    func uinputLost() throws {
      let rig = try KeyboardRig()
      try UInputDevice.allow(false)
      defer { try? UInputDevice.allow(true) }
      let second = try Self.keyboardWithWheel()
      let plain = try DesktopReader(second.node)
      let warning = try rig.client.next(type: "warning") { $0.text("code") == "degraded" }
      #expect(warning.description.contains("Test Keyboard with wheel"))
      try rig.keyboard.tap(KEY_A)
      try rig.expectTyped([[KEY_A, 1], [KEY_A, 0]], "by the virtual keyboard that there is")
      try KeyboardRig.expectPlain(second, plain)
      try UInputDevice.allow(true)
      try rig.client.device("grabbed", named: "Test Keyboard with wheel")
      #expect(rig.daemon.openNodes.filter { $0 == "/dev/uinput" }.count == 1)
      let desktop = try DesktopReader(try KeyboardRig.virtualNode())
      try desktop.stopRepeats()
      try second.emit(frames: [[(EV_REL, REL_WHEEL, -1)], [(EV_KEY, KEY_B, 1)], [(EV_KEY, KEY_B, 0)]])
      try rig.keyboard.tap(KEY_C)
      try expect(
        [
          [EV_REL, REL_WHEEL, -1], [EV_KEY, KEY_B, 1], [EV_KEY, KEY_B, 0], [EV_KEY, KEY_C, 1], [EV_KEY, KEY_C, 0],
        ], at: desktop, "what both keyboards sent")
      #expect(!(try rig.daemon.wholeLog()).contains("KEY_"))
    }

    @Test("the virtual keyboard fails while uinput's rights are lost: the keyboard types; rights back: it is taken")
    func uinputBroken() throws {
      let rig = try KeyboardRig()
      let plain = try DesktopReader(rig.keyboard.node)
      try rig.keyboard.key(KEY_A, down: true)
      try rig.expectTyped([[KEY_A, 1]])
      try UInputDevice.allow(false)
      defer { try? UInputDevice.allow(true) }
      try rig.daemon.breakVirtualKeyboard()
      try rig.keyboard.key(KEY_A, down: false)
      try KeyboardRig.expectBack(rig.keyboard, plain, "uinput failed without rights")
      try KeyboardRig.expectPlain(rig.keyboard, plain)
      try UInputDevice.allow(true)
      try rig.client.device("grabbed")
      let desktop = try DesktopReader(try KeyboardRig.virtualNode())
      try rig.keyboard.tap(KEY_B)
      try expect([[EV_KEY, KEY_B, 1], [EV_KEY, KEY_B, 0]], at: desktop, "B on another virtual keyboard")
    }

    @Test("a node's rights are lost while it is open, then panic and resume: told, it types, and is taken again later")
    func nodeLost() throws {
      let rig = try KeyboardRig()
      let plain = try DesktopReader(rig.keyboard.node)
      try Self.setMode(rig.keyboard.node, 0o600)
      try rig.keyboard.edges([(KEY_BACKSPACE, true), (KEY_ESC, true), (KEY_ENTER, true)])
      try rig.client.next(type: "mode") { $0.text("mode") == "panic" }
      try rig.client.device("released")
      try rig.keyboard.edges([(KEY_BACKSPACE, false), (KEY_ESC, false), (KEY_ENTER, false)])
      _ = try rig.typing(6)
      try rig.client.settle()
      try rig.client.send(#"{"type":"resume","id":"resume"}"#)
      try rig.client.next(type: "device") { $0.text("change") == "failed" && $0.text("reason") == "permission" }
      try rig.daemon.expectLogged("reason=permission")
      try KeyboardRig.expectPlain(rig.keyboard, plain)
      try Self.setMode(rig.keyboard.node, 0o660)
      try rig.client.device("grabbed")
      try rig.keyboard.tap(KEY_B)
      try rig.expectTyped([[KEY_B, 1], [KEY_B, 0]])
    }

    @Test("a grabbed node is revoked with keys held: they come up, the keyboard types, and is opened and taken again")
    func revoked() throws {
      let rig = try KeyboardRig()
      let plain = try DesktopReader(rig.keyboard.node)
      try rig.keyboard.edges([(KEY_LEFTSHIFT, true), (KEY_A, true)])
      try rig.expectTyped([[KEY_LEFTSHIFT, 1], [KEY_A, 1]])
      let start = now()
      try rig.daemon.revoke(rig.keyboard.node)
      #expect(Set(try rig.typing(2)) == [[KEY_LEFTSHIFT, 0], [KEY_A, 0]])
      try rig.client.device("removed")
      // It is opened again after a second, and not grabbed while a key is down.
      try KeyboardRig.expectBack(rig.keyboard, plain, "revoked", since: start)
      try rig.client.device("added")
      try rig.keyboard.edges([(KEY_A, false), (KEY_LEFTSHIFT, false)])
      try rig.client.device("grabbed")
      try rig.keyboard.tap(KEY_B)
      try rig.expectTyped([[KEY_B, 1], [KEY_B, 0]])
    }
  }
}
