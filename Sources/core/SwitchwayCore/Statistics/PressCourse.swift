import SwitchwayTime

/// The presses of a switch in an hour of a day.
public struct PressHour: Equatable, Sendable {
  /// 0…23, in local time.
  public let hour: Int
  /// Accepted presses.
  public var presses: Int64 = 0
  /// Presses that did nothing, by reason, in the order of `RejectionReason.allCases`.
  public var rejected = [Int64](repeating: 0, count: RejectionReason.allCases.count)

  public init(hour: Int) { self.hour = hour }
}

/// How presses change during a day. It shows whether they last longer and fail more often when the person is tired.
///
/// Divides the tries of a day (accepted presses and failed ones) into consecutive parts with the same number of tries.
/// When there are `most` parts, each pair of neighbouring parts is joined, so that the size stays limited.
public struct PressCourse: Equatable, Sendable {
  /// The largest number of parts. After pairs are joined, 12 parts are left: four for each third of the tries.
  public static let most = 24
  /// The fewest tries for which `thirds` has a result. With fewer tries, the thirds differ by chance. The figure is
  /// arbitrary.
  static let leastTries: Int64 = 30

  /// The counts of some consecutive tries.
  public struct Part: Equatable, Sendable {
    /// Accepted presses.
    public var presses: Int64 = 0
    /// Presses that did nothing, for a reason that lies with the person: see `RejectionReason.isOfPerson`.
    public var rejected: Int64 = 0
    /// The number of presses whose length is known.
    public var lengths: Int64 = 0
    /// The sum of the known lengths, µs.
    public var sum: Int64 = 0

    public init(presses: Int64 = 0, rejected: Int64 = 0, lengths: Int64 = 0, sum: Int64 = 0) {
      (self.presses, self.rejected, self.lengths, self.sum) = (presses, rejected, lengths, sum)
    }

    var tries: Int64 { PressCourse.sum(presses, rejected) }
    /// The mean length, µs; 0 if no length is known.
    public var mean: Int64 { lengths == 0 ? 0 : sum / lengths }

    mutating func add(_ other: Part) {
      presses = PressCourse.sum(presses, other.presses)
      rejected = PressCourse.sum(rejected, other.rejected)
      lengths = PressCourse.sum(lengths, other.lengths)
      sum = PressCourse.sum(sum, other.sum)
    }
  }

  /// The parts, in the order of time.
  public private(set) var parts: [Part] = []
  /// The number of tries in a full part.
  private var size: Int64 { max(parts.first?.tries ?? 1, 1) }

  public init() {}

  /// Restores saved parts. Returns `nil` if there are too many, or a number is negative.
  public init?(parts: [Part]) {
    guard parts.count <= PressCourse.most,
      parts.allSatisfy({ min($0.presses, $0.rejected, $0.lengths, $0.sum) >= 0 })
    else { return nil }
    self.parts = parts
  }

  /// Counts the length of a press that has ended. The press is the last try.
  mutating func add(length: Microseconds) {
    guard length.value >= 0 else { return }
    if parts.isEmpty { parts.append(Part()) }
    parts[parts.count - 1].add(Part(lengths: 1, sum: length.value))
  }

  /// Counts a try.
  mutating func add(_ part: Part) {
    if let last = parts.last, last.tries < (parts.count > 1 ? size : 1) {
      parts[parts.count - 1].add(part)
      return
    }
    if parts.count == PressCourse.most {
      for index in 0..<PressCourse.most / 2 {
        var joined = parts[2 * index]
        joined.add(parts[2 * index + 1])
        parts[index] = joined
      }
      parts.removeLast(PressCourse.most / 2)
    }
    parts.append(part)
  }

  /// The first and the last third of the tries, or `nil` if there are too few tries.
  public var thirds: (first: Part, last: Part)? {
    let count = parts.count / 3
    guard count > 0, parts.reduce(0, { PressCourse.sum($0, $1.tries) }) >= PressCourse.leastTries else { return nil }
    var (first, last) = (Part(), Part())
    for part in parts.prefix(count) { first.add(part) }
    for part in parts.suffix(count) { last.add(part) }
    return (first, last)
  }

  /// Adds two counts. A sum that does not fit becomes the largest number.
  private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, isTooMuch) = one.addingReportingOverflow(other)
    return isTooMuch ? .max : sum
  }
}
