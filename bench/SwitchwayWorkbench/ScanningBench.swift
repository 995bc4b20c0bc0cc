import SwitchwayClock
import SwitchwayCore
import SwitchwayTime

/// Simulated people choose items with one switch, and trembling hands wait for a round to pass. Judges the scanning
/// clock: how often another item is chosen than the one that the person pressed for, and what freezing costs.
///
/// The same seeds give the same figures.
public struct ScanningBench: Sendable {
  /// How the item of a press is found.
  public enum Way: String, CaseIterable, Sendable {
    /// What is lit when the press is decided, as other systems do.
    case delivery = "by delivery"
    /// What was lit at the press; the highlight moves on meanwhile.
    case press = "by press time"
    /// What was lit at the press; the highlight stands meanwhile.
    case freeze = "with freeze"
    /// The same, with a `reaction` that is fitted to the person.
    case reaction = "and reaction"
  }

  /// The figures of all persons with one interval, filter and way.
  public struct Choices: Equatable, Sendable {
    /// All of them.
    public var count = 0
    /// Those of an item that the person did not want.
    public var wrong = 0
    /// Simulated time, µs.
    public var time: Int64 = 0

    /// 0…1.
    public var share: Double { count == 0 ? 0 : Double(wrong) / Double(count) }
  }

  /// ms.
  public static let intervals: [Int64] = [500, 600, 800, 1_000, 1_500, 2_000]
  /// `hold-duration`, ms.
  public static let filters: [Int64] = [0, 30, 120, 300]
  /// The choices of a person.
  public static let choices = 60
  private static let items = 8
  /// The items of a round whose length is measured.
  static let roundItems = 30
  /// Where in an item's time people press: the .65 rule of Simpson, Koester and LoPresti, with the deviation that
  /// `Evaluation` has.
  private static let (centre, deviation) = (0.65, 0.143)
  /// The observed presses to which `reaction` is fitted.
  private static let fitted = 20

  private let seeds: ClosedRange<UInt64>
  private let choices: Int

  public init(seeds: ClosedRange<UInt64>, choices: Int = ScanningBench.choices) {
    self.seeds = seeds
    self.choices = choices
  }

  /// The choices of all persons.
  public func choices(_ way: Way, interval: Int64, filter: Int64) -> Choices {
    seeds.reduce(into: Choices()) { choose(way, interval, filter, seed: $1, &$0) }
  }

  /// The steadying: the default with another `hold-duration`.
  private static func steadying(_ filter: Int64) -> SteadyingParameters {
    var steadying = SteadyingPreset.gentle.parameters
    steadying.holdDuration = .milliseconds(filter)
    return steadying
  }

  /// When a person presses after an item is lit, ms.
  private static func onset(_ interval: Int64, _ chance: inout Chance) -> Double {
    max(Double(interval) * (centre + deviation * chance.normal()), 1)
  }

  /// A little less than the fastest of some observed presses, and no more than `switchway check` accepts without a
  /// warning; ms.
  private static func reaction(_ interval: Int64, seed: UInt64) -> Int64 {
    var chance = Chance(seed: seed, stream: 203)
    let fastest = (0..<fitted).map { _ in onset(interval, &chance) }.min() ?? 0
    return min(Int64(fastest * 0.9), interval * 3 / 10, 200)
  }

  private func choose(_ way: Way, _ interval: Int64, _ filter: Int64, seed: UInt64, _ found: inout Choices) {
    var chance = Chance(seed: seed, stream: 201)
    let presses = PersonKind.slow.traits(&chance).press
    var hand = Chance(seed: seed, stream: 202)
    let settings = ClockSettings(
      style: .auto, interval: interval * 1_000, loops: 0,
      reaction: way == .reaction ? ScanningBench.reaction(interval, seed: seed) * 1_000 : 0)
    var world = ScanningWorld(
      settings, steadying: ScanningBench.steadying(filter), usesPressTime: way != .delivery,
      freezes: way == .freeze || way == .reaction)
    var events: [ScanningWorld.Event] = []
    var left = choices
    // The first item is lit with the page. Nobody waits for that one.
    func target(_ hand: inout Chance) -> Int { Int.random(in: 1..<ScanningBench.items, using: &hand) }
    var wanted = target(&hand)
    world.show(items: ScanningBench.items)
    while left > 0 {
      world.proceed(into: &events)
      for event in events {
        switch event {
        case .lit(let item) where item == wanted && world.isHandAtRest:
          let start = world.now + Int64(ScanningBench.onset(interval, &hand) * 1_000)
          world.touch(from: start, to: start + Int64(hand.draw(presses) * 1_000))
        case .lit, .missed: break
        case .chosen(let item):
          found.count += 1
          if item != wanted { found.wrong += 1 }
          left -= 1
          wanted = target(&hand)
          world.show(items: ScanningBench.items)
        }
      }
      events.removeAll(keepingCapacity: true)
    }
    found.time += world.now
  }

  /// How much longer a round takes for hands that touch the switch five times a second, too shortly for a press: 0.01
  /// is a hundredth. The mean of all persons.
  public func delay(interval: Int64, filter: Int64) -> Double {
    let still = Double(interval * Int64(ScanningBench.roundItems) + 500) * 1_000
    let lengths = seeds.map { Double(round(interval, filter, seed: $0)) }
    return lengths.reduce(0, +) / Double(lengths.count) / still - 1
  }

  /// The time from the first item until it is lit again, µs.
  private func round(_ interval: Int64, _ filter: Int64, seed: UInt64) -> Int64 {
    var chance = Chance(seed: seed, stream: 204)
    var world = ScanningWorld(
      ClockSettings(style: .auto, interval: interval * 1_000, loops: 0), steadying: ScanningBench.steadying(filter),
      usesPressTime: true, freezes: true)
    let longest = 0.95 * Double(min(filter, 150))
    let contact = Length.uniform(0.4 * longest...longest)
    let period = Length.normal(mean: 200, deviation: 20, within: 160...240)
    var start = chance.uniform(0...200)
    while start < Double(interval * Int64(ScanningBench.roundItems)) * 1.5 + 2_000 {
      let end = start + chance.draw(contact)
      world.touch(from: Int64(start * 1_000), to: Int64(end * 1_000))
      start = max(start + chance.draw(period), end + 1)
    }
    world.show(items: ScanningBench.roundItems)
    var events: [ScanningWorld.Event] = []
    while !events.contains(.lit(item: 0)), !world.isHandAtRest { world.proceed(into: &events) }
    return world.now
  }
}
