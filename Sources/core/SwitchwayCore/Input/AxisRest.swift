import SwitchwayTime

/// The time for which an axis has rested between its levels without a release. Example: a worn stick that comes back to
/// 38 % keeps a switch pressed whose release level is 35 %.
///
/// One character is 0.5 s; press 60 %, release 35 %:
///
///     %   0 100 38 38 38 38 38 38 38
///     rest      |________________!     3 s at one place
struct AxisRest: Hashable, Sendable {
  /// The time for which the axis must rest before this is reported. No push returns this slowly, and the time is far
  /// below `stuck-after`.
  static let wait = Microseconds.seconds(3)
  /// The travel, in percent, within which the axis counts as resting. It is more than the noise of a worn stick.
  private static let tremor = 2

  private var since: Instant?
  /// The rest position, in percent of the travel.
  private(set) var percent = 0
  /// It was reported once.
  var isTold = false

  /// The time when the axis will have rested long enough, or was already reported.
  var due: Instant? { isTold ? nil : since.map { $0 + AxisRest.wait } }

  func isDue(at time: Instant) -> Bool { due.map { $0 <= time } ?? false }

  /// Follows the axis. `place`: the position in percent, if it is between the levels and the switch is not released.
  /// Returns whether `due` has
  /// changed.
  mutating func follow(_ place: Int?, at time: Instant) -> Bool {
    guard !isTold, let place else {
      defer { since = nil }
      return since != nil
    }
    if since != nil, abs(place - percent) <= AxisRest.tremor { return false }
    since = time
    percent = place
    return true
  }
}

/// An axis that rests above the level that releases its switch.
public struct RestingAxis: Hashable, Sendable {
  /// Index in `Profile.switches`.
  public var switchIndex: Int
  /// Index in the switch's `inputs`.
  public var inputIndex: Int
  /// The rest position, in percent of the travel to the end.
  public var percent: Int

  /// A level, in percent, at which the switch would be released: at least 5 % further out, in steps of 5 %.
  public var release: Int { (percent + 9) / 5 * 5 }
}
