import EngineFixtures
import Foundation
import Glibc
import ProgramFixtures
import Testing

/// `switchway feedback`, with programs of the test in place of those that play and speak.
@Suite("switchway feedback", .blocking) struct FeedbackTests {
  /// Programs that write a line when they are started.
  struct StandIns {
    let scene: Scene
    /// Each in `names` then does `body`.
    init(_ scene: Scene, _ names: String..., body: String = "") throws {
      self.scene = scene
      for name in names { try add(name, body: body) }
    }

    func add(_ name: String, body: String = "") throws {
      let sound = name == "spd-say" ? "" : " $(/usr/bin/head -c 4 /proc/self/fd/3)"
      let path = try scene.file("bin/\(name)", "")
      let text = "#!/bin/sh\necho \"$$ \(name) $*\(sound)\" >>\(scene.folder)/started\n\(body)\n"
      let script = "printf %s \"$1\" >\"$0.new\" && chmod 755 \"$0.new\" && mv \"$0.new\" \"$0\""
      // A process of its own writes it. A file that this one writes is busy as long as any program that another test
      // starts meanwhile has it open, too, and cannot be started.
      let writing = try Process.run(
        URL(filePath: "/bin/sh"), arguments: ["-c", script, path, text])
      writing.waitUntilExit()
      #expect(writing.terminationStatus == 0)
    }

    /// The lines of those that were started, and their processes.
    func started() -> [(process: pid_t, words: String)] {
      let text = (try? String(contentsOfFile: "\(scene.folder)/started", encoding: .utf8)) ?? ""
      return text.split(separator: "\n").map { line in
        let parts = line.split(separator: " ", maxSplits: 1)
        return (pid_t(parts[0]) ?? 0, String(parts[1]))
      }
    }

    func program(_ arguments: String...) throws -> Program {
      var environment = scene.environment
      environment["PATH"] = "\(scene.folder)/bin"
      return try Program(
        "switchway", ["feedback", "--socket", scene.socket] + arguments, environment: environment)
    }
  }

  private static let click =
    "paplay --client-name=Switchway --stream-name=presses --latency-msec=30 /proc/self/fd/3 RIFF"
  private static let buzz =
    "paplay --client-name=Switchway --stream-name=rejections --latency-msec=30 /proc/self/fd/3 RIFF"

  /// Connects the program to a daemon of the test.
  private func connect(_ daemon: ScriptedDaemon, _ program: Program) throws {
    try daemon.accept()
    try daemon.answer(until: "get")
    _ = try program.errors.lines { $0.hasPrefix("connected") }
  }

  private func isGone(_ process: pid_t) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return true }
    return text.contains(") Z ")
  }

  @Test("a press clicks once, a rejection sounds otherwise, and SIGTERM ends it", arguments: [SIGINT, SIGTERM, SIGHUP])
  func presses(signal: Int32) throws {
    let scene = try Scene()
    let daemon = try ScriptedDaemon(scene)
    let programs = try StandIns(scene, "paplay")
    let program = try programs.program()
    try connect(daemon, program)
    try daemon.say(CueTests.press)
    try daemon.say(CueTests.release)
    try eventually("the click") { programs.started().count == 1 }
    try daemon.say(CueTests.rejected)
    try eventually("the rejection") { programs.started().count == 2 }
    #expect(programs.started().map(\.words) == [Self.click, Self.buzz])
    program.signal(signal)
    #expect(try program.result() == Program.Result(status: 0, output: "", errors: ""))
  }

  @Test("with a real daemon: presses and rejections are heard, also after it was restarted")
  func realDaemon() throws {
    let scene = try Scene()
    let profile = Scene.profile().replacing(
      "input: box/button-1, steady: off", with: "input: box/button-1, steady: {preset: off, hold-duration: 200ms}")
    let config = try scene.file("test.yaml", profile)
    let recording = try scene.recording(presses: (0..<1_000).map { (at: 500 * $0, button: $0 % 2) }, end: 501_000)
    let programs = try StandIns(scene, "paplay")
    let program = try programs.program("--wait")
    _ = try program.errors.lines { $0.hasSuffix(": waiting for the daemon") }
    var heard = 0
    for isFirst in [true, false] {
      let daemon = try scene.listening(["--config", config, "--play", recording])
      _ = try program.errors.lines { $0 == (isFirst ? "connected; Ctrl-C ends it" : "connected again") }
      try eventually("cues") {
        let words = programs.started().dropFirst(heard).map(\.words)
        return words.contains(Self.click) && words.contains(Self.buzz)
      }
      daemon.signal(SIGTERM)
      #expect(try daemon.end() == 0)
      _ = try program.errors.lines { $0 == "terminated: waiting for the daemon" }
      heard = programs.started().count
    }
    program.signal(SIGTERM)
    #expect(try program.end() == 0)
  }

  @Test("words are spoken with --say, and the alarm is a sound all the same")
  func words() throws {
    let scene = try Scene()
    let daemon = try ScriptedDaemon(scene)
    let programs = try StandIns(scene, "paplay", "spd-say")
    let program = try programs.program("--say", "--alarm", "600")
    try connect(daemon, program)
    try daemon.say(CueTests.press)
    try eventually("the word") { programs.started().count == 1 }
    try daemon.say(CueTests.rejected)
    try eventually("the reason") { programs.started().count == 2 }
    let speech = "spd-say --wait --application-name=switchway --priority=notification -- "
    #expect(programs.started().map(\.words) == [speech + "left", speech + "too short to count"])
    try daemon.say(CueTests.attention)
    let alarm = "paplay --client-name=Switchway --stream-name=attention --latency-msec=30 /proc/self/fd/3 RIFF"
    try eventually("the alarm, twice") { programs.started().dropFirst(2).map(\.words).starts(with: [alarm, alarm]) }
    program.signal(SIGTERM)
    #expect(try program.end() == 0)
  }

  @Test("a player that hangs delays nothing and is replaced, and no process is left")
  func hanging() throws {
    let scene = try Scene()
    let daemon = try ScriptedDaemon(scene)
    // The child of the script must end, too.
    let hanging = "/usr/bin/tail -f /dev/null & echo \"$! child\" >>\(scene.folder)/started\nwait"
    let programs = try StandIns(scene, "paplay", body: hanging)
    try programs.add("pw-play")
    let program = try programs.program("--only", "presses")
    try connect(daemon, program)
    let files = try FileManager.default.contentsOfDirectory(atPath: scene.folder).sorted()
    var next = microseconds()
    try eventually("the other player") {
      if microseconds() >= next {
        try daemon.say(CueTests.press)
        next += 20_000
      }
      let running = programs.started().count { $0.words.hasPrefix("paplay") && !isGone($0.process) }
      #expect(running <= 16)
      return programs.started().contains { $0.words == "pw-play --latency=30ms /proc/self/fd/3 RIFF" }
    }
    #expect(
      try program.errors.lines { $0.hasPrefix("help: ") } == [
        "paplay does not end; it will be tried again",
        "help: 'switchway feedback --try' shows its messages",
      ])
    program.signal(SIGTERM)
    #expect(try program.result() == Program.Result(status: 0, output: "", errors: ""))
    try eventually("the end of all players") { programs.started().allSatisfy { isGone($0.process) } }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scene.folder).sorted().filter { $0 != "started" } == files)
  }

  static let installations: [(installed: [String], arguments: [String], errors: String)] = [
    (
      [], [],
      """
      no program that plays sounds or speaks is installed (paplay, pw-play, spd-say)
      help: sudo apt install pulseaudio-utils, or sudo apt install pipewire-bin, for sounds
      help: sudo apt install speech-dispatcher, for words

      """
    ),
    (
      ["spd-say"], [],
      """
      no program that plays sounds is installed (paplay, pw-play): words are spoken instead
      help: sudo apt install pulseaudio-utils, or sudo apt install pipewire-bin, for sounds

      """
    ),
    (
      ["pw-play"], ["--say"],
      """
      no program that speaks is installed (spd-say): sounds are played instead
      help: sudo apt install speech-dispatcher, for words

      """
    ),
    (["paplay"], [], ""),
  ]

  @Test("what is missing is said, with the packages; what is there is used", arguments: installations)
  func missing(installed: [String], arguments: [String], errors: String) throws {
    let scene = try Scene()
    let programs = try StandIns(scene)
    for name in installed { try programs.add(name) }
    let result = try programs.program("--try", arguments.first ?? "--try").result()
    #expect(result.status == (installed.isEmpty ? 1 : 0))
    #expect(result.errors == errors)
    #expect(programs.started().count == (installed.isEmpty ? 0 : 3))
    #expect(programs.started().allSatisfy { $0.words.hasPrefix(installed[0]) })
  }

  @Test("--try names each, needs no daemon, shows what fails and tries the next program")
  func tries() throws {
    let scene = try Scene()
    let programs = try StandIns(scene, "paplay", body: "echo 'no server' >&2; exit 1")
    try programs.add("pw-play")
    let result = try programs.program("--try", "--only", "rejections,presses").result()
    #expect(
      result
        == Program.Result(
          status: 0,
          output: """
            a press: a short click, by paplay
            a press: a short click, by pw-play
            a rejected press: two low tones, by paplay
            a rejected press: two low tones, by pw-play

            """,
          errors: String(repeating: "no server\npaplay ended with status 1\n", count: 2)))
    try programs.add("pw-play", body: "kill -9 $$")
    let silent = try programs.program("--try", "--only", "attention").result()
    #expect(silent.status == 1)
    #expect(
      silent.output == "attention: an alarm, repeated for 30 s, by paplay\n"
        + "attention: an alarm, repeated for 30 s, by pw-play\n")
    #expect(
      silent.errors == """
        no server
        paplay ended with status 1
        pw-play was ended by signal 9
        not every sound could be played
        help: check that a sound server is running

        """)
  }

  @Test("clicks go to one output, the alarm to another, and to the usual one when that is gone")
  func outputs() throws {
    let scene = try Scene()
    let daemon = try ScriptedDaemon(scene)
    let gone = "case \"$*\" in *=room*) exit 1;; esac"
    let programs = try StandIns(scene, "paplay", "pw-play", body: gone)
    let program = try programs.program("--output", "head set", "--alarm-output", "room", "--alarm", "600")
    try connect(daemon, program)
    try daemon.say(CueTests.press)
    try eventually("the click") { programs.started().count == 1 }
    try daemon.say(CueTests.attention)
    let paplay = "paplay --client-name=Switchway --stream-name="
    let end = "/proc/self/fd/3 RIFF"
    let alarm = "\(paplay)attention --latency-msec=30"
    let expected = [
      "\(paplay)presses --latency-msec=30 --device=head set \(end)", "\(alarm) --device=room \(end)",
      "pw-play --latency=30ms --target=room \(end)", "\(alarm) \(end)", "\(alarm) \(end)",
    ]
    try eventually("the alarm on the usual output, twice") { programs.started().count >= expected.count }
    #expect(programs.started().map(\.words).prefix(expected.count) == expected[...])
    #expect(
      try program.errors.lines { $0.hasPrefix("pw-play") }.filter { !$0.hasPrefix("help") }
        == ["paplay on 'room' ended with status 1; it will be tried again"]
        + ["pw-play on 'room' ended with status 1; it will be tried again"])
    program.signal(SIGTERM)
    #expect(try program.end() == 0)
  }

  @Test("clicks are not heard elsewhere while their output is gone")
  func clicksStay() throws {
    let scene = try Scene()
    let programs = try StandIns(scene, "paplay", body: "exit 1")
    let result = try programs.program("--try", "--only", "presses", "--output", "headset").result()
    #expect(result.status == 1)
    #expect(result.output == "a press: a short click, by paplay on 'headset'\n")
    let without = try programs.program("--output", "").result()
    #expect(without.status == 2 && without.errors.contains("feedback: --output: expected the name of an output"))
  }

  @Test("no daemon is status 4")
  func absent() throws {
    let scene = try Scene()
    let result = try StandIns(scene, "paplay").program().result()
    #expect(result.status == 4)
    #expect(result.errors.hasPrefix("no daemon is running: looked for \(scene.socket)\nhelp: "), "\(result)")
  }
}
