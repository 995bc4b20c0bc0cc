import SwitchwayClock
import Testing

@testable import SwitchwayScanning

/// Where a gliding line is, and whether that is where the daemon's clock is.
@Suite struct GlidingLineTests {
  /// What the line is told, in ms: a page, a step, a state of the clock, a press.
  enum Told: Sendable {
    case show(Int64, item: Int)
    case step(Int64, item: Int, isForward: Bool = true)
    case state(Int64, ClockState, isDown: Bool = false, interval: Int64? = nil)
    case press
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let told: [Told]
    /// Times in µs, with the item that was highlighted then and the part of it.
    let parts: [(time: Int64, item: Int, part: Double)]

    init(_ name: String, _ told: [Told], _ parts: [(Int64, Int, Double)]) {
      (testDescription, self.told) = (name, told)
      self.parts = parts.map { (time: $0.0, item: $0.1, part: $0.2) }
    }
  }

  /// The interval is 1 s and the pause 0.5 s.
  private static let begin: [Told] = [.state(0, .running, interval: 1_000), .show(0, item: 0)]
  private static let micro = 0.000_001

  static let rows = [
    Row(
      "it stands during the first item's pause, and is at the item's end at the step",
      begin + [.step(1_500, item: 1)],
      [
        (0, 0, 0), (500_000, 0, 0), (500_001, 0, micro), (1_000_000, 0, 0.5), (1_499_999, 0, 1 - micro),
        (1_500_000, 1, 0), (1_500_001, 1, micro), (2_499_999, 1, 1 - micro), (2_500_000, 1, 1), (9_000_000, 1, 1),
      ]),
    Row(
      "a press before a step is for the item before, whatever has come since",
      begin + [.step(1_500, item: 1), .step(2_500, item: 2), .step(3_500, item: 0)],
      [(1_499_999, 0, 1 - micro), (2_499_999, 1, 1 - micro), (3_499_999, 2, 1 - micro), (3_500_001, 0, micro)]),
    Row(
      "a contact stops it, and where no press came of it no time was lost",
      begin + [.state(1_000, .frozen)], [(999_999, 0, 0.5 - micro), (1_000_000, 0, 0.5), (1_400_000, 0, 0.5)]),
    Row(
      "after a contact without a press it is where it would have been",
      begin + [.state(1_000, .frozen), .state(1_400, .running)], [(1_400_000, 0, 0.9), (1_500_000, 0, 1)]),
    Row(
      "after a press that chose nothing it goes on from where it stood",
      begin + [.state(1_000, .frozen), .press, .state(1_400, .running)],
      [(1_400_000, 0, 0.5), (1_899_999, 0, 1 - micro), (1_900_000, 0, 1)]),
    Row(
      "a switch that is still down after a choice takes nothing of the next page's time",
      [
        .state(0, .holding, interval: 1_000), .show(0, item: 0), .state(0, .frozen, isDown: true),
        .state(700, .running),
      ],
      [(700_000, 0, 0), (1_200_000, 0, 0), (1_200_001, 0, micro), (2_199_999, 0, 1 - micro)]),
    Row(
      "a pause begins the item again, with the pause of the first item",
      begin + [.step(1_500, item: 1), .state(1_800, .paused), .state(8_000, .running)],
      [(8_000_000, 1, 0), (8_500_000, 1, 0), (9_000_000, 1, 0.5)]),
    Row(
      "it stands while the clock rests", begin + [.step(1_500, item: 0), .state(1_500, .resting)],
      [(1_500_000, 0, 0), (60_000_000, 0, 0)]),
    Row(
      "another speed is that of the next step",
      begin + [.state(700, .running, interval: 500), .step(1_500, item: 1)],
      [(1_000_000, 0, 0.5), (1_750_000, 1, 0.5), (2_000_000, 1, 1)]),
    Row(
      "backwards it enters an item at its end",
      begin + [.step(1_500, item: 6, isForward: false)], [(1_500_000, 6, 1), (1_750_000, 6, 0.75), (2_500_000, 6, 0)]),
    Row(
      "of an item that the clock has come to twice, the last time before the press counts",
      begin + [.step(1_500, item: 1), .step(2_500, item: 0)], [(1_000_000, 0, 0.5), (2_750_000, 0, 0.25)]),
  ]

  private static func line(_ told: [Told]) -> GlidingLine {
    var line = GlidingLine()
    line.pause = 500_000
    for one in told {
      switch one {
      case .show(let time, let item): line.show(item: item, at: time * 1_000)
      case .step(let time, let item, let isForward): line.step(to: item, isForward: isForward, at: time * 1_000)
      case .state(let time, let state, let isDown, let interval):
        let clock = Session.Clock(style: .auto, state: state, interval: interval.map { $0 * 1_000 })
        line.take(clock, at: time * 1_000, down: isDown ? 1 : 0)
      case .press: line.press()
      }
    }
    return line
  }

  @Test("the part of the item at a time, and one microsecond before and after each boundary", arguments: rows)
  func parts(row: Row) throws {
    let line = Self.line(row.told)
    for (time, item, part) in row.parts {
      let found = try #require(line.part(of: item, at: time))
      #expect(abs(found - part) < Self.micro / 10, "at \(time): \(found), not \(part)")
    }
  }

  @Test("an item that the clock has not scanned has no line, nor has one of a former page")
  func unknown() {
    var line = Self.line(Self.begin + [.step(1_500, item: 1)])
    #expect(line.part(of: 2, at: 1_600_000) == nil)
    line.show(item: 3, at: 2_000_000)
    #expect(line.part(of: 1, at: 1_600_000) == nil && line.part(of: 3, at: 2_000_000) == 0)
    #expect(GlidingLine().part(of: 0, at: 0) == nil)
  }

  @Test("it is shown again only while it moves")
  func frames() {
    let line = Self.line(Self.begin)
    #expect(line.nextMove(after: 0, frame: 30_000) == 500_000, "not during the pause")
    #expect(line.nextMove(after: 499_999, frame: 30_000) == 529_999)
    #expect(line.nextMove(after: 1_499_999, frame: 30_000) == 1_529_999)
    #expect(line.nextMove(after: 1_500_000, frame: 30_000) == nil, "at the end it waits for the step")
    for state in [ClockState.frozen, .holding, .resting, .paused, .off] {
      #expect(Self.line(Self.begin + [.state(800, state)]).nextMove(after: 800_000, frame: 30_000) == nil, "\(state)")
    }
  }

  /// A scanning clock whose switches do anything, with a line that gets its lines.
  private struct World {
    var clock: ScanningClock
    var line = GlidingLine()
    var now: Int64 = 0
    var page = 0
    var down: Set<Int> = []
    var atWork: Set<Int> = []
    var random: SeededGenerator
    private var outputs: [ClockOutput] = []
    private let settings: ClockSettings

    init(seed: Int) {
      random = SeededGenerator(seed: seed)
      settings = ClockSettings(
        style: seed % 3 == 0 ? .inverse : .auto, interval: 400_000, firstItemPause: seed % 2 == 0 ? 300_000 : 0,
        loops: 2)
      clock = ScanningClock(settings)
      line.pause = settings.firstItemPause
      clock.handle(.owner(.client(0)), at: 0, into: &outputs)
      tell()
      show()
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    /// As the daemon sends it: what an event gives, and the state after everything else.
    mutating func tell() {
      clock.endEvent(at: now, into: &outputs)
      for output in outputs {
        switch output {
        case .step(let step):
          line.step(to: step.pageItem?.item ?? 0, isForward: step.command != .previous, at: step.time)
        case .announce(let new):
          let clock = Session.Clock(style: new.style, state: new.state, interval: new.interval)
          line.take(clock, at: new.time, down: down.count)
        case .publish, .publishStart, .stale: break
        }
      }
      outputs = []
    }

    mutating func show() {
      page += 1
      clock.handle(.page(ClockPage(items: 8, page: page), client: 0), at: now, into: &outputs)
      // The answer comes before the clock's line.
      line.show(item: 0, at: now)
      tell()
    }

    mutating func act() {
      now += Int64(number(1...350_000))
      clock.advance(to: now, into: &outputs)
      tell()
      let number = number(0...1)
      var isChoice = false
      switch self.number(0...6) {
      case 0...1 where !atWork.contains(number):
        atWork.insert(number)
        clock.handle(.atWork(number), at: now, into: &outputs)
      case 2 where !down.contains(number):
        atWork.insert(number)
        down.insert(number)
        line.press()
        clock.handle(
          .pressed(number, began: now, owner: .client(0), scans: number == 0), at: now, into: &outputs)
      case 3 where down.contains(number):
        isChoice = self.number(0...2) == 0
        var press = ClockPress(.switch(number), began: now)
        if clock.choosesAtRelease(number) { (isChoice, press.released) = (true, now) }
        if isChoice { clock.handleCommand(.select, by: press, into: &outputs) }
        // Without other gestures a switch is at rest with its release.
        down.remove(number)
        atWork.remove(number)
        clock.handle(.released(number), at: now, into: &outputs)
        clock.handle(.idle(number), at: now, into: &outputs)
      case 4 where atWork.contains(number) && !down.contains(number):
        atWork.remove(number)
        clock.handle(.idle(number), at: now, into: &outputs)
      case 5: clock.handle(.pause(.restMode), at: now, into: &outputs)
      default: clock.handle(.resume(.restMode), at: now, into: &outputs)
      }
      tell()
      // A step that a contact has held back comes at once.
      clock.advance(to: now, into: &outputs)
      tell()
      if clock.state == .holding { show() }
    }
  }

  @Test("whatever the switches do, its end is the clock's next step", arguments: 0..<60)
  func clock(seed: Int) {
    var world = World(seed: seed)
    for _ in 0..<400 {
      world.act()
      guard world.clock.state == .running else {
        #expect(world.line.end == nil, "seed \(seed): it moves at \(world.now)")
        continue
      }
      #expect(world.line.end == world.clock.nextDeadline, "seed \(seed) at \(world.now)")
    }
  }
}
