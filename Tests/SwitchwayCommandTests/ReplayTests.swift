import EngineFixtures
import Foundation
import ProgramFixtures
import SwitchwayProtocol
import Testing

@Suite("Replays", .blocking) struct ReplayTests {
  /// Recordings that are played, and the file with which.
  struct Row: Sendable, CustomTestStringConvertible {
    var config: String
    var recordings: [String]
    var testDescription: String { recordings.joined(separator: " + ") }
  }

  static let rows: [Row] =
    ["tap", "bounce", "cut", "dropped", "hold", "overlap", "unplug", "backwards"].map {
      Row(config: "box.yaml", recordings: ["\($0).evemu"])
    } + [
      Row(config: "stick.yaml", recordings: ["axis.evemu"]),
      Row(config: "stick.yaml", recordings: ["hat.evemu"]),
      Row(config: "stick.yaml", recordings: ["tap.evemu"]),
      Row(config: "together.yaml", recordings: ["tap.evemu", "axis.evemu"]),
      Row(config: "together.yaml", recordings: ["axis.evemu", "unplug.evemu", "overlap.evemu"]),
    ]
    + ["ps2", "stick", "trackball", "receiver", "thumb", "scroll"].map {
      Row(config: "mouse.yaml", recordings: ["mouse-\($0).evemu"])
    }
    + ["chair", "knob", "cap"].map { Row(config: "movement.yaml", recordings: ["movement-\($0).evemu"]) }
    + ShippedProfileReplayTests.rows.map {
      Row(config: "../../Config/\($0.profile).yaml", recordings: ["\($0.recording).evemu"])
    }

  static let pushes: [(recording: String, presses: [String])] = [
    ("chair", ["right 500000", "right 2000000", "right 3500000", "left 5000000", "left 6500000"]),
    ("knob", ["on 500000", "off 3000000"]), ("cap", ["right 508000", "up 2508000", "left 4508000"]),
  ]

  @Test("pushes and turns are presses from their first movement on, and what is less is none", arguments: pushes)
  func movement(recording: String, presses: [String]) throws {
    let scene = try Scene()
    let folder = Scene.recordings
    let lines = try replayed(
      scene, ["--config", "\(folder)/movement.yaml", "--only", "command", "\(folder)/movement-\(recording).evemu"])
    let came = lines.map { line in
      "\(line.message["source"]?["switch"]?.stringValue ?? "?") \(line.message["pressed"]?.integerValue ?? 0)"
    }
    #expect(came == presses)
  }

  @Test("no recording is left out")
  func all() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Scene.recordings).filter {
      $0.hasSuffix(".evemu")
    }
    #expect(Set(Self.rows.flatMap(\.recordings)) == Set(names))
  }

  /// What a client of `--play` gets, but for what the protocol leaves out of the comparison.
  private func played(_ scene: Scene, _ arguments: [String]) throws -> [String] {
    while true {
      let lines = try playedOnce(scene, arguments)
      // The machine was busy for over a second: played again.
      if lines.contains(where: { $0.message["reason"] == .string("stale") }) { continue }
      return lines
    }
  }

  private func playedOnce(_ scene: Scene, _ arguments: [String]) throws -> [String] {
    let daemon = try Program(
      "switchwayd", ["--socket", scene.socket, "--speed", "100"] + arguments, environment: scene.environment)
    var first: Client?
    try eventually("the socket") {
      first = try? Client(scene.socket)
      return first != nil
    }
    let client = try #require(first)
    let lines = try client.rest().filter { !["hello", "state", "bye", "config"].contains($0.type) }
    #expect(try daemon.end() == 0)
    return lines.map { Self.owned($0.replacing(/"sent":[0-9]+,/, with: "")) }
  }

  private static func owned(_ line: String) -> String { line.replacing(/"for":null/, with: #""for":"replay""#) }

  private func replayed(_ scene: Scene, _ arguments: [String]) throws -> [String] {
    let result = try Program.run("switchway", ["replay"] + arguments, environment: scene.environment)
    #expect(result.status == 0, "\(result)")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test("a replay is, byte for byte, what a client of --play got", arguments: rows)
  func equal(row: Row) throws {
    let scene = try Scene()
    let config = "\(Scene.recordings)/\(row.config)"
    let recordings = row.recordings.map { "\(Scene.recordings)/\($0)" }
    let played = try played(scene, ["--config", config, "--play"] + recordings)
    let replayed = try replayed(scene, ["--config", config] + recordings)
    #expect(played == replayed)
    #expect(replayed.contains { $0.type == "device" })
  }

  @Test("the shipped session, too, with the profile that is shipped for it")
  func shipped() throws {
    let scene = try Scene()
    let recording = "\(Scene.top)/Config/recordings/two-switch-session.evemu"
    let config = "\(Scene.top)/Config/two-switch.yaml"
    let replayed = try replayed(scene, ["--config", config, recording])
    #expect(try played(scene, ["--config", config, "--play", recording]) == replayed)
    #expect(Set(replayed.map(\.type)).isSuperset(of: ["device", "press", "command", "rejected"]))
  }

  @Test("what the scanning clock does behind a bridge, too", arguments: ["auto", "step", "inverse"])
  func scanned(style: String) throws {
    let scene = try Scene()
    let config = try scene.file(
      "scanned.yaml",
      Scene.profile() + "scan: {style: \(style), interval: 300ms, first-item-pause: 100ms}\n"
        + "policy: {bridge: desktop}\n")
    let recording = try scene.recording(
      presses: [(500, 1), (1_299, 1), (1_700, 0), (2_500, 1), (2_590, 0), (4_000, 1)], end: 9_000)
    let replayed = try replayed(scene, ["--config", config, "--claim", "none", recording]).map(Self.owned)
    #expect(try played(scene, ["--config", config, "--play", recording]) == replayed)
    #expect(replayed.contains { $0.type == "scan" })
    #expect(replayed.contains { $0.contains(#""source":{"clock":"\#(style)"}"#) } || style == "inverse")
  }

  @Test("a profile that is not there is told in words, without the names of requests")
  func noProfile() throws {
    let scene = try Scene()
    let config = try scene.file("test.yaml", Scene.profile(left: "profile(nonesuch)"))
    let recording = try scene.recording(presses: [(500, 0)], end: 2_000)
    let result = try Program.run(
      "switchway", ["replay", "--config", config, recording], environment: scene.environment)
    #expect(result.status == 0)
    #expect(result.errors.hasPrefix("\(config):6:49: warning: there is no profile 'nonesuch'\n"), "\(result)")
    #expect(result.errors.contains("\nwarning: there is no profile 'nonesuch'; there are: "), "\(result)")
  }

  @Test("the scanning clock steps up to the last time that a recording may have")
  func lastTimes() throws {
    let scene = try Scene()
    let config = try scene.file(
      "test.yaml", Scene.profile() + "scan: {style: auto, interval: 300ms, first-item-pause: 100ms}\n")
    let recording = try scene.recording(presses: [(3_155_759_990_000_000, 1)], end: 3_155_759_999_999_000)
    let result = try Program.run(
      "/usr/bin/timeout",
      ["20", "\(Program.folder)/switchway", "replay", "--config", config, "--items", "3", recording],
      environment: scene.environment)
    #expect(result.status == 0 && result.output.contains(#""source":{"clock":"auto"}"#), "\(result)")
  }

  @Test("a press that changes the profile does so at its own time, in both")
  func profiles() throws {
    let scene = try Scene()
    try scene.file("switchway/b.yaml", Scene.profile(left: "profile(a)", right: "activate", label: "B"))
    let first = try scene.file("a.yaml", Scene.profile(left: "profile(b)", right: "select", label: "A"))
    let recording = try scene.recording(
      presses: [(500, 1), (1_000, 0), (1_500, 1), (2_000, 0), (2_500, 1), (2_590, 0), (2_800, 1)], end: 4_000)
    let replayed = try replayed(scene, ["--config", first, recording])
    #expect(try played(scene, ["--config", first, "--play", recording]) == replayed)
    #expect(
      replayed.filter { $0.type == "profile" } == [
        #"{"type":"profile","name":"b","label":"B","time":1000000}"#,
        #"{"type":"profile","name":"a","label":"A","time":2000000}"#,
        #"{"type":"profile","name":"b","label":"B","time":2590000}"#,
      ])
    #expect(
      replayed.compactMap { $0.type == "command" ? $0.message["command"]?.stringValue : nil }
        == ["select", "activate", "select", "activate"])
  }

  @Test("a removed required device is reported after its releases, in both")
  func required() throws {
    let scene = try Scene()
    let config = try scene.file(
      "test.yaml", Scene.profile().replacing(#"{name: "Test Box"}}"#, with: #"{name: "Test Box"}, required: yes}"#))
    let recording = try scene.recording(presses: [(500, 0)], end: 3_000)
    let text = String(decoding: try Scene.bytes(of: recording), as: UTF8.self)
    let cut = try scene.file(
      "cut.evemu",
      text.replacing(/E: 0\.600000 0001[^\n]*\n/, with: "# UNPLUG 0.550000\n# REPLUG 1.000000\n# UNPLUG 2.000000\n"))
    let replayed = try replayed(scene, ["--config", config, cut])
    #expect(try played(scene, ["--config", config, "--play", cut]) == replayed)
    let lost =
      #"{"type":"warning","code":"device-lost","device":"box","#
      + #""message":"a required device was unplugged: plug it in again","time":"#
    #expect(
      replayed.map(\.type) == [
        "device", "press", "command", "press", "device", "warning", "device", "device", "warning",
      ])
    #expect(replayed.filter { $0.type == "warning" } == [lost + "550000}", lost + "2000000}"])
    // The end of a recording is no loss.
    #expect(!(try self.replayed(scene, ["--config", config, recording])).contains { $0.type == "warning" })
    // While another of the entry is there, none is missed.
    #expect(!(try self.replayed(scene, ["--config", config, recording, cut])).contains { $0.type == "warning" })
  }

  @Test("the same input gives the same bytes")
  func deterministic() throws {
    let scene = try Scene()
    let arguments = ["--config", "\(Scene.recordings)/box.yaml", "\(Scene.recordings)/bounce.evemu"]
    #expect(try replayed(scene, arguments) == replayed(scene, arguments))
  }

  @Test("--only keeps lines of its types, in order")
  func only() throws {
    let scene = try Scene()
    let arguments = ["--config", "\(Scene.recordings)/box.yaml", "\(Scene.recordings)/hold.evemu"]
    let all = try replayed(scene, arguments)
    for types in [["command"], ["press", "rejected"], ["bye"], ["key"]] {
      let only = try replayed(scene, arguments + ["--only", types.joined(separator: ",")])
      #expect(only == all.filter { types.contains($0.type) })
    }
    #expect(try replayed(scene, arguments + ["--keys"]) == all)
  }

  @Test(
    "--claim says for whom commands are",
    arguments: [
      ("all", [#""for":"replay""#, #""for":"replay""#]), ("none", [#""for":null"#, #""for":null"#]),
      ("select,menu", [#""for":null"#, #""for":"replay""#]), ("next", [#""for":"replay""#, #""for":null"#]),
      ("x-mine", [#""for":null"#, #""for":null"#]),
    ])
  func claims(claim: String, expected: [String]) throws {
    let scene = try Scene()
    let config = try scene.file("test.yaml", Scene.profile())
    let recording = try scene.recording(presses: [(500, 0), (1_000, 1)], end: 2_000)
    let commands = try replayed(scene, ["--config", config, "--claim", claim, "--only", "command", recording])
    #expect(commands.map { String($0.dropLast().suffix(expected[0].count)) }.count == 2)
    for (command, ending) in zip(commands, expected) { #expect(command.hasSuffix(ending + "}")) }
  }

  @Test("a small replay, whole")
  func whole() throws {
    let scene = try Scene()
    let config = try scene.file("test.yaml", Scene.profile())
    let recording = try scene.recording(presses: [(500, 0)], end: 1_000)
    #expect(
      try Program.run("switchway", ["replay", "--config", config, recording])
        == Program.Result(
          status: 0,
          output: """
            {"type":"device","change":"added","device":"box","name":"Test Box","id":"1209:0001",\
            "kind":"switch-interface","time":500000}
            {"type":"press","switch":"left","down":true,"time":500000,"accepted":500000}
            {"type":"command","seq":1,"command":"next","args":[],"phase":"do","count":1,\
            "source":{"switch":"left","device":"box","gesture":"tap"},"pressed":500000,"accepted":500000,\
            "for":"replay"}
            {"type":"press","switch":"left","down":false,"time":600000,"accepted":600000}

            """, errors: ""))
  }

  @Test("a reader that closes the pipe is no error")
  func readerGone() throws {
    let scene = try Scene()
    let config = try scene.file("test.yaml", Scene.profile())
    let presses = (1...20_000).map { (at: $0 * 200, button: 0) }
    let recording = try scene.recording(presses: presses, end: 20_001 * 200)
    let result = try Program.run(
      "/bin/bash",
      [
        "-c",
        "'\(Program.folder)/switchway' replay --config '\(config)' '\(recording)' | head -n 1; exit ${PIPESTATUS[0]}",
      ],
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(result.status == 0, "\(result)")
    #expect(result.errors.isEmpty)
    #expect(result.output.hasPrefix(#"{"type":"device""#))
  }
}
