import SwitchwayTime

/// Statistics of lengths of time: number, sum, shortest, longest and distribution.
///
/// Its size is constant. Counts stop at the largest number that fits.
public struct TimeTally: Equatable, Sendable {
  /// The upper ends of the classes, µs, exclusive; the last class has none. The classes are narrowest where most press
  /// lengths are.
  public static let classes: [Int64] = [
    25_000, 50_000, 75_000, 100_000, 150_000, 200_000, 300_000, 400_000, 600_000, 800_000, 1_200_000, 2_000_000,
    5_000_000,
  ]

  /// The number of lengths.
  public private(set) var count: Int64 = 0
  /// The sum of all lengths, µs.
  public private(set) var sum: Int64 = 0
  /// The shortest length, µs; 0 if nothing was counted.
  public private(set) var shortest: Int64 = 0
  /// The longest length, µs; 0 if nothing was counted.
  public private(set) var longest: Int64 = 0
  /// The number of lengths in each class; one more entry than `classes`.
  public private(set) var spread = [Int64](repeating: 0, count: TimeTally.classes.count + 1)

  public init() {}

  /// Restores saved values. Returns `nil` if they are inconsistent.
  public init?(count: Int64, sum: Int64, shortest: Int64, longest: Int64, spread: [Int64]) {
    guard spread.count == TimeTally.classes.count + 1, count >= 0, sum >= 0, (0...longest).contains(shortest),
      spread.allSatisfy({ (0...count).contains($0) })
    else { return nil }
    var rest = count
    for number in spread {
      rest -= number
      guard rest >= 0 else { return nil }
    }
    guard rest == 0 else { return nil }
    (self.count, self.sum, self.shortest, self.longest, self.spread) = (count, sum, shortest, longest, spread)
  }

  /// Counts a length. A negative length is ignored.
  public mutating func add(_ length: Microseconds) {
    guard length.value >= 0, count < .max else { return }
    shortest = count == 0 ? length.value : min(shortest, length.value)
    longest = max(longest, length.value)
    count += 1
    let (total, isTooMuch) = sum.addingReportingOverflow(length.value)
    sum = isTooMuch ? .max : total
    spread[TimeTally.classes.firstIndex { length.value < $0 } ?? TimeTally.classes.count] += 1
  }

  /// The mean length, µs; 0 if nothing was counted.
  public var mean: Int64 { count == 0 ? 0 : sum / count }

  /// The median, µs: the middle of the class that contains it, limited to the observed range; 0 if nothing was counted.
  public var median: Int64 { quartile(2) }

  /// A quartile, µs, found like `median`. If `number` is 1, a quarter of the lengths is shorter; if it is 3, a quarter
  /// is longer.
  public func quartile(_ number: Int64) -> Int64 {
    guard count > 0 else { return 0 }
    // This is (count - 1) * number / 4, in a form that cannot overflow.
    let rank = (count - 1) / 4 * number + (count - 1) % 4 * number / 4
    var passed: Int64 = 0
    for (index, number) in spread.enumerated() {
      passed += number
      guard passed > rank else { continue }
      let low = index == 0 ? 0 : TimeTally.classes[index - 1]
      let high = index == TimeTally.classes.count ? longest : TimeTally.classes[index]
      return min(max(low / 2 + high / 2, shortest), longest)
    }
    return longest
  }
}
