import SwitchwayClock

/// A seeded generator (SplitMix64): the printed seed reproduces the story.
struct Chance {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  mutating func pick<T>(_ choices: [T]) -> T { choices[number(0...choices.count - 1)] }

  mutating func happens(_ percent: Int) -> Bool { number(0...99) < percent }
}

/// An event at a tick of 10 ms.
enum Happening {
  case owner(ClockOwner)
  case page(ClockPage?, client: Int)
  case profile(ClockSettings)
  case pause(Int, Bool)
  /// An undecided contact begins. The present owner of the commands becomes the press's owner.
  case contact(Int)
  case rejected(Int)
  /// The contact was a press; `began` is its tick.
  case accepted(Int, began: Int, scans: Bool)
  /// A switch's command, made from the press that began then.
  case gesture(Int, ClockCommand, began: Int)
  case stuck(Int)
  case released(Int, began: Int)
  /// A command of a key or a client.
  case command(ClockCommand, ClockOrigin)
  case ask(began: Int)
  case confirm
}

/// Inputs for a clock, generated from a seed, in order of time.
struct Story {
  var settings: ClockSettings
  var happenings: [(tick: Int, what: Happening)] = []

  static let owners: [ClockOwner] = [.client(0), .client(1), .bridge, .nobody]

  init(seed: UInt64, ticks: Int = 900) {
    var chance = Chance(seed)
    settings = Story.settings(&chance)
    happenings.append((0, .owner(chance.pick([.client(0), .bridge]))))
    if chance.happens(70) { happenings.append((0, .page(Story.page(&chance), client: 0))) }
    if chance.happens(50) { happenings.append((0, .command(.scan(.start), .key))) }
    for number in 0..<chance.number(1...3) { presses(of: number, until: ticks, &chance) }
    others(until: ticks, &chance)
    happenings = happenings.enumerated()
      .sorted { ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset) }.map(\.element)
  }

  private static func settings(_ chance: inout Chance) -> ClockSettings {
    ClockSettings(
      style: chance.pick([.auto, .auto, .auto, .step, .inverse]), interval: Int64(chance.number(20...60)) * 10_000,
      firstItemPause: Int64(chance.number(0...40)) * 10_000, loops: chance.number(0...3), steps: chance.number(0...9),
      afterSelect: chance.pick([.goOn, .goOn, .rest]), reaction: Int64(chance.pick([0, 0, 10, 40])) * 10_000)
  }

  private static func page(_ chance: inout Chance) -> ClockPage? {
    let items = chance.number(1...6)
    return ClockPage(
      items: items, page: chance.number(1...2), item: chance.number(0...items - 1), hold: chance.happens(10))
  }

  private mutating func presses(of number: Int, until end: Int, _ chance: inout Chance) {
    var tick = chance.number(0...100)
    let scans = chance.happens(70)
    while tick < end {
      let began = tick
      happenings.append((began, .contact(number)))
      tick += chance.number(0...40)
      if chance.happens(30) {
        happenings.append((tick, .rejected(number)))
      } else {
        happenings.append((tick, .accepted(number, began: began, scans: scans)))
        var isStuck = false
        for _ in 0..<chance.number(0...2) {
          happenings.append((tick, .gesture(number, Story.command(&chance), began: began)))
          tick += chance.number(0...30)
        }
        if chance.happens(8) {
          isStuck = true
          happenings.append((tick, .stuck(number)))
        }
        tick += chance.number(isStuck ? 5...60 : 0...120)
        happenings.append((tick, .released(number, began: began)))
      }
      tick += chance.number(1...150)
    }
  }

  private static func command(_ chance: inout Chance) -> ClockCommand {
    let rare: [ClockCommand] = [
      .edge(isEnd: chance.happens(50)), .moveElsewhere, .move(3), .other, .rate(.faster), .rate(.slower),
      .rate(.interval(400_000)), .style(chance.pick([.auto, .auto, .step, .inverse, .frontEnd, nil])),
      .scan(chance.pick(ScanWord.allCases)), .scan(chance.pick(ScanWord.allCases)),
    ]
    if chance.happens(40) { return .select }
    return chance.happens(50) ? chance.pick([.choice, .next, .previous]) : chance.pick(rare)
  }

  private mutating func others(until end: Int, _ chance: inout Chance) {
    var tick = 0
    while tick < end {
      tick += chance.number(0...60)
      switch chance.number(0...99) {
      case 0..<40: happenings.append((tick, .page(chance.happens(95) ? Story.page(&chance) : nil, client: 0)))
      case 40..<48: happenings.append((tick, .page(Story.page(&chance), client: 1)))
      case 48..<54: happenings.append((tick, .owner(chance.pick(Story.owners))))
      case 54..<60: happenings.append((tick, .pause(chance.number(1...2), true)))
      case 60..<72: happenings.append((tick, .pause(chance.number(1...2), false)))
      case 72..<90: happenings.append((tick, .command(Story.command(&chance), chance.pick([.key, .client]))))
      case 90..<94: happenings.append((tick, .ask(began: max(0, tick - chance.number(0...50)))))
      case 94..<99: happenings.append((tick, .confirm))
      default: happenings.append((tick, .profile(Story.settings(&chance))))
      }
    }
  }
}
