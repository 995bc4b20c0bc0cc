import EngineFixtures
import ProgramFixtures
import SwitchwayProtocol
import Testing

@Suite("switchway scan", .blocking) struct ScanClockTests {
  @Test("each word is sent as its command, and a time as the pace")
  func words() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let alone = try scene.ask("scan", "slower")
    #expect(
      alone
        == Program.Result(
          status: 1, output: "",
          errors: "nothing to scan with: this profile has no scanning clock, and no scanning program is connected\n"
            + "help: start that program, or set 'style: auto' with 'switchway setup'\n"))
    // It answers pings, so that it keeps its claim on a busy machine.
    let board = try FrontEnd(scene)
    for (word, command) in [
      ("faster", "scan-rate"), ("slower", "scan-rate"), ("0.8s", "scan-rate"), ("pause", "scan"), ("resume", "scan"),
      ("start", "scan"), ("stop", "scan"), ("restart", "scan"), ("toggle", "scan"), ("reverse", "scan"),
    ] {
      #expect(
        try scene.ask("scan", word)
          == Program.Result(
            status: 0, output: "sent to the scanning program; this profile has no scanning clock\n", errors: ""))
      // The recording that is played has a press of its own.
      let line = try board.program.output.lines { $0.message["source"]?["client"] != nil }.last?.message
      #expect(line?["command"] == .string(command))
      #expect(line?["args"] == .array([.string(word)]))
    }
    for words in [["2.5", "s"], ["2,5 s"]] {
      #expect(try Program.run("switchway", ["scan"] + words + ["--socket", scene.socket]).status == 0)
      let line = try board.program.output.lines { $0.message["source"]?["client"] != nil }.last?.message
      #expect(line?["args"] == .array([.string("2.5s")]), "\(words)")
    }
    #expect(try scene.ask("scan", "faster", "--json").output.message["type"] == .string("ok"))
    _ = daemon
  }

  @Test("it says what came of it, also where nothing is scanned, and where nothing changed")
  func said() throws {
    let scene = try Scene()
    let daemon = try scene.daemon(profile: Scene.profile() + "scan: {style: auto}\n")
    #expect(
      try scene.ask("scan", "slower").output
        == "off: nothing is scanned (auto)\n1.2 s per item, as soon as something is scanned\n")
    // It answers pings: without a claim nothing would be scanned.
    let board = try FrontEnd(scene, more: #"{"type":"scan","items":3,"page":1}"#)
    #expect(try scene.ask("scan", "30s").output.contains(", 30 s per item (auto)"))
    #expect(
      try scene.ask("scan", "slower").output.hasSuffix("\nnothing changed: it was already 30 s, the limit\n"))
    #expect(try scene.ask("scan", "30s").output.hasSuffix("\nnothing changed: it was already 30 s\n"))
    withExtendedLifetime((daemon, board)) {}
  }

  @Test("after 'stop' and 'pause' the way on is said")
  func wayOn() throws {
    let scene = try Scene()
    let daemon = try scene.daemon(profile: Scene.profile() + "scan: {style: auto}\npolicy: {bridge: desktop}\n")
    _ = try scene.ask("scan", "start")
    let stopped = try scene.ask("scan", "stop").output
    #expect(stopped.hasPrefix("resting: the highlight waits; a press starts it"), "\(stopped)")
    #expect(stopped.hasSuffix("\n'switchway scan start' starts it again, and so does a press\n"), "\(stopped)")
    let paused = try scene.ask("scan", "pause").output
    #expect(paused.hasSuffix("\n'switchway scan resume' lets it continue\n"), "\(paused)")
    #expect(try scene.ask("scan", "start").output.hasPrefix("running: "))
    _ = daemon
  }

  @Test(
    "a wrong word is wrong usage, with the nearest one",
    arguments: [
      ("fster", "did you mean 'faster'?"), ("puase", "did you mean 'pause'?"), ("800", "or a time from 0.2s to 30s"),
      ("everything", "write 'faster', 'slower', 'start', "),
    ])
  func wrong(word: String, help: String) throws {
    let result = try Program.run("switchway", ["scan", word])
    #expect(result.status == 2)
    #expect(result.errors.contains("Error: unknown scan action '\(word)'\nhelp: "), "\(result)")
    #expect(result.errors.contains(help), "\(result)")
  }

  @Test("without a daemon the status is 4")
  func noDaemon() throws {
    let scene = try Scene()
    #expect(try scene.ask("scan", "faster").status == 4)
  }
}
