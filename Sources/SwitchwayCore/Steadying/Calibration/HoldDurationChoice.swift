/// Chooses the `hold-duration` that is expected to cost least.
///
///     unasked contacts     | || |||  |                  each contact that was seen stands for those a little
///     presses                     |   || ||| |          shorter and longer
///     hold-duration        ------^
///
/// A press that is too short is lost; of a train of unasked contacts one that is long enough comes through; and every
/// press waits for as long as the gate is. The three are weighed as the project's aims score them.
///
/// A session is short: what comes by itself all day has shown itself only a few times. So one contact more than was seen
/// is expected, whose length is guessed widely around the middle of the others, and letting one through counts for more
/// than losing a press. The fewer contacts were seen, the more of the choice is this guess, and the further each that
/// was seen may be from those that will come.
///
/// The design's own rule (1.4 or 1.2 times the longest unasked contact) stands behind this one in the workbench: it
/// makes all wait for a single contact that was longer than the rest, and has one answer to few and to many.
struct HoldDurationChoice {
  /// A gate is not shorter: below it, bouncing is what `debounce` is for. ms.
  private static let least: Int64 = 40
  /// A gate is not longer: a third of even slow presses would be lost. ms.
  private static let most: Int64 = 600
  /// What one press costs that is lost.
  private static let press: Int64 = 1_000
  /// What an unasked contact costs that comes through, percent of a press: people tire, and then there are more of
  /// them than the session showed. Chosen in the workbench.
  private static let leak: Int64 = 200
  /// What two milliseconds of delay cost a press: 0.2 / 500 ms for the median and 0.1 / 1 s for the 95th percentile.
  private static let twoMilliseconds: Int64 = 1
  /// Percent of its length that a press stands for. Chosen in the workbench.
  private static let pressSpread: ClosedRange<Int64> = 70...120
  /// Percent of its length that an unasked contact stands for, at least: they vary the less. Chosen in the workbench.
  private static let leastOfNoise: Int64 = 80
  /// So many percent longer than itself an unasked contact stands for: the fewer there are, the more.
  private static let longerNoise: ClosedRange<Int64> = 8...20
  /// 50 percent, over the root of their number, as the width that suits a density's estimate shrinks. Chosen in the
  /// workbench.
  private static let longerNoiseOfOne: Int64 = 50
  /// Lengths that a contact not seen yet may have, each as likely, percent of the middle one that was seen: a log-normal
  /// distribution of spread 0.6, a little wider than that of tremor's and of spasms' contacts in the workbench.
  private static let unseen: [Int64] = [37, 54, 67, 79, 93, 108, 126, 150, 186, 268]
  /// Unasked contacts so close are one train, of which at most one comes through: that of the preset `gentle`.
  private static let quiet = Microseconds.milliseconds(150)

  /// µs, each.
  private let presses: [Int64]
  /// The lengths of unasked contacts, a list a train.
  private let trains: [[Int64]]
  /// Those of what follows presses.
  private let followers: [Int64]
  /// Those of the person's other switches.
  private let others: [[Int64]]
  /// ms.
  private let wait: Int64
  /// What an unasked contact counts, in ten-thousandths.
  private let share: Int64
  /// Percent of its length that an unasked contact stands for.
  private let noiseSpread: ClosedRange<Int64>
  /// The length in the middle of all unasked contacts; nil where there are none.
  private let middle: Int64?

  /// The choice for these presses and unasked contacts, of each sitting in order of time.
  ///
  /// - Parameters:
  ///   - followers: how long contacts are that follow a press and that no dead time can keep out. Each comes through
  ///     by itself.
  ///   - others: the unasked contacts of the person's other switches. They count half: they may be of the same hand, and
  ///     ten prompts show few.
  ///   - wait: how long presses wait for a neighbour anyway; a gate delays by what it is longer.
  ///   - share: what an unasked contact counts, in ten-thousandths (`WatchedTime`).
  static func best(
    presses: [Microseconds], noise: [[ClosedSpan]], followers: [Microseconds] = [], others: [[ClosedSpan]],
    wait: Microseconds = .zero, share: Int64 = WatchedTime.whole
  ) -> Microseconds {
    let choice = HoldDurationChoice(
      presses: presses.map(bounded), trains: noise.flatMap(trains), followers: followers.map(bounded),
      others: others.flatMap(trains), wait: wait.value / 1_000, share: share)
    var best = (hold: Int64(0), cost: choice.cost(of: 0))
    for hold in least...most {
      let cost = choice.cost(of: hold)
      if cost < best.cost { best = (hold, cost) }
    }
    return .milliseconds(best.hold)
  }

  private init(
    presses: [Int64], trains: [[Int64]], followers: [Int64], others: [[Int64]], wait: Int64, share: Int64
  ) {
    self.wait = wait
    self.share = share
    self.presses = presses
    self.trains = trains
    self.followers = followers
    self.others = others
    let seen = Int64(trains.count + followers.count)
    let most = HoldDurationChoice.longerNoiseOfOne * HoldDurationChoice.longerNoiseOfOne
    let longer =
      HoldDurationChoice.longerNoise.last { $0 * $0 * seen <= most } ?? HoldDurationChoice.longerNoise.lowerBound
    noiseSpread = HoldDurationChoice.leastOfNoise...100 + longer
    let lengths = ((trains + others).flatMap { $0 } + followers).sorted()
    middle = lengths.isEmpty ? nil : lengths[lengths.count / 2]
  }

  /// A minute is longer than any gate.
  private static func bounded(_ length: Microseconds) -> Int64 { min(max(length, .zero), .seconds(60)).value }

  private static func trains(of noise: [ClosedSpan]) -> [[Int64]] {
    var trains: [[Int64]] = []
    var last: Instant?
    for span in noise {
      if let last, span.start - last <= quiet {
        trains[trains.count - 1].append(bounded(span.length))
      } else {
        trains.append([bounded(span.length)])
      }
      last = span.end
    }
    return trains
  }

  /// In thousandths of a press. `hold`: ms.
  private func cost(of hold: Int64) -> Int64 {
    let gate = hold * 1_000
    var cost = Int64(presses.count) * max(hold - wait, 0) * HoldDurationChoice.twoMilliseconds / 2
    for length in presses {
      cost += HoldDurationChoice.press - portion(of: length, HoldDurationChoice.pressSpread, atLeast: gate)
    }
    var leaks = unseen(gate)
    for train in trains { leaks += leak(of: train, gate) }
    for train in others { leaks += leak(of: train, gate) / 2 }
    leaks = leaks * share / WatchedTime.whole
    for length in followers { leaks += portion(of: length, noiseSpread, atLeast: gate) }
    return cost + leaks * HoldDurationChoice.leak / 100
  }

  private func leak(of train: [Int64], _ gate: Int64) -> Int64 {
    train.map { portion(of: $0, noiseSpread, atLeast: gate) }.max() ?? 0
  }

  /// How likely a contact that was not seen yet lasts for the gate, in thousandths.
  private func unseen(_ gate: Int64) -> Int64 {
    guard let middle else { return 0 }
    let portions = HoldDurationChoice.unseen.map { portion(of: middle * $0 / 100, 90...110, atLeast: gate) }
    return portions.reduce(0, +) / Int64(portions.count)
  }

  /// Of contacts like one of this length, evenly spread, so many thousandths last for the gate.
  private func portion(of length: Int64, _ spread: ClosedRange<Int64>, atLeast gate: Int64) -> Int64 {
    let shortest = length * spread.lowerBound / 100
    let longest = length * spread.upperBound / 100
    if gate <= shortest { return HoldDurationChoice.press }
    if gate > longest { return 0 }
    return HoldDurationChoice.press * (longest - gate) / max(longest - shortest, 1)
  }
}
