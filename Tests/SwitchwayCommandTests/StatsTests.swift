import EngineFixtures
import Foundation
import ProgramFixtures
import SwitchwayProtocol
import Testing

@testable import switchway

/// `switchway stats`, and what a daemon keeps over restarts.
@Suite("switchway stats", .blocking) struct StatsTests {
  /// A daemon that has played three presses, of which the second was too soon, and waits for an hour.
  private func daemon(_ scene: Scene, state: String?) throws -> Program {
    let config = try scene.file(
      "test.yaml",
      Scene.profile().replacing(
        "left: {input: box/button-1, steady: off", with: "left: {input: box/button-1, steady: gentle"))
    let recording = try scene.recording(
      presses: [(at: 0, button: 0), (at: 200, button: 0), (at: 1_000, button: 0), (at: 3_600_000, button: 1)],
      end: 3_601_000)
    var environment = scene.environment
    environment["STATE_DIRECTORY"] = state
    environment["XDG_STATE_HOME"] = "\(scene.folder)/elsewhere"
    let daemon = try Program(
      "switchwayd", ["--socket", scene.socket, "--config", config, "--play", recording], environment: environment)
    try scene.waitForSocket(of: daemon)
    return daemon
  }

  /// The rows, once there are so many presses of the left switch.
  private func rows(_ scene: Scene, presses: Int64) throws -> [JSONValue] {
    var rows: [JSONValue] = []
    try eventually("\(presses) presses") {
      rows = try scene.ask("stats", "--json").output.message.arrayValue ?? []
      return rows.first?["presses"] == .integer(presses) && rows.first?["length"]?["count"] == .integer(presses)
    }
    return rows
  }

  @Test("presses are counted, kept at the end, and counted on")
  func kept() throws {
    let scene = try Scene()
    let state = "\(scene.folder)/state"
    for run in 1...2 as ClosedRange<Int64> {
      let daemon = try daemon(scene, state: state)
      let row = try #require(try rows(scene, presses: 2 * run).first)
      #expect(row["switch"] == .string("left"))
      #expect(row["rejected"] == .object(["repeat": .integer(run)]))
      #expect(row["misses"] == .integer(0))
      let hours = try #require(row["hours"]?.arrayValue)
      #expect(hours.reduce(0) { $0 + ($1["presses"]?.integerValue ?? 0) } == 2 * run)
      #expect(row["length"]?["median"] == .integer(100_000))
      if run == 1 { #expect(!FileManager.default.fileExists(atPath: "\(state)/statistics.json")) }
      daemon.signal(SIGTERM)
      #expect(try daemon.end() == 0)
      // Its helper writes them, which may end after it.
      try eventually("the statistics of run \(run)") {
        let text = try? String(contentsOfFile: "\(state)/statistics.json", encoding: .utf8)
        return text?.contains(#""presses":\#(2 * run)"#) == true
      }
    }
    let text = String(decoding: try Scene.bytes(of: "\(state)/statistics.json"), as: UTF8.self)
    #expect(!text.lowercased().contains("btn") && !text.lowercased().contains("key"))
  }

  @Test("presses of a played recording do not count toward the daily statistics")
  func notKept() throws {
    let scene = try Scene()
    let daemon = try daemon(scene, state: nil)
    _ = try rows(scene, presses: 2)
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
    #expect(!FileManager.default.fileExists(atPath: "\(scene.folder)/elsewhere"))
  }

  @Test("a table and a plot")
  func text() throws {
    let day =
      #"""
      {"day":"2026-11-20","switches":[{"switch":"left","presses":30,"rejected":{"too-short":4,"repeat":6},\#
      "misses":3,"length":{"count":30,"mean":1,"median":125000,"shortest":1,"longest":2},\#
      "delay":{"count":30,"mean":0,"median":0,"shortest":0,"longest":0}},\#
      {"switch":"right","presses":0,"rejected":{},"misses":0,"length":{"count":0},"delay":{"count":0}}]}
      """#
    let other = #"{"day":"2026-11-21","switches":[{"switch":"left","presses":1,"rejected":{}}]}"#
    #expect(
      StatisticsWords(days: [day.read(), other.read()]).text() == """
        day         switch  presses  rejected  missed  length  delay  why rejected
        2026-11-20  left         30        10       3  0.13 s   0 ms  repeat 6, too-short 4
        2026-11-20  right         0         0       0       -      -
        2026-11-21  left          1         0       0       -      -

        2026-11-20  ######################################------------- 30 presses, 10 rejected
        2026-11-21  # 1 presses, 0 rejected

        """)
    let unbound = day.replacing("too-short", with: "no-gesture")
    #expect(StatisticsWords(days: [unbound.read()]).text().contains("  nothing assigned 4, repeat 6\n"))
    #expect(StatisticsWords(days: [unbound.read()]).json.contains(#""no-gesture":4"#))
    let narrow = StatisticsWords(days: [day.read(), other.read()]).text(width: 80).split(separator: "\n")
    #expect(narrow.allSatisfy { $0.count <= 80 } && narrow.contains { $0.hasSuffix("    too-short 4") }, "\(narrow)")
    #expect(StatisticsWords(days: []).text() == "no press of a switch yet\n")
    #expect(StatisticsWords(days: []).json == "[]\n")
    // What another daemon could say does no harm.
    let strange = #"{"day":7,"switches":[{"presses":9223372036854775807,"rejected":{"a":9223372036854775807}},3]}"#
    #expect(!StatisticsWords(days: [strange.read(), Wire.Day(JSONValue.null)]).text().isEmpty)
  }

  private static let course = [
    #"""
    {"day":"2026-11-20","switches":[{"switch":"left","presses":30,"rejected":{"too-short":4,"repeat":6},"misses":3,\#
    "length":{"count":30,"mean":1,"median":125000,"lower-quartile":87500,"upper-quartile":175000,"shortest":1,\#
    "longest":2},"delay":{"count":30,"median":0},"hours":[{"hour":9,"presses":20,"rejected":{"too-short":1}},\#
    {"hour":11,"presses":10,"rejected":{"too-short":3,"repeat":6}}],"thirds":[{"presses":12,"rejected":1,\#
    "mean":120000},{"presses":9,"rejected":4,"mean":180000}]}]}
    """#
  ]

  @Test("the hours as a plot and a table, and what changed in the course of the day")
  func hours() throws {
    let words = StatisticsWords(days: Self.course.map { $0.read() })
    #expect(
      words.text() == """
        day         switch  presses  rejected  missed  length  delay  why rejected
        2026-11-20  left         30        10       3  0.13 s   0 ms  repeat 6, too-short 4

        2026-11-20  ######################################------------- 30 presses, 10 rejected

        day         switch  lower quartile  median length  upper quartile
        2026-11-20  left             88 ms         0.13 s          0.18 s

        presses by hour  # accepted - rejected
         21|-----
           |#####       -----
           |#####       -----
           |#####       -----
           |#####       #####
           |#####       #####
           |#####       #####
          0|#####       #####
            ------------------
            09    10    11

        hour  presses  rejected  why rejected
        09         20         1  too-short 1
        11         10         9  repeat 6, too-short 3

        day         switch  length            rejected     first to last third of the day
        2026-11-20  left    0.12 s to 0.18 s  8 % to 31 %  50 % longer, more rejected

        """)
    let row = words.json.message[0]
    #expect(row?["length"]?["lower-quartile"] == .integer(87_500) && row?["length"]?["mean"] == .integer(1))
    #expect(
      row?["hours"]?[1]?["rejected"]?["repeat"] == .integer(6) && row?["thirds"]?[1]?["mean"] == .integer(180_000))
    for width in [0, 1, 20, 24, 200] { #expect(!words.text(CanvasTests.full, width: width).isEmpty) }
  }

  @Test("extreme numbers of a daemon do no harm to the plot, the picture and the table")
  func strange() {
    let days = [
      #"{"switches":[{"hours":[{"hour":9,"presses":9223372036854775807,"rejected":{"a":9223372036854775807}}]}]}"#,
      #"{"switches":[{"hours":[{"hour":9,"presses":-5,"rejected":{"a":-7}},{"hour":99},7],"thirds":[1,{}]}]}"#,
      #"{"switches":[{"length":{"count":1,"lower-quartile":9223372036854775807,"upper-quartile":-92233720368}}]}"#,
      #"{"switches":[{"thirds":[{"presses":92233720368547758,"mean":1},{"mean":9223372036854775807,"rejected":-1}]}]}"#,
    ]
    for all in [days] + days.map({ [$0] }) {
      let words = StatisticsWords(days: all.map { $0.read() })
      #expect(!words.text(CanvasTests.full, width: 80).isEmpty && words.report.picture.hasSuffix("</svg>\n"))
    }
  }

  @Test("a picture goes to a file as a whole, or not at all")
  func picture() throws {
    let scene = try Scene()
    let daemon = try daemon(scene, state: nil)
    _ = try rows(scene, presses: 2)
    let path = "\(scene.folder)/stats.svg"
    #expect(try scene.ask("stats", "--svg", path).status == 0)
    let text = String(decoding: try Scene.bytes(of: path), as: UTF8.self)
    #expect(
      text.contains(">presses</text>") && text.contains(">hour</text>") && text.contains("url(#stripes)\"/>")
        && text.hasSuffix("</svg>\n"))
    for bad in ["\(scene.folder)/none/x.svg", scene.folder] {
      let result = try scene.ask("stats", "--svg", bad)
      #expect(result.status == 1 && result.output.isEmpty, "\(result)")
      #expect(result.errors.contains("\(bad): the picture cannot be written: "), "\(result)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scene.folder).allSatisfy { !$0.hasSuffix(".new") })
    _ = daemon
  }
}
