import EngineFixtures
import Foundation
import ProgramFixtures
import Testing

@testable import switchway

@Suite("An earlier version of a profile", .blocking) struct UndoTests {
  private let scene: Scene

  init() throws { scene = try Scene() }

  private var path: String { "\(scene.folder)/switchway/default.yaml" }
  private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
  private func profile(_ label: String) -> String { Scene.profile(label: label) }

  /// The file as it is now, and two copies of what it was.
  private func makeVersions() throws {
    try scene.file("switchway/default.yaml", profile("Now"))
    try scene.file("switchway/default.yaml.before-20261127-180300", profile("Older"))
    try scene.file("switchway/default.yaml.before-20261128-104207", profile("Newer"))
    // As the file is now: to take that back would change nothing.
    try scene.file("switchway/default.yaml.before-20261128-120000", profile("Now"))
  }

  @Test("the newest one that differs is in force again, and the one until now is kept: a second undo takes it back")
  func newest() throws {
    try makeVersions()
    let daemon = try scene.daemon()
    let first = try scene.ask("profile", "--undo")
    #expect(first.status == 0 && first.errors.isEmpty, "\(first)")
    #expect(
      first.output.hasPrefix(
        "\(path) was restored: it is as it was until 2026-11-28 10:42:07\ndefault (Newer)\nThe version before"),
      "\(first)")
    #expect(first.output.hasSuffix(": 'switchway profile --undo'.\n"), "\(first)")
    #expect(try text() == profile("Newer"))
    #expect(try scene.ask("profile").output.contains("* default (Newer)\n"))
    #expect(try scene.ask("profile", "--undo").output.contains("\ndefault (Now)\n"))
    _ = daemon
  }

  @Test("without a daemon, and of a profile with another name")
  func named() throws {
    try scene.file("switchway/mine.yaml", profile("Now"))
    try scene.file("switchway/mine.yaml.before-20261127-180300", profile("Older"))
    let result = try Program.run("switchway", ["profile", "mine", "--undo"], environment: scene.environment)
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("'switchway profile --undo mine'.\n"), "\(result)")
    #expect(try String(contentsOfFile: "\(scene.folder)/switchway/mine.yaml", encoding: .utf8) == profile("Older"))
  }

  @Test("on a terminal one chooses among them", arguments: [("2\n", "Older"), ("7\n\n", "Newer"), ("q\n", "Now")])
  func asked(typed: String, label: String) throws {
    try makeVersions()
    let terminal = try PseudoTerminal("switchway", ["profile", "--undo"], environment: scene.environment)
    try terminal.await("2  as it was until 2026-11-27 18:03:00")
    terminal.type(typed)
    #expect(try terminal.end() == (label == "Now" ? 1 : 0))
    #expect(try text() == profile(label))
  }

  @Test("with nothing to go back to, an unfinished edit or a version with errors, nothing is changed")
  func refused() throws {
    try scene.file("switchway/default.yaml", profile("Now"))
    func undo() throws -> Program.Result {
      try Program.run("switchway", ["profile", "--undo"], environment: scene.environment)
    }
    #expect(try undo().errors.hasPrefix("no earlier version of \(path) is kept\nhelp: "))
    try scene.file("switchway/default.yaml.before-20261127-180300", "switchway: 1\nx: y\n")
    let bad = try undo()
    #expect(bad.status == 1 && bad.errors.contains("not changed: the earlier version has these errors"), "\(bad)")
    try scene.file("switchway/default.yaml.draft", "x")
    #expect(try undo().errors.contains("an earlier edit of this profile was not finished"))
    #expect(try text() == profile("Now"))
    for arguments in [["next", "--undo"], ["--undo", "--keep"]] {
      #expect(try Program.run("switchway", ["profile"] + arguments).status == 2)
    }
  }
}
