import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

@testable import switchway

@Suite("switchway send", .blocking) struct SendTests {
  /// `switchway send restart` on a terminal, with these lines typed on it.
  private func onTerminal(_ scene: Scene, _ lines: String, _ command: String = "restart") throws -> Program.Result {
    let words = "'\(Program.folder)/switchway' send \(command) --socket '\(scene.socket)'; echo status \\$?"
    return try Program.run(
      "/bin/sh", ["-c", "printf '\(lines)' | script -qc \"\(words)\" /dev/null"],
      environment: scene.environment.merging(["SHELL": "/bin/sh", "TERM": "dumb"]) { $1 })
  }

  /// What became of the question and of the command, as another client saw it; up to the first `mode` line.
  private func seen(_ client: Client, _ scene: Scene) throws -> [String] {
    #expect(try scene.ask("rest", "on").status == 0)
    // The recording that is played has a press of its own.
    let lines = try client.lines(until: "mode").map(\.message).filter {
      $0["type"] == .string("question") || $0["source"]?["client"] != nil
    }
    return lines.map { message in
      return message["answer"]?.stringValue
        ?? "\(message["type"]?.stringValue ?? "") \(message["command"]?.stringValue ?? "")"
    }
  }

  private func watching(_ scene: Scene) throws -> Client {
    let client = try Client(scene.socket)
    try client.lines(until: "state")
    return client
  }

  @Test("a command that asks first asks on the terminal, and does what is answered")
  func asks() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let client = try watching(scene)
    let yes = try onTerminal(scene, "y\\n")
    #expect(yes.output.contains("restart (restarts the machine): do it? y or n: "), "\(yes)")
    #expect(yes.output.contains("status 0"), "\(yes)")
    #expect(try seen(client, scene) == ["question restart", "confirm", "command restart"])
    #expect(try scene.ask("rest", "off").status == 0)
    try client.lines(until: "mode")
    for lines in ["n\\n", "\\n", "maybe\\n"] {
      let no = try onTerminal(scene, lines)
      #expect(no.output.contains("'restart' was not done"), "\(no)")
      #expect(no.output.contains("status 1"), "\(no)")
      #expect(try seen(client, scene) == ["question restart", "reject"])
      #expect(try scene.ask("rest", "off").status == 0)
      try client.lines(until: "mode")
    }
    _ = daemon
  }

  @Test(
    "without a terminal, and for programs, the question is answered with no, and that is said",
    arguments: [[], ["--json"]])
  func noTerminal(options: [String]) throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let client = try watching(scene)
    let result = try Program.run(
      "switchway", ["send", "restart", "--socket", scene.socket] + options,
      environment: scene.environment.merging(["SHELL": "/bin/sh", "TERM": "dumb"]) { $1 })
    #expect(result.status == 1)
    #expect(
      result.errors
        == "'restart' was not done: it needs a confirmation, and there is no terminal to ask on, so the answer was no\n"
        + "help: run it in a terminal, or answer the question from a program (see switchway-protocol(7))\n",
      "\(result)")
    #expect(try seen(client, scene) == ["question restart", "reject"])
    _ = daemon
  }

  @Test("a command that needs no confirmation is sent at once")
  func plain() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let client = try watching(scene)
    #expect(try scene.ask("send", "next") == Program.Result(status: 0, output: "", errors: ""))
    #expect(try onTerminal(scene, "x\\n", "select").output.contains("status 0"))
    #expect(try seen(client, scene) == ["command next", "command select"])
    _ = daemon
  }

  @Test("send stops waiting when another program answers the question, and says how it ended")
  func elsewhere() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let client = try watching(scene)
    let words = "'\(Program.folder)/switchway' send restart --socket '\(scene.socket)'; echo status \\$?"
    // Nothing is ever typed: the input stays open as long as the pipe's other end does.
    let program = try Program(
      "/bin/sh", ["-c", "tail -f /dev/null --pid=$$ | script -qc \"\(words)\" '\(scene.folder)/typescript' & wait $!"],
      environment: scene.environment.merging(["SHELL": "/bin/sh", "TERM": "dumb"]) { $1 })
    let question = try client.next("question")
    let id = question["id"]?.integerValue ?? 0
    #expect(try client.ask(#"{"type":"answer","question":\#(id),"confirm":false}"#)["type"] == .string("ok"))
    let result = try program.result()
    #expect(
      result.output.contains(
        "a switch or another program answered no: the command is not done"), "\(result)")
    #expect(result.output.contains("status 1"), "\(result)")
    _ = daemon
  }
}
