import CLibevdev
import Glibc
import Testing

extension DeviceTests {
  /// The active session according to logind's files; `ServiceTests` uses a real logind.
  @Suite(.serialized) struct SeatTests {
    private static let somebody: uid_t = 4242

    private func mode(_ isOn: Bool, _ client: LineClient) throws -> Line {
      try client.next(type: "mode") { $0.text("mode") == "active" && $0.flag("on") == isOn }
    }

    @Test("texts are refused while the session's desktop has another layout, and typed when it has the same")
    func otherLayout() throws {
      let login = try LoginFiles()
      try login.session("mine", desktop: "KDE", type: "wayland")
      let settings = "/run/switchway-test-settings"
      unsafe _ = mkdir(settings, 0o755)
      defer {
        unsafe _ = unlink("\(settings)/kxkbrc")
        unsafe _ = rmdir(settings)
      }
      func choose(_ layout: String) throws {
        try DaemonProcess.write("[Layout]\nLayoutList=\(layout)\nUse=true\n", to: "\(settings)/new")
        guard unsafe rename("\(settings)/new", "\(settings)/kxkbrc") == 0 else { throw KernelError("kxkbrc") }
      }
      try choose("fr")
      let keyboard = try UInputDevice.keyboard()
      let daemon = try DaemonProcess(
        profile: KeyboardRig.profile + "\nkeyboard: {layout: us}\npolicy: {typing: yes}\n", session: "logind",
        environment: ["XDG_CONFIG_HOME=\(settings)"])
      let client = try daemon.connect()
      try KeyboardRig.awaitGrab(client)
      let desktop = try DesktopReader(try KeyboardRig.virtualNode())
      try client.send(#"{"type":"claim","commands":"all"}"#)
      try client.next(type: "ok")
      /// The message of the refusal, or `ok`.
      func type() throws -> String {
        try client.send(#"{"type":"type","text":"a","id":"a"}"#)
        let answer = try client.next("the answer") { ["ok", "error"].contains($0.type) && $0.text("id") == "a" }
        return answer.text("message") ?? "ok"
      }
      try eventually("a refusal") { try type().hasPrefix("type: the desktop's keyboard layout is fr, not") }
      _ = desktop.events()
      #expect(try type() != "ok")
      #expect(desktop.events().isEmpty)
      try choose("us")
      try eventually("a text") { try type() == "ok" }
      #expect(desktop.events().contains([EV_KEY, KEY_A, 1]))
      try choose("de")
      try eventually("another refusal") { try type().hasPrefix("type: the desktop's keyboard layout is de, not") }
      // The same person on a console: KDE's file says nothing there.
      try login.session("mine")
      try eventually("a text on a console") { try type() == "ok" }
      withExtendedLifetime(keyboard) {}
    }

    @Test("another user in front: what is held is let go of, every node is closed, nothing is read; back: it works")
    func switching() throws {
      let login = try LoginFiles()
      try login.session("theirs", uid: Self.somebody)
      let daemon = try DaemonProcess(
        profile: """
          switchway: 1
          devices: {box: {match: {name: "Test Box*"}, grab: yes}}
          switches:
            left: {input: box/btn_trigger, steady: off, press: next}
            right: {input: box/btn_thumb, steady: off, tap: select, hold: {after: 60s, do: menu}}
          """, session: "logind")
      let client = try daemon.connect()
      let box = try UInputDevice.box()
      try client.device("grabbed")
      let reader = try DesktopReader(box.node)
      try box.key(Code.left, down: true)
      try client.command("next", phase: "begin")
      try box.key(Code.right, down: true)
      try client.next(type: "pending")
      let before = nowMicroseconds()
      try login.front("theirs", uid: Self.somebody)
      try client.command("next", phase: "end")
      try client.next(type: "rejected") { $0.text("reason") == "inactive" && $0.text("switch") == "right" }
      try client.device("released")
      try client.device("removed")
      let told = try mode(false, client)
      print("closed \((told.number("time") ?? 0) - before) µs after another session came to the front")
      #expect(daemon.openNodes == [])
      // The other user's typing reaches only that user.
      _ = reader.events()
      try box.key(Code.left, down: false)
      try box.key(Code.right, down: false)
      try box.taps(Code.right, count: 5)
      #expect(try client.isQuiet(for: 1))
      #expect(!reader.events().isEmpty)
      try client.send(#"{"type":"get","what":"state","id":1}"#)
      let state = try client.next(type: "ok")
      #expect(state.flag("active") == false)
      #expect(state.description.contains(#""devices":[]"#))
      try login.front("mine")
      _ = try mode(true, client)
      #expect(daemon.openNodes == [box.node])
      try box.tap(Code.right)
      #expect(try client.command("select").number("seq") == 3, "nothing of meanwhile made a command")
      expectBalanced(client)
    }

    @Test("a greeter, another user, nobody, a remote session, one that ends: none of them is ours")
    func kinds() throws {
      let login = try LoginFiles()
      let daemon = try DaemonProcess(profile: twoSwitches, session: "logind")
      let client = try daemon.connect()
      let box = try UInputDevice.box()
      try client.device("added")
      let changes: [(String, () throws -> Void)] = [
        ("a greeter", { try login.session("mine", sessionClass: "greeter") }),
        ("a remote session", { try login.session("mine", isRemote: true) }),
        ("one that ends", { try login.session("mine", state: "closing") }),
        ("nobody", { try login.front(nil) }),
        ("root", { try login.front("mine", uid: 0) }),
        ("a session that nothing is known of", { try login.front("unknown") }),
        ("no logind", { try login.remove() }),
      ]
      for (name, change) in changes {
        try change()
        _ = try mode(false, client)
        #expect(daemon.openNodes == [], "\(name)")
        try login.make()
        try login.session("mine")
        try login.front("mine")
        _ = try mode(true, client)
        try box.tap(Code.left)
        try client.command("next")
      }
    }

    @Test("without logind no device is read, and the log says how to mend it; with it they are")
    func missing() throws {
      let login = try LoginFiles()
      try login.remove()
      let box = try UInputDevice.box()
      let daemon = try DaemonProcess(profile: twoSwitches, session: "logind")
      let client = try daemon.connect()
      #expect(daemon.openNodes == [])
      try daemon.expectLogged("start switchwayd with --session always")
      try login.make()
      try login.session("mine")
      try login.front("mine")
      _ = try mode(true, client)
      try box.tap(Code.left)
      try client.command("next")
      let always = try DaemonProcess(profile: twoSwitches)
      // The socket exists before the log is written.
      try always.expectLogged("session=always")
    }

    @Test("twenty switches a second: nodes are opened at most every 0.3 s, and in the end it works")
    func flapping() throws {
      let login = try LoginFiles()
      try login.session("theirs", uid: Self.somebody)
      let daemon = try DaemonProcess(profile: twoSwitches, session: "logind")
      let client = try daemon.connect()
      let box = try UInputDevice.box()
      try client.device("added")
      for turn in 0..<40 {
        try turn.isMultiple(of: 2) ? login.front("theirs", uid: Self.somebody) : login.front("mine")
        // A daemon that stood still all the while would see only the last session, which is the first.
        if turn == 0 { _ = try mode(false, client) }
        poll(nil, 0, 50)
      }
      try eventually("the session in front") {
        try client.settle()
        return client.all("mode").last?.flag("on") == true
      }
      try box.tap(Code.left)
      try client.command("next")
      let openings = client.all("mode").filter { $0.flag("on") == true }.compactMap { $0.number("time") }
      for (one, next) in zip(openings, openings.dropFirst()) { #expect(next - one >= 300_000) }
      #expect(client.all("mode").contains { $0.flag("on") == false })
    }

    @Test("while a client learns, a device that no entry takes is read only while our session is in front")
    func learning() throws {
      let login = try LoginFiles()
      try login.session("theirs", uid: Self.somebody)
      let daemon = try DaemonProcess(profile: "switchway: 1\n", session: "logind")
      let client = try daemon.connect()
      let box = try UInputDevice.box()
      try client.send(#"{"type":"learn","on":true}"#)
      try eventually("the box, opened") { daemon.openNodes.contains(box.node) }
      let before = nowMicroseconds()
      try login.front("theirs", uid: Self.somebody)
      let told = try mode(false, client)
      print("closed \((told.number("time") ?? 0) - before) µs after another session came to the front, while learning")
      #expect(daemon.openNodes == [])
      try box.tap(Code.left)
      try login.front("mine")
      _ = try mode(true, client)
      #expect(daemon.openNodes.contains(box.node))
      #expect(client.all("learn").isEmpty)
      try box.tap(Code.left)
      try client.next(type: "learn") { $0.text("name") == "Test Box" && $0.flag("down") == true }
    }

    @Test("a device of another seat is not read, and is while that seat is ours")
    func twoSeats() throws {
      let rule = "/run/udev/rules.d/99-switchway-test-seat.rules"
      unsafe _ = mkdir("/run/udev/rules.d", 0o755)
      try DaemonProcess.write(
        #"SUBSYSTEM=="input", ATTRS{name}=="Test Box Two", TAG+="seat", TAG+="master-of-seat", ENV{ID_SEAT}="seat1""#
          + "\n", to: rule)
      defer {
        unsafe _ = unlink(rule)
        _ = try? run(["/usr/bin/udevadm", "control", "--reload"])
      }
      try run(["/usr/bin/udevadm", "control", "--reload"])
      let login = try LoginFiles()
      let daemon = try DaemonProcess(profile: twoSwitches, session: "logind")
      let client = try daemon.connect()
      let ours = try UInputDevice.box()
      try client.device("added", named: "Test Box")
      let foreign = try UInputDevice.box("Test Box Two", product: 0x5358)
      try run(["/usr/bin/udevadm", "settle"])
      try foreign.tap(Code.left)
      try ours.tap(Code.right)
      try client.command("select")
      try client.settle()
      #expect(client.all("command").count == 1)
      #expect(daemon.openNodes == [ours.node])
      try login.front("mine", of: "seat1")
      try client.device("added", named: "Test Box Two")
      try foreign.tap(Code.left)
      try client.command("next")
      try login.front(nil)
      try client.device("removed", named: "Test Box")
      // The report precedes the closing.
      try eventually("the node of our seat is closed") { daemon.openNodes == [foreign.node] }
      #expect(client.all("mode").isEmpty, "the person is in front of a seat all the while")
    }
  }
}
