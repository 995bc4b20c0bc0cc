import EngineFixtures
import Foundation
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

@Suite("switchway calibrate", .blocking) struct CalibrateTests {
  /// A contact of a button, ms.
  private typealias Contact = (button: Int, from: Int, to: Int)

  private static let header =
    "# EVEMU 1.3\nN: Test Box\nI: 0003 1209 0001 0100\nP: 00 00 00 00 00 00 00 00\n"
    + String(repeating: "B: 01 00 00 00 00 00 00 00 00\n", count: 4) + "B: 01 03 00 00 00 00 00 00 00\n"
    + String(repeating: "B: 01 00 00 00 00 00 00 00 00\n", count: 7)

  private static func event(_ time: Int, _ rest: String) -> String {
    let fraction = String(1_000 + time % 1_000).dropFirst()
    return "E: \(time / 1_000).\(fraction)000 \(rest)\nE: \(time / 1_000).\(fraction)000 0000 0000 0\n"
  }

  private func recording(
    _ scene: Scene, _ contacts: [Contact], end: Int = 64_000, named name: String = "press.evemu"
  ) throws -> String {
    let edges = contacts.flatMap { [($0.from, $0.button, 1), ($0.to, $0.button, 0)] }
    let events = edges.sorted { $0.0 < $1.0 }.map { Self.event($0.0, "0001 010\($0.1) \($0.2)") }
    return try scene.file(
      name,
      Self.header + "E: 0.000000 0000 0000 0\n" + events.joined() + Self.event(end, "0000 0000 0"))
  }

  /// Sixteen prompts, 3 s apart, in turn for each of the switches.
  private static let prompts = (0..<16).map { (time: 15_000 + 3_000 * $0, button: $0 % 2) }

  private func session(
    _ scene: Scene, rest: String = "[0, 15000000]", end: Int = 63_500_000, names: [String] = ["left", "right"],
    file: String = "session.json"
  ) throws -> String {
    let prompts = Self.prompts.map {
      #"{"time": \#($0.time * 1_000), "switch": "\#(names[$0.button])", "count": 1}"#
    }
    return try scene.file(
      file, #"{"rest": \#(rest), "end": \#(end), "prompts": [\#(prompts.joined(separator: ", "))]}"#)
  }

  /// Presses of 200 ms at each prompt; on the left with two short touches in the rest, on the right each with an
  /// after-contact.
  private static let contacts: [Contact] =
    [(0, 3_000, 3_050), (0, 6_000, 6_040)]
    + prompts.map { ($0.button, $0.time + 600, $0.time + 800) }
    + prompts.filter { $0.button == 1 }.map { ($0.button, $0.time + 900, $0.time + 950) }

  private func calibrate(_ scene: Scene, _ arguments: String...) throws -> Program.Result {
    try Program.run("switchway", ["calibrate"] + arguments, environment: scene.environment)
  }

  @Test("what it prints, whole")
  func whole() throws {
    let scene = try Scene()
    let config = try scene.file("test.yaml", Scene.profile())
    let (recording, session) = (try recording(scene, Self.contacts), try session(scene))
    let before = try FileManager.default.contentsOfDirectory(atPath: scene.folder).sorted()
    let result = try calibrate(scene, "--config", config, "--recording", recording, "--session", session)
    #expect(
      result
        == Program.Result(
          status: 0,
          output: """
            # the rest lasted 15 s: rest for two minutes to measure unintended contacts better
            switches:
              left:
                # 8 of 8 prompts were answered
                # the shortest press lasted 0.2 s; half of the presses lasted 0.2 s or more
                # 2 unintended contacts, at most 0.05 s long
                # with this, 8 of these 8 presses count, and 0 other contacts; without it, 8 and 2 other contacts
                # sure: high
                steady: {debounce: 25ms, hold-duration: 102ms, ignore-repeat: 200ms}
              right:
                # 8 of 8 prompts were answered
                # the shortest press lasted 0.2 s; half of the presses lasted 0.2 s or more
                # no unintended contact
                # 8 contacts came soon after a press: at most 0.1 s after the previous contact, and at most 0.05 s long
                # with this, 8 of these 8 presses count, and 0 other contacts; without it, 8 and 8 other contacts
                # sure: high
                steady: {debounce: 30ms, hold-duration: 0, ignore-repeat: 200ms, override: 110ms, override-gap: 120ms}

            """, errors: ""))
    // It writes nothing.
    #expect(try FileManager.default.contentsOfDirectory(atPath: scene.folder).sorted() == before)
    let json = try calibrate(scene, "--config", config, "--recording", recording, "--session", session, "--json")
    #expect(
      json
        == Program.Result(
          status: 0,
          output: #"{"switches": {"left": {"steady": {"debounce": "25ms", "hold-duration": "102ms", "#
            + #""ignore-repeat": "200ms"}, "sure": "high"}, "right": {"steady": {"debounce": "30ms", "#
            + #""hold-duration": "0", "ignore-repeat": "200ms", "override": "110ms", "override-gap": "120ms"}, "#
            + #""sure": "high"}}}"#
            + "\n",
          errors: ""))
    let one = try calibrate(
      scene, "right", "--config", config, "--recording", recording, "--session", session, "--json")
    #expect(one.output.message["switches"]?.objectValue?.keys.sorted() == ["right"])
  }

  @Test("several sessions count together, each with its own recording")
  func several() throws {
    let scene = try Scene()
    let config = try scene.file("test.yaml", Scene.profile())
    let presses = Self.prompts.map { ($0.button, $0.time + 600, $0.time + 800) }
    let fresh = try recording(scene, presses, named: "fresh.evemu")
    let tired = try recording(scene, Self.contacts, named: "tired.evemu")
    let (first, second) = (try session(scene, file: "first.json"), try session(scene, file: "second.json"))
    let result = try calibrate(
      scene, "left", "--config", config, "--recording", fresh, "--recording", tired, "--session", first, "--session",
      second)
    #expect(
      result
        == Program.Result(
          status: 0,
          output: """
            # the rest lasted 30 s: rest for two minutes to measure unintended contacts better
            switches:
              left:
                # 16 of 16 prompts were answered
                # the shortest press lasted 0.2 s; half of the presses lasted 0.2 s or more
                # 2 unintended contacts, at most 0.05 s long
                # with this, 16 of these 16 presses count, and 0 other contacts; without it, 16 and 2 other contacts
                # sure: high
                steady: {debounce: 25ms, hold-duration: 102ms, ignore-repeat: 200ms}

            """, errors: ""))
    let silent = try recording(scene, [], named: "silent.evemu")
    let refused = try calibrate(
      scene, "left", "--config", config, "--recording", fresh, "--recording", silent, "--session", first, "--session",
      second)
    #expect(refused.status == 1)
    #expect(refused.errors.hasPrefix("\(second): error: left: no press arrived at its prompts"), "\(refused)")
    let short = try recording(scene, Array(Self.contacts.prefix(4)), end: 22_000, named: "short.evemu")
    let other = try calibrate(
      scene, "--config", config, "--recording", fresh, "--recording", short, "--session", first, "--session", second)
    #expect(other.errors.hasPrefix("\(second): error: 13 of 16 prompts lie outside the recording\n"), "\(other)")
    let odd = try calibrate(
      scene, "--config", config, "--recording", fresh, "--session", first, "--session", second)
    #expect(odd.status == 2)
    #expect(odd.errors.contains("2 sessions and 1 recording; give each session as many"), "\(odd)")
  }

  @Test("time after the end of a recording does not count as observed")
  func late() throws {
    let scene = try Scene()
    let config = try scene.file("test.yaml", Scene.profile())
    let recording = try recording(scene, Self.contacts)
    let results = try [63_500_000, 3_155_760_000_000_000_000].map { end in
      try calibrate(
        scene, "--config", config, "--recording", recording, "--session",
        try session(scene, end: end, file: "\(end).json"))
    }
    #expect(results[0].output.contains("hold-duration: 102ms"), "\(results[0])")
    #expect(results[0] == results[1])
  }

  @Test("a rest of one minute is long enough", arguments: [(59_999_999, true), (60_000_000, false)])
  func shortRest(length: Int, isShort: Bool) throws {
    let scene = try Scene()
    let config = try scene.file("test.yaml", Scene.profile())
    // The rest is over before the first prompt, and begins a minute before the others' zero.
    let late = Self.contacts.map { ($0.button, $0.from + 60_000, $0.to + 60_000) }
    let prompts = Self.prompts.map {
      #"{"time": \#(($0.time + 60_000) * 1_000), "switch": "\#(["left", "right"][$0.button])"}"#
    }
    let session = try scene.file(
      "session.json",
      #"{"rest": [1000000, \#(1_000_000 + length)], "end": 123500000, "prompts": "#
        + #"[\#(prompts.joined(separator: ", "))]}"#
    )
    let result = try calibrate(
      scene, "--config", config, "--recording", try recording(scene, late, end: 124_000), "--session", session)
    #expect(result.status == 0, "\(result)")
    #expect(result.output.hasPrefix("# the rest lasted 59.9 s: ") == isShort, "\(result)")
    #expect(result.output.hasPrefix("switches:\n") == !isShort, "\(result)")
  }

  @Test("what it prints can be pasted into a key-remap file, and is right there")
  func pasted() throws {
    let scene = try Scene()
    let config = try scene.file("switchway/base.yaml", Scene.profile())
    let neighbours: [Contact] = [0, 3, 8].map {
      let prompt = Self.prompts[$0]
      return (1 - prompt.button, prompt.time + 640, prompt.time + 700)
    }
    let (recording, session) = (try recording(scene, Self.contacts + neighbours), try session(scene))
    let result = try calibrate(scene, "--config", config, "--recording", recording, "--session", session)
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("neighbour: 70ms"))
    let whole = try scene.file("switchway/mine.yaml", "switchway: 1\nextends: base\n" + result.output)
    let check = try Program.run("switchway", ["check", whole], environment: scene.environment)
    #expect(check.status == 0, "\(check)")
    let mappings = result.output.split(separator: "\n").filter { $0.contains("steady:") }
    #expect(mappings.count == 2)
    for mapping in mappings {
      let lines = Scene.profile().replacing("steady: off, ", with: mapping.trimmingCharacters(in: .whitespaces) + ", ")
      let check = try Program.run(
        "switchway", ["check", try scene.file("switchway/line.yaml", lines)], environment: scene.environment)
      #expect(check.status == 0, "\(check)")
    }
  }

  @Test("the printed settings let exactly the asked presses through")
  func inForce() throws {
    let scene = try Scene()
    let config = try scene.file("switchway/base.yaml", Scene.profile())
    let (recording, session) = (try recording(scene, Self.contacts), try session(scene))
    let result = try calibrate(scene, "--config", config, "--recording", recording, "--session", session)
    let mine = try scene.file("switchway/mine.yaml", "switchway: 1\nextends: base\n" + result.output)
    func commands(_ config: String) throws -> Int {
      let replay = try Program.run(
        "switchway", ["replay", "--config", config, "--only", "command", recording], environment: scene.environment)
      return replay.output.split(separator: "\n").count
    }
    #expect(try commands(config) == 26)
    #expect(try commands(mine) == 16)
  }

  @Test("with the printed settings, two switches that are hit together make one command")
  func together() throws {
    let scene = try Scene()
    let config = try scene.file("switchway/base.yaml", Scene.profile())
    let hits: [Contact] = [0, 3, 8].map {
      let prompt = Self.prompts[$0]
      return (1 - prompt.button, prompt.time + 640, prompt.time + 700)
    }
    let (recording, session) = (try recording(scene, Self.contacts + hits), try session(scene))
    let result = try calibrate(scene, "--config", config, "--recording", recording, "--session", session)
    let mine = try scene.file("switchway/mine.yaml", "switchway: 1\nextends: base\n" + result.output)
    let replay = try Program.run(
      "switchway", ["replay", "--config", mine, "--only", "command", recording], environment: scene.environment)
    #expect(replay.output.split(separator: "\n").count == 16, "\(result) \(replay)")
  }

  @Test("contacts of an axis are those of its levels, and it gets a hold duration against spikes")
  func axis() throws {
    let scene = try Scene()
    let config = try scene.file(
      "axis.yaml",
      """
      switchway: 1
      devices: {stick: {match: {name: "Test Stick"}}}
      switches: {puff: {input: stick/abs_y > 60%, release: 35%, tap: select}}

      """)
    let header =
      "N: Test Stick\nI: 0003 1209 0002 0100\nB: 00 0b 00 00 00 00 00 00 00\nB: 03 03 00 00 00 00 00 00 00\n"
      + "A: 00 -100 100 0 0 0\nA: 01 -100 100 0 0 0\n"
    // Below the level is no press, and between the levels it is still pressed.
    let swings = (0..<16).flatMap { index in
      [(300, 59), (400, 0), (600, 60), (700, 40), (1_000, 35), (1_200, 0)].map {
        Self.event(15_000 + 3_000 * index + $0.0, "0003 0001 \($0.1)")
      }
    }
    let recording = try scene.file(
      "stick.evemu", header + swings.joined() + Self.event(64_000, "0000 0000 0"))
    let session = try session(scene, names: ["puff", "puff"])
    let result = try calibrate(scene, "--config", config, "--recording", recording, "--session", session)
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("# 16 of 16 prompts were answered\n"))
    #expect(result.output.contains("# the shortest press lasted 0.4 s; half of the presses lasted 0.4 s or more\n"))
    #expect(result.output.contains("steady: {debounce: 25ms, hold-duration: 80ms, ignore-repeat: 200ms}\n"))
  }

  @Test("a switch without a proposal is reported with the reason, and the status is 1")
  func refused() throws {
    let scene = try Scene()
    let config = try scene.file("test.yaml", Scene.profile())
    let session = try session(scene)
    func errors(_ contacts: [Contact]) throws -> String {
      let recording = try self.recording(scene, contacts)
      let result = try calibrate(scene, "--config", config, "--recording", recording, "--session", session)
      #expect(result.status == 1, "\(result)")
      return result.errors
    }
    let silent = try errors([]).split(separator: "\n")
    #expect(silent.count == 2 && silent.allSatisfy { $0.contains("'switchway monitor'") }, "\(silent)")
    #expect(silent[0].hasPrefix("error: left: no press ") && silent[1].hasPrefix("error: right: no press "))
    let swapped = try errors(Self.prompts.map { (1 - $0.button, $0.time + 600, $0.time + 800) })
    for (name, other) in [("left", "right"), ("right", "left")] {
      #expect(swapped.contains("error: \(name): it was pressed at the prompts of '\(other)'"), "\(swapped)")
    }
    #expect(try errors([(0, 1_000, 60_000)]).contains("error: left: it stayed pressed for 59 s in all"))
    // The other one is proposed all the same.
    let recording = try self.recording(scene, Self.contacts.filter { $0.button == 1 })
    let result = try calibrate(scene, "--config", config, "--recording", recording, "--session", session)
    #expect(result.status == 1)
    #expect(result.output.contains("  right:\n") && !result.output.contains("  left:\n"))
  }

  static let badSessions: [(text: String, message: String)] = [
    ("", "not JSON"), ("[1", "not JSON"), ("[]", "expected 'rest' with two times"),
    (#"{"rest": [0], "end": 1, "prompts": []}"#, "expected 'rest' with two times"),
    (#"{"rest": [0, 1], "end": 1}"#, "expected 'prompts', a list"),
    (#"{"rest": [0, 1], "end": 1, "prompts": []}"#, "no prompts"),
    (#"{"rest": [0, 1], "end": "x", "prompts": []}"#, "'end': expected a time"),
    (#"{"rest": [0, 1.5], "end": 9, "prompts": []}"#, "'rest': expected a time"),
    (#"{"rest": [0, 1], "end": 9, "prompts": [{"time": 2}]}"#, "prompt 1: expected 'switch', a name"),
    (
      #"{"rest": [0, 1], "end": 9, "prompts": [{"time": 2, "switch": "lefty"}]}"#,
      "prompt 1: the profile has no switch 'lefty'\n  help: did you mean 'left'?"
    ),
    (#"{"rest": [0, 1], "end": 9, "prompts": [{"switch": "left"}]}"#, "prompt 1: 'time': expected a time"),
    (
      #"{"rest": [0, 1], "end": 9, "prompts": [{"time": 2, "switch": "left", "count": 3}]}"#,
      "prompt 1: expected 'count' 1 or 2, found 3"
    ),
    (#"{"rest": [0, 1], "end": 9, "prompts": [{"time": -2, "switch": "left"}]}"#, "a time is negative"),
    (#"{"rest": [2, 1], "end": 9, "prompts": [{"time": 3, "switch": "left"}]}"#, "'rest' ends before it begins"),
    (
      #"{"rest": [0, 1], "end": 9, "prompts": [{"time": 3, "switch": "left"}, {"time": 2, "switch": "left"}]}"#,
      "prompt 2 does not come after prompt 1"
    ),
    (#"{"rest": [0, 1], "end": 9, "prompts": [{"time": 9, "switch": "left"}]}"#, "prompt 1 does not come before 'end'"),
  ]

  @Test("a malformed session is refused with the place of the mistake", arguments: badSessions)
  func badSession(text: String, message: String) throws {
    let scene = try Scene()
    let config = try scene.file("test.yaml", Scene.profile())
    let session = try scene.file("session.json", text)
    let result = try calibrate(
      scene, "--config", config, "--recording", try recording(scene, Self.contacts), "--session", session)
    #expect(result.status == 1, "\(result)")
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("\(session): error: \(message)"), "\(result)")
    #expect(result.errors.contains("\n  help: "))
  }

  @Test("a session of another recording is refused")
  func otherRecording() throws {
    let scene = try Scene()
    let config = try scene.file("test.yaml", Scene.profile())
    let session = try session(scene)
    let short = try recording(scene, Array(Self.contacts.prefix(4)), end: 22_000)
    let result = try calibrate(scene, "--config", config, "--recording", short, "--session", session)
    #expect(result.status == 1)
    #expect(result.errors.contains("error: 13 of 16 prompts lie outside the recording\n  help: "), "\(result)")
  }

  @Test("with only one of a recording and a session it says what to give, with status 2")
  func usage() throws {
    let scene = try Scene()
    let config = try scene.file("test.yaml", Scene.profile())
    for arguments in [["--recording", "x"], ["--session", "x"]] {
      let result = try Program.run(
        "switchway", ["calibrate", "--config", config] + arguments, environment: scene.environment)
      #expect(result.status == 2)
      #expect(result.errors.contains("--recording FILE and --session FILE"), "\(result)")
    }
    for arguments in [[], ["left"]] {
      let result = try Program.run(
        "switchway", ["calibrate", "--config", config] + arguments, environment: scene.environment)
      #expect(result.status == 4)
    }
    let unknown = try calibrate(
      scene, "lefty", "--config", config, "--recording", try recording(scene, []), "--session", try session(scene))
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("no switch 'lefty'; did you mean 'left'?"))
  }

  @Test("files that cannot be read")
  func unreadable() throws {
    let scene = try Scene()
    let config = try scene.file("test.yaml", Scene.profile())
    let recording = try recording(scene, Self.contacts)
    let missing = try calibrate(
      scene, "--config", config, "--recording", recording, "--session", "\(scene.folder)/none")
    #expect(missing.status == 1)
    #expect(missing.errors.hasPrefix("\(scene.folder)/none: error: No such file or directory\n  help: "))
    let denied = try session(scene)
    unsafe chmod(denied, 0)
    unsafe chmod(scene.folder, 0o755)
    let result = try Unprivileged.run(
      "switchway",
      [
        "calibrate", "--config", "\(Scene.top)/Config/two-switch.yaml", "--recording", recording,
        "--session", denied,
      ], environment: scene.environment)
    #expect(result.status == 3, "\(result)")
  }
}
