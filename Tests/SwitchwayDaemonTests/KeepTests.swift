import Foundation
import Testing

@testable import switchway

@Suite("Choices that are kept") struct KeepTests {
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
    #expect(result == Program.Result(status: 0, output: "default (Gamepad)\nkept: 'gamepad' in \(path)\n", errors: ""))
    #expect(try text().hasPrefix("switchway: 1\n"))
    #expect(try text().contains("\nextends: gamepad\n"))
    #expect(try scene.ask("profile").output.contains("* default (Gamepad)\n"))
  }

  @Test("profile NAME --keep: the rest of the person's file stays as it is")
  func rest() throws {
    let before = "# mine\nswitchway: 1\nextends: two-switch  # of old\npolicy: {when-locked: [attention]}\n"
    try scene.file("switchway/default.yaml", before)
    #expect(try scene.ask("profile", "one-switch", "--keep").status == 0)
    #expect(try text() == before.replacing("two-switch", with: "one-switch"))
  }

  @Test("profile NAME --keep: what the person's file would break is refused with its errors, and nothing is written")
  func refused() throws {
    let before = Scene.profile().replacing("Test\n", with: "Test\nextends: two-switch\n")
      .replacing("tap: next", with: "tap: next, repeat: {after: 1s}, unless: right")
    try scene.file("switchway/default.yaml", before.replacing("input: box/button-1", with: "input: stik/button-1"))
    let written = try text()
    let result = try scene.ask("profile", "joystick", "--keep")
    #expect(result.status == 1)
    #expect(result.errors.contains("not changed: with the choice in it, the file has these errors"), "\(result)")
    #expect(try text() == written)
  }

  @Test("bridge NAME --keep is written into the policy, however that is written")
  func bridge() throws {
    #expect(try scene.ask("profile", "default").status == 0)
    let first = try scene.ask("bridge", "onboard", "--keep")
    #expect(
      first == Program.Result(status: 0, output: "switches type by onboard\nkept: in \(path)\n", errors: ""))
    #expect(try text().hasSuffix("policy:\n  bridge: onboard\n"))
    for (before, after) in [
      ("policy: {}\n", "policy: {bridge: dasher}\n"),
      ("policy: {bridge: desktop}  # typed\n", "policy: {bridge: dasher}  # typed\n"),
      ("policy: {confirm: never}\n", "policy: {bridge: dasher, confirm: never}\n"),
      ("policy:\n  confirm: never\n", "policy:\n  confirm: never\n  bridge: dasher\n"),
    ] {
      try scene.file("switchway/default.yaml", "switchway: 1\nextends: two-switch\n" + before)
      #expect(try scene.ask("reload").status == 0)
      let kept = try scene.ask("bridge", "dasher", "--keep")
      #expect(kept.status == 0, "\(kept)")
      #expect(try text() == "switchway: 1\nextends: two-switch\n" + after)
    }
  }

  static let wrong: [([String], String)] = [
    (["profile", "--keep"], "Error: --keep: expected a profile's name\n"),
    (
      ["profile", "default", "--keep"],
      "Error: --keep: 'default' is the profile that Switchway starts with already\n"
    ), (["bridge", "--keep"], "Error: --keep: expected the name of a bridge\n"),
    (["bridge", "off", "--keep"], "Error: --keep: 'off' cannot be written; take 'bridge' out of the policy with "),
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
