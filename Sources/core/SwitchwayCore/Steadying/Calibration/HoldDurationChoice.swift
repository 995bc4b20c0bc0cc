import SwitchwayTime

/// Chooses the `hold-duration` with the least expected cost.
///
///     unwanted contacts    | || |||  |                  each observed contact stands for contacts
///     presses                     |   || ||| |          a little shorter and longer
///     hold-duration        ------^
///
/// Three things have a cost: a press that is too short is lost; an unwanted contact that is long enough is accepted, at
/// most one per train (contacts that soon follow each other, see `quiet`); and every press waits for `hold-duration`.
/// The weights follow from the project's aims.
///
/// A session is short, so contacts that happen all day appear only a few times. Therefore the choice expects one more
/// unwanted contact than was observed, with a length from a wide distribution around the median, and an accepted
/// unwanted contact costs more than a lost press. The fewer contacts were observed, the more this guess matters, and
/// each observed contact stands for a wider range of lengths.
///
/// An earlier rule chose 1.4 or 1.2 times the longest unwanted contact. It is worse for the simulated people of the
/// workbench (`SwitchwayWorkbench`): a single long contact delays every press, and the number of contacts has no
/// effect. "Found in the workbench", below, means that a figure was best for these people.
struct HoldDurationChoice {
  /// The shortest choice, ms. Shorter contacts are bounce, which `debounce` filters.
  private static let least: Int64 = 40
  /// The longest choice, ms. A longer one would reject a third of the presses even of people who press slowly.
  private static let most: Int64 = 600
  private static let press: Int64 = 1_000
  /// The cost of an accepted unwanted contact, in percent of the cost of a lost press. People tire, and then make more
  /// unwanted contacts than the session showed. Found in the workbench.
  private static let leak: Int64 = 200
  /// The cost of a delay of 2 ms for a press, in thousandths of a lost press. The project's aims count 0.2 per 500 ms
  /// of the median delay and 0.1 per 1 s of the 95th percentile: together 0.001 per 2 ms.
  private static let twoMilliseconds: Int64 = 1
  /// The range of lengths that an observed press stands for, in percent of its length. Found in the workbench.
  private static let pressSpread: ClosedRange<Int64> = 70...120
  /// The shortest length that an observed unwanted contact stands for, in percent of its length: unwanted contacts vary
  /// less than presses. Found in the workbench.
  private static let leastOfNoise: Int64 = 80
  /// How much longer a contact may be than an observed unwanted contact, in percent. The fewer contacts were observed,
  /// the larger is this percentage.
  private static let longerNoise: ClosedRange<Int64> = 8...20
  /// The percentage above for a single observed contact, before it is limited to the range `longerNoise`. For more
  /// contacts, it is divided by the square root of their number, like the best bandwidth of a density estimate. Found
  /// in the workbench.
  private static let longerNoiseOfOne: Int64 = 50
  /// Ten equally likely lengths of an unwanted contact that was not observed, in percent of the median. They form a
  /// log-normal distribution of spread 0.6, a little wider than the lengths of contacts by tremor and spasms in the
  /// workbench.
  private static let unseen: [Int64] = [37, 54, 67, 79, 93, 108, 126, 150, 186, 268]
  /// Unwanted contacts at most this far apart form one train, of which at most one is accepted. Equals `ignore-repeat`
  /// of the preset `gentle`.
  private static let quiet = Microseconds.milliseconds(150)

  /// Lengths of presses, µs.
  private let presses: [Int64]
  /// Lengths of unwanted contacts, one list for each train.
  private let trains: [[Int64]]
  /// Lengths of contacts after presses.
  private let followers: [Int64]
  /// Lengths of the unwanted contacts on the person's other switches.
  private let others: [[Int64]]
  /// How long presses wait for a neighbour anyway, ms.
  private let wait: Int64
  /// The weight of an unwanted contact, in ten-thousandths.
  private let share: Int64
  /// The range of lengths that an observed unwanted contact stands for, in percent of its length.
  private let noiseSpread: ClosedRange<Int64>
  /// The median length of all unwanted contacts, or `nil` if there are none.
  private let middle: Int64?

  /// Returns the best `hold-duration` for these presses and unwanted contacts. The contacts of each session must be in
  /// order of time.
  ///
  /// - Parameters:
  ///   - followers: lengths of contacts after presses that `ignore-repeat` cannot reject. Each counts separately.
  ///   - others: unwanted contacts of the person's other switches. They count half: the same hand may make such
  ///     contacts on this switch, where ten prompts show only few.
  ///   - wait: how long presses wait for a neighbour anyway; only a longer `hold-duration` delays them.
  ///   - share: the weight of an unwanted contact, in ten-thousandths (`WatchedTime`).
  static func best(
    presses: [Microseconds], noise: [[ClosedSpan]], followers: [Microseconds] = [], others: [[ClosedSpan]],
    wait: Microseconds = .zero, share: Int64 = WatchedTime.whole
  ) -> Microseconds {
    let (own, otherTrains, following) = (noise.flatMap(trains), others.flatMap(trains), followers.map(bounded))
    let seen = Int64(own.count + following.count)
    let longer = longerNoise.last { $0 * $0 * seen <= longerNoiseOfOne * longerNoiseOfOne } ?? longerNoise.lowerBound
    let lengths = ((own + otherTrains).flatMap { $0 } + following).sorted()
    let choice = HoldDurationChoice(
      presses: presses.map(bounded), trains: own, followers: following, others: otherTrains, wait: wait.value / 1_000,
      share: share, noiseSpread: leastOfNoise...100 + longer,
      middle: lengths.isEmpty ? nil : lengths[lengths.count / 2])
    var best = (hold: Int64(0), cost: choice.cost(of: 0))
    for hold in least...most {
      let cost = choice.cost(of: hold)
      if cost < best.cost { best = (hold, cost) }
    }
    return .milliseconds(best.hold)
  }

  /// The length in µs, limited to a minute, which is longer than any choice.
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

  /// The expected cost of a `hold-duration` of `hold` ms, in thousandths of a lost press.
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

  /// The probability that a contact that was not observed is accepted, in thousandths.
  private func unseen(_ gate: Int64) -> Int64 {
    guard let middle else { return 0 }
    let portions = HoldDurationChoice.unseen.map { portion(of: middle * $0 / 100, 90...110, atLeast: gate) }
    return portions.reduce(0, +) / Int64(portions.count)
  }

  /// How many of a thousand contacts last at least for `gate`, if their lengths are spread evenly over the range
  /// `spread`, in percent of `length`.
  private func portion(of length: Int64, _ spread: ClosedRange<Int64>, atLeast gate: Int64) -> Int64 {
    let shortest = length * spread.lowerBound / 100
    let longest = length * spread.upperBound / 100
    if gate <= shortest { return HoldDurationChoice.press }
    if gate > longest { return 0 }
    return HoldDurationChoice.press * (longest - gate) / max(longest - shortest, 1)
  }
}
