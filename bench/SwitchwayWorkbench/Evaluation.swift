import Glibc
import SwitchwayCore

/// How well commands answer what was meant, by the measures of the project's aims.
///
/// Each command in its turn is right for the first intent of its switch that is not answered yet and in whose time its
/// `pressed` lies: from 100 ms before the onset to 50 ms after the release. Every other command is false, or wrong where
/// it lies in the time of another switch's intent.
public struct Evaluation: Equatable, Sendable {
  /// How many presses were meant.
  public private(set) var intents = 0
  /// How many of these were answered.
  public private(set) var right = 0
  /// Commands of another switch than the one meant.
  public private(set) var wrong = 0
  /// Commands that nobody meant.
  public private(set) var falsePresses = 0
  /// How long people were watched.
  public private(set) var minutes = 0.0
  /// From the true onset to the decision, of right ones, ms.
  public private(set) var delays: [Double] = []
  /// From the true onset to `pressed`, of right ones, ms; negative: `pressed` lies before it.
  public private(set) var errors: [Double] = []

  public init(of commands: [SteadyingRun.Command], in scene: Scene) {
    intents = scene.intents.count
    minutes = scene.minutes
    var isAnswered = [Bool](repeating: false, count: intents)
    for command in commands {
      func holds(_ place: Int) -> Bool {
        let intent = scene.intents[place]
        return command.pressed >= intent.onset - .milliseconds(100)
          && command.pressed <= intent.release + .milliseconds(50)
      }
      let near = scene.intents.indices.filter(holds)
      if let place = near.first(where: {
        !isAnswered[$0] && scene.intents[$0].switchIndex == command.switchIndex
      }) {
        isAnswered[place] = true
        right += 1
        delays.append(Double(max((command.accepted - scene.intents[place].onset).value, 0)) / 1_000)
        errors.append(Double((command.pressed - scene.intents[place].onset).value) / 1_000)
      } else if near.contains(where: { scene.intents[$0].switchIndex != command.switchIndex }) {
        wrong += 1
      } else {
        falsePresses += 1
      }
    }
  }

  /// 100 × (right − wrong − false) / intended, times 1 − 0.2·min(1, median delay / 500 ms) − 0.1·min(1, 95th percentile
  /// delay / 1 s). Below 0 where more is false than right. Source: the project's aims.
  public var score: Double {
    guard intents > 0 else { return 0 }
    let hits = 100 * Double(right - wrong - falsePresses) / Double(intents)
    return hits * (1 - 0.2 * min(1, medianDelay / 500) - 0.1 * min(1, lateDelay / 1_000))
  }

  /// Of what was meant, the share that was answered.
  public var recall: Double { intents == 0 ? 0 : Double(right) / Double(intents) }
  /// Commands that nobody meant, a minute: wrong ones, too.
  public var falsePerMinute: Double { minutes == 0 ? 0 : Double(wrong + falsePresses) / minutes }
  /// The median delay, ms.
  public var medianDelay: Double { Evaluation.percentile(delays, 0.5) }
  /// The 95th percentile of delay, ms.
  public var lateDelay: Double { Evaluation.percentile(delays, 0.95) }
  /// The 95th percentile of how far `pressed` is from the true onset, ms.
  public var pressedError: Double { Evaluation.percentile(errors.map(abs), 0.95) }

  /// How many of the right ones choose another item than the one meant, in a scan of one item a second, by `pressed`.
  public var wrongItems: Double { Evaluation.wrongItems(errors) }
  /// The same, by the time of the decision.
  public var wrongItemsByDecision: Double { Evaluation.wrongItems(delays) }

  /// Nearest rank. 0 where there are none.
  static func percentile(_ values: [Double], _ fraction: Double) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    return sorted[min(max(Int((fraction * Double(sorted.count)).rounded(.up)) - 1, 0), sorted.count - 1)]
  }

  /// Onsets lie at 0.65 ± 0.143 of an item's second: the .65 rule of Simpson, Koester and LoPresti, and a deviation with
  /// which 100, 200 and 300 ms of delay spoil 4, 14 and 37 % as they do in the steadying text.
  private static func wrongItems(_ shifts: [Double]) -> Double {
    func below(_ x: Double) -> Double { 0.5 * erfc(-(x - 0.65) / 0.143 / 2.0.squareRoot()) }
    guard !shifts.isEmpty else { return 0 }
    let spoiled = shifts.map { shift in
      let seconds = min(max(shift / 1_000, -1), 1)
      return seconds >= 0 ? below(1) - below(1 - seconds) : below(-seconds) - below(0)
    }
    return spoiled.reduce(0, +) / Double(shifts.count)
  }

  /// Nothing yet, to add to.
  public init() {}

  /// All of both.
  public mutating func add(_ other: Evaluation) {
    intents += other.intents
    right += other.right
    wrong += other.wrong
    falsePresses += other.falsePresses
    minutes += other.minutes
    delays += other.delays
    errors += other.errors
  }
}
