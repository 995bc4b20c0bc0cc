import CLibevdev
import Glibc
import SwitchwayCore
import Testing

extension DeviceTests {
  /// What front ends do with the pointer reaches the desktop through a virtual pointer.
  @Suite(.serialized) struct PointingTests {
    private static func profile(pointing: String) -> String {
      """
      switchway: 1
      extends: full-keyboard-access
      devices: {keyboard: {match: {name: "Test Keyboard*"}}}
      policy: {pointing: \(pointing)}
      """
    }

    private static func pointer() throws -> DesktopReader {
      try DesktopReader(try KeyboardRig.virtualNode(OwnDevice.absolutePointer.name))
    }

    private func ask(_ request: String, _ client: LineClient) throws -> Line {
      try client.send(request)
      return try client.next("the answer to \(request)") { ["ok", "error"].contains($0.type) }
    }

    @Test("the pointer is there while the profile allows it, and is no device that is read; exact places arrive")
    func policy() throws {
      let rig = try KeyboardRig(profile: Self.profile(pointing: "no"), claims: #""all""#)
      #expect(KeyboardRig.nodes(named: OwnDevice.absolutePointer.name).isEmpty)
      #expect(try ask(#"{"type":"point","x":0,"y":0,"action":"move"}"#, rig.client).text("reason") == "policy")
      try DaemonProcess.write(Self.profile(pointing: "yes"), to: "\(rig.daemon.folder)/test.yaml")
      #expect(try ask(#"{"type":"reload"}"#, rig.client).type == "ok")
      let desktop = try Self.pointer()
      #expect(desktop.has(EV_REL, REL_WHEEL) && desktop.has(EV_KEY, BTN_LEFT) && !desktop.has(EV_REL, REL_X))
      let state = try ask(#"{"type":"get","what":"state"}"#, rig.client).description
      #expect(state.contains(#""pointing":true"#) && !state.contains(OwnDevice.absolutePointer.name))
      // The middles of pixels of a layout of 1760 × 600.
      for (x, y) in [(0, 0), (100, 100), (477, 301), (880, 300), (1_759, 599)] {
        let (across, down) = ((Double(x) + 0.5) / 1_760, (Double(y) + 0.5) / 600)
        let line = #"{"type":"point","x":\#(across),"y":\#(down),"action":"move"}"#
        #expect(try ask(line, rig.client).type == "ok")
        try eventually("the place of \(x), \(y)", readable: desktop.descriptor) {
          _ = desktop.everything()
          // As libinput does.
          let found = (desktop.value(EV_ABS, ABS_X) * 1_760 / 65_536, desktop.value(EV_ABS, ABS_Y) * 600 / 65_536)
          return found == (Int32(x), Int32(y))
        }
      }
      try DaemonProcess.write(Self.profile(pointing: "no"), to: "\(rig.daemon.folder)/test.yaml")
      #expect(try ask(#"{"type":"reload"}"#, rig.client).type == "ok")
      _ = try KeyboardRig.gone(OwnDevice.absolutePointer.name)
    }

    @Test("a click, the same click again and the wheel arrive event by event")
    func click() throws {
      let rig = try KeyboardRig(profile: Self.profile(pointing: "yes"), claims: #""all""#)
      let desktop = try Self.pointer()
      let end: [Int32] = [EV_SYN, SYN_REPORT, 0]
      let click: [[Int32]] = [[EV_KEY, BTN_LEFT, 1], end, [EV_KEY, BTN_LEFT, 0], end]
      let place: [[Int32]] = [[EV_ABS, ABS_X, 32_769], [EV_ABS, ABS_Y, 16_384], end, [EV_ABS, ABS_X, 32_768], end]
      // The kernel drops an axis that has the value already.
      let again: [[Int32]] = [[EV_ABS, ABS_X, 32_769], end, [EV_ABS, ABS_X, 32_768], end]
      let wheel: [[Int32]] = [[EV_REL, REL_WHEEL, -1], end, [EV_REL, REL_WHEEL, -1], end]
      let rows = [
        (#""action":"click""#, place + click), (#""action":"click""#, again + click),
        (#""action":"scroll","direction":"down","notches":2"#, again + wheel),
      ]
      for (members, expected) in rows {
        #expect(try ask(#"{"type":"point","x":0.5,"y":0.25,\#(members)}"#, rig.client).type == "ok")
        var came: [[Int32]] = []
        try eventually(members, readable: desktop.descriptor) {
          came += desktop.everything()
          return came.count >= expected.count
        }
        #expect(came == expected)
      }
    }

    @Test("a client that goes with the button down leaves it up, and so does panic")
    func released() throws {
      let rig = try KeyboardRig(profile: Self.profile(pointing: "yes"), claims: #""all""#)
      let desktop = try Self.pointer()
      let press = #"{"type":"point","x":0.5,"y":0.25,"action":"press"}"#
      func awaitButton(_ isDown: Bool, _ what: String) throws {
        try eventually(what, readable: desktop.descriptor) {
          _ = desktop.everything()
          return desktop.value(EV_KEY, BTN_LEFT) == (isDown ? 1 : 0)
        }
      }
      do {
        let other = try rig.daemon.connect()
        try other.send(#"{"type":"claim","commands":["back"]}"#)
        try other.next(type: "ok")
        #expect(try ask(press, other).type == "ok")
        try awaitButton(true, "the other client's press")
        #expect(try ask(press, rig.client).text("reason") == "button-down")
      }
      // Its connection is closed.
      try awaitButton(false, "the release after the other client's end")
      #expect(try ask(press, rig.client).type == "ok")
      try awaitButton(true, "the press")
      try rig.keyboard.edges([(KEY_BACKSPACE, true), (KEY_ESC, true), (KEY_ENTER, true)])
      try awaitButton(false, "the release by panic")
      #expect(try ask(press, rig.client).text("reason") == "panic")
    }

    @Test(
      "the daemon ends or is killed with the button down: the pointer goes, and the button with it",
      arguments: [SIGKILL, SIGTERM])
    func ended(signal: Int32) throws {
      let rig = try KeyboardRig(profile: Self.profile(pointing: "yes"), claims: #""all""#)
      let desktop = try Self.pointer()
      #expect(try ask(#"{"type":"point","x":0.5,"y":0.25,"action":"press"}"#, rig.client).type == "ok")
      var came: [[Int32]] = []
      try eventually("the press", readable: desktop.descriptor) {
        came += desktop.events()
        return came.last == [EV_KEY, BTN_LEFT, 1]
      }
      rig.daemon.signal(signal)
      // A desktop lifts what is down on a device that goes. The kernel gives the last events only to a reader that is
      // faster than the end of the device.
      try eventually("the end of the pointer") {
        came += desktop.events()
        return KeyboardRig.nodes(named: OwnDevice.absolutePointer.name).isEmpty
      }
      let last = Array(came.drop { $0 != [EV_KEY, BTN_LEFT, 1] }.dropFirst())
      #expect(last.isEmpty || last == [[EV_KEY, BTN_LEFT, 0]], "\(came)")
    }
  }
}
