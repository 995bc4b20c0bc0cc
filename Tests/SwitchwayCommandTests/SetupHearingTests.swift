import EngineFixtures
import ProgramFixtures
import SwitchwayCore
import SwitchwayProtocol
import Testing

@testable import switchway

/// How `switchway setup` hears which switches are pressed.
@Suite("The hearing of setup") struct SetupHearingTests {
  static let box = LearnedPresses.Device(#"{"name":"Box","id":"1209:0001","kind":"switch-interface"}"#.read())

  /// Edges in a line: `btn_0 0 150 1000 1150` is down at 0 ms, up at 150 ms and so on.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let edges: [String]
    let switches: String
    /// When the hearing is over, ms.
    let end: Int64
    init(_ name: String, _ edges: [String], _ switches: String, end: Int64) {
      (testDescription, self.edges, self.switches, self.end) = (name, edges, switches, end)
    }
  }

  static let rows = [
    Row("one switch, then 5 s of silence", ["a 0 150 1000 1150 2000 2150"], "a", end: 7_150),
    Row(
      "the second begins before 5 s are over",
      ["a 0 150 1000 1150 2000 2150", "b 7149 7300 8000 8200 9000 9200"], "a b", end: 14_200),
    Row(
      "the second comes too late: it is added later", ["a 0 150 1000 1150 2000 2150", "b 7150 7300"], "a", end: 7_150),
    Row(
      "nothing ends before a switch was pressed three times", ["a 0 150 100000 100150 200000 200150"], "a", end: 210_150
    ),
    Row(
      "a trigger that is also a button is one switch",
      ["a 0 200 1000 1200 2000 2200", "b 20 180 1020 1180 2010 2230"], "a", end: 7_230),
    Row(
      "a neighbour that is brushed is none", ["a 0 200 1000 1200 2000 2200", "b 210 250 1210 1240 2210 2260"], "a",
      end: 7_260),
    Row(
      "what is pressed once is asked for again, and then left out",
      ["a 0 200 1000 1200 2000 2200", "b 3000 3200"], "a", end: 19_200),
    Row(
      "what is pressed once, and again when it is asked for",
      ["a 0 200 1000 1200 2000 2200", "b 3000 3200 9000 9200 10000 10200"], "a b", end: 18_900),
    Row(
      "who goes on pressing has no other switch",
      ["a 0 150 1000 1150 2000 2150 3000 3150 4000 4150 5000 5150 6000 6150 7000 7150 8000 8150"], "a", end: 7_150),
    Row("a switch whose presses are pulses of 8 ms", ["a 0 8 1000 1008 2000 2008"], "a", end: 7_008),
    Row("pulses of 0 ms", ["a 0 0 1000 1000 2000 2000"], "a", end: 7_000),
    Row(
      "a second switch that sends pulses", ["a 0 150 1000 1150 2000 2150", "b 4000 4040 5000 5040 6000 6040"], "a b",
      end: 11_040),
    Row(
      "pauses of 5 s between presses, and one before the second switch",
      ["a 0 200 5200 5400 10400 10600", "b 15600 15800 20800 21000 26000 26200"], "a b", end: 33_700),
    Row(
      "a stuck switch is told and left out", ["a 0 150 1000 1150 2000 2150", "b 3000"], "a", end: 38_000),
  ]

  /// Plays edges; returns what was said, and at its end the switches.
  static func play(
    _ edges: [(time: Int64, edge: LearnedEdge)]
  ) -> (said: [String], switches: [LearnedPresses], end: Int64?) {
    let tablet = DeviceDescription(
      name: "Click", kind: .pointer, keys: KeySet([0x110]), axes: [AxisDescription(code: 0, minimum: 0, maximum: 9)])
    var hearing = SetupHearing(at: 0, machine: [tablet])
    var said: [String] = []
    var rest = edges.sorted { $0.time < $1.time }[...]
    while true {
      let outcome: SetupHearing.Outcome
      var now = hearing.deadline
      if let first = rest.first, now.map({ first.time < $0 }) ?? true {
        now = first.time
        outcome = hearing.takeEdge(first.edge, at: first.time)
        rest = rest.dropFirst()
      } else if let deadline = now {
        outcome = hearing.advance(to: deadline)
      } else {
        return (said, [], nil)
      }
      switch outcome {
      case .wait: break
      case .say(let words): said += words.map(\.english)
      case .over(let switches): return (said, switches, now)
      }
    }
  }

  static func edges(
    _ text: String, device: LearnedPresses.Device? = box
  ) throws -> [(time: Int64, edge: LearnedEdge)] {
    let parts = text.split(separator: " ")
    let source = LearnedPresses.Source(device: try #require(device), input: String(try #require(parts.first)))
    return parts.dropFirst().enumerated().map { index, time in
      let time = (Int64(time) ?? 0) * 1_000
      return (time, LearnedEdge(source: source, isDown: index.isMultiple(of: 2), time: time))
    }
  }

  @Test("the switches that were pressed, and when it is over", arguments: rows)
  func heard(row: Row) throws {
    let (said, switches, end) = Self.play(try row.edges.flatMap { try Self.edges($0) })
    #expect(switches.compactMap { $0.source?.input }.joined(separator: " ") == row.switches, "\(said)")
    #expect(end == row.end * 1_000)
  }

  @Test("where the only switch was pressed twice, it is asked for again")
  func seldom() throws {
    let (said, switches, end) = Self.play(try Self.edges("a 0 150 1000 1150"))
    #expect(said.last?.hasPrefix("Box, a, ") == true && said.last?.contains("press it again") == true, "\(said)")
    #expect(switches.isEmpty && end == nil)
  }

  @Test("a key that is reported at its third press extends the wait with its first two")
  func unreported() throws {
    var hearing = SetupHearing(at: 0)
    for (time, edge) in try Self.edges("a 0 150 1000 1150 2000 2150") { _ = hearing.takeEdge(edge, at: time) }
    #expect(hearing.deadline == 7_150_000)
    let box = try #require(Self.box)
    hearing.takeSight(LearnedSight(device: box, what: .keys), at: 7_000_000)
    #expect(hearing.deadline == 15_000_000)
    hearing.takeSight(LearnedSight(device: box, what: .keys), at: 12_000_000)
    #expect(hearing.deadline == 20_000_000)
    for (time, edge) in try Self.edges("b 17000 17150") { _ = hearing.takeEdge(edge, at: time) }
    guard case .say(let phrases) = hearing.advance(to: 30_000_000) else {
      Issue.record("nothing was said")
      return
    }
    let words = phrases.map(\.english)
    #expect(words.first?.contains("Box, b") == true && words.first?.contains("3 times") == true, "\(words)")
  }

  @Test("Enter says that these are all: half a second after the last press, and not where a key is the switch")
  func all() throws {
    var hearing = SetupHearing(at: 0)
    #expect(hearing.all(at: 10_000_000) == nil)
    for (time, edge) in try Self.edges("a 0 150 1000 1150 2000 2150") {
      #expect(hearing.all(at: time + 800_000) == nil, "\(time)")
      _ = hearing.takeEdge(edge, at: time)
    }
    #expect(hearing.all(at: 2_649_999) == nil)
    #expect(hearing.all(at: 2_650_000)?.count == 1)
    // The Enter of another keyboard is seen, too.
    hearing.takeSight(LearnedSight(device: try #require(Self.box), what: .keys), at: 2_649_000)
    #expect(hearing.all(at: 2_650_000)?.count == 1)
    for (time, edge) in try Self.edges("b 4000 4150") { _ = hearing.takeEdge(edge, at: time) }
    #expect(hearing.all(at: 9_000_000) == nil, "it is asked for again")
    let keyboard = LearnedPresses.Device(#"{"name":"Keys","id":"1209:0002","kind":"keyboard"}"#.read())
    var typed = SetupHearing(at: 0)
    for (time, edge) in try Self.edges("key_enter 0 150 1000 1150 2000 2150", device: keyboard) {
      _ = typed.takeEdge(edge, at: time)
    }
    #expect(typed.all(at: 9_000_000) == nil)
  }

  @Test("silence is answered with what was seen and what to do, and again if something else is seen")
  func sights() throws {
    let box = try #require(Self.box)
    let words: [(InputListener.Sight, String)] = [
      (.keys, "none three times in a row"), (.movement, "three times the same way"), (.push, "not far enough"),
      (.scanCodes, "codes that stand for no key"), (.severalKeys, "each press sends several keys"),
    ]
    var hearing = SetupHearing(at: 0, obstacles: ["A cable hangs out."])
    for (index, (sight, text)) in words.enumerated() {
      let now = Int64(index) * 60_000_000
      hearing.takeSight(LearnedSight(device: box, what: sight), at: now)
      #expect(hearing.deadline == now + 10_000_000)
      guard case .say(let phrases) = hearing.advance(to: now + 10_000_000) else {
        Issue.record("nothing was said")
        return
      }
      let said = phrases.map(\.english)
      // Several keys say more than keys do.
      let (count, place) = sight == .severalKeys ? (index + 1, index - 1) : (index + 2, index)
      #expect(said.count == count && said[place].hasPrefix("Box"), "\(said)")
      #expect(said[place].contains(text) && said.last == "A cable hangs out.", "\(said)")
      #expect(hearing.deadline == nil)
    }
  }

  static let untakeable: [(kind: String, words: String)] = [
    ("pointer", "tablet"), ("touch", "touchpad"), ("system", "power key"),
  ]

  @Test("a device that cannot be taken is named at its first press, once, with the reason", arguments: untakeable)
  func named(kind: String, words: String) throws {
    let device = LearnedPresses.Device(#"{"name":"Click","id":"1209:0002","kind":"\#(kind)"}"#.read())
    let edges = try Self.edges("btn_left 0 100 1000 1100 2000 2100 3000 3100", device: device)
    let (said, switches, end) = Self.play(edges)
    #expect(said.count { $0.contains("'Click'") && $0.contains(words) } == 1, "\(said)")
    #expect(switches.isEmpty && end == nil)
  }

  /// What is said of presses: its subjects and times, in order.
  static let findings: [(edges: String, words: [String])] = [
    ("a 0 8 1000 1008 2000 2040", ["short pulse"]),
    ("a 0 150 1000 1150 2000 2150", ["clean"]),
    ("a 0 150 1000 1080 1090 1150 2000 2150", ["bounces", "0.03 s"]),
    ("a 0 150 1000 1150 1300 1380 2000 2150", ["presses again", "0.3 s"]),
    ("a 0 150 400 500 1200 1350 2000 2015 2025 2150", ["presses again", "0.5 s", "; ", "bounces", "0.04 s"]),
    ("a 0 20 100 300 1000 1020 1100 1300 2000 2300", ["touches", "must last 0.12 s"]),
  ]

  @Test("what the presses showed is said in words, with the times that follow from it", arguments: findings)
  func words(edges: String, words: [String]) throws {
    var presses = LearnedPresses()
    for (time, edge) in try Self.edges(edges) { _ = presses.takeEdge(edge.source, isDown: edge.isDown, at: time) }
    let said = SteadyingWords.heard(presses).english
    var rest = said[...]
    for word in words {
      let found = try #require(rest.firstRange(of: word), "no '\(word)' in: \(said)")
      rest = rest[found.upperBound...]
    }
    // Nothing else is said: no other time.
    #expect(said.matches(of: /[0-9] s/).count == words.count { $0.hasSuffix(" s") }, "\(said)")
  }

  // MARK: Breath

  private static let added = #"""
    {"type":"learn","device":{"name":"Straw","id":"1209:7370","kind":"joystick","phys":"","uniq":""},"node":1,\#
    "change":"added","bus":3,"version":1,"keys":[],"axes":[[0,-127,127,0],[1,-127,127,0]],"held":[],"time":1}
    """#

  @Test("breath is read from events: how hard it is, when it begins and ends, on two sides or on two axes")
  func breath() throws {
    var breath = Breath()
    var edges = breath.take(Self.added.message)
    func event(_ axis: Int, _ value: Int, _ time: Int) -> JSONValue {
      #"{"type":"learn","node":1,"events":[[\#(time),3,\#(axis),\#(value)]],"time":\#(time)}"#.message
    }
    var levels: [Int] = []
    for (time, (axis, value)) in [(0, 5), (0, 40), (0, 55), (0, 3), (1, -64), (1, 0)].enumerated() {
      edges += breath.take(event(axis, value, time))
      levels.append(breath.level)
      if edges.count == 2, value == 3 {
        let peak = breath.endBreath()
        #expect(peak == 43)
      }
    }
    #expect(levels == [3, 31, 43, 2, 50, 0])
    #expect(
      edges.map { "\($0.source.side) \($0.isDown)" } == [
        "abs_x > true", "abs_x > false", "abs_y < true", "abs_y < false",
      ])
    // A breath that goes on when a question is asked is shown again as it changes; it counts from there.
    _ = breath.take(event(0, 100, 10))
    breath.forget()
    #expect(breath.level == 0)
    let before = breath.endBreath()
    #expect(before == nil)
    _ = breath.take(event(0, 40, 11))
    #expect(breath.level == 31)
    let after = breath.endBreath()
    #expect(after == 31)
    #expect(Breath.level(of: [43, 50, 60]) == 20)
    #expect(Breath.level(of: [12, 50, 60]) == 10)
    #expect(Breath.bar(43) == "[#########...........]  43 %")
  }
}
