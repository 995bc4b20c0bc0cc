import SwitchwayTime
import Testing

@testable import SwitchwayCore

/// Presses counted by switch and day.
@Suite("Statistics of presses") struct PressStatisticsTests {
  private static let profile = Profile(
    name: "test",
    switches: ["left", "right"].map { SwitchDefinition(name: $0, inputs: [], gestures: GestureBindings()) },
    chords: [
      ChordDefinition(
        name: "left+right", parts: [0, 1], within: .milliseconds(100),
        command: ScanCommand(name: "next", arguments: [], group: .scan))
    ])
  private static let day = CalendarDay(number: 20_000)

  private func statistics(_ outputs: [Effect], on day: CalendarDay = day) -> PressStatistics {
    var statistics = PressStatistics()
    statistics.use(Self.profile)
    for output in outputs { statistics.note(output, on: day, hour: 9) }
    return statistics
  }

  /// An accepted press; times in ms.
  private func press(_ at: Int64, for length: Int64 = 100, delay: Int64 = 0, of index: Int = 0) -> [Effect] {
    let (down, up) = (Instant(at * 1_000), Instant((at + length) * 1_000))
    return [
      .press(switchIndex: index, down: true, time: down, accepted: down + .milliseconds(delay)),
      .press(switchIndex: index, down: false, time: up, accepted: up),
    ]
  }

  private func rejected(_ at: Int64, _ reason: RejectionReason, decided: Int64? = nil) -> Effect {
    .rejected(
      switchIndex: 0, pressed: Instant(at * 1_000), time: Instant((decided ?? at + 50) * 1_000), reason: reason)
  }

  @Test("presses, lengths and delays of each switch")
  func counts() throws {
    let all = statistics(press(0, delay: 20) + press(1_000, for: 300) + press(2_000, of: 1))
    let day = try #require(all.days.first)
    #expect(day.rows.map(\.name) == ["left", "right"])
    #expect(day.rows.map(\.presses) == [2, 1])
    #expect(day.rows[0].lengths.shortest == 100_000)
    #expect(day.rows[0].lengths.longest == 300_000)
    #expect(day.rows[0].delays.mean == 10_000)
    #expect(all.hasChanged)
  }

  @Test("rejections by reason, also of refused commands, and of chords by name")
  func rejections() throws {
    var all = statistics([rejected(0, .tooShort), rejected(1_000, .repeated), rejected(2_000, .tooShort)])
    for origin in [CommandOrigin.single(1), .chord(0), .single(7)] {
      all.noteRefusal(of: Command.Press(origin, device: 0, .tap), .rest, on: Self.day, hour: 9)
    }
    let rows = try #require(all.days.first).rows
    func counts(_ row: PressStatistics.Row) -> [String: Int64] {
      Dictionary(uniqueKeysWithValues: zip(RejectionReason.allCases.map(\.rawValue), row.rejected)).filter { $1 > 0 }
    }
    #expect(rows.map(\.name) == ["left", "right", "left+right"])
    #expect(rows.map(counts) == [["too-short": 2, "repeat": 1], ["rest": 1], ["rest": 1]])
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// (ms, reason) of the rejected presses.
    let tries: [(Int64, RejectionReason)]
    /// ms of the press that follows.
    let press: Int64
    let misses: Int64
    init(_ name: String, _ tries: [(Int64, RejectionReason)], press: Int64, _ misses: Int64) {
      (testDescription, self.tries, self.press, self.misses) = (name, tries, press, misses)
    }
  }

  static let rows: [Row] = [
    Row("tried again a µs before two seconds", [(0, .tooShort)], press: 1_999, 1),
    Row("two seconds later it is another press", [(0, .tooShort)], press: 2_000, 0),
    Row("tried twice", [(0, .tooShort), (900, .noGesture)], press: 1_800, 2),
    Row("each within two seconds of the next", [(0, .neighbour), (1_500, .chordBroken)], press: 3_000, 2),
    Row("a pause between begins anew", [(0, .tooShort), (2_500, .tooShort)], press: 3_000, 1),
    Row("a tremble after a press is no try", [(0, .repeated)], press: 500, 0),
    Row("nor is what was held back", [(0, .inhibited)], press: 500, 0),
    Row("a contact that lent the press its onset was its beginning", [(100, .tooShort)], press: 100, 0),
  ]

  @Test("a miss is a failed press that was tried again", arguments: rows)
  func misses(row: Row) {
    let outputs = row.tries.map { rejected($0.0, $0.1) } + press(row.press) + press(row.press + 500)
    #expect(statistics(outputs).days.first?.rows.first?.misses == row.misses)
  }

  @Test("each day has its rows; a clock that goes back counts on its present day")
  func days() {
    var all = statistics(press(0))
    for (number, day) in [20_002, 20_001, 20_000, 20_002].enumerated() {
      for output in press(Int64(number) * 1_000 + 10_000) { all.note(output, on: CalendarDay(number: day), hour: 9) }
    }
    #expect(all.days.map(\.day.number) == [20_000, 20_001, 20_002])
    #expect(all.days.map { $0.rows.map(\.presses) } == [[2], [1], [2]])
  }

  @Test("a press over midnight is counted once, its length with its release")
  func midnight() {
    let both = press(0)
    var all = statistics([both[0]])
    all.note(both[1], on: CalendarDay(number: 20_001), hour: 9)
    #expect(all.days.map { $0.rows.map(\.presses) } == [[1], [0]])
    #expect(all.days.map { $0.rows.map(\.lengths.count) } == [[0], [1]])
  }

  @Test("days and switches are limited; the oldest day is dropped first")
  func bounded() {
    var all = statistics([])
    for number in 0..<200 { for output in press(0) { all.note(output, on: CalendarDay(number: number), hour: 9) } }
    #expect(all.days.count == PressStatistics.mostDays)
    #expect(all.days.first?.day.number == 200 - PressStatistics.mostDays)
    // A day older than all kept days is not added.
    for output in press(0) { all.note(output, on: CalendarDay(number: 3), hour: 9) }
    #expect(all.days.first?.day.number == 200 - PressStatistics.mostDays)
    for number in 0..<100 {
      all.use(
        Profile(
          name: "x", switches: [SwitchDefinition(name: "s\(number)", inputs: [], gestures: GestureBindings())]))
      for output in press(0) { all.note(output, on: CalendarDay(number: 199), hour: 9) }
    }
    #expect(all.days.last?.rows.count == PressStatistics.mostSwitches)
  }

  @Test("a new profile continues the counts of names that stay")
  func profiles() {
    var all = statistics(press(0))
    all.use(Self.profile)
    for output in press(1_000) { all.note(output, on: Self.day, hour: 9) }
    #expect(all.days.first?.rows.map(\.presses) == [2])
  }

  @Test("saved days are sorted, unique and limited")
  func kept() {
    let days = [5, 3, 5, 4].map { PressStatistics.Day(day: CalendarDay(number: $0)) }
    #expect(PressStatistics(days: days).days.map(\.day.number) == [3, 4, 5])
    let many = (0..<500).map { PressStatistics.Day(day: CalendarDay(number: $0)) }
    #expect(PressStatistics(days: many).days.first?.day.number == 500 - PressStatistics.mostDays)
  }
}

@Suite("Lengths of time, counted") struct TimeTallyTests {
  @Test("quartiles are the middles of their classes, and the second is the median")
  func quartiles() {
    var tally = TimeTally()
    #expect(tally.quartile(1) == 0)
    for length in [60, 60, 110, 110, 110, 160, 160, 250] as [Int64] { tally.add(.milliseconds(length)) }
    #expect([1, 2, 3].map { tally.quartile($0) } == [62_500, 125_000, 175_000])
    #expect(tally.median == tally.quartile(2))
  }

  @Test("the median is the middle of its class, within the observed range")
  func median() {
    var tally = TimeTally()
    #expect(tally.median == 0 && tally.mean == 0)
    tally.add(.milliseconds(110))
    #expect(tally.median == 110_000)
    tally.add(.milliseconds(140))
    tally.add(.seconds(60))
    #expect(tally.median == 125_000)
    #expect(tally.spread.reduce(0, +) == 3)
    tally.add(Microseconds(-1))
    #expect(tally.count == 3)
    tally.add(Microseconds(.max))
    tally.add(Microseconds(.max))
    #expect(tally.sum == .max)
    #expect(tally.median == 3_500_000 || tally.median > 0)
  }

  @Test("impossible saved values are refused")
  func kept() {
    let none = [Int64](repeating: 0, count: TimeTally.classes.count + 1)
    var one = none
    one[0] = 1
    #expect(TimeTally(count: 0, sum: 0, shortest: 0, longest: 0, spread: none) == TimeTally())
    #expect(TimeTally(count: 1, sum: 5, shortest: 5, longest: 5, spread: one) != nil)
    #expect(TimeTally(count: 2, sum: 5, shortest: 5, longest: 5, spread: one) == nil)
    #expect(TimeTally(count: 1, sum: -5, shortest: 5, longest: 5, spread: one) == nil)
    #expect(TimeTally(count: 1, sum: 5, shortest: 6, longest: 5, spread: one) == nil)
    #expect(TimeTally(count: 0, sum: 0, shortest: 0, longest: 0, spread: []) == nil)
    var many = one
    many[1] = .max
    #expect(TimeTally(count: .max, sum: 0, shortest: 0, longest: 0, spread: many) == nil)
  }
}

@Suite("Days of the calendar") struct CalendarDayTests {
  @Test(
    "each day has its text, and each text its day",
    arguments: [
      (0, "1970-01-01"), (-1, "1969-12-31"), (58, "1970-02-28"), (59, "1970-03-01"), (11_016, "2000-02-29"),
      (20_778, "2026-11-21"), (-719_162, "0001-01-01"), (2_932_896, "9999-12-31"),
    ] as [(Int, String)])
  func texts(number: Int, text: String) {
    #expect(CalendarDay(number: number).text == text)
    #expect(CalendarDay(text)?.number == number)
  }

  @Test("every day of four hundred years is converted back")
  func round() {
    for number in stride(from: 0, to: 146_097, by: 1) {
      let day = CalendarDay(number: number)
      guard CalendarDay(day.text) == day else {
        Issue.record("\(day.text)")
        return
      }
    }
  }

  @Test(
    "texts that are not days",
    arguments: ["", "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "0000-01-01", "2026-11-21 ", "+026-11-21"])
  func strange(text: String) {
    #expect(CalendarDay(text) == nil)
  }
}
