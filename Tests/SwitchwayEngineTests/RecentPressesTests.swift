import EngineFixtures
import ProgramFixtures
import SwitchwayCore
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayTime
import Testing

@Suite("The last presses") struct RecentPressesTests {
  private let sink = Collector()
  private let node = NodeID(rawValue: 1)

  private func engine(_ switches: String) throws -> Performer {
    let text = "switchway: 1\ndevices: {box: {match: {name: Test Box}}}\nswitches:\n  " + switches + "\n"
    let engine = Performer(profile: try profile(text), audience: .replay(.none), sink: sink)
    engine.handle(.attached(node, box, entry: 0, down: KeySet(), at: Instant(0)))
    return engine
  }

  /// Presses of button 0: from, to, in ms; then time goes on.
  private func press(_ engine: Performer, _ presses: (Int64, Int64)..., until end: Int64 = 60_000) {
    for (down, up) in presses {
      engine.handle(.frame(frame(down, 0, 1), from: node))
      engine.handle(.frame(frame(up, 0, 0), from: node))
    }
    engine.handle(.time(Instant(end * 1_000)))
  }

  private func result(_ engine: Performer) -> String {
    var line = LineBuffer()
    line.putStatistics(presses: engine.recentPresses)
    return line.text
  }

  /// What is told of one press of the switch `a`, which begins at 100 ms.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var binding: String
    var presses: [(Int64, Int64)]
    /// Without what every answer has.
    var answers: [String]
    var testDescription: String { name }
  }

  static let rows = [
    Row(
      name: "a tap", binding: "steady: off, tap: move(left)", presses: [(100, 220)],
      answers: [
        #""pressed":100000,"time":100000,"length":120000,"outcome":"command","gesture":"tap","command":"move","#
          + #""args":["left"],"count":1"#
      ]),
    Row(
      name: "a tap beside a hold", binding: "steady: off, tap: next, hold: {after: 800ms, do: menu}",
      presses: [(100, 220)],
      answers: [
        #""pressed":100000,"time":220000,"length":120000,"outcome":"command","gesture":"tap","command":"next","#
          + #""args":[],"count":1"#
      ]),
    Row(
      name: "a hold", binding: "steady: off, tap: next, hold: {after: 800ms, do: menu}", presses: [(100, 1_100)],
      answers: [
        #""pressed":100000,"time":900000,"length":1000000,"outcome":"command","gesture":"hold","command":"menu","#
          + #""args":[],"count":1"#
      ]),
    Row(
      name: "a press with phases", binding: "steady: off, press: gesture(touch)", presses: [(100, 600)],
      answers: [
        #""pressed":100000,"time":100000,"length":500000,"outcome":"command","gesture":"press","command":"gesture","#
          + #""args":["touch"],"count":1"#
      ]),
    Row(
      name: "a tap that repeats", binding: "steady: off, tap: next, repeat: {after: 300ms, every: 200ms}",
      presses: [(100, 700)],
      answers: [
        #""pressed":100000,"time":100000,"length":600000,"outcome":"command","gesture":"tap","command":"next","#
          + #""args":[],"count":3"#
      ]),
    Row(
      name: "too short, by its steadying", binding: "steady: {preset: steady, rejoin: 0}, tap: next",
      presses: [(100, 160)],
      answers: [
        #""pressed":100000,"time":200000,"length":60000,"needed":120000,"outcome":"rejected","reason":"too-short""#
      ]),
    Row(
      name: "too short for its hold", binding: "steady: off, hold: {after: 800ms, do: menu}", presses: [(100, 400)],
      answers: [
        #""pressed":100000,"time":400000,"length":300000,"needed":800000,"outcome":"rejected","reason":"too-short""#
      ]),
    Row(
      name: "a repeat", binding: "steady: tremor, tap: next", presses: [(100, 200), (350, 400)],
      answers: [
        #""pressed":100000,"time":100000,"length":100000,"outcome":"command","gesture":"tap","command":"next","#
          + #""args":[],"count":1"#,
        #""pressed":350000,"time":440000,"needed":300000,"outcome":"rejected","reason":"repeat""#,
      ]),
    Row(
      name: "nothing is bound", binding: "steady: off, tap: nothing", presses: [(100, 200)],
      answers: [
        #""pressed":100000,"time":100000,"length":100000,"outcome":"rejected","reason":"no-gesture""#
      ]),
  ]

  @Test("what is told of a press", arguments: rows)
  func told(row: Row) throws {
    let engine = try engine("a: {input: box/btn_0, \(row.binding)}\n  b: {input: box/btn_1, tap: select}")
    for (down, up) in row.presses { press(engine, (down, up), until: up) }
    engine.handle(.time(Instant(60_000_000)))
    let entries = row.answers.map { #"{"switch":"a","label":"a","# + $0 + "}" }.joined(separator: ",")
    #expect(result(engine) == #"{"presses":["# + entries + #"],"days":[]}"#)
  }

  @Test("a question and a refusal are told instead of the command")
  func notPublished() throws {
    let engine = try engine(
      "a: {input: box/btn_0, steady: off, tap: sos}\n  b: {input: box/btn_1, steady: off, tap: rest(toggle)}\n"
        + "  c: {input: box/btn_2, tap: select}")
    press(engine, (100, 200), until: 300)
    engine.handle(.frame(frame(400, 1, 1), from: node))
    engine.handle(.frame(frame(500, 1, 0), from: node))
    press(engine, (600, 700), until: 800)
    let sos = try CommandVocabulary.parse("sos")
    let rest = try CommandVocabulary.parse("rest(toggle)")
    #expect(
      engine.recentPresses.entries.map(\.outcome) == [
        .question(.tap, sos), .command(.tap, rest, count: 1), .rejected(.rest),
      ])
    #expect(engine.recentPresses.entries.map(\.length) == [.milliseconds(100), .milliseconds(100), .milliseconds(100)])
    #expect(result(engine).contains(#""outcome":"question","gesture":"tap","command":"sos","args":[]}"#))
  }

  @Test("a press that waits is told as such, and no longer when it is decided")
  func waits() throws {
    let engine = try engine("a: {input: box/btn_0, label: Left, steady: off, hold: {after: 800ms, do: select}}")
    engine.handle(.frame(frame(100, 0, 1), from: node))
    #expect(
      result(engine)
        == #"{"presses":[{"switch":"a","label":"Left","pressed":100000,"until":900000,"outcome":"pending","#
        + #""reason":"hold"}],"days":[]}"#
    )
    engine.handle(.time(Instant(900_000)))
    #expect(engine.recentPresses.waits.isEmpty)
    #expect(engine.recentPresses.entries.map(\.time) == [Instant(900_000)])
  }

  @Test("the last ten are kept, the oldest first")
  func ten() throws {
    let engine = try engine("a: {input: box/btn_0, steady: off, tap: select}")
    #expect(result(engine) == #"{"presses":[],"days":[]}"#)
    for number in 1...23 {
      press(engine, (Int64(number) * 100, Int64(number) * 100 + 50), until: Int64(number) * 100 + 50)
      #expect(engine.recentPresses.entries.count == min(number, RecentPresses.limit))
    }
    #expect(engine.recentPresses.entries.map(\.pressed) == (14...23).map { Instant($0 * 100_000) })
  }

  @Test("a device's offset is in neither length nor need")
  func offset() throws {
    let text = """
      switchway: 1
      devices: {box: {match: {name: Test Box}, offset: -200ms}}
      switches: {a: {input: box/btn_0, steady: {preset: gentle, hold-duration: 100ms}, tap: select}}

      """
    let engine = Performer(profile: try profile(text), audience: .replay(.none), sink: sink)
    engine.handle(.attached(node, box, entry: 0, down: KeySet(), at: Instant(0)))
    press(engine, (1_000, 1_070), until: 2_000)
    press(engine, (3_000, 3_150), until: 5_000)
    let entries = engine.recentPresses.entries
    #expect(entries.map(\.pressed) == [Instant(800_000), Instant(2_800_000)])
    #expect(entries.map(\.length) == [.milliseconds(70), .milliseconds(150)])
    #expect(entries.map(\.needed) == [.milliseconds(100), nil])
  }

  private static let scanned = """
    switchway: 1
    devices: {box: {match: {name: Test Box}, offset: -400ms}}
    switches:
      a: {input: box/btn_0, steady: off, tap: select}
      b: {input: box/btn_1, steady: off, tap: next}
    scan: {style: auto, interval: 1s, first-item-pause: 0}

    """

  @Test("of a press that chose an item, the item and the one that was lit when it was decided")
  func choice() throws {
    let engine = Performer(
      profile: try profile(Self.scanned), audience: .replay(.all), sink: sink, pageItems: 4)
    engine.handle(.attached(node, box, entry: 0, down: KeySet(), at: Instant(0)))
    press(engine, (1_100, 1_200), until: 1_300)
    press(engine, (2_250, 2_350), until: 2_400)
    engine.handle(.frame(frame(2_500, 1, 1), from: node))
    engine.handle(.frame(frame(2_600, 1, 0), from: node))
    #expect(
      engine.recentPresses.entries.map { $0.choice.map { [$0.page, $0.item, $0.lit] } } == [
        [1, 0, 1], [2, 0, 1], nil,
      ])
    #expect(result(engine).contains(#""command":"select","args":[],"count":1,"page":1,"item":0,"lit":1}"#))
  }

  @Test("a press that started the scan is told so")
  func start() throws {
    let engine = Performer(profile: try profile(Self.scanned), audience: .replay(.all), sink: sink)
    engine.handle(.attached(node, box, entry: 0, down: KeySet(), at: Instant(0)))
    press(engine, (1_100, 1_200), until: 1_300)
    #expect(
      engine.recentPresses.entries.map(\.outcome)
        == [.command(.tap, try CommandVocabulary.parse("scan(start)"), count: 1)])
  }

  @Test("a contact that opened in between is not told to be longer than it had to be")
  func bridged() throws {
    let engine = try engine("a: {input: box/btn_0, steady: {preset: gentle, hold-duration: 100ms}, tap: select}")
    press(engine, (100, 160), (185, 220), until: 1_000)
    let entry = try #require(engine.recentPresses.entries.first)
    #expect(entry.outcome == .rejected(.tooShort))
    #expect(entry.length == nil)
    #expect(entry.needed == .milliseconds(100))
  }

  @Test("another profile keeps what was answered, under the names of then")
  func profiles() throws {
    let engine = try engine("a: {input: box/btn_0, steady: off, tap: select}")
    press(engine, (100, 200), until: 300)
    engine.handle(.profile(try profile(Scene.profile()), at: Instant(400_000)))
    engine.handle(.attached(node, box, entry: 0, down: KeySet(), at: Instant(500_000)))
    press(engine, (600, 700), until: 800)
    #expect(engine.recentPresses.entries.map(\.name) == ["a", "left"])
  }

  @Test("a press that is not among the last ones does not come back with what ends later")
  func later() throws {
    let command = try CommandVocabulary.parse("gesture-mode(on)")
    let one = SwitchDefinition(name: "a", inputs: [], gestures: GestureBindings(tap: command))
    var presses = RecentPresses(profile: Profile(name: "t", switches: [one]))
    func tap(_ time: Int64) -> Command {
      Command(
        command, by: .press(Command.Press(.single(0), device: 0, .tap)), pressed: Instant(time), accepted: Instant(time)
      )
    }
    presses.note(.performed(tap(0)))
    presses.note(.performed(tap(0).again(at: Instant(5))))
    #expect(presses.entries.map(\.pressed) == [Instant(0)])
    for time in 1...10 as ClosedRange<Int64> { presses.note(.performed(tap(time * 10))) }
    let before = presses.entries
    presses.note(.performed(tap(0).again(at: Instant(1_000))))
    #expect(before.count == 10 && presses.entries == before)
  }

  @Test("double, triple and chord are one answer each, and parts of a chord wait no more")
  func together() throws {
    let command = try CommandVocabulary.parse("menu")
    let multiple = GestureBindings.Bound(within: .milliseconds(350), command: command)
    let parts = ["a", "b"].map {
      SwitchDefinition(
        name: $0, inputs: [], gestures: GestureBindings(tap: command, double: multiple, triple: multiple))
    }
    let chord = ChordDefinition(name: "a+b", parts: [0, 1], within: .milliseconds(100), command: command)
    var presses = RecentPresses(profile: Profile(name: "t", switches: parts, chords: [chord]))
    for index in [0, 1] {
      presses.note(.press(switchIndex: index, down: true, time: Instant(10), accepted: Instant(10)))
      presses.note(.pending(switchIndex: index, pressed: Instant(10), until: Instant(100_010), reason: .chord))
    }
    #expect(presses.waits.map(\.name) == ["a", "b"])
    presses.note(
      .performed(
        Command(
          command, by: .press(Command.Press(.chord(0), device: 0, .chord)), pressed: Instant(10), accepted: Instant(20))
      ))
    #expect(presses.waits.isEmpty)
    for (gesture, pressed) in [(Gesture.double, Int64(1_000)), (.triple, 5_000)] {
      presses.note(.pending(switchIndex: 0, pressed: Instant(pressed), until: Instant(pressed + 9), reason: .double))
      presses.note(.press(switchIndex: 0, down: true, time: Instant(pressed + 5), accepted: Instant(pressed + 5)))
      presses.note(
        .performed(
          Command(
            command, by: .press(Command.Press(.single(0), device: 0, gesture)), pressed: Instant(pressed),
            accepted: Instant(pressed + 5))))
      presses.note(.press(switchIndex: 0, down: false, time: Instant(pressed + 8), accepted: Instant(pressed + 8)))
    }
    #expect(presses.waits.isEmpty)
    #expect(presses.entries.map(\.name) == ["a+b", "a", "a"])
    #expect(presses.entries.map(\.length) == [nil, nil, nil])
    #expect(
      presses.entries.map(\.outcome) == [
        .command(.chord, command, count: 1), .command(.double, command, count: 1),
        .command(.triple, command, count: 1),
      ])
  }
}
