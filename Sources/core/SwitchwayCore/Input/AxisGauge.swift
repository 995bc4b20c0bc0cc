/// Decides from an axis's raw values whether the axis is pressed.
///
/// A centred axis rests in the middle of its range, or at the raw value that the switch gives. Each side is measured in
/// percent of the way to its own end: −100 %…100 %. A one-sided axis rests at one end, and is measured in percent of
/// the way to the other end: 0…100 %.
///
/// Some axes are one-sided by default, and rest at their minimum: `ABS_GAS`, `ABS_BRAKE`, `ABS_PRESSURE`, and `ABS_Z`
/// and `ABS_RZ` of a device that also has `ABS_RX` and `ABS_RY`. Any other axis is one-sided if the rest value that its
/// switch gives is an end of the range or next to an end.
///
///     %   0 .. 35 ...... 60 .. 70 .. 50 .. 35 ..        `> 60%`, release 35 %
///                        press             release      both at the level itself
///
/// An axis whose minimum is not less than its maximum is never pressed. Comparisons use whole numbers, so they are
/// exact.
struct AxisGauge: Hashable, Sendable {
  /// Twice the raw value at rest, because the middle of a range may be a half.
  private let doubledRest: Int64
  /// Twice the distance in raw values from rest to the end on the level's side; 0 if the axis can never be pressed.
  private let doubledTravel: Int64
  /// +1 if the level's side has raw values above rest, −1 if it has values below rest.
  private let direction: Int64
  private let press: Int64
  /// The deflection above which the axis is not pressed. `nil` if there is no upper bound.
  private let limit: Int64?
  private let release: Int64

  /// Codes of axes (`ABS_*`), from linux/input-event-codes.h.
  private enum Code {
    static let z: UInt16 = 0x02
    static let rx: UInt16 = 0x03
    static let ry: UInt16 = 0x04
    static let rz: UInt16 = 0x05
    static let gas: UInt16 = 0x09
    static let brake: UInt16 = 0x0a
    static let pressure: UInt16 = 0x18
  }

  /// - Parameters:
  ///   - axis: the axis that the condition names.
  ///   - axes: all axes of the node.
  ///   - rest: the raw value at rest. `nil` if the switch gives none.
  init(_ condition: AxisCondition, axis: AxisDescription, among axes: [AxisDescription], rest: Int32?) {
    let level: (press: Int64, limit: Int64?) =
      switch condition.region {
      case .beyond(let level): (level.units, nil)
      case .within(let low, let high): (low.units, abs(high.units))
      }
    let isNegative = level.press < 0
    press = abs(level.press)
    limit = level.limit
    release = abs(condition.release.units)

    let minimum = Int64(axis.minimum)
    let maximum = Int64(axis.maximum)
    guard minimum < maximum else {
      (doubledRest, doubledTravel, direction) = (0, 0, 1)
      return
    }
    let resting = rest.map { min(max(Int64($0), minimum), maximum) }
    // In a range of three values, the middle is next to both ends. Therefore only the ends themselves count as ends
    // there.
    let near: Int64 = maximum - minimum > 2 ? 1 : 0
    if let resting, resting - minimum <= near {
      (doubledRest, doubledTravel, direction) = (2 * resting, isNegative ? 0 : 2 * (maximum - resting), 1)
    } else if let resting, maximum - resting <= near {
      (doubledRest, doubledTravel, direction) = (2 * resting, isNegative ? 0 : 2 * (resting - minimum), -1)
    } else if resting == nil, AxisGauge.isOneSided(axis.code, among: axes) {
      (doubledRest, doubledTravel, direction) = (2 * minimum, isNegative ? 0 : 2 * (maximum - minimum), 1)
    } else {
      doubledRest = resting.map { 2 * $0 } ?? minimum + maximum
      direction = isNegative ? -1 : 1
      doubledTravel = isNegative ? doubledRest - 2 * minimum : 2 * maximum - doubledRest
    }
  }

  fileprivate static func isOneSided(_ code: UInt16, among axes: [AxisDescription]) -> Bool {
    switch code {
    case Code.gas, Code.brake, Code.pressure: true
    case Code.z, Code.rz:
      axes.contains { $0.code == Code.rx } && axes.contains { $0.code == Code.ry }
    default: false
    }
  }

  /// Whether the axis is pressed at `value`. The result depends on whether it was pressed before.
  func isPressed(at value: Int32, wasPressed: Bool) -> Bool {
    guard doubledTravel > 0 else { return false }
    let deflection = deflection(at: value)
    if let limit, deflection > limit * doubledTravel { return false }
    return wasPressed ? deflection > release * doubledTravel : deflection >= press * doubledTravel
  }

  /// The position of a raw value relative to the press level, the release level and the upper bound.
  enum Zone {
    /// At the release level, or nearer to the rest position than that.
    case released
    /// Between the two levels, where the axis stays pressed or released.
    case between
    case pressed
    /// Further out than the upper bound.
    case beyond
  }

  func zone(of value: Int32) -> Zone {
    guard doubledTravel > 0 else { return .released }
    let deflection = deflection(at: value)
    if let limit, deflection > limit * doubledTravel { return .beyond }
    if deflection >= press * doubledTravel { return .pressed }
    return deflection > release * doubledTravel ? .between : .released
  }

  /// The distance of `value` from rest towards the level's side, as a number to be compared with a level times
  /// `doubledTravel`: both contain the factor 100 % × travel. Both are at most 2^33 × 300 000, which fits in 64 bits.
  private func deflection(at value: Int32) -> Int64 {
    (2 * Int64(value) - doubledRest) * direction * 100 * AxisLevel.unitsPerPercent
  }

  /// Whether the level of `other` is further out than this one, on the same side of the same axis.
  func isPassed(onTheWayTo other: AxisGauge) -> Bool {
    doubledTravel > 0 && doubledTravel == other.doubledTravel && direction == other.direction
      && doubledRest == other.doubledRest && press < other.press
  }

  /// The distance of `value` from rest, in percent of the way to the end of the level's side: 0…100.
  func percent(at value: Int32) -> Int {
    guard doubledTravel > 0 else { return 0 }
    return Int(min(max((2 * Int64(value) - doubledRest) * direction * 100 / doubledTravel, 0), 100))
  }
}

extension AxisDescription {
  /// The distance of `value` from rest, in percent of the way to the end of the side on which it lies: 0…100.
  ///
  /// - Parameter axes: all axes of the node.
  public func percent(at value: Int32, among axes: [AxisDescription]) -> Int {
    [Int64(1), -1].map { side in
      let level = AxisLevel(thousandths: side * 50_000)
      let condition = AxisCondition(code: code, region: .beyond(level), release: level)
      return AxisGauge(condition, axis: self, among: axes, rest: nil).percent(at: value)
    }.max() ?? 0
  }
}

extension AxisCondition {
  /// Whether this axis rests at its minimum on every device, unless the switch gives a rest value.
  public var isOneSidedAnywhere: Bool { AxisGauge.isOneSided(code, among: []) }
}
