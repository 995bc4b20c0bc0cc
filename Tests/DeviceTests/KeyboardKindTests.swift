import CLibevdev
import Glibc
import SwitchwayCore
import Testing

extension DeviceTests {
  /// Keyboards as they are sold: with a pointer, a wheel or a knob, with many nodes, and devices that only claim to be
  /// one.
  @Suite(.serialized) struct KeyboardKindTests {
    private static let letters = Array(KEY_ESC...KEY_KPDOT) + Array(KEY_KPENTER...KEY_DELETE)

    private func expect(_ wanted: [[Int32]], at desktop: DesktopReader, _ what: String) throws {
      var came: [[Int32]] = []
      try eventually(what) {
        // Without repeats of keys, and without what stops them.
        came += desktop.everything().filter { ![EV_SYN, EV_REP].contains($0[0]) && !($0[0] == EV_KEY && $0[2] == 2) }
        return came.count >= wanted.count
      }
      #expect(came == wanted)
    }

    @Test("a pointer, a wheel and a volume knob that sit in a keyboard go on to the desktop, in order with its keys")
    func pointerInside() throws {
      let keyboard = try UInputDevice(
        name: Array("Test Keyboard with pointer".utf8), keys: Self.letters + [BTN_LEFT, BTN_RIGHT, BTN_MIDDLE],
        axes: [Axis(code: ABS_VOLUME, minimum: 0, maximum: 668)],
        types: [(EV_REL, UInt32(REL_X)...UInt32(REL_Y)), (EV_REL, UInt32(REL_WHEEL)...UInt32(REL_WHEEL))])
      let daemon = try DaemonProcess(profile: KeyboardRig.profile)
      let client = try daemon.connect()
      try KeyboardRig.awaitGrab(client)
      let desktop = try DesktopReader(try KeyboardRig.virtualNode())
      try desktop.stopRepeats()
      try keyboard.emit(frames: [
        [(EV_KEY, KEY_LEFTCTRL, 1)], [(EV_REL, REL_X, 5), (EV_REL, REL_Y, -2)],
        [(EV_KEY, BTN_LEFT, 1), (EV_REL, REL_X, 1)], [(EV_KEY, BTN_LEFT, 0)], [(EV_REL, REL_WHEEL, -1)],
        [(EV_ABS, ABS_VOLUME, 7)], [(EV_KEY, KEY_LEFTCTRL, 0)],
      ])
      try expect(
        [
          [EV_KEY, KEY_LEFTCTRL, 1], [EV_REL, REL_X, 5], [EV_REL, REL_Y, -2], [EV_REL, REL_X, 1],
          [EV_KEY, BTN_LEFT, 1],
          [EV_KEY, BTN_LEFT, 0], [EV_REL, REL_WHEEL, -1], [EV_ABS, ABS_VOLUME, 7], [EV_KEY, KEY_LEFTCTRL, 0],
        ], at: desktop, "what a hand did with pointer, wheel and keys")
      // A button that is down when the keyboard is removed is released.
      try keyboard.key(BTN_LEFT, down: true)
      try expect([[EV_KEY, BTN_LEFT, 1]], at: desktop, "the button")
      keyboard.unplug()
      try expect([[EV_KEY, BTN_LEFT, 0]], at: desktop, "its release")
    }

    @Test("what cannot be passed on keeps the keyboard out of Switchway's hands: it types as ever, and that is told")
    func foreign() throws {
      let keyboard = try UInputDevice(
        name: Array("Test Keyboard with stick".utf8), keys: Self.letters,
        axes: [Axis(code: ABS_X, minimum: 0, maximum: 255), Axis(code: ABS_Y, minimum: 0, maximum: 255)])
      let reader = try DesktopReader(keyboard.node)
      let daemon = try DaemonProcess(profile: KeyboardRig.profile)
      let client = try daemon.connect()
      try client.devices(1)
      try daemon.expectLogged("reason=cannot-pass")
      try KeyboardRig.expectPlain(keyboard, reader)
      try client.send(#"{"type":"get","what":"state","id":"s"}"#)
      let state = try client.next(type: "ok") { $0.text("id") == "s" }
      #expect(state.description.contains(#""grabbed":false"#))
    }

    @Test("a mouse that is called a keyboard is refused, and still moves")
    func mouse() throws {
      let mouse = try UInputDevice(
        name: Array("Test Mouse".utf8), keys: [BTN_LEFT, BTN_RIGHT],
        types: [(EV_REL, UInt32(REL_X)...UInt32(REL_Y))])
      let reader = try DesktopReader(mouse.node)
      let daemon = try DaemonProcess(
        profile: """
          switchway: 1
          devices: {keys: {match: {name: Test Mouse}}}
          keyboard: {devices: [keys], bindings: {tab+z: actions, tab+space: select}}
          """)
      let client = try daemon.connect()
      try daemon.expectLogged("reason=pointer")
      try mouse.emit(frames: [[(EV_REL, REL_X, 1)]])
      var came: [[Int32]] = []
      try eventually("the movement") {
        came += reader.events()
        return !came.isEmpty
      }
      #expect(came == [[EV_REL, REL_X, 1]])
      withExtendedLifetime(client) {}
    }

    @Test("fourteen nodes of one name are one keyboard: all of them are grabbed, and what they send is in order")
    func nodes() throws {
      let nodes = try (0..<14).map { try UInputDevice.keyboard(product: 0x6b00 + Int32($0 / 7)) }
      let daemon = try DaemonProcess(profile: KeyboardRig.profile)
      let client = try daemon.connect()
      try eventually("fourteen grabs") {
        try client.send(#"{"type":"get","what":"state","id":"s"}"#)
        let state = try client.next(type: "ok") { $0.text("id") == "s" }.description
        return state.split(separator: #""grabbed":true"#, omittingEmptySubsequences: false).count == 15
      }
      let desktop = try DesktopReader(try KeyboardRig.virtualNode())
      try desktop.stopRepeats()
      for node in nodes { try node.key(KEY_A, down: true) }
      for node in nodes { try node.key(KEY_A, down: false) }
      try expect([[EV_KEY, KEY_A, 1], [EV_KEY, KEY_A, 0]], at: desktop, "one press of one key")
      for (place, node) in nodes.enumerated() { try node.tap(KEY_1 + Int32(place % 9)) }
      try expect(
        (0..<14).flatMap { [[EV_KEY, KEY_1 + Int32($0 % 9), 1], [EV_KEY, KEY_1 + Int32($0 % 9), 0]] }, at: desktop,
        "a key of each node")
    }

    @Test("a switch types by a bridge, on the virtual keyboard, while nobody claims its commands")
    func bridge() throws {
      let box = try UInputDevice.box()
      let daemon = try DaemonProcess(
        profile: """
          switchway: 1
          devices: {box: {match: {name: "Test Box*"}, grab: yes}}
          switches:
            left: {input: box/btn_trigger, steady: off, tap: next}
            right: {input: box/btn_thumb, steady: off, tap: select}
          policy: {bridge: desktop}
          """)
      let client = try daemon.connect()
      try client.devices(1)
      let desktop = try DesktopReader(try KeyboardRig.virtualNode())
      try desktop.stopRepeats()
      try box.tap(Code.left)
      try box.tap(Code.right)
      // The second key waits for the table's gap.
      try expect(
        [[EV_KEY, KEY_TAB, 1], [EV_KEY, KEY_TAB, 0], [EV_KEY, KEY_ENTER, 1], [EV_KEY, KEY_ENTER, 0]], at: desktop,
        "Tab, and Enter")
      try client.send(#"{"type":"claim","commands":["next"]}"#)
      try client.next(type: "ok")
      try box.tap(Code.left)
      try client.command("next")
      try box.tap(Code.right)
      try expect([[EV_KEY, KEY_ENTER, 1], [EV_KEY, KEY_ENTER, 0]], at: desktop, "Enter, and no Tab before it")
    }
  }
}
