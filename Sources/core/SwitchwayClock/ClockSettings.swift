/// The behaviour of the clock after a selection, or on the page that answers it. Raw values are words of profiles.
public enum AfterSelect: String, CaseIterable, Sendable {
  case goOn = "go-on"
  case rest
}

/// The settings of the clock. Durations are in microseconds. A value outside its range becomes the nearest allowed one.
///
/// Source of ranges and defaults: the section `scan` of profiles.
public struct ClockSettings: Equatable, Sendable {
  /// The shortest and the longest interval, µs.
  public static let intervals: ClosedRange<Int64> = 200_000...30_000_000

  public let style: ClockStyle
  /// 0.2 s…30 s.
  public let interval: Int64
  /// A time from 0 to 30 s that is added to the first interval of a page, after a start and after a selection.
  public let firstItemPause: Int64
  /// The number of rounds over a page before the clock waits: 0…1000. With 0, it never waits.
  public let loops: Int
  /// The number of steps before the clock waits if the owner has no page: 0…1000. With 0, it never waits.
  public let steps: Int
  public let afterSelect: AfterSelect
  /// A time from 0 to 1 s that is subtracted from the time of a press to find the item that the person saw.
  public let reaction: Int64

  public init(
    style: ClockStyle = .frontEnd, interval: Int64 = 1_000_000, firstItemPause: Int64 = 500_000, loops: Int = 3,
    steps: Int = 30, afterSelect: AfterSelect = .goOn, reaction: Int64 = 0
  ) {
    (self.style, self.afterSelect) = (style, afterSelect)
    self.interval = interval.clamped(to: ClockSettings.intervals)
    self.firstItemPause = firstItemPause.clamped(to: 0...30_000_000)
    self.loops = loops.clamped(to: 0...1000)
    self.steps = steps.clamped(to: 0...1000)
    self.reaction = reaction.clamped(to: 0...1_000_000)
  }
}

/// The change that `scan-rate` requests.
public enum ClockRate: Equatable, Sendable {
  case faster
  case slower
  /// An interval, µs.
  case interval(Int64)

  /// Returns the interval after this change. `old`: the interval before the change. The result is rounded to a multiple
  /// of 10 ms (halves up) and limited to `ClockSettings.intervals`.
  ///
  ///     1 s  faster  0.83 s  faster  0.69 s      1 s  slower  1.2 s  slower  1.44 s  slower  1.73 s
  public func applied(to old: Int64) -> Int64 {
    let (numerator, denominator): (Int64, Int64) =
      switch self {
      case .faster: (old * 5, 6)
      case .slower: (old * 6, 5)
      case .interval(let new): (new.clamped(to: ClockSettings.intervals), 1)
      }
    let grain: Int64 = 10_000
    let rounded = (2 * numerator + denominator * grain) / (2 * denominator * grain) * grain
    return rounded.clamped(to: ClockSettings.intervals)
  }
}

extension Comparable {
  /// The nearest value in `range`.
  func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}
