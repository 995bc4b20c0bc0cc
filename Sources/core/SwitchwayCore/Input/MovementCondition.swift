import SwitchwayTime

/// The condition under which the movement of a relative axis (`REL_X`, `REL_WHEEL`, `REL_DIAL` …) counts as pressed,
/// such as `rel_x > 20 within 300ms`.
public struct MovementCondition: Hashable, Sendable {
  /// The code of the axis, `REL_X` …, 0…15.
  public var code: UInt16
  /// The number of counts by which the axis must move to press the switch. The sign is the direction. Never 0.
  public var level: Int32
  /// The time within which these counts must come. A movement that is exactly this old no longer counts.
  public var within: Microseconds
  /// The press ends when the axis has not moved in this direction for this time.
  public var release: Microseconds

  public init(
    code: UInt16, level: Int32, within: Microseconds, release: Microseconds = MovementCondition.standardRelease
  ) {
    self.code = code
    self.level = level
    self.within = within
    self.release = release
  }

  /// The range of `level` in a profile, without its sign: from one click of a knob to a long movement of a fine mouse.
  public static let levels: ClosedRange<Int64> = 1...10_000
  /// The range of `within`: from one report of a slow device to a push of a slow hand.
  public static let withinRange = Microseconds.milliseconds(10)...Microseconds.seconds(2)
  /// The range of `release`. The shortest time is longer than the 16 ms between two reports of a slow mouse. Nobody
  /// would wait for a pause longer than the longest.
  public static let releaseRange = Microseconds.milliseconds(20)...Microseconds.seconds(5)
  /// The value of `release` if the profile gives none. It is longer than the pause between two clicks of a knob that is
  /// turned in one movement (100 to 200 ms), and shorter than the pause between two pushes.
  public static let standardRelease = Microseconds.milliseconds(250)
}

/// Codes of relative axes (`REL_*`).
public enum MovementCode {
  /// The number of codes (`REL_CNT`), which are 0…15.
  public static let count: UInt16 = 16

  /// The axes that the knob or wheel with this axis reports, as a bit for each code. A wheel with fine steps reports
  /// these on an axis of their own, beside its whole steps. Source: linux/input-event-codes.h, `REL_WHEEL_HI_RES` and
  /// `REL_HWHEEL_HI_RES`.
  public static func knob(of code: UInt16) -> UInt64 {
    switch code {
    case Relative.wheel, Relative.wheelFine: 1 << UInt64(Relative.wheel) | 1 << UInt64(Relative.wheelFine)
    case Relative.sideWheel, Relative.sideWheelFine:
      1 << UInt64(Relative.sideWheel) | 1 << UInt64(Relative.sideWheelFine)
    default: code < count ? 1 << UInt64(code) : 0
    }
  }

  /// The codes whose bits are set in a mask, in ascending order.
  public static func codes(in mask: UInt64) -> [UInt16] { (0..<count).filter(mask.has) }
}
