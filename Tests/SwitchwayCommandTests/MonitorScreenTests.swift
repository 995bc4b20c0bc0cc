import EngineFixtures
import ProgramFixtures
import SwitchwayProtocol
import Testing

@testable import switchway

/// The live monitor's picture of lines of the socket, without a terminal.
@Suite("The monitor's screen") struct MonitorScreenTests {
  private static let beginning = [
    #"{"type":"hello","protocol":1,"server":"switchwayd 0.1.0","boot":"b1946ac9","time":1000000}"#,
    #"""
    {"type":"state","profile":{"name":"chair","label":"Chair"},"profiles":["chair"],"modes":{"active":true,\#
    "locked":false,"pass-through":false,"rest":false},"devices":[{"device":"box","name":"Switch Box",\#
    "id":"1209:0001","kind":"switch-interface","grabbed":true}],"switches":[{"switch":"left","label":"left",\#
    "down":false},{"switch":"right","label":"Right hand","down":false}],"consumers":[{"client":"board",\#
    "commands":"all"}],"question":null,"context":{"kind":"items","items":4},"scan":{"state":"running","style":"auto",\#
    "interval":1000000,"page":2,"item":0},"time":1000000}
    """#,
  ]
  private static let config = #"""
    {"in-force":{"bridge":"tab","switches":[{"switch":"left","gestures":[],"steady":{"hold-duration":120000,\#
    "ignore-repeat":300000}},{"switch":"right","gestures":[{"gesture":"hold","after":800000}],\#
    "steady":{"hold-duration":0,"ignore-repeat":0}}]}}
    """#

  /// The times are seconds after the beginning, in thousandths.
  private static func state(_ lines: [String], config: String = config) -> MonitorState {
    var state = MonitorState()
    for line in beginning + lines { state.handle(line.event) }
    state.use(config: config.read())
    return state
  }

  private static func text(
    _ state: MonitorState, _ columns: Int = 80, _ rows: Int = 24, at now: Int64 = 9_000_000, advice: String? = nil
  ) -> String {
    var canvas = CanvasTests.canvas(columns, rows)
    let screen = MonitorScreen(
      state: state, clock: PressWords(hello: #"{"time":0}"#.read(), now: 0), now: now, advice: advice)
    screen.draw(on: &canvas)
    // Times of day are those of the zone in which the tests run.
    return canvas.text.replacing(/[0-9]{2}:[0-9]{2}:[0-9]{2}/, with: "00:00:00")
  }

  private static let presses = [
    #"{"type":"pending","switch":"left","pressed":2000000,"until":2120000,"reason":"hold-duration"}"#,
    #"{"type":"rejected","switch":"left","pressed":2000000,"time":2090000,"reason":"too-short"}"#,
    #"{"type":"pending","switch":"left","pressed":3000000,"until":3120000,"reason":"hold-duration"}"#,
    #"{"type":"press","switch":"left","down":true,"time":2980000,"accepted":3120000}"#,
    #"""
    {"type":"command","seq":1,"command":"next","args":[],"phase":"do","count":1,"source":{"switch":"left",\#
    "device":"box","gesture":"tap"},"pressed":2980000,"accepted":3120000,"sent":3120010,"for":"board","page":2,"item":1}
    """#,
    #"{"type":"press","switch":"left","down":false,"time":3300000,"accepted":3330000}"#,
    #"{"type":"press","switch":"right","down":true,"time":5000000,"accepted":5000000}"#,
    #"{"type":"pending","switch":"right","pressed":5000000,"until":5800000,"reason":"hold"}"#,
  ]

  @Test("a screen of 80 columns")
  func screen() {
    #expect(
      Self.text(Self.state(Self.presses), at: 5_500_000) == """
        Switchway  chair (Chair)                                                  q: end
        devices   box: Switch Box (switch-interface, grabbed)
        modes     active
        clients   board handles all commands; for others the bridge 'tab' types keys
        context   items, 4 items
        clock     running: the highlight moves on, 1 s per item (auto); page 2, item 2
        command   next, tap of left (box), for board
        switches  left                not pressed  counts from 0.12 s, quiet for 0.3 s
                  right (Right hand)  PRESSED      counts at once, hold from 0.8 s
        presses   ────── 0 ─────────────────── 1 s  █ counts ░ not │ limit · quiet
        00:00:00  right  ░░░░░░░░░░░░░       │       0.5 s  waits: a tap, or a hold?
        00:00:00  left   ███│████········           0.32 s  next (tap, for board; page
                                                            2, item 2)
        00:00:00  left   ░░ │                        90 ms  rejected: too short to count

        """)
    #expect(Self.state(Self.presses).lacksFigures)
  }

  @Test("without a front end, the monitor says who gets the commands")
  func noFrontEnd() {
    let none = #"{"type":"consumer","consumers":[],"time":2000000}"#
    #expect(
      Self.text(Self.state([none])).contains(
        "clients   no scanning program; the bridge 'tab' types keys\n"))
    let config = Self.config.replacing(#""tab""#, with: "null")
    #expect(Self.text(Self.state([none], config: config)).contains("clients   no scanning program handles commands\n"))
  }

  @Test("a sticky modifier is among the modes while it is on")
  func sticky() {
    func line(_ state: String) -> String { #"{"type":"mode","mode":"sticky-tab","state":"\#(state)","time":2000000}"# }
    #expect(Self.text(Self.state([line("latched")])).contains("modes     sticky-tab latched\n"))
    #expect(Self.text(Self.state([line("latched"), line("off")])).contains("modes     active\n"))
  }

  @Test("the numbers of a rejection come with the statistics, and so do the presses of before")
  func figures() {
    let statistics = #"""
      {"presses":[{"switch":"left","pressed":500000,"time":600000,"length":150000,"outcome":"command","gesture":"tap",\#
      "command":"next","args":[],"count":1},{"switch":"left","pressed":2000000,"time":2090000,"length":60000,\#
      "needed":120000,"outcome":"rejected","reason":"too-short"}]}
      """#
    var early = Self.state([])
    early.use(statistics: statistics.read())
    var late = Self.state(Self.presses)
    late.use(statistics: statistics.read())
    for state in [early, late] {
      #expect(Self.text(state).contains(" 60 ms  rejected: too short, 60 of"), "\(Self.text(state))")
    }
    #expect(early.presses.map(\.words) == ["next (tap)", "rejected: too short, 60 of 120 ms"])
    #expect(late.presses.count == 3)
  }

  @Test("a question, warnings and other messages are at the bottom, and the question stays until it is answered")
  func messages() {
    let lines = [
      #"{"type":"press","switch":"left","down":true,"time":2000000,"accepted":2000000}"#,
      #"{"type":"press","switch":"left","down":false,"time":2200000,"accepted":2200000}"#,
      #"{"type":"question","id":3,"command":"restart","args":[],"pressed":2000000}"#,
      #"{"type":"warning","code":"stuck","switch":"right","message":"held for 10 s","time":4000000}"#,
      #"{"type":"attention","source":{"switch":"left","device":"box","gesture":"hold"},"pressed":4100000}"#,
      #"{"type":"mode","mode":"rest","on":true,"time":4200000}"#,
      #"{"type":"device","change":"removed","device":"box","name":"Switch Box","id":"1209:0001","kind":"x","time":4}"#,
    ]
    let open = Self.text(Self.state(lines), advice: "plug it in")
    #expect(open.hasSuffix("QUESTION: restart? 'confirm' or 'reject' answers it\n"), "\(open)")
    for text in [
      "restart: a question is asked", "modes     rest", "devices   plug it in",
      "attention: hold of left (box) calls for help", "mode: rest on: presses make no commands",
    ] {
      #expect(open.contains(text), "\(open)")
    }
    let answered = Self.text(Self.state(lines + [#"{"type":"question","id":3,"answer":"reject","time":5000000}"#]))
    #expect(!answered.contains("QUESTION") && answered.contains("question: 3: rejected"), "\(answered)")
  }

  @Test("presses of a chord and of a double tap have the outcome of the whole")
  func together() {
    func press(_ name: String, _ time: Int) -> [String] {
      [true, false].map {
        let time = $0 ? time : time + 100_000
        return #"{"type":"press","switch":"\#(name)","down":\#($0),"time":\#(time),"accepted":\#(time)}"#
      }
    }
    func command(_ name: String, _ gesture: String, _ pressed: Int) -> String {
      #"{"type":"command","seq":1,"command":"back","args":[],"phase":"do","count":2,"source":{"switch":"\#(name)","#
        + #""device":"box","gesture":"\#(gesture)"},"pressed":\#(pressed),"accepted":9000000,"for":null}"#
    }
    let chord = press("left", 1_000_000) + press("right", 1_020_000) + [command("left+right", "chord", 1_000_000)]
    #expect(Self.state(chord).presses.map(\.words) == Array(repeating: "back (chord, 2 times)", count: 2))
    let twice = press("left", 500_000) + press("left", 1_000_000) + press("left", 1_400_000)
    let double = Self.state(twice + [command("left", "double", 1_000_000)])
    #expect(double.presses.map(\.words) == ["accepted"] + Array(repeating: "back (double, 2 times)", count: 2))
    let broken = #"{"type":"rejected","switch":"left","pressed":1000000,"time":1300000,"reason":"chord-broken"}"#
    let parts = Self.state(press("left", 1_000_000) + [broken]).presses
    #expect(parts.map(\.words) == ["rejected: part of a chord that was not completed"])
    #expect(parts.map(\.end) == [1_100_000])
  }

  @Test("presses, switches and messages never exceed the screen, in every size")
  func bounded() {
    var lines: [String] = []
    for time in 0..<1_000 {
      lines.append(#"{"type":"press","switch":"s\#(time % 40)","down":true,"time":\#(time),"accepted":\#(time)}"#)
      lines.append(#"{"type":"warning","code":"degraded","message":"日本 \#(time)","time":\#(time)}"#)
    }
    var state = Self.state(lines)
    #expect(state.presses.count == MonitorState.mostPresses && state.notes.count == MonitorState.mostNotes)
    let many = (0..<40).map { #"{"switch":"s\#($0)","label":"","down":\#($0 == 39)}"# }.joined(separator: ",")
    state.handle(#"{"type":"state","switches":[\#(many)]}"#.event)
    #expect(
      Self.text(state).contains("s39  PRESSED") && Self.text(state).contains("and 37 more"), "\(Self.text(state))")
    for (columns, rows) in [(50, 12), (51, 13), (80, 24), (200, 60), (300, 12), (50, 100)] {
      let lines = Self.text(state, columns, rows).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= rows + 1 && lines.allSatisfy { ColumnWidth.of($0) <= columns })
    }
  }

  @Test("malformed messages of a daemon do no harm")
  func strange() {
    let lines = [
      "{}", "[]", #"{"type":"press"}"#, #"{"type":"press","switch":7,"down":true,"time":9223372036854775807}"#,
      #"{"type":"rejected","switch":"","pressed":-9223372036854775808,"time":9223372036854775807,"reason":"x"}"#,
      #"{"type":"press","switch":"left","down":true,"time":-9223372036854775808,"accepted":0}"#,
      #"{"type":"state","modes":7,"devices":{},"switches":[3,{}],"consumers":null,"scan":[]}"#,
      #"{"type":"command"}"#, #"{"type":"device","change":"removed"}"#, #"{"type":"question"}"#, #"{"type":"bye"}"#,
    ]
    for config in ["{}", "[]", #"{"in-force":{"switches":[{"steady":{"hold-duration":-5}}]}}"#] {
      #expect(!Self.text(Self.state(lines, config: config), at: .max).isEmpty)
    }
    var state = Self.state(lines)
    state.use(statistics: #"{"presses":[{},{"outcome":"rejected","pressed":9223372036854775807,"length":5}]}"#.read())
    #expect(!Self.text(state, at: .min).isEmpty)
  }
}
