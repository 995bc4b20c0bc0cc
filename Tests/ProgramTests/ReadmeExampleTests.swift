import Foundation
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

/// The scanning program of docs/developers/tutorial.md and the profiles of the other pages, as they are printed there,
/// with the real programs.
@Suite("Examples of docs", .blocking) struct ReadmeExampleTests {
  /// Where a daemon's socket can be. Source: the protocol.
  enum Place: String, CaseIterable, Sendable {
    case variable, session, service

    static var mine: [Place] { geteuid() == 0 ? allCases : [.variable, .session] }
  }

  private static func page(_ name: String) throws -> String {
    String(decoding: try Scene.bytes(of: "\(Scene.top)/docs/\(name).md"), as: UTF8.self)
  }

  /// The one block of this language.
  private static func block(_ language: String) throws -> String {
    let blocks = try page("developers/tutorial").matches(of: /\n```([a-z]+)\n((?:[^`]|`[^`])*?\n)```\n/)
      .filter { $0.output.1 == language }.map { String($0.output.2) }
    #expect(blocks.count == 1)
    return try #require(blocks.first)
  }

  /// The environment of a client, and the socket that the daemon is to bind. The service's place is root's to make, so
  /// only tests that run as root look there.
  private func place(_ place: Place, _ scene: Scene) throws -> (environment: [String: String], socket: String) {
    var environment = [
      "PYTHONPATH": "\(Scene.top)/clients/python", "PYTHONDONTWRITEBYTECODE": "1", "LANG": "C.UTF-8",
      "PATH": "/usr/bin:/bin",
    ]
    switch place {
    case .variable:
      environment["SWITCHWAY_SOCKET"] = scene.socket
      return (environment, scene.socket)
    case .session:
      environment["XDG_RUNTIME_DIR"] = scene.folder
      environment["USER"] = "nobody-of-this-name"
      return (environment, "\(scene.folder)/switchway/socket")
    case .service:
      let user = (scene.folder as NSString).lastPathComponent
      environment["USER"] = user
      return (environment, "/run/switchway/\(user)/socket")
    }
  }

  @Test(
    "it finds the daemon at each place, claims what it acts on, and acts on commands only", arguments: Place.mine)
  func python(_ place: Place) throws {
    let scene = try Scene()
    let (environment, socket) = try self.place(place, scene)
    let folder = (socket as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer {
      if place == .service {
        try? FileManager.default.removeItem(atPath: folder)
        // Where it was made for this.
        unsafe rmdir("/run/switchway")
      }
    }
    let config = try scene.file("test.yaml", Scene.profile())
    // The end of the recording is far away; its presses are in the first second.
    let recording = try scene.recording(presses: [(0, 0), (400, 1), (800, 0)], end: 3_600_000)
    let daemon = try Program(
      "switchwayd", ["--socket", socket, "--config", config, "--play", recording], environment: scene.environment)
    try eventually("the socket") { (try? Client(socket)) != nil }
    let file = try scene.file("front-end.py", try Self.block("python"))
    let program = try Program("/usr/bin/python3", ["-u", file], environment: environment)
    // What it prints begins with the first command after its claim, and there is a line for each.
    let witness = try Client(socket)
    try witness.lines(until: "state")
    try eventually("its claim") {
      try witness.ask(#"{"type":"get","what":"state"}"#)["result"]?["consumers"]?[0]?["client"] == .string("list")
    }
    for command in ["next", "back", "select"] { _ = try witness.ask(#"{"type":"send","command":"\#(command)"}"#) }
    let lines = try program.output.lines { $0.hasSuffix(" chosen") }
    #expect(lines.allSatisfy { ["Yes", "No", "Help"].contains($0.split(separator: " ").first.map(String.init) ?? "") })
    program.signal(SIGTERM)
    _ = try program.end()
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
  }

  @Test("in ten lines, it scans with one switch: what is chosen was lit when the person pressed")
  func scans() throws {
    let scene = try Scene()
    let block = try Self.block("python")
    #expect(block.split(separator: "\n").count == 10)
    let (environment, _) = try place(.variable, scene)
    let person = try OneSwitch(scene)
    let program = try Program(
      "/usr/bin/python3", ["-u", try scene.file("front-end.py", block)], environment: environment)
    let items = ["Yes", "No", "Help"]
    let expected = try person.commands(for: "list", choices: 3).map { command in
      items[command.last?.wholeNumberValue ?? 0] + (command.hasPrefix("select") ? " chosen" : " ")
    }
    var shown: [String] = []
    while shown.suffix(expected.count) != expected[...] { shown.append(try #require(try program.output.next())) }
  }

  @Test("the profiles are right", arguments: ["profiles", "programs", "packaging"])
  func profiles(name: String) throws {
    let page = try Self.page(name)
    let blocks = page.matches(of: /\n```yaml\n((?:[^`]|`[^`])*?\n)```\n/).map { String($0.output.1) }
    #expect(!blocks.isEmpty)
    for block in blocks {
      let scene = try Scene()
      let result = try Program.run(
        "switchway", ["check", try scene.file("default.yaml", block)], environment: scene.environment)
      #expect(result.status == 0 && !result.output.contains("warning: "), "\(block)\(result)")
    }
  }

  @Test("the loop of a shell finds the socket, and every program that is needed is named with its package")
  func shell() throws {
    let page = try Self.page("developers/tutorial")
    let loop = try #require(page.firstMatch(of: /\n(    for socket in (?:.*\n)*?    done\n)    nc -U "\$socket"\n/))
    let scene = try Scene()
    let daemon = try scene.daemon()
    for place in [Place.variable, .session] {
      var (environment, socket) = try self.place(place, scene)
      if place == .session {
        try FileManager.default.createDirectory(atPath: "\(scene.folder)/switchway", withIntermediateDirectories: true)
        #expect(unsafe symlink(scene.socket, socket) == 0)
      }
      environment["USER"] = "nobody-of-this-name"
      let result = try Program.run("/bin/sh", ["-c", loop.output.1 + "echo $socket"], environment: environment)
      #expect(result.output == socket + "\n", "\(result)")
    }
    #expect(page.contains("package `netcat-openbsd`") && page.contains("package `python3`"))
    _ = daemon
  }
}
