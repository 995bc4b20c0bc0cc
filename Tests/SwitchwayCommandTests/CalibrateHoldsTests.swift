import ProgramFixtures
import SwitchwayCore
import SwitchwayTime
import Testing

@testable import switchway

/// Whether a person reaches the `hold` of a switch: they are asked to hold it down.
@Suite("switchway calibrate with a hold", .blocking) struct CalibrateHoldsTests {
  private static func gestures() throws -> GestureBindings {
    var gestures = GestureBindings(tap: try CommandVocabulary.parse("select"))
    gestures[.hold] = .init(after: .milliseconds(800), command: try CommandVocabulary.parse("menu"))
    return gestures
  }

  private static func words(_ presses: [Int64], holds: [Int64]) throws -> String? {
    HoldFinding(
      try gestures(), presses: presses.map { .milliseconds($0) }, holds: holds.map { .milliseconds($0) },
      sendsPulses: false
    ).map(CalibrationWords.hold)
  }

  /// Lengths of presses and of holds, ms, with a `hold` after 0.8 s.
  static let findings: [(presses: [Int64], holds: [Int64], words: String?)] = [
    ([200, 300], [], nil),
    ([200, 300], [800, 900, 2_000], nil),
    // Most of them are long enough.
    ([200, 300], [400, 800, 800], nil),
    // A prompt that was missed counts neither way.
    ([200, 300], [0, 0, 0], nil),
    ([200, 300], [0, 800, 0], nil),
    (
      [200, 300], [799, 500, 600],
      "its 'hold' after 0.8 s is never reached: the longest of 3 holds lasted 0.799 s; write 'after: 400ms', which "
        + "this person reaches, and not by accident"
    ),
    (
      [200, 300], [0, 400, 0],
      "its 'hold' after 0.8 s is never reached: the longest of 1 hold lasted 0.4 s; write 'after: 400ms', which this "
        + "person reaches, and not by accident"
    ),
    (
      [200, 300], [399, 500, 600],
      "its 'hold' after 0.8 s is never reached: the longest of 3 holds lasted 0.6 s; this person's holds are "
        + "hardly longer than the presses, so remove 'hold'"
    ),
    (
      [200, 300], [800, 500, 600],
      "its 'hold' after 0.8 s is seldom reached (1 of 3 times): the longest of 3 holds lasted 0.8 s; write "
        + "'after: 400ms', which this person reaches, and not by accident"
    ),
    (
      [200, 800], [1_100, 1_500, 2_000],
      "1 of 2 presses lasted long enough for its 'hold' after 0.8 s, which this person would reach by accident; a "
        + "hold after 1.1 s is longer than all of these presses"
    ),
    (
      [200, 800], [1_099, 1_500, 2_000],
      "1 of 2 presses lasted long enough for its 'hold' after 0.8 s, which this person would reach by accident; "
        + "they cannot reach a longer one, so remove 'hold'"
    ),
  ]

  @Test("what is said of a hold follows the presses and the holds", arguments: findings)
  func said(presses: [Int64], holds: [Int64], words: String?) throws {
    #expect(try Self.words(presses, holds: holds) == words)
  }

  // MARK: From files

  private static let held = #", "holds": [{"time": 39000000, "switch": "left"}, {"time": 44000000, "switch": "left"}]"#

  /// Eight prompts, 3 s apart, then two for holding; presses of 0.3 s, and holds of this length, ms. `former`: the
  /// length of the holds of a session before it.
  private func calibrate(
    _ scene: Scene, hold: Int, holds: String = held, former: Int? = nil
  ) throws -> Program.Result {
    let profile = Scene.profile(left: "next, hold: {after: 800ms, do: menu}")
    var words = ["calibrate", "--config", try scene.file("test.yaml", profile)]
    for (name, hold) in [former.map { ("former", $0) }, ("press", hold)].compactMap(\.self) {
      let (recording, session) = try files(scene, name, hold: hold, holds: holds)
      words += ["--recording", recording, "--session", session]
    }
    return try Program.run("switchway", words, environment: scene.environment)
  }

  private func files(
    _ scene: Scene, _ name: String, hold: Int, holds: String
  ) throws -> (recording: String, session: String) {
    func event(_ time: Int, _ rest: String) -> String {
      let fraction = String(1_000 + time % 1_000).dropFirst()
      return "E: \(time / 1_000).\(fraction)000 \(rest)\nE: \(time / 1_000).\(fraction)000 0000 0000 0\n"
    }
    let header =
      "N: Test Box\nI: 0003 1209 0001 0100\nB: 00 0b 00 00 00 00 00 00 00\n"
      + String(repeating: "B: 01 00 00 00 00 00 00 00 00\n", count: 4) + "B: 01 03 00 00 00 00 00 00 00\n"
      + String(repeating: "B: 01 00 00 00 00 00 00 00 00\n", count: 7)
    let times = (0..<8).map { 15_000 + 3_000 * $0 }
    let contacts = times.map { ($0 + 600, $0 + 900) } + [39_000, 44_000].map { ($0 + 600, $0 + 600 + hold) }
    let events = contacts.flatMap { [event($0.0, "0001 0100 1"), event($0.1, "0001 0100 0")] }.joined()
    let recording = try scene.file(
      "\(name).evemu", header + "E: 0.000000 0000 0000 0\n" + events + event(50_000, "0000 0000 0"))
    let prompts = times.map { #"{"time": \#($0)000, "switch": "left"}"# }.joined(separator: ", ")
    let session = try scene.file(
      "\(name).json", #"{"rest": [0, 15000000], "end": 49000000, "prompts": [\#(prompts)]\#(holds)}"#)
    return (recording, session)
  }

  @Test("a hold that is too short for the profile is said; it is no press, and no unintended contact")
  func never() throws {
    let result = try calibrate(Scene(), hold: 500)
    #expect(
      result
        == Program.Result(
          status: 0,
          output: """
            # the rest lasted 15 s: rest for two minutes to measure unintended contacts better
            switches:
              left:
                # 8 of 8 prompts were answered
                # the shortest press lasted 0.3 s; half of the presses lasted 0.3 s or more
                # no unintended contact
                # its 'hold' after 0.8 s is never reached: the longest of 2 holds lasted 0.5 s; write 'after: 400ms', \
            which this person reaches, and not by accident
                # with this, 8 of these 8 presses count, and 0 other contacts; without it, 8 and 0 other contacts
                # sure: high
                steady: {debounce: 30ms, hold-duration: 0, ignore-repeat: 200ms}

            """, errors: ""))
    #expect(try !calibrate(Scene(), hold: 800).output.contains("'hold'"))
    // What was asked for before the profile had this hold does not count.
    #expect(try !calibrate(Scene(), hold: 800, former: 300).output.contains("'hold'"))
    let both = try calibrate(Scene(), hold: 500, former: 900)
    #expect(both.output.contains("the longest of 2 holds lasted 0.5 s"), "\(both)")
  }

  @Test("a mistake in the holds of a session is named")
  func mistakes() throws {
    for (holds, words) in [
      (#", "holds": 3"#, "expected 'holds', a list"),
      (#", "holds": [{"time": 39000000}]"#, "hold 1: expected 'switch', a name"),
      (#", "holds": [{"time": 39000000, "switch": "lef"}]"#, "hold 1: the profile has no switch 'lef'"),
      (#", "holds": [{"switch": "left"}]"#, "hold 1: 'time': expected a time"),
      (#", "holds": [{"time": 36000000, "switch": "left"}]"#, "hold 1 does not come between the prompt before it"),
      (#", "holds": [{"time": 49000000, "switch": "left"}]"#, "hold 1 does not come between the prompt before it"),
    ] {
      let result = try calibrate(Scene(), hold: 500, holds: holds)
      #expect(result.status == 1 && result.errors.contains(words), "\(result)")
    }
  }
}
