import CLibevdev
import Glibc
import Testing

extension DeviceTests {
  /// What the desktop gets while the person holds a modifier, Caps Lock is on, or keys are held down for a while.
  @Suite(.serialized) struct HeldModifierTests {
    private static let profile = """
      switchway: 1
      extends: full-keyboard-access
      devices: {keyboard: {match: {name: "Test Keyboard*"}}, box: {match: {name: "Test Box*"}}}
      switches: {left: {input: box/btn_trigger, steady: off, tap: next}}
      policy: {typing: yes, bridge: desktop}
      """

    private func taps(_ codes: [Int32]) -> [[Int32]] { codes.flatMap { [[$0, 1], [$0, 0]] } }

    private func answer(_ id: String, _ client: LineClient) throws {
      try client.next("the answer \(id)") { $0.type == "ok" && $0.text("id") == id }
    }

    /// What opens a menu or an overview: `modifier` goes down and up, and no other key goes down between.
    private func bareTaps(of modifier: Int32, in edges: [[Int32]]) -> Int {
      var isBare = false
      var count = 0
      for edge in edges {
        if edge == [modifier, 0], isBare { count += 1 }
        isBare = edge == [modifier, 1] || (isBare && edge[1] == 0 && edge[0] != modifier)
      }
      return count
    }

    @Test("Super held over 40 bridged Tabs: each comes without Super, there is no bare tap of it, and it is down again")
    func bridged() throws {
      let box = try UInputDevice.box()
      let rig = try KeyboardRig(profile: Self.profile)
      try rig.client.devices(2)
      try rig.keyboard.key(KEY_LEFTMETA, down: true)
      var edges = try rig.typing(1)
      #expect(edges == [[KEY_LEFTMETA, 1]])
      func tabs() -> Int {
        edges += rig.desktop.events().filter { $0[0] == EV_KEY && $0[2] != 2 }.map { [$0[1], $0[2]] }
        return edges.count { $0 == [KEY_TAB, 1] }
      }
      // At most three Tabs wait: the kernel keeps 64 events for a reader, which may stand still, and so may the daemon,
      // which types at once what is late.
      for number in 0..<40 {
        try eventually("Tab \(number - 2)") { tabs() > number - 3 }
        try box.tap(Code.left)
        try rig.client.command("next")
      }
      try eventually("40 Tabs, and Super after them") {
        tabs() == 40 && edges.suffix(3) == ([[KEY_LEFTMETA, 1]] + taps([KEY_LEFTCTRL]))[...]
      }
      var isDown = false
      for edge in edges {
        if edge[0] == KEY_LEFTMETA { isDown = edge[1] == 1 }
        if edge == [KEY_TAB, 1] { #expect(!isDown) }
      }
      #expect(rig.desktop.value(EV_KEY, KEY_LEFTMETA) == 1)
      try rig.keyboard.key(KEY_LEFTMETA, down: false)
      edges += try rig.typing(1)
      #expect(bareTaps(of: KEY_LEFTMETA, in: edges) == 0)
      print("measured: Super was lifted \(edges.count { $0 == [KEY_LEFTMETA, 0] } - 1) times for 40 bridged Tabs")
      for key in [KEY_LEFTMETA, KEY_LEFTCTRL, KEY_TAB] { #expect(rig.desktop.value(EV_KEY, key) == 0) }
    }

    @Test("Alt and Shift held over a text: it is written as asked, and both are down again, once")
    func text() throws {
      let rig = try KeyboardRig(profile: Self.profile, claims: #"["menu"]"#)
      try rig.keyboard.edges([(KEY_LEFTALT, true), (KEY_RIGHTSHIFT, true)])
      try rig.expectTyped([[KEY_LEFTALT, 1], [KEY_RIGHTSHIFT, 1]])
      try rig.client.send(#"{"type":"type","text":"ab1","id":"text"}"#)
      try answer("text", rig.client)
      try rig.expectTyped(
        taps([KEY_LEFTCTRL]) + [[KEY_RIGHTSHIFT, 0], [KEY_LEFTALT, 0]]
          + taps([KEY_A, KEY_B, KEY_1]) + [[KEY_RIGHTSHIFT, 1], [KEY_LEFTALT, 1]] + taps([KEY_LEFTCTRL]))
      try rig.keyboard.edges([(KEY_LEFTALT, false), (KEY_RIGHTSHIFT, false)])
      try rig.expectTyped([[KEY_LEFTALT, 0], [KEY_RIGHTSHIFT, 0]])
    }

    @Test("Caps Lock on: it is off for a text, and on again after it")
    func capsLock() throws {
      let rig = try KeyboardRig(profile: Self.profile, claims: #"["menu"]"#)
      try rig.desktop.setLED(LED_CAPSL, true)
      // The daemon has read it once it has set it on the real keyboard.
      try eventually("the LED") { try DesktopReader(rig.keyboard.node).value(EV_LED, LED_CAPSL) == 1 }
      try rig.client.send(#"{"type":"type","text":"aB","id":"text"}"#)
      try answer("text", rig.client)
      try rig.expectTyped(
        taps([KEY_CAPSLOCK, KEY_A]) + [[KEY_LEFTSHIFT, 1]] + taps([KEY_B])
          + [[KEY_LEFTSHIFT, 0]] + taps([KEY_CAPSLOCK]))
    }

    @Test("a bridge's keys that are held down: the kernel sees them down for so long that it repeats them, and then up")
    func held() throws {
      let folder = "/run/switchway-test-bridges"
      for path in [folder, "\(folder)/switchway", "\(folder)/switchway/bridges"] { unsafe mkdir(path, 0o755) }
      let table = "\(folder)/switchway/bridges/slow.yaml"
      try DaemonProcess.write("switchway: 1\npress: 2s\nkeys: {next: tab}\n", to: table)
      defer {
        unsafe unlink(table)
        for path in ["\(folder)/switchway/bridges", "\(folder)/switchway", folder] { unsafe rmdir(path) }
      }
      let box = try UInputDevice.box()
      let rig = try KeyboardRig(
        profile: Self.profile.replacing("bridge: desktop", with: "bridge: slow"),
        environment: ["XDG_CONFIG_HOME=\(folder)"], repeats: true)
      try rig.client.devices(2)
      // So that all repeats fit among the 64 events that the kernel keeps for a reader, which may stand still.
      try rig.desktop.repeatKeys(every: 300)
      try box.tap(Code.left)
      var came: [[Int32]] = []
      try eventually("Tab's release") {
        came += rig.desktop.events().filter { $0[0] == EV_KEY }.map { [$0[1], $0[2]] }
        return came.last == [KEY_TAB, 0]
      }
      #expect(came.first == [KEY_TAB, 1] && came.contains([KEY_TAB, 2]))
    }

    @Test("Super whose hold has run comes before the key that follows; unclaimed, the hold does not run")
    func afterHold() throws {
      let rig = try KeyboardRig(profile: Self.profile, claims: #"["help"]"#)
      let chord: [[Int32]] = [[KEY_LEFTMETA, 1], [KEY_N, 1], [KEY_N, 0], [KEY_LEFTMETA, 0]]
      try rig.keyboard.key(KEY_LEFTMETA, down: true)
      try rig.client.command("help", phase: "begin")
      try rig.keyboard.edges([(KEY_N, true), (KEY_N, false), (KEY_LEFTMETA, false)])
      try rig.client.command("help", phase: "end")
      try rig.expectTyped(chord)
      try rig.client.send(#"{"type":"release","id":"release"}"#)
      try answer("release", rig.client)
      rig.client.forget()
      try rig.keyboard.key(KEY_LEFTMETA, down: true)
      try rig.expectTyped([[KEY_LEFTMETA, 1]])
      try rig.keyboard.edges([(KEY_N, true), (KEY_N, false), (KEY_LEFTMETA, false)])
      try rig.expectTyped(Array(chord.dropFirst()))
      try rig.client.settle()
      #expect(rig.client.all("command").isEmpty)
    }

    @Test("in pass-through the key Tab that is a switch types Tab and publishes nothing; afterwards it is a switch")
    func passThrough() throws {
      let rig = try KeyboardRig(
        profile: """
          switchway: 1
          devices: {kb: {match: {kind: keyboard, name: "Test Keyboard*"}, grab: yes}, box: {match: {name: "Test Box*"}}}
          switches:
            one: {input: kb/tab, steady: off, tap: select}
            two: {input: box/btn_trigger, steady: off, tap: next}
          """)
      let box = try UInputDevice.box()
      try rig.client.devices(2)
      try rig.keyboard.tap(KEY_TAB)
      try rig.client.command("select")
      try rig.client.send(#"{"type":"set","mode":"pass-through","on":true,"id":"on"}"#)
      try answer("on", rig.client)
      rig.client.forget()
      try rig.keyboard.edges([(KEY_A, true), (KEY_A, false), (KEY_TAB, true), (KEY_TAB, false)])
      try rig.expectTyped(taps([KEY_A, KEY_TAB]))
      try box.tap(Code.left)
      try rig.client.command("next")
      #expect(!rig.client.all("press").contains { $0.text("switch") == "one" })
      try rig.client.send(#"{"type":"set","mode":"pass-through","on":false,"id":"off"}"#)
      try answer("off", rig.client)
      try rig.keyboard.tap(KEY_TAB)
      try rig.client.command("select")
    }
  }
}
