import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

@Suite("Requests of switchway", .blocking) struct RequestTests {
  @Test("status, for people and for programs")
  func status() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    // The recording's one press of this hour is over when its release has been told.
    try eventually("the recording's device, let go of") {
      let status = try scene.ask("status").output
      return status.contains("Test Box") && !status.contains(": pressed")
    }
    #expect(
      try scene.ask("status")
        == Program.Result(
          status: 0,
          output: """
            daemon    switchwayd 0.1.0
            profile   test (Test)
            profiles  buzzers, default, full-keyboard-access, full-keyboard-access-console, \
            full-keyboard-access-gnome, full-keyboard-access-kde, gamepad, joystick, mouse-switch, one-switch, \
            one-switch-desktop, one-switch-scan, one-switch-step, pedals, sip-and-puff, test, two-switch
            modes     active
            devices   box: Test Box (1209:0001, switch-interface)
            switches  left: not pressed
                      right: not pressed

            """, errors: ""))
    let json = try scene.ask("status", "--json")
    #expect(json.status == 0)
    #expect(json.output.message["profile"]?["name"] == .string("test"))
    #expect(json.output.message["devices"]?[0]?["name"] == .string("Test Box"))
    _ = daemon
  }

  @Test("status warns of a required device that is absent, and of a file with errors")
  func warnings() throws {
    let scene = try Scene()
    let profile = """
      switchway: 1
      devices:
        pad: {match: {name: Nowhere}, required: yes}
      switches:
        a: {input: pad/btn_0, tap: select}

      """
    let daemon = try scene.daemon(profile: profile)
    #expect(
      try scene.ask("status").output.hasSuffix(
        "warning   the device 'pad' is required, but not plugged in: plug it in\n"))
    try scene.file("test.yaml", "switchway: 1\n")
    #expect(try scene.ask("reload").status == 1)
    #expect(
      try scene.ask("status").output.hasSuffix(
        "          the profile 'test' has errors and is not active: see 'switchway check'\n"))
    _ = daemon
  }

  @Test("profile: shown, set by name, by next and previous, and refused")
  func profile() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    #expect(
      try scene.ask("profile")
        == Program.Result(
          status: 0,
          output: """
              buzzers (Buzzers)
              default (Two switches)
              full-keyboard-access (Full Keyboard Access)
              full-keyboard-access-console (Full Keyboard Access, console)
              full-keyboard-access-gnome (Full Keyboard Access, GNOME)
              full-keyboard-access-kde (Full Keyboard Access, KDE)
              gamepad (Gamepad)
              joystick (Joystick)
              mouse-switch (Two switches of a mouse)
              one-switch (One switch)
              one-switch-desktop (One switch, Tab and Enter)
              one-switch-scan (One switch, the items of every program)
              one-switch-step (One switch, step by step)
              pedals (Pedals)
              sip-and-puff (Sip and puff)
            * test (Test)
              two-switch (Two switches)

            """, errors: ""))
    #expect(
      try scene.ask("profile", "--json").output
        == #"{"profile":{"name":"test","label":"Test"},"profiles":["buzzers","default","full-keyboard-access","#
        + #""full-keyboard-access-console","full-keyboard-access-gnome","full-keyboard-access-kde","#
        + #""gamepad","joystick","mouse-switch","one-switch","one-switch-desktop","#
        + #""one-switch-scan","one-switch-step","pedals","#
        + #""sip-and-puff","test","two-switch"]}"# + "\n"
    )
    #expect(try scene.ask("profile", "next").output == "two-switch (Two switches)\n")
    #expect(try scene.ask("profile", "next").output == "buzzers (Buzzers)\n")
    #expect(try scene.ask("profile", "previous").output == "two-switch (Two switches)\n")
    #expect(try scene.ask("profile", "one-switch").output.hasPrefix("one-switch (One switch)\n"))
    #expect(try scene.ask("profile", "test", "--json").output == #"{"type":"ok","id":1}"# + "\n")
    #expect(
      try scene.ask("profile", "tset")
        == Program.Result(
          status: 1, output: "", errors: "there is no profile 'tset'; did you mean 'test'?\n"))
    #expect(
      try scene.ask("profile", "nope").errors
        == "there is no profile 'nope'; there are: buzzers, default, full-keyboard-access, "
        + "full-keyboard-access-console, full-keyboard-access-gnome, full-keyboard-access-kde, gamepad, joystick, "
        + "mouse-switch, one-switch, one-switch-desktop, one-switch-scan, one-switch-step, pedals, "
        + "sip-and-puff, test, two-switch\n")
    _ = daemon
  }

  @Test("send: both ways of writing, in order, to every client")
  func send() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let client = try Client(scene.socket)
    try client.lines(until: "state")
    _ = try client.ask(#"{"type":"observe","types":["command"]}"#)
    #expect(try scene.ask("send", "move(left)") == Program.Result(status: 0, output: "", errors: ""))
    #expect(try scene.ask("send", "scroll", "down", "page").status == 0)
    #expect(try scene.ask("send", "x-mine(a, b)", "--json").output == #"{"type":"ok","id":1}"# + "\n")
    let commands = try (0..<3).map { _ in try client.next("command") }
    #expect(commands.map { $0["command"]?.stringValue } == ["move", "scroll", "x-mine"])
    #expect(
      commands.map { $0["args"] } == [
        .array([.string("left")]), .array([.string("down"), .string("page")]), .array([.string("a"), .string("b")]),
      ])
    _ = daemon
  }

  static let refusals: [(arguments: [String], error: String)] = [
    (["selct"], "unknown command 'selct'; did you mean 'select'?\n"),
    (["selct(1)"], "unknown command 'selct'; did you mean 'select'?\n"),
    (["move", "sideways"], "expected "), (["confirm"], "'confirm' cannot be sent: "),
    (["key(a)"], "'key' types keys, and cannot be sent: use the request 'type', or send a command such as 'select'\n"),
    (["key", "a"], "'key' types"),
  ]

  @Test("send refuses what is no command, and what no client may", arguments: refusals)
  func refused(arguments: [String], error: String) throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let result = try Program.run("switchway", ["send", "--socket", scene.socket] + arguments)
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix(error), "\(result)")
    _ = daemon
  }

  @Test("rest: turned, told, and shown by status")
  func rest() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let client = try Client(scene.socket)
    try client.lines(until: "state")
    #expect(
      try scene.ask("rest") == Program.Result(status: 0, output: "paused: presses make no commands\n", errors: ""))
    #expect(try client.next("mode")["on"] == .bool(true))
    #expect(try scene.ask("status").output.contains("modes     active, rest\n"))
    #expect(try scene.ask("send", "select").errors == "not possible now: switches are paused\n")
    #expect(try scene.ask("rest", "off").output == "not paused: presses make commands\n")
    #expect(try client.next("mode")["on"] == .bool(false))
    #expect(try scene.ask("rest", "--json").output == #"{"type":"ok","id":1}"# + "\n")
    _ = daemon
  }

  @Test("a client's destructive command is asked about, and a client may answer")
  func question() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let client = try Client(scene.socket)
    try client.lines(until: "state")
    try client.send(#"{"type":"send","command":"restart","args":[]}"# + "\n")
    #expect(try client.next("question")["command"] == .string("restart"))
    #expect(try client.answer().last?.type == "ok")
    #expect(try client.ask(#"{"type":"answer","question":2,"confirm":true}"#)["code"] == .string("refused"))
    #expect(try client.ask(#"{"type":"answer","question":1,"confirm":true}"#)["type"] == .string("ok"))
    _ = daemon
  }

  @Test("reload: what is wrong is shown, and the old profile goes on")
  func reload() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    #expect(
      try scene.ask("reload")
        == Program.Result(status: 0, output: "the profiles were reloaded and are active\n", errors: ""))
    let path = try scene.file("test.yaml", Scene.profile(left: "selct"))
    #expect(
      try scene.ask("reload")
        == Program.Result(
          status: 1, output: "",
          errors: """
            \(path):6:49: error: unknown command 'selct'
            help: did you mean 'select'?
            the profiles have errors; the current one stays active

            """))
    let json = try scene.ask("reload", "--json")
    #expect(json.status == 1)
    #expect(json.errors.isEmpty)
    #expect(json.output.message["code"] == .string("config-invalid"))
    #expect(json.output.message["diagnostics"]?[0]?["column"] == .integer(49))
    #expect(try scene.ask("status").output.contains("profile   test (Test)\n"))
    _ = daemon
  }

  @Test("monitor tells people what happens, in words")
  func monitor() throws {
    let scene = try Scene()
    let good = try scene.file("good.yaml", Scene.profile())
    let recording = try scene.recording(presses: [(500, 0), (1_000, 1)], end: 2_000)
    var result = Program.Result(status: 4, output: "", errors: "")
    repeat {
      let daemon = try Program(
        "switchwayd", ["--socket", scene.socket, "--config", good, "--play", recording, "--speed", "50"],
        environment: scene.environment)
      // The first client starts the recording, so nothing else may ask whether the socket answers yet.
      try eventually("a daemon that answers") {
        result = try scene.ask("monitor")
        return result.status != 4
      }
      #expect(try daemon.end() == 0)
      // On a busy machine a press may be too late.
    } while result.output.contains("stale")
    #expect(
      result
        == Program.Result(
          status: 0,
          output: """
                 0.000 s  daemon    switchwayd 0.1.0
                 0.000 s  profile   good (Test)
                 0.000 s  device    added Test Box (1209:0001, switch-interface) as box
                 0.000 s  press     left: pressed
                 0.000 s  command   next, tap of left (box), pressed at 0.000 s
                 0.100 s  press     left: not pressed
                 0.500 s  press     right: pressed
                 0.500 s  command   select, tap of right (box), pressed at 0.500 s
                 0.600 s  press     right: not pressed
                          bye       end of the recording

            """, errors: ""))
  }

  @Test("monitor --json gives the lines of the socket, and ends when the daemon goes without a word")
  func monitorJSON() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let monitor = try Program("switchway", ["monitor", "--json", "--socket", scene.socket])
    #expect(try monitor.output.next()?.type == "hello")
    #expect(try monitor.output.next()?.type == "state")
    #expect(try scene.ask("send", "select").status == 0)
    try monitor.output.lines { $0.type == "command" }
    daemon.signal(SIGKILL)
    #expect(try monitor.result().status == 0)
  }

  @Test("monitor ends quietly on Ctrl-C")
  func interrupt() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let monitor = try Program("switchway", ["monitor", "--socket", scene.socket])
    try monitor.output.lines { $0.contains("  profile ") }
    monitor.signal(SIGINT)
    let result = try monitor.result()
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    _ = daemon
  }

  @Test("NO_COLOR or not, what is no terminal gets no colour")
  func colour() throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Scene.profile(left: "selct"))
    #expect(!(try Program.run("switchway", ["check", path]).output.contains("\u{1B}")))
  }
}
