import CLibevdev
import Glibc
import Testing

extension DeviceTests {
  /// What front ends have typed reaches the desktop through the virtual keyboard.
  @Suite(.serialized) struct TypingTests {
    private static func profile(_ layout: String) -> String {
      """
      switchway: 1
      extends: full-keyboard-access
      devices: {keyboard: {match: {name: "Test Keyboard*"}}}
      keyboard: {layout: \(layout)}
      policy: {typing: yes}
      """
    }

    private func answer(_ id: String, _ client: LineClient) throws -> Line {
      try client.next("the answer \(id)") { ["ok", "error"].contains($0.type) && $0.text("id") == id }
    }

    private func taps(_ codes: [Int32]) -> [[Int32]] { codes.flatMap { [[$0, 1], [$0, 0]] } }

    @Test("a text arrives key for key in the person's layout, with its modifiers, and leaves none of them down")
    func text() throws {
      let rig = try KeyboardRig(profile: Self.profile("de"), claims: #""all""#)
      try rig.client.send(#"{"type":"type","text":"Ab1€ zÊ","id":"text"}"#)
      #expect(try answer("text", rig.client).type == "ok")
      try rig.expectTyped([
        [KEY_LEFTSHIFT, 1], [KEY_A, 1], [KEY_A, 0], [KEY_LEFTSHIFT, 0], [KEY_B, 1], [KEY_B, 0], [KEY_1, 1],
        [KEY_1, 0], [KEY_RIGHTALT, 1], [KEY_E, 1], [KEY_E, 0], [KEY_RIGHTALT, 0], [KEY_SPACE, 1], [KEY_SPACE, 0],
        [KEY_Y, 1], [KEY_Y, 0], [KEY_GRAVE, 1], [KEY_GRAVE, 0], [KEY_LEFTSHIFT, 1], [KEY_E, 1], [KEY_E, 0],
        [KEY_LEFTSHIFT, 0],
      ])
      for key in [KEY_LEFTSHIFT, KEY_RIGHTALT, KEY_A, KEY_E] { #expect(rig.desktop.value(EV_KEY, key) == 0) }
      try rig.client.send(#"{"type":"type","keys":"ctrl+c","id":"keys"}"#)
      #expect(try answer("keys", rig.client).type == "ok")
      try rig.expectTyped([[KEY_LEFTCTRL, 1], [KEY_C, 1], [KEY_C, 0], [KEY_LEFTCTRL, 0]])
      // The layout lacks the second character, so the first is not typed either.
      try rig.client.send(#"{"type":"type","text":"aя","id":"lacks"}"#)
      let lacks = try answer("lacks", rig.client)
      #expect(lacks.text("code") == "bad-argument")
      #expect(lacks.text("message")?.contains("no keys for 'я' (U+044F); nothing was typed") == true)
      try rig.client.send(#"{"type":"type","text":"b","id":"last"}"#)
      #expect(try answer("last", rig.client).type == "ok")
      try rig.expectTyped(taps([KEY_B]))
      let log = try rig.daemon.wholeLog()
      for typed in ["044F", "Ab1", "KEY_"] { #expect(!log.contains(typed)) }
    }

    @Test("texts of two clients at once do not mix; one whose client goes stops between two keys")
    func twoClients() throws {
      let rig = try KeyboardRig(profile: Self.profile("us"), claims: #""all""#)
      let other = try rig.daemon.connect()
      try other.send(#"{"type":"claim","commands":["next"]}"#)
      try other.next(type: "ok")
      try rig.client.send(#"{"type":"type","text":"aaaaaaaaaa","id":"a"}"#)
      try other.send(#"{"type":"type","text":"bbbbbbbbbb","id":"b"}"#)
      // Read at once: the kernel keeps only some dozens of events for a reader. Both clients answer pings.
      try eventually("both texts", readable: rig.desktop.descriptor) {
        try other.readWaiting()
        try rig.collect()
        return rig.typed.count >= 40
      }
      let typed = try rig.typing(40)
      #expect(try answer("a", rig.client).type == "ok")
      #expect(try answer("b", other).type == "ok")
      let order = [KEY_A, KEY_B].map { Array(repeating: $0, count: 10) }
      #expect(typed == taps(order[0] + order[1]) || typed == taps(order[1] + order[0]))

      var rest: [[Int32]] = []
      do {
        let third = try rig.daemon.connect()
        try third.send(#"{"type":"claim","commands":["back"]}"#)
        try third.next(type: "ok")
        try third.send(#"{"type":"type","text":"\#(String(repeating: "x", count: 200))"}"#)
        rest = try rig.typing(2)
      }
      // Its connection is closed. The next text follows before 200 keys were typed.
      try rig.client.send(#"{"type":"type","text":"q","id":"q"}"#)
      try eventually("q", readable: rig.desktop.descriptor) {
        try rig.client.readWaiting()
        rest += rig.desktop.events().filter { $0[0] == EV_KEY && $0[2] != 2 }.map { [$0[1], $0[2]] }
        return rest.suffix(2) == taps([KEY_Q])[...]
      }
      #expect(try answer("q", rig.client).type == "ok")
      #expect(rest.count < 400)
      #expect(rest == taps(Array(repeating: KEY_X, count: (rest.count - 2) / 2) + [KEY_Q]))
    }

    @Test("what the person types meanwhile stays in order and keeps its modifiers; panic stops the text")
    func meanwhile() throws {
      let rig = try KeyboardRig(profile: Self.profile("us"), claims: #""all""#)
      try rig.client.send(#"{"type":"type","text":"\#(String(repeating: "a", count: 200))","id":"long"}"#)
      try rig.keyboard.edges([(KEY_LEFTSHIFT, true), (KEY_X, true), (KEY_X, false), (KEY_LEFTSHIFT, false)])
      var typed: [[Int32]] = []
      try eventually("X and a later a", readable: rig.desktop.descriptor) {
        try rig.client.readWaiting()
        typed += rig.desktop.events().filter { $0[0] == EV_KEY && $0[2] != 2 }.map { [$0[1], $0[2]] }
        return typed.contains([KEY_LEFTSHIFT, 0]) && typed.last == [KEY_A, 0]
      }
      var hasShift = false
      for edge in typed {
        if edge[0] == KEY_LEFTSHIFT { hasShift = edge[1] == 1 }
        if edge == [KEY_X, 1] { #expect(hasShift) }
        if edge == [KEY_A, 1] { #expect(!hasShift) }
      }
      try rig.keyboard.edges([(KEY_BACKSPACE, true), (KEY_ESC, true), (KEY_ENTER, true)])
      #expect(try answer("long", rig.client).description.contains("'resume' first"))
      for code in KEY_ESC...KEY_KPDOT { #expect(rig.desktop.value(EV_KEY, code) == 0, "key \(code)") }
      try rig.client.send(#"{"type":"type","text":"a","id":"panic"}"#)
      #expect(try answer("panic", rig.client).text("code") == "refused")
    }

    @Test(
      "killed in mid-text: nothing stays down, and the next daemon types nothing of it", arguments: [SIGKILL, SIGTERM])
    func killed(signal: Int32) throws {
      let rig = try KeyboardRig(profile: Self.profile("us"), claims: #""all""#)
      let plain = try DesktopReader(rig.keyboard.node)
      try rig.client.send(#"{"type":"type","text":"\#(String(repeating: "A", count: 200))"}"#)
      #expect(try rig.typing(2).prefix(2) == [[KEY_LEFTSHIFT, 1], [KEY_A, 1]])
      let start = now()
      rig.daemon.signal(signal)
      try KeyboardRig.expectBack(rig.keyboard, plain, "signal \(signal) in mid-text", since: start)
      #expect(try rig.daemon.end(by: signal) == (signal == SIGKILL ? 128 + SIGKILL : 0))
      #expect(!exists(try KeyboardRig.gone()))
      let daemon = try DaemonProcess(profile: Self.profile("us"))
      let client = try daemon.connect()
      try KeyboardRig.awaitGrab(client)
      let desktop = try DesktopReader(try KeyboardRig.virtualNode())
      try desktop.stopRepeats()
      for code in [KEY_LEFTSHIFT, KEY_A] { #expect(desktop.value(EV_KEY, code) == 0, "key \(code)") }
      try rig.keyboard.tap(KEY_B)
      var typed: [[Int32]] = []
      try eventually("B") {
        typed += desktop.events().map { [$0[1], $0[2]] }
        return typed.count >= 2
      }
      #expect(typed == taps([KEY_B]))
    }

    @Test(
      "a keyboard with a wheel that comes in mid-text is taken after the text, because it needs a new keyboard",
      arguments: [false, true])
    func wheel(standsStill: Bool) throws {
      let rig = try KeyboardRig(profile: Self.profile("us"), claims: #""all""#)
      try rig.client.send(#"{"type":"type","text":"\#(String(repeating: "ab", count: 100))","id":"long"}"#)
      let start = now()
      try eventually("the beginning of the text") {
        try rig.collect()
        return !rig.typed.isEmpty
      }
      if standsStill { rig.daemon.signal(SIGSTOP) }
      let second = try UInputDevice(
        name: Array("Test Keyboard with wheel".utf8), product: 0x6b63,
        keys: Array(KEY_ESC...KEY_KPDOT) + Array(KEY_KPENTER...KEY_DELETE),
        types: [(EV_REL, UInt32(REL_WHEEL)...UInt32(REL_WHEEL))], meanwhile: rig.collect)
      if standsStill {
        // As on a busy machine: the text would be over when the daemon goes on. Its rest still comes key for key.
        try eventually("the end of the time of 200 keys") {
          try rig.collect()
          return now() > start + 4.5
        }
        rig.daemon.signal(SIGCONT)
      }
      try rig.expectTyped(taps(Array(repeating: [KEY_A, KEY_B], count: 100).flatMap(\.self)))
      #expect(try answer("long", rig.client).type == "ok")
      try rig.client.device("grabbed", named: "Test Keyboard with wheel")
      let desktop = try DesktopReader(try KeyboardRig.virtualNode())
      try desktop.stopRepeats()
      try second.tap(KEY_C)
      var typed: [[Int32]] = []
      try eventually("C") {
        typed += desktop.events().map { [$0[1], $0[2]] }
        return typed.count >= 2
      }
      #expect(typed == taps([KEY_C]))
    }

    @Test("where no keyboard is grabbed, a virtual keyboard is there for the text")
    func noKeyboards() throws {
      let profile = """
        switchway: 1
        devices: {box: {match: {name: "Test Box*"}}}
        switches: {left: {input: box/btn_trigger, steady: off, tap: select}}
        policy: {typing: yes}
        """
      let daemon = try DaemonProcess(profile: profile, environment: ["XKB_DEFAULT_LAYOUT=fr"])
      let desktop = try DesktopReader(try KeyboardRig.virtualNode())
      try desktop.stopRepeats()
      let client = try daemon.connect()
      try client.send(#"{"type":"type","text":"a","id":"claim"}"#)
      #expect(try answer("claim", client).description.contains("'claim' first"))
      try client.send(#"{"type":"claim","commands":["select"]}"#)
      try client.next(type: "ok")
      try client.send(#"{"type":"type","text":"ê1","id":"text"}"#)
      #expect(try answer("text", client).type == "ok")
      var typed: [[Int32]] = []
      try eventually("the text") {
        typed += desktop.events().map { [$0[1], $0[2]] }
        return typed.count >= 8
      }
      #expect(typed == taps([KEY_LEFTBRACE, KEY_E]) + [[KEY_LEFTSHIFT, 1]] + taps([KEY_1]) + [[KEY_LEFTSHIFT, 0]])
    }
  }
}
