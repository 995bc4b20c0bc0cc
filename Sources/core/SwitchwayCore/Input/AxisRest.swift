import SwitchwayTime

/// Measures for how long an axis has rested between the release level and the press level while its switch is pressed.
/// For example, a worn stick that comes back only to 38 % keeps its switch pressed if the release level is 35 %.
///
/// One character is 0.5 s; the press level is 60 %, and the release level 35 %:
///
///     %   0 100 38 38 38 38 38 38 38
///     rest      |________________!     3 s at one place
struct AxisRest: Hashable, Sendable {
  /// The time for which the axis must rest before this is reported. It is longer than an axis takes to come back from a
  /// push, and far shorter than `stuck-after`.
  static let wait = Microseconds.seconds(3)
  /// The largest movement, in percent of the travel, that still counts as resting. It is more than the noise of a worn
  /// stick.
  private static let tremor = 2

  private var since: Instant?
  /// The rest position, in percent of the travel.
  private(set) var percent = 0
  /// Whether the rest was reported. It is reported only once.
  var isTold = false

  /// The time when the axis will have rested long enough. `nil` if it does not rest, or if its rest was already
  /// reported.
  var due: Instant? { isTold ? nil : since.map { $0 + AxisRest.wait } }

  func isDue(at time: Instant) -> Bool { due.map { $0 <= time } ?? false }

  /// Follows the axis. `place` is its position in percent if it is between the levels and its switch is pressed,
  /// otherwise `nil`. Returns whether `due` has changed.
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

/// An axis that rests above the release level of the switch that it presses.
public struct RestingAxis: Hashable, Sendable {
  /// Index in `Profile.switches`.
  public var switchIndex: Int
  /// Index in the switch's `inputs`.
  public var inputIndex: Int
  /// The rest position, in percent of the travel to the end.
  public var percent: Int

  /// A release level, in percent, at which the axis would release the switch: a multiple of 5 %, at least 5 % further
  /// out than the rest position.
  public var release: Int { (percent + 9) / 5 * 5 }
}
