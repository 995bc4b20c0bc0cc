import SwitchwayClock
import SwitchwayProtocol

/// A page of items that the active profile scans. This program shows them, and has claimed the commands.
struct SetupPage {
  /// The number of the page, which the daemon sends back with the commands for this page.
  let number: Int64
  let items: Int
  /// Whether the daemon's clock moves the highlight. Otherwise the switches move it.
  let hasClock: Bool
  private(set) var item = 0
  private(set) var isResting = false
  /// The time when each item was last highlighted, if known.
  private var lit: [Int: Int64] = [:]

  struct Choice: Equatable {
    let item: Int
    /// The time when the person chose: the time of the press, or with `inverse` of its release.
    let time: Int64
  }

  init(number: Int64, items: Int, hasClock: Bool) {
    (self.number, self.items, self.hasClock) = (number, items, hasClock)
  }

  /// Handles a line of the daemon. `name`: the name of the client that shows the page. Returns the chosen item, or
  /// `nil` if none was chosen.
  mutating func take(_ event: Wire.Event, for name: String, style: ClockStyle?) -> Choice? {
    if case .scan(let change) = event { isResting = change.scan.state == "resting" }
    guard case .command(let command) = event, command.owner == name, command.phase != "end",
      let pressed = command.pressed
    else { return nil }
    if hasClock {
      guard command.page == number, let item = command.item.map({ Int($0) }), (0..<items).contains(item)
      else { return nil }
      self.item = item
    } else {
      switch command.name {
      case "next": item = (item + 1) % items
      case "previous": item = (item + items - 1) % items
      default: break
      }
    }
    guard command.name == "select" else {
      lit[item] = pressed
      return nil
    }
    let time = style?.releaseChooses == true ? command.released ?? pressed : pressed
    return Choice(item: item, time: time)
  }

  /// Returns how long after `item` was highlighted the person made the choice, in microseconds. Returns `nil` if this
  /// is not known.
  func reaction(of choice: Choice, to item: Int) -> Int64? {
    lit[item].map { choice.time - $0 }.flatMap { $0 > 0 ? $0 : nil }
  }
}

/// The person's reactions, and the pace that fits them.
struct ReactionGauge {
  /// The ratio of reaction time to scan interval. Source: Simpson, Koester & LoPresti 2006, "the .65 rule".
  private static let ratio = (part: Int64(65), whole: Int64(100))
  /// The number of reactions that a proposal needs. Fewer reactions show too little. Arbitrary.
  static let least = 4
  /// The longest `reaction` that is proposed, in microseconds. `switchway check` warns about a longer one.
  private static let most: Int64 = 200_000

  private(set) var times: [Int64] = []

  /// Adds the time of a reaction, in microseconds.
  mutating func add(_ time: Int64) { times.append(time) }

  /// The mean of the reactions, in microseconds, or `nil` if there are none yet.
  var mean: Int64? { times.isEmpty ? nil : times.reduce(0, +) / Int64(times.count) }

  /// The `interval` and the `reaction` that fit the person, in microseconds. `nil` if there are too few reactions. The
  /// interval is rounded up to 50 ms. The reaction is a little less than the fastest one, because a larger value leads
  /// to wrong choices.
  var proposal: (interval: Int64, reaction: Int64)? {
    guard let mean, let fastest = times.min(), times.count >= ReactionGauge.least else { return nil }
    let exact = mean * ReactionGauge.ratio.whole / ReactionGauge.ratio.part
    let interval = min(max((exact + 49_999) / 50_000 * 50_000, 300_000), 30_000_000)
    let reaction = min(fastest * 9 / 10, ReactionGauge.most, interval * 3 / 10) / 10_000 * 10_000
    return (interval, reaction)
  }
}
