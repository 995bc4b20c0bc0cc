import CLibevdev
import Glibc
import SwitchwayCore
import Testing

extension DeviceTests {
  /// Full Keyboard Access from a real kernel's keyboard to the desktop and a front end.
  @Suite(.serialized) struct KeyboardTests {
    @Test("what is not bound types, letter for letter; what is claimed is a command and types nothing")
    func types() throws {
      let rig = try KeyboardRig(claims: #"["actions","next"]"#)
      try rig.keyboard.edges([(KEY_A, true), (KEY_B, true), (KEY_A, false), (KEY_B, false)])
      try rig.expectTyped([[KEY_A, 1], [KEY_B, 1], [KEY_A, 0], [KEY_B, 0]])
      try rig.keyboard.edges([
        (KEY_TAB, true), (KEY_Z, true), (KEY_Z, false), (KEY_TAB, false), (KEY_C, true), (KEY_C, false),
      ])
      let command = try rig.client.command("actions")
      #expect(command.description.contains(#""source":{"device":"keyboard","gesture":"chord"}"#))
      #expect(command.description.contains(#""for":"client-"#))
      try rig.expectTyped([[KEY_C, 1], [KEY_C, 0]])
    }

    @Test("a command that nobody has claimed types its own keys")
    func alone() throws {
      let rig = try KeyboardRig()
      try rig.keyboard.edges([(KEY_TAB, true), (KEY_F, true), (KEY_F, false), (KEY_TAB, false)])
      try rig.expectTyped([[KEY_LEFTCTRL, 1], [KEY_F, 1], [KEY_F, 0], [KEY_LEFTCTRL, 0]])
    }

    @Test("killed with a key held, the keyboard types again by itself")
    func killed() throws {
      let rig = try KeyboardRig()
      let other = try DesktopReader(rig.keyboard.node)
      try rig.keyboard.key(KEY_A, down: true)
      try rig.expectTyped([[KEY_A, 1]])
      let start = now()
      rig.daemon.signal(SIGKILL)
      try KeyboardRig.expectBack(rig.keyboard, other, "kill -9", since: start)
      #expect(try rig.daemon.end(by: SIGKILL) == 128 + SIGKILL)
      try rig.keyboard.key(KEY_A, down: false)
      try KeyboardRig.expectPlain(rig.keyboard, other)
      #expect(unsafe access(try KeyboardRig.gone(), F_OK) != 0)
    }

    @Test("unplugged with keys held, all of them come up; plugged in again it types again")
    func unplugged() throws {
      let rig = try KeyboardRig()
      try rig.keyboard.edges([(KEY_LEFTSHIFT, true), (KEY_A, true)])
      try rig.expectTyped([[KEY_LEFTSHIFT, 1], [KEY_A, 1]])
      rig.keyboard.unplug()
      #expect(Set(try rig.typing(2)) == [[KEY_LEFTSHIFT, 0], [KEY_A, 0]])
      try rig.client.device("removed")
      let again = try UInputDevice.keyboard()
      try rig.client.device("grabbed")
      try again.tap(KEY_B)
      try rig.expectTyped([[KEY_B, 1], [KEY_B, 0]])
    }

    @Test("a key that is down at the start is not taken; once it is up the keyboard is grabbed")
    func stuck() throws {
      let keyboard = try UInputDevice.keyboard()
      try keyboard.key(KEY_A, down: true)
      let daemon = try DaemonProcess(profile: KeyboardRig.profile)
      let client = try daemon.connect()
      try keyboard.key(KEY_A, down: false)
      try KeyboardRig.awaitGrab(client)
      let desktop = try DesktopReader(try KeyboardRig.virtualNode())
      try desktop.stopRepeats()
      try keyboard.tap(KEY_B)
      var came: [[Int32]] = []
      try eventually("B") {
        came += desktop.events()
        return came.count >= 2
      }
      #expect(came == [[EV_KEY, KEY_B, 1], [EV_KEY, KEY_B, 0]])
    }

    @Test("panic: everything is let go of, until somebody resumes with no key down")
    func panic() throws {
      let rig = try KeyboardRig(claims: #""all""#)
      let other = try DesktopReader(rig.keyboard.node)
      let start = now()
      try rig.keyboard.edges([(KEY_BACKSPACE, true), (KEY_ESC, true), (KEY_ENTER, true)])
      try rig.client.next(type: "mode") { $0.text("mode") == "panic" }
      try rig.client.device("released")
      print("measured: panic: let go of after \(Int((now() - start) * 1_000)) ms, 1000 of them the chord's own")
      try rig.client.send(#"{"type":"resume","id":"early"}"#)
      try rig.client.next(type: "error") { $0.text("id") == "early" }
      try rig.keyboard.edges([(KEY_BACKSPACE, false), (KEY_ESC, false), (KEY_ENTER, false)])
      try KeyboardRig.expectPlain(rig.keyboard, other)
      let typed = try rig.typing(4)
      #expect(Set(typed.filter { $0[1] == 1 }.map { $0[0] }) == Set(typed.filter { $0[1] == 0 }.map { $0[0] }))
      try rig.client.send(#"{"type":"resume","id":"late"}"#)
      try rig.client.next(type: "ok") { $0.text("id") == "late" }
      try KeyboardRig.awaitGrab(rig.client)
      try rig.keyboard.tap(KEY_TAB)
      try rig.client.command("next")
    }

    @Test("a front end that is stopped while it has claimed everything loses it; its keys type")
    func frozen() throws {
      let rig = try KeyboardRig()
      let frozen = try rig.daemon.connect()
      try frozen.send(#"{"type":"claim","commands":"all"}"#)
      try frozen.next(type: "ok")
      // From here on it reads nothing and answers no ping.
      poll(nil, 0, 1_100)
      let start = now()
      try rig.keyboard.tap(KEY_UP)
      try rig.client.command("move")
      try rig.client.next(type: "warning") { $0.text("code") == "consumer-lost" }
      print("measured: frozen front end: it has lost its claims after \(Int((now() - start) * 1_000)) ms")
      try rig.keyboard.tap(KEY_UP)
      try rig.expectTyped([[KEY_UP, 1], [KEY_UP, 0]])
    }

    @Test("LEDs of the virtual keyboard are those of the real one; scan codes pass")
    func lights() throws {
      let rig = try KeyboardRig()
      try rig.desktop.setLED(LED_CAPSL, true)
      // LEDs of a grabbed device are not reported to other readers, so read the state again.
      try eventually("the LED") { try DesktopReader(rig.keyboard.node).value(EV_LED, LED_CAPSL) == 1 }
      _ = rig.desktop.everything()
      try rig.keyboard.emit(frames: [[(EV_MSC, MSC_SCAN, 0x70004), (EV_KEY, KEY_A, 1)]])
      var came: [[Int32]] = []
      try eventually("A") {
        came += rig.desktop.everything()
        return came.contains([EV_KEY, KEY_A, 1])
      }
      #expect(came.prefix(2) == [[EV_MSC, MSC_SCAN, 0x70004], [EV_KEY, KEY_A, 1]])
      try rig.keyboard.key(KEY_A, down: false)
    }

    @Test("another program that holds the keyboard is told of, and then it is taken")
    func busy() throws {
      let keyboard = try UInputDevice.keyboard()
      let holder = try DesktopReader(keyboard.node)
      try holder.grab(true)
      let daemon = try DaemonProcess(profile: KeyboardRig.profile)
      let client = try daemon.connect()
      // udev may announce the keyboard later than the daemon starts.
      try eventually("the keyboard in state, not grabbed") {
        try client.send(#"{"type":"get","what":"state","id":"s"}"#)
        let state = try client.next(type: "ok") { $0.text("id") == "s" }.description
        #expect(!state.contains(#""grabbed":true"#))
        return state.contains(#""grabbed":false"#)
      }
      try holder.grab(false)
      try client.device("grabbed")
      try daemon.expectLogged("reason=busy")
    }

    @Test("ended with keys held, the virtual keyboard is gone with them, and the real one types")
    func ended() throws {
      let rig = try KeyboardRig()
      let other = try DesktopReader(rig.keyboard.node)
      try rig.keyboard.edges([(KEY_LEFTCTRL, true), (KEY_A, true)])
      try rig.expectTyped([[KEY_LEFTCTRL, 1], [KEY_A, 1]])
      #expect(try rig.daemon.end() == 0)
      #expect(unsafe access(try KeyboardRig.gone(), F_OK) != 0)
      try rig.keyboard.edges([(KEY_LEFTCTRL, false), (KEY_A, false)])
      try KeyboardRig.expectPlain(rig.keyboard, other)
    }
  }
}

extension KeyboardRig {
  /// The node of a virtual device that was removed; any path if there was none.
  static func gone(_ name: String = OwnDevice.keyboard.name) throws -> String {
    var path = "/dev/input/none"
    try eventually("the end of '\(name)'") {
      let all = nodes(named: name)
      if let first = all.first { path = first }
      return all.isEmpty
    }
    return path
  }
}
