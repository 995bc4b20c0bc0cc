import EngineFixtures
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

@testable import switchway

@Suite("What switches type, while a program runs in a terminal", .blocking) struct TypingPauseTests {
  @Test(
    "only in a terminal of this machine, which the bridge can type into",
    arguments: [
      ([:], true, true), ([:], false, false), (["SSH_CONNECTION": "1"], true, false),
      (["SSH_TTY": "/dev/pts/1"], true, false),
      (["SSH_CONNECTION": ""], true, true),
    ] as [([String: String], Bool, Bool)])
  func wanted(environment: [String: String], isTerminal: Bool, isWanted: Bool) {
    #expect(TypingPause.isWanted(environment: environment, isTerminal: isTerminal) == isWanted)
  }

  private func isSuspended(_ client: Client) throws -> Bool? {
    try client.ask(#"{"type":"get","what":"state"}"#)["result"]?["modes"]?["suspended"]?.boolValue
  }

  @Test(
    "nothing is typed while each of them runs, and when it is killed all is as before",
    arguments: [["learn"], ["calibrate", "left"], ["setup", "--plain"], ["edit", "mine"]])
  func suspended(arguments: [String]) throws {
    let scene = try Scene()
    let daemon = try scene.daemon(profile: Scene.profile() + "policy: {bridge: desktop}\n")
    let editor = try scene.file("editor.sh", "read line\n")
    let terminal = try PseudoTerminal(
      "switchway", arguments + ["--socket", scene.socket],
      environment: scene.environment.merging(["EDITOR": "sh \(editor)", "PATH": "/usr/bin:/bin"]) { $1 })
    let client = try Client(scene.socket)
    try eventually("\(arguments[0]) suspends") { try isSuspended(client) == true }
    // A client that does not answer would lose it a second after a command that types nothing.
    for _ in 0..<3 {
      _ = try client.ask(#"{"type":"ping"}"#)
      #expect(try isSuspended(client) == true)
    }
    kill(terminal.identifier, SIGKILL)
    try eventually("switches type again") { try isSuspended(client) == false }
    _ = daemon
  }

  @Test("'why' ends with the clock at rest: it was suspended for as long as it ran")
  func why() throws {
    let scene = try Scene()
    let daemon = try scene.daemon(profile: Scene.profile() + "policy: {bridge: desktop}\nscan: {style: auto}\n")
    let client = try Client(scene.socket)
    let terminal = try PseudoTerminal("switchway", ["why", "--socket", scene.socket], environment: scene.environment)
    #expect(try client.next("mode")["on"] == true)
    #expect(try client.next("mode")["on"] == false)
    #expect(try client.next("scan")["state"] == "resting")
    #expect(try terminal.end() == 0)
    _ = daemon
  }

  @Test("in a pipe nothing is suspended: such a program may run for hours")
  func pipe() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let client = try Client(scene.socket)
    _ = try scene.ask("why")
    #expect(try client.answer(to: #"{"type":"ping"}"#).allSatisfy { $0.type != "mode" })
    _ = daemon
  }
}
