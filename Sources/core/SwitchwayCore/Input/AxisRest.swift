import SwitchwayTime

/// How long an axis has rested between its levels without being released. Of a worn stick that comes back to 38 %, a
/// switch that is released at 35 % stays pressed.
///
/// One character is 0.5 s; press 60 %, release 35 %:
///
///     %   0 100 38 38 38 38 38 38 38
///     rest      |________________!     3 s at one place
struct AxisRest: Hashable, Sendable {
  /// How long it rests before that is said. No push comes back this slowly, and it is long before
  /// `stuck-after`.
  static let wait = Microseconds.seconds(3)
  /// The travel, in percent, within which it counts as at rest. More than the noise of a worn stick.
  private static let tremor = 2

  private var since: Instant?
  /// Where it rests, in percent of its travel.
  private(set) var percent = 0
  /// It was said once.
  var isTold = false

  /// When it will have rested for long enough, or was reported already.
  var due: Instant? { isTold ? nil : since.map { $0 + AxisRest.wait } }

  func isDue(at time: Instant) -> Bool { due.map { $0 <= time } ?? false }

  /// Follows the axis. `place`: in percent, if it is between its levels and not released. Returns whether `due` has
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
  /// Where it rests, in percent of its travel to the end.
  public var percent: Int

  /// A level, in percent, that it would be released at: at least 5 % further out, in steps of 5 %.
  public var release: Int { (percent + 9) / 5 * 5 }
}
