import EngineFixtures
import Foundation
import ProgramFixtures
import Testing

@testable import switchway

@Suite("Choices that are kept", .blocking) struct KeepTests {
  private let scene: Scene
  private let daemon: Program

  init() throws {
    scene = try Scene()
    daemon = try scene.daemon()
  }

  private var path: String { "\(scene.folder)/switchway/default.yaml" }

  private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test("profile NAME --keep: a file that is not there is begun, and what it says is in force")
  func fresh() throws {
    let result = try scene.ask("profile", "gamepad", "--keep")
    #expect(result.status == 0 && result.errors == "", "\(result)")
    #expect(result.output.hasPrefix("default (Gamepad)\nsaved: 'gamepad' in \(path)\nits switches: "), "\(result)")
    #expect(try text().hasPrefix("switchway: 1\n"))
    #expect(try text().contains("\nextends: gamepad\n"))
    #expect(try scene.ask("profile").output.contains("* default (Gamepad)\n"))
  }

  @Test("profile NAME --keep: the rest of the person's file stays as it is")
  func rest() throws {
    let before = "# mine\nswitchway: 1\nextends: two-switch  # of old\npolicy: {when-locked: [attention]}\n"
    try scene.file("switchway/default.yaml", before)
    let result = try scene.ask("profile", "one-switch", "--keep", "--add")
    #expect(result.status == 0)
    #expect(result.output.contains("\nits switches: main (select)\n") && result.output.contains(" \(path).before-"))
    #expect(try text() == before.replacing("two-switch", with: "one-switch"))
    #expect(try scene.kept(of: "switchway/default.yaml") == [before])
  }

  @Test("profile NAME --keep: what the person's file would break is refused with its errors, and nothing is written")
  func refused() throws {
    let before = Scene.profile().replacing("Test\n", with: "Test\nextends: two-switch\n")
      .replacing("tap: next", with: "tap: next, repeat: {after: 1s}, unless: right")
    try scene.file("switchway/default.yaml", before.replacing("input: box/button-1", with: "input: stik/button-1"))
    let written = try text()
    let result = try scene.ask("profile", "joystick", "--keep", "--add")
    #expect(result.status == 1)
    #expect(try scene.ask("profile").output.contains("* test "), "the profile of before is in force")
    #expect(result.errors.contains("not changed: with this choice, the file would have these errors"), "\(result)")
    #expect(try text() == written)
  }

  @Test("profile NAME --keep: a file with settings of its own is not merged unless that is asked for")
  func choice() throws {
    let before = Scene.profile(label: "Mine").replacing("box:", with: "own:").replacing("box/", with: "own/")
    try scene.file("switchway/default.yaml", before)
    let result = try scene.ask("profile", "one-switch", "--keep")
    #expect(
      result
        == .init(
          status: 2, output: "",
          errors: """
            \(path) has settings of its own; nothing was changed
            help: --keep --replace replaces them with 'one-switch', --keep --add adds it to them

            """))
    #expect(try text() == before)
    #expect(try scene.ask("profile").output.contains("* test (Test)\n"))
    let added = try scene.ask("profile", "one-switch", "--keep", "--add")
    #expect(added.output.contains("\nits switches: left (next), right (select), main (select)\n"), "\(added)")
    let replaced = try scene.ask("profile", "one-switch", "--keep", "--replace")
    #expect(replaced.output.contains("\nits switches: main (select)\n"), "\(replaced)")
    #expect(try !text().contains("own/") && text().contains("\nextends: one-switch\n"))
    #expect(try scene.kept(of: "switchway/default.yaml").contains(before))
  }

  static let answers: [(typed: String, end: String, changes: Bool)] = [
    ("x\\nr\\n", "its switches: main (select)", true), ("a\\n", "right (select), main (select)", true),
    ("\\n", "nothing was changed", false),
  ]

  @Test("profile NAME --keep: on a terminal it is asked what becomes of the settings", arguments: answers)
  func asked(typed: String, end: String, changes: Bool) throws {
    let before = Scene.profile(label: "Mine").replacing("box:", with: "own:").replacing("box/", with: "own/")
    try scene.file("switchway/default.yaml", before)
    let command = "\(Program.folder)/switchway profile one-switch --keep --socket \(scene.socket)"
    let result = try Program.run(
      "/bin/sh", ["-c", "printf '\(typed)' | script -qc '\(command)' /dev/null"],
      environment: scene.environment.merging(["SHELL": "/bin/sh", "TERM": "dumb", "PATH": "/usr/bin:/bin"]) { $1 })
    #expect(result.output.contains("has settings of its own") && result.output.contains(end), "\(result)")
    #expect(try (text() != before) == changes)
  }

  @Test("bridge NAME --keep is written into the policy, however that is written")
  func bridge() throws {
    #expect(try scene.ask("profile", "default").status == 0)
    let first = try scene.ask("bridge", "onboard", "--keep")
    #expect(
      first == Program.Result(status: 0, output: "switches type keys: onboard\nsaved in \(path)\n", errors: ""))
    #expect(try text().hasSuffix("policy:\n  bridge: onboard\n"))
    for (before, after) in [
      ("policy: {}\n", "policy: {bridge: dasher}\n"),
      ("policy: {bridge: desktop}  # typed\n", "policy: {bridge: dasher}  # typed\n"),
      ("policy: {confirm: never}\n", "policy: {confirm: never, bridge: dasher}\n"),
      ("policy:\n  confirm: never\n", "policy:\n  confirm: never\n  bridge: dasher\n"),
    ] {
      try scene.file("switchway/default.yaml", "switchway: 1\nextends: two-switch\n" + before)
      #expect(try scene.ask("reload").status == 0)
      let kept = try scene.ask("bridge", "dasher", "--keep")
      #expect(kept.status == 0, "\(kept)")
      #expect(try text() == "switchway: 1\nextends: two-switch\n" + after)
    }
  }

  @Test("bridge off --keep: the bridge of an extended profile does not come back at the next start")
  func bridgeOff() throws {
    for (before, after) in [
      ("", "policy:\n  bridge: none\n"), ("policy: {bridge: dasher}\n", "policy: {bridge: none}\n"),
    ] {
      try scene.file("switchway/default.yaml", "switchway: 1\nextends: one-switch-desktop\n" + before)
      #expect(try scene.ask("reload").status == 0)
      #expect(try scene.ask("profile", "default").status == 0)
      let kept = try scene.ask("bridge", "off", "--keep")
      #expect(kept == Program.Result(status: 0, output: "switches type nothing\nsaved in \(path)\n", errors: ""))
      let now = try text()
      #expect(now.hasSuffix(after), "\(now)")
      #expect(try scene.ask("bridge", "--json").output.hasPrefix(#"{"bridge":null,"#))
    }
  }

  static let wrong: [([String], String)] = [
    (["profile", "gamepad", "--add"], "Error: --add is for --keep\n"),
    (["profile", "gamepad", "--keep", "--add", "--replace"], "Error: --replace, --add: expected one of the two\n"),
    (["profile", "--keep"], "Error: --keep: expected a profile's name\n"),
    (
      ["profile", "default", "--keep"],
      "Error: --keep: 'default' is already the profile that Switchway starts with\n"
    ), (["bridge", "--keep"], "Error: --keep: expected the name of a bridge\n"),
  ]

  @Test("what cannot be kept is wrong usage", arguments: wrong)
  func usage(arguments: [String], error: String) throws {
    let result = try Program.run("switchway", arguments + ["--socket", scene.socket], environment: scene.environment)
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix(error), "\(result)")
  }

  @Test("profiles are listed with their labels")
  func labels() throws {
    let list = try scene.ask("profile").output
    for line in ["* test (Test)\n", "  gamepad (Gamepad)\n", "  sip-and-puff (Sip and puff)\n"] {
      #expect(list.contains(line), "\(list)")
    }
  }
}
