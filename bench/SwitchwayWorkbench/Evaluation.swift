import Glibc
import SwitchwayCore
import SwitchwayTime

/// Measures how well commands match the intended presses, as in the project's aims.
///
/// Each command in turn is right for the first unanswered intent of its switch whose time contains its `pressed`: from
/// 100 ms before the onset to 50 ms after the release. Any other command is wrong if it lies in the time of another
/// switch's intent, else false.
public struct Evaluation: Equatable, Sendable {
  /// The number of intended presses.
  public private(set) var intents = 0
  /// The number of intended presses that were answered.
  public private(set) var right = 0
  /// Commands of a switch other than the intended one.
  public private(set) var wrong = 0
  /// Commands without an intended press.
  public private(set) var falsePresses = 0
  /// The time observed.
  public private(set) var minutes = 0.0
  /// From the true onset to the decision, for right commands, ms.
  public private(set) var delays: [Double] = []
  /// From the true onset to `pressed`, for right commands, ms; negative if `pressed` is earlier.
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
  /// delay / 1 s). Negative if more commands are wrong or false than right. Source: the project's aims.
  public var score: Double {
    guard intents > 0 else { return 0 }
    let hits = 100 * Double(right - wrong - falsePresses) / Double(intents)
    return hits * (1 - 0.2 * min(1, medianDelay / 500) - 0.1 * min(1, lateDelay / 1_000))
  }

  /// The share of intended presses that were answered.
  public var recall: Double { intents == 0 ? 0 : Double(right) / Double(intents) }
  /// False and wrong commands per minute.
  public var falsePerMinute: Double { minutes == 0 ? 0 : Double(wrong + falsePresses) / minutes }
  /// The median delay, ms.
  public var medianDelay: Double { Evaluation.percentile(delays, 0.5) }
  /// The 95th percentile of delay, ms.
  public var lateDelay: Double { Evaluation.percentile(delays, 0.95) }
  /// The 95th percentile of the distance from `pressed` to the true onset, ms.
  public var pressedError: Double { Evaluation.percentile(errors.map(abs), 0.95) }

  /// How many right commands would choose a wrong item in a scan of one item per second, by `pressed`.
  public var wrongItems: Double { Evaluation.wrongItems(errors) }
  /// The same, by the time of the decision.
  public var wrongItemsByDecision: Double { Evaluation.wrongItems(delays) }

  /// Nearest rank; 0 if there are no values.
  static func percentile(_ values: [Double], _ fraction: Double) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    return sorted[min(max(Int((fraction * Double(sorted.count)).rounded(.up)) - 1, 0), sorted.count - 1)]
  }

  /// Onsets lie at 0.65 ± 0.143 of an item's second: the .65 rule of Simpson, Koester and LoPresti, with a deviation
  /// that makes 100, 200 and 300 ms of delay spoil 4, 14 and 37 %, as in docs/design/steadying.md.
  private static func wrongItems(_ shifts: [Double]) -> Double {
    func below(_ x: Double) -> Double { 0.5 * erfc(-(x - 0.65) / 0.143 / 2.0.squareRoot()) }
    guard !shifts.isEmpty else { return 0 }
    let spoiled = shifts.map { shift in
      let seconds = min(max(shift / 1_000, -1), 1)
      return seconds >= 0 ? below(1) - below(1 - seconds) : below(-seconds) - below(0)
    }
    return spoiled.reduce(0, +) / Double(shifts.count)
  }

  /// No observations.
  public init() {}

  /// Adds the observations of another evaluation.
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
