import Foundation
import SwitchwayClock
import Testing

/// The drawings of docs/scanning.md. Each says what the person does; what the clock does is drawn here.
@Suite("docs/scanning.md") struct DrawingTests {
  /// A character of a drawing is this long, µs.
  private static let tick: Int64 = 100_000

  private static let page: String? = {
    let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try? String(contentsOf: top.appending(path: "docs/scanning.md"), encoding: .utf8)
  }()

  /// The settings of the drawings, by the headings below which they stand.
  static let drawings: [(heading: String, settings: ClockSettings, items: Int, usesReleases: Bool)] = [
    ("### A press chooses", ClockSettings(style: .auto), 5, false),
    ("### A filter decides late", ClockSettings(style: .auto), 5, false),
    ("### A contact that is no press", ClockSettings(style: .auto), 5, false),
    ("### A press that chooses nothing", ClockSettings(style: .auto), 5, false),
    ("### Rounds", ClockSettings(style: .auto, interval: 500_000, firstItemPause: 0, loops: 2), 3, false),
    ("### The person's reaction", ClockSettings(style: .auto, reaction: 200_000), 5, false),
    ("## step", ClockSettings(style: .step), 5, false),
    ("## inverse", ClockSettings(style: .inverse), 5, true),
  ]

  @Test("what is drawn is what the clock does", arguments: drawings)
  func drawn(heading: String, settings: ClockSettings, items: Int, usesReleases: Bool) throws {
    let text = try #require(Self.page).components(separatedBy: "\n\(heading)\n")
    let rows = try #require(text.last).split(separator: "\n").filter { $0.hasPrefix("    ") }
    func row(_ name: String) throws -> [Character] {
      let row = try #require(rows.first { $0.hasPrefix("    \(name) ") })
      return Array(row.dropFirst(13))
    }
    let (hand, clock, lit) = (try row("switch"), try row("clock"), try row("lit"))
    #expect(text.count == 2 && hand.count == clock.count && lit.count == hand.count)
    var run = Drawing(settings, items: items, scans: usesReleases)
    for index in hand.indices { run.draw(hand[index], answers: clock[index] == "A", at: Int64(index) * Self.tick) }
    #expect(String(run.clock) == String(clock), "\(heading)")
    #expect(String(run.lit) == String(lit), "\(heading)")
  }
}

/// Draws the clock's line and the lit items for a line of a hand.
///
/// `~` an undecided contact, `x` rejected, `P` an accepted press that chooses, `Q` one that chooses nothing, `n` one
/// that makes `next`, `r` its release; `A` the front end's page.
private struct Drawing {
  private var machine: ScanningClock
  private let items: Int
  private let scans: Bool
  private var outputs: [ClockOutput] = []
  private var began: Int64?
  private var pressed: Int64 = 0
  private var page = 0
  var clock: [Character] = []
  var lit: [Character] = []

  init(_ settings: ClockSettings, items: Int, scans: Bool) {
    machine = ScanningClock(settings)
    self.items = items
    self.scans = scans
    machine.handle(.owner(.client(0)), at: 0, into: &outputs)
    if !settings.style.movesAlone { show(at: 0) }
  }

  private mutating func show(at time: Int64) {
    page += 1
    machine.handle(.page(ClockPage(items: items, page: page), client: 0), at: time, into: &outputs)
  }

  mutating func draw(_ hand: Character, answers: Bool, at time: Int64) {
    machine.advance(to: time, into: &outputs)
    if answers { show(at: time) }
    handle(hand, at: time)
    // The end of a freeze can make a step due at once.
    machine.advance(to: time, into: &outputs)
    var mark: Character = answers ? "A" : "-"
    for output in outputs {
      switch output {
      case .step(let step): mark = step.command == .select ? "S" : "N"
      case .publish(let pageItem) where pageItem != nil && hand != "n": mark = "S"
      case .publishStart: mark = "B"
      case .publish, .stale, .announce: break
      }
    }
    outputs.removeAll()
    clock.append(mark)
    lit.append(Character("\(machine.pageItem?.item ?? 0)"))
  }

  private mutating func handle(_ hand: Character, at time: Int64) {
    switch hand {
    case "~":
      began = began ?? time
      machine.handle(.atWork(0), at: time, into: &outputs)
    case "x":
      began = nil
      machine.handle(.idle(0), at: time, into: &outputs)
    case "P", "Q", "n":
      let start = began ?? time
      pressed = start
      machine.handle(.pressed(0, began: start, owner: .client(0), scans: scans), at: time, into: &outputs)
      let press = ClockPress(began: start, accepted: time)
      if hand == "P", !scans { machine.handleCommand(.select, by: press, into: &outputs) }
      if hand == "n" { machine.handleCommand(.next, by: press, into: &outputs) }
      began = nil
    case "r":
      machine.handle(.released(0), at: time, into: &outputs)
      if scans {
        machine.handleCommand(.select, by: ClockPress(began: pressed, released: time), into: &outputs)
      }
      machine.handle(.idle(0), at: time, into: &outputs)
    default: break
    }
  }
}
