import EngineFixtures
import Foundation
import ProgramFixtures
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime
import SwitchwayWorkbench

@testable import switchway

/// The screens of switchway(7), as the program draws them. The presses are those of examples and of simulated people.
enum GuideScreens {
  // MARK: The live monitor

  private static let monitorLines = [
    #"{"type":"hello","protocol":1,"server":"switchwayd 0.1.0","boot":"b1946ac9","time":1000000}"#,
    #"""
    {"type":"state","profile":{"name":"default","label":"One switch"},"profiles":["default"],"modes":{"active":true,\#
    "locked":false,"pass-through":false,"rest":false},"devices":[{"device":"box","name":"Test Box",\#
    "id":"1209:0001","kind":"switch-interface","grabbed":true}],"switches":[{"switch":"main","label":"main",\#
    "down":false}],"consumers":[],"question":null,"context":null,"scan":{"state":"running","style":"auto",\#
    "interval":1500000},"time":1000000}
    """#,
    #"{"type":"press","switch":"main","down":true,"time":2000000,"accepted":2120000}"#,
    command("scan", #""start""#, seq: 1, pressed: 2_000_000),
    #"{"type":"press","switch":"main","down":false,"time":2350000,"accepted":2380000}"#,
    #"{"type":"pending","switch":"main","pressed":5000000,"until":5120000,"reason":"hold-duration"}"#,
    #"{"type":"rejected","switch":"main","pressed":5000000,"time":5090000,"reason":"too-short"}"#,
    #"{"type":"press","switch":"main","down":true,"time":7000000,"accepted":7120000}"#,
    command("select", "", seq: 2, pressed: 7_000_000),
    #"{"type":"press","switch":"main","down":false,"time":7400000,"accepted":7430000}"#,
    #"{"type":"rejected","switch":"main","pressed":7600000,"time":7700000,"reason":"repeat"}"#,
  ]
  private static let config = #"""
    {"in-force":{"bridge":"desktop","switches":[{"switch":"main","gestures":[],"steady":{"hold-duration":120000,\#
    "ignore-repeat":300000}}]}}
    """#
  private static let statistics = #"""
    {"presses":[{"switch":"main","pressed":2000000,"time":2120000,"length":350000,"outcome":"command",\#
    "gesture":"tap","command":"scan","args":["start"],"count":1},{"switch":"main","pressed":5000000,"time":5090000,\#
    "length":60000,"needed":120000,"outcome":"rejected","reason":"too-short"},{"switch":"main","pressed":7000000,\#
    "time":7120000,"length":400000,"outcome":"command","gesture":"tap","command":"select","args":[],"count":1},\#
    {"switch":"main","pressed":7600000,"time":7700000,"length":90000,"needed":300000,"outcome":"rejected",\#
    "reason":"repeat"}]}
    """#

  private static func command(_ name: String, _ argument: String, seq: Int, pressed: Int) -> String {
    #"{"type":"command","seq":\#(seq),"command":"\#(name)","args":[\#(argument)],"phase":"do","count":1,"#
      + #""source":{"switch":"main","device":"box","gesture":"tap"},"pressed":\#(pressed),"#
      + #""accepted":\#(pressed + 120_000),"sent":\#(pressed + 120_010),"for":null}"#
  }

  static func monitor(_ columns: Int, _ rows: Int, _ appearance: Appearance) -> Canvas {
    var state = MonitorState()
    for line in monitorLines { state.handle(line.event) }
    state.use(config: config.read())
    state.use(statistics: statistics.read())
    var canvas = Canvas(columns: columns, rows: rows, appearance: appearance)
    MonitorScreen(state: state, clock: clock, now: 8_000_000, advice: nil).draw(on: &canvas)
    return canvas
  }

  /// A time of day that is the same in every zone.
  private static var clock: PressWords {
    var time = unsafe tm()
    unsafe (time.tm_year, time.tm_mon, time.tm_mday) = (126, 10, 23)
    unsafe (time.tm_hour, time.tm_min, time.tm_isdst) = (10, 42, -1)
    return PressWords(hello: #"{"time":0}"#.read(), now: unsafe Int64(mktime(&time)) * 1_000_000)
  }

  /// The sentences of `switchway why` about the same presses.
  static var why: String { clock.text((statistics.read() as Wire.Statistics).presses) }

  // MARK: Calibration

  static let profile = """
    switchway: 1
    label: One switch
    devices:
      box: {match: {name: "Test Box", id: "1209:0001"}}
    switches:
      main: {input: box/btn_0, steady: gentle, tap: select}

    """

  /// The prompt of a calibration that is under way.
  static func prompt(_ columns: Int, _ rows: Int, _ appearance: Appearance) throws -> Canvas {
    var course = CalibrationCourse(.init(switches: [0]), at: Instant(0))
    while course.phase != .prompt(6) { _ = course.advance(to: course.deadline) }
    let state = LiveCalibration.State(
      course: course, now: course.began, closed: [nil], lastLength: .milliseconds(240))
    var canvas = Canvas(columns: columns, rows: rows, appearance: appearance)
    CourseScreen(state: state, profile: try EngineFixtures.profile(profile)).draw(on: &canvas)
    return canvas
  }

  /// What a calibration of a simulated person leaves, with a rest of two minutes.
  static func sitting(_ kind: PersonKind, seed: UInt64) -> LiveCalibration.Made {
    let (session, scene) = Person(kind, seed: seed).calibration(rest: Person.longRest)
    let spans = scene.contacts[0].filter { $0.end <= session.end }
    func line(_ time: Instant, _ rest: String) -> String {
      let fraction = String(1_000_000 + time.microseconds % 1_000_000).dropFirst()
      let begin = "E: \(time.microseconds / 1_000_000).\(fraction) "
      return begin + rest + "\n" + begin + "0000 0000 0\n"
    }
    let bits = String(repeating: "B: 01 00 00 00 00 00 00 00 00\n", count: 4)
    let edges = spans.map { line($0.start, "0001 0100 1") + line($0.end, "0001 0100 0") }.joined()
    let text =
      "N: Test Box\nI: 0003 1209 0001 0100\n\(bits)B: 01 03 00 00 00 00 00 00 00\n"
      + line(session.restStart, "0000 0000 0") + edges + line(session.end, "0000 0000 0")
    return .init(session: session, recordings: [(name: "box", text: text)])
  }

  // MARK: Statistics

  private static let days = [
    day("2026-11-22", 96, 8, hours: [(9, 40, 3), (10, 12, 1), (15, 44, 4)], lengths: (180, 220, 260)),
    day(
      "2026-11-23", 120, 22, hours: [(9, 50, 4), (10, 28, 4), (15, 42, 14)], lengths: (180, 230, 300),
      thirds: #"[{"presses":40,"rejected":3,"mean":190000},{"presses":40,"rejected":13,"mean":270000}]"#),
  ]

  private static func day(
    _ name: String, _ presses: Int, _ rejected: Int, hours: [(hour: Int, presses: Int, rejected: Int)],
    lengths: (Int, Int, Int), thirds: String = "[]"
  ) -> String {
    let hours = hours.map {
      #"{"hour":\#($0.hour),"presses":\#($0.presses),"rejected":{"repeat":\#($0.rejected)}}"#
    }
    return #"{"day":"\#(name)","switches":[{"switch":"main","presses":\#(presses),"rejected":{"repeat":\#(rejected)},"#
      + #""misses":2,"length":{"count":\#(presses),"mean":1,"median":\#(lengths.1)000,"#
      + #""lower-quartile":\#(lengths.0)000,"upper-quartile":\#(lengths.2)000,"shortest":1,"longest":2},"#
      + #""delay":{"count":\#(presses),"median":120000},"hours":[\#(hours.joined(separator: ","))],"#
      + #""thirds":\#(thirds)}]}"#
  }

  static var statisticsWords: StatisticsWords { StatisticsWords(days: days.map { $0.read() }) }
}
