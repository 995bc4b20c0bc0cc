import CLibevdev
import Glibc
import Testing

extension DeviceTests {
  /// Real processes that are stopped while they type, inhibit or learn: the person's switches work without them.
  @Suite(.serialized) struct FrozenClientTests {
    private static let profile = """
      switchway: 1
      devices: {box: {match: {name: "Test Box*"}, grab: no}}
      switches: {left: {input: box/btn_trigger, steady: off, tap: select}}
      policy: {typing: yes}
      scan: {style: auto, interval: 1s}
      """

    /// Presses until a command is for nobody. Prints how long that took since `start`.
    private func press(_ box: UInputDevice, _ client: LineClient, _ what: String, since start: Double) throws {
      try eventually("a command for nobody") {
        try box.tap(Code.left)
        try client.settle()
        return client.all("command").last.map { $0.text("for") == nil } ?? false
      }
      print("measured: \(what): switches act without it after \(Int((now() - start) * 1_000)) ms")
    }

    @Test(
      "a client that is stopped while its text is typed loses its claim and the text, of which no key stays down",
      arguments: [(2, 66), (60, 3)])
    func typist(requests: Int, times: Int) throws {
      let daemon = try DaemonProcess(profile: Self.profile)
      let box = try UInputDevice.box()
      let desktop = try DesktopReader(try KeyboardRig.virtualNode())
      let client = try daemon.connect()
      try client.devices(1)
      let text = #"{"type":"type","text":"\#(String(repeating: "aBc", count: times))"}"#
      let typist = try ClientProcess(
        daemon, [#"{"type":"claim","commands":"all"}"#],
        last: [String](repeating: text, count: requests).joined(separator: "\n"))
      // At once: the text takes only some seconds, and must be under way for two more.
      typist.signal(SIGSTOP)
      let start = now()
      try eventually("a key") { !desktop.events().isEmpty }
      // Nobody presses anything: the text itself finds out.
      try client.next(type: "warning") { $0.text("code") == "consumer-lost" }
      print("measured: frozen typist: it has lost its text after \(Int((now() - start) * 1_000)) ms")
      try press(box, client, "frozen typist", since: start)
      // The first reader has not read all that was typed, so another one asks the kernel.
      let after = try DesktopReader(try KeyboardRig.virtualNode())
      for key in [KEY_A, KEY_B, KEY_C, KEY_LEFTSHIFT] { #expect(after.value(EV_KEY, key) == 0, "key \(key)") }
    }

    @Test("a client that is stopped after inhibit: switches work again soon after the first press that it held back")
    func inhibitor() throws {
      let daemon = try DaemonProcess(profile: Self.profile)
      let box = try UInputDevice.box()
      let client = try daemon.connect()
      try client.devices(1)
      let inhibitor = try ClientProcess(
        daemon, [#"{"type":"observe","types":[]}"#, #"{"type":"inhibit"}"#])
      // It answers, so it goes on holding presses back.
      poll(nil, 0, 1_100)
      try box.tap(Code.left)
      try client.next(type: "rejected") { $0.text("reason") == "inhibited" }
      inhibitor.signal(SIGSTOP)
      poll(nil, 0, 1_100)
      // It may have been stopped before it could answer the ping of that press. Then it holds nothing back any more.
      let start = now()
      try press(box, client, "frozen inhibitor", since: start)
    }

    @Test("a client that is stopped after observe [] and learn: switches work again, too")
    func learner() throws {
      let daemon = try DaemonProcess(profile: Self.profile)
      let box = try UInputDevice.box()
      let client = try daemon.connect()
      try client.devices(1)
      let learner = try ClientProcess(
        daemon, [#"{"type":"observe","types":[]}"#, #"{"type":"learn","on":true}"#])
      learner.signal(SIGSTOP)
      poll(nil, 0, 1_100)
      let start = now()
      try press(box, client, "frozen learner", since: start)
    }

    @Test("five presses behind a long text: the page that was shown behind the text is chosen from, none waits")
    func presses() throws {
      let daemon = try DaemonProcess(profile: Self.profile)
      let box = try UInputDevice.box()
      let client = try daemon.connect()
      try client.devices(1)
      try client.send(#"{"type":"claim","commands":"all"}"#)
      try client.next(type: "ok")
      try client.send(#"{"type":"scan","items":5,"page":1}"#)
      try client.next(type: "ok")
      // Two of them, which take eight seconds.
      for id in ["before", "text"] {
        try client.send(#"{"type":"type","text":"\#(String(repeating: "a", count: 200))","id":"\#(id)"}"#)
      }
      for page in 2...6 {
        try client.send(#"{"type":"scan","items":5,"page":\#(page),"id":"page"}"#)
        let shown = try client.next("the page") { $0.text("id") == "page" }
        #expect(shown.type == "ok")
        try box.tap(Code.left)
        let choice = try client.command("select")
        #expect(choice.number("page") == page)
      }
      // All of this came before the end of the text.
      #expect(!client.lines.contains { $0.text("id") == "text" })
      try client.send(#"{"type":"release","id":"release"}"#)
      let refused = try client.next("the end of the text") { $0.text("id") == "text" }
      #expect(refused.text("code") == "refused")
    }
  }
}
