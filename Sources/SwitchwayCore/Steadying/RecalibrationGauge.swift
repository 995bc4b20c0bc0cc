/// Notices that steadying no longer fits the hand: too many closings are rejected soon after a command.
///
///     command      x  x                                   x: rejected `too-short`, `repeat` or `neighbour`, begun within
///     ----#####----#--#-----                                 1.5 × ignore-repeat after the command, or after the end
///              |<--------->|                                 of its press where that comes later
///
/// More than 5 % of the closings of the last ten minutes, of which there must be at least `enough`: told once.
///
/// Ten minutes are counted in parts of half a minute, so the oldest closings are forgotten up to 30 s early. Fixed memory;
/// no allocation and O(1) an event. Source of the figures: the steadying text of the project's design, "Calibration".
public struct RecalibrationGauge: Sendable {
  /// What was counted when it told.
  public struct Figures: Hashable, Sendable {
    /// Closings in the last ten minutes.
    public var closings: Int
    /// Those of them that were rejected soon after a command.
    public var rejected: Int

    public init(closings: Int, rejected: Int) {
      self.closings = closings
      self.rejected = rejected
    }
  }

  /// Fewer closings say nothing about a hand. Chosen: as many as a calibration has prompts.
  public static let enough = 20
  /// More than one closing in so many.
  private static let share = 20
  /// A part of the window, µs, and how many there are.
  private static let part: Int64 = 30_000_000
  private static let parts = 20

  private var closings = InlineArray<20, Int32>(repeating: 0)
  private var rejections = InlineArray<20, Int32>(repeating: 0)
  private var sum = Figures(closings: 0, rejected: 0)
  /// The number of the latest part, counted from the clock's zero.
  private var latest: Int64?
  /// The latest command, or the end of its press.
  private var reference: Instant?
  /// Whether it has told.
  public private(set) var hasTold = false

  public init() {}

  /// A contact of any switch began.
  public mutating func closed(at time: Instant) {
    guard !hasTold else { return }
    let place = turn(to: time)
    guard closings[place] < .max else { return }
    closings[place] += 1
    sum.closings += 1
  }

  /// A command was published, or the press that made it ended.
  public mutating func commanded(at time: Instant) {
    reference = max(reference ?? time, time)
  }

  /// A contact that began at `start` was rejected, now. What is to be told, if that was one too many.
  ///
  /// - Parameter ignoreRepeat: that of its switch.
  public mutating func rejected(
    _ reason: RejectionReason, start: Instant, ignoreRepeat: Microseconds, at time: Instant
  ) -> Figures? {
    guard !hasTold, RecalibrationGauge.counts(reason), let reference,
      start <= reference + Microseconds(max(ignoreRepeat, .zero).value / 2 * 3)
    else { return nil }
    let place = turn(to: time)
    guard rejections[place] < .max else { return nil }
    rejections[place] += 1
    sum.rejected += 1
    guard sum.closings >= RecalibrationGauge.enough, sum.rejected * RecalibrationGauge.share > sum.closings else {
      return nil
    }
    hasTold = true
    return sum
  }

  private static func counts(_ reason: RejectionReason) -> Bool {
    switch reason {
    case .tooShort, .repeated, .neighbour: true
    default: false
    }
  }

  /// The place of the part that `time` lies in; what is older than the window is forgotten. Time that goes back counts
  /// as the latest.
  private mutating func turn(to time: Instant) -> Int {
    let number = max(time.microseconds / RecalibrationGauge.part, latest ?? .min)
    if let latest {
      // Every part is emptied once at the most.
      for step in 0..<min(number - latest, Int64(RecalibrationGauge.parts)) {
        clear(RecalibrationGauge.place(of: number - step))
      }
    }
    latest = number
    return RecalibrationGauge.place(of: number)
  }

  private static func place(of number: Int64) -> Int {
    let rest = Int(number % Int64(parts))
    return rest < 0 ? rest + parts : rest
  }

  private mutating func clear(_ place: Int) {
    sum.closings -= Int(closings[place])
    sum.rejected -= Int(rejections[place])
    closings[place] = 0
    rejections[place] = 0
  }
}
