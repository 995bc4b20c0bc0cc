import SwitchwayTime

/// Detects that steadying no longer fits the person: too many closings are rejected soon after a command.
///
///     command      x  x                          x: rejected `too-short`, `repeat` or `neighbour`, begun within
///     ----#####----#--#-----                        1.5 × ignore-repeat after the command, or after the end of
///              |<--------->|                        its press if that is later
///
/// Reports only once: when more than 5 % of the closings of the last ten minutes were rejected in this way, and there
/// were at least `enough` closings.
///
/// The ten minutes are counted in parts of half a minute, so the oldest closings are dropped up to 30 s early. The
/// memory is fixed, and each event costs the same. Source of the figures: docs/design/steadying.md, "Calibration".
public struct RecalibrationGauge: Sendable {
  /// The counts at the time of the report.
  public struct Figures: Hashable, Sendable {
    /// The number of closings in the last ten minutes.
    public var closings: Int
    /// The number of closings that were rejected soon after a command.
    public var rejected: Int

    public init(closings: Int, rejected: Int) {
      self.closings = closings
      self.rejected = rejected
    }
  }

  /// The fewest closings for which it reports: as many as a calibration has prompts.
  public static let enough = 20
  /// Reports if more than one in `share` closings is rejected.
  private static let share = 20
  /// The ten minutes are divided into `parts` parts of this length, µs.
  private static let part: Int64 = 30_000_000
  private static let parts = 20

  private var closings = InlineArray<20, Int32>(repeating: 0)
  private var rejections = InlineArray<20, Int32>(repeating: 0)
  private var sum = Figures(closings: 0, rejected: 0)
  /// The number of the latest part, counted from the clock's zero.
  private var latest: Int64?
  /// The time of the latest command, or of the end of its press if that is later.
  private var reference: Instant?
  /// Whether the gauge has already reported.
  public private(set) var hasTold = false

  public init() {}

  /// Records that a contact of any switch began.
  public mutating func closed(at time: Instant) {
    guard !hasTold else { return }
    let slot = turn(to: time)
    guard closings[slot] < .max else { return }
    closings[slot] += 1
    sum.closings += 1
  }

  /// Records that a command was published, or that its press ended.
  public mutating func commanded(at time: Instant) {
    reference = max(reference ?? time, time)
  }

  /// Records that a contact that began at `start` is rejected now. Returns the figures if it is time to report.
  ///
  /// - Parameter ignoreRepeat: the `ignore-repeat` of its switch.
  public mutating func rejected(
    _ reason: RejectionReason, start: Instant, ignoreRepeat: Microseconds, at time: Instant
  ) -> Figures? {
    guard !hasTold, reason.cause == .hand, let reference,
      start <= reference + Microseconds(max(ignoreRepeat, .zero).value / 2 * 3)
    else { return nil }
    let slot = turn(to: time)
    guard rejections[slot] < .max else { return nil }
    rejections[slot] += 1
    sum.rejected += 1
    guard sum.closings >= RecalibrationGauge.enough, sum.rejected * RecalibrationGauge.share > sum.closings else {
      return nil
    }
    hasTold = true
    return sum
  }

  /// Returns the index of the part that contains `time`, and clears the parts that are older than ten minutes. A time
  /// before the latest part counts as part of it.
  private mutating func turn(to time: Instant) -> Int {
    let number = max(time.microseconds / RecalibrationGauge.part, latest ?? .min)
    if let latest {
      // Clears each part at most once.
      for step in 0..<min(number - latest, Int64(RecalibrationGauge.parts)) {
        clear(RecalibrationGauge.slot(of: number - step))
      }
    }
    latest = number
    return RecalibrationGauge.slot(of: number)
  }

  private static func slot(of number: Int64) -> Int {
    let rest = Int(number % Int64(parts))
    return rest < 0 ? rest + parts : rest
  }

  private mutating func clear(_ slot: Int) {
    sum.closings -= Int(closings[slot])
    sum.rejected -= Int(rejections[slot])
    closings[slot] = 0
    rejections[slot] = 0
  }
}
