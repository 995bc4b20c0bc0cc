import EngineFixtures
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

@Suite("Bridges", .blocking) struct BridgeTests {
  static let table = "switchway: 1\nlabel: Mine\ngap: 100ms\nkeys: {next: tab, select: ctrl+a}\n"

  private func scene(policy: String = "policy: {bridge: mine}\n") throws -> (Scene, config: String) {
    let scene = try Scene()
    try scene.file("switchway/bridges/mine.yaml", Self.table)
    return (scene, try scene.file("test.yaml", Scene.profile() + policy))
  }

  /// `KEY_A+` and `KEY_A-` with ms, and names of commands with whom they are for.
  private func replayed(_ scene: Scene, _ arguments: String...) throws -> [String] {
    let result = try Program.run(
      "switchway", ["replay", "--keys", "--only", "command"] + arguments, environment: scene.environment)
    #expect(result.status == 0, "\(result)")
    return result.output.split(separator: "\n").map { line in
      let message = String(line).message
      if let command = message["command"]?.stringValue { return "\(command) \(message["for"]?.stringValue ?? "null")" }
      let time = (message["time"]?.integerValue ?? 0) / 1_000
      return "\(message["code"]?.stringValue ?? "")\(message["value"] == .integer(1) ? "+" : "-")\(time)"
    }
  }

  @Test("a switch's command that nobody has claimed is published, and typed; the gap delays what comes too soon")
  func typed() throws {
    let (scene, config) = try scene()
    let recording = try scene.recording(presses: [(500, 0), (520, 1), (1_000, 0)], end: 2_000)
    #expect(
      try replayed(scene, "--claim", "none", "--config", config, recording) == [
        "next null", "KEY_TAB+500", "KEY_TAB-500", "select null", "KEY_LEFTCTRL+600", "KEY_A+600", "KEY_A-600",
        "KEY_LEFTCTRL-600", "next null", "KEY_TAB+1000", "KEY_TAB-1000",
      ])
    #expect(
      try replayed(scene, "--claim", "next", "--config", config, recording) == [
        "next replay", "select null", "KEY_LEFTCTRL+520", "KEY_A+520", "KEY_A-520", "KEY_LEFTCTRL-520", "next replay",
      ])
    #expect(try replayed(scene, "--claim", "all", "--config", config, recording).allSatisfy { $0.hasSuffix(" replay") })
  }

  @Test("what waits where the recording ends is not typed, and what is held comes up")
  func end() throws {
    let (scene, config) = try scene()
    try scene.file("switchway/bridges/mine.yaml", Self.table.replacing("100ms", with: "500ms"))
    let soon = try scene.recording("soon.evemu", presses: [(500, 0), (510, 1)], end: 590)
    #expect(
      try replayed(scene, "--claim", "none", "--config", config, soon)
        == ["next null", "KEY_TAB+500", "KEY_TAB-500", "select null"])
    try scene.file(
      "test.yaml", Scene.profile().replacing("tap: next", with: "press: next") + "policy: {bridge: mine}\n")
    let held = try scene.recording("held.evemu", presses: [(500, 0)], end: 550)
    #expect(
      try replayed(scene, "--claim", "none", "--config", config, held)
        == ["next null", "KEY_TAB+500", "next null", "KEY_TAB-600"])
  }

  @Test("set bridge: by name, off, refused; it outlives that the file is saved, and not another profile")
  func set() throws {
    let (scene, _) = try scene(policy: "")
    let daemon = try scene.daemon()
    func bridge() throws -> String? {
      let client = try Client(scene.socket)
      return try client.ask(#"{"type":"get","what":"config"}"#)["result"]?["in-force"]?["bridge"]?.stringValue
    }
    // The daemon of a scene looks for a person's own files in the scene.
    try scene.file("switchway/bridges/wrong.yaml", "switchway: 1\nkeys: {nxt: tab}\n")
    #expect(try bridge() == nil)
    #expect(
      try scene.ask("bridge", "mine") == Program.Result(status: 0, output: "switches type keys: mine\n", errors: ""))
    #expect(try bridge() == "mine")
    #expect(try scene.ask("status").output.contains("bridge    mine (types keys"))
    #expect(
      try scene.ask("bindings").output.hasPrefix(
        "left   tap  next: moves the highlight on to the next item; without a scanning program it types tab\n"))
    #expect(
      try scene.ask("bridge").output
        == "  asterics-grid (AsTeRICS Grid)\n  cboard (Cboard)\n  dasher (Dasher)\n"
        + "  desktop (The desktop's own focus)\n  f-keys (Function keys)\n* mine (Mine)\n"
        + "  onboard (Onboard)\n  wrong (has errors)\n")
    #expect(
      try scene.ask("bridge", "--json").output
        == #"{"bridge":"mine","bridges":["asterics-grid","cboard","dasher","desktop","f-keys","#
        + #""mine","onboard","wrong"]}"# + "\n")
    for (name, error) in [
      ("mien", "there is no bridge 'mien'; did you mean 'mine'?\n"),
      ("../bridges/mine", "there is no bridge '../bridges/mine'; "),
    ] {
      let result = try scene.ask("bridge", name)
      #expect(result.status == 1 && result.errors.hasPrefix(error), "\(result)")
    }
    let wrong = try scene.ask("bridge", "wrong")
    #expect(wrong.status == 1)
    #expect(wrong.errors.contains("wrong.yaml:2:8: error: unknown command 'nxt'\n"), "\(wrong)")
    #expect(try bridge() == "mine")
    try scene.file("test.yaml", Scene.profile(label: "Saved"))
    #expect(try scene.ask("reload").status == 0)
    #expect(try bridge() == "mine")
    #expect(try scene.ask("profile", "two-switch").status == 0)
    #expect(try bridge() == "desktop")
    #expect(try scene.ask("bridge", "onboard").status == 0)
    #expect(try scene.ask("bridge", "off").output == "switches type nothing\n")
    #expect(try bridge() == nil)
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
  }
}
