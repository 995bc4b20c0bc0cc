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

/// The way in which presses change during a day: whether they last longer and fail more often when the person is tired.
///
/// Divides the tries of a day into parts of the same number of tries, in their order. Its size is constant: when there
/// are `most` parts, each pair of neighbouring parts is joined.
public struct PressCourse: Equatable, Sendable {
  /// Even after parts were joined, there are four for each third.
  public static let most = 24
  /// With fewer tries, thirds differ by chance. Arbitrary.
  static let leastTries: Int64 = 30

  /// Some tries that followed each other.
  public struct Part: Equatable, Sendable {
    /// Accepted presses.
    public var presses: Int64 = 0
    /// Presses that did nothing, for a reason that lies with the person: see `RejectionReason.isOfPerson`.
    public var rejected: Int64 = 0
    /// The number of presses whose length is known.
    public var lengths: Int64 = 0
    /// The sum of their lengths, µs.
    public var sum: Int64 = 0

    public init(presses: Int64 = 0, rejected: Int64 = 0, lengths: Int64 = 0, sum: Int64 = 0) {
      (self.presses, self.rejected, self.lengths, self.sum) = (presses, rejected, lengths, sum)
    }

    var tries: Int64 { PressCourse.sum(presses, rejected) }
    /// The mean length, µs; 0 if none is known.
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

  /// Counts the length of a press that has ended. It belongs to the last try.
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

  /// The first and the last third of the tries, or `nil` if there are too few.
  public var thirds: (first: Part, last: Part)? {
    let count = parts.count / 3
    guard count > 0, parts.reduce(0, { PressCourse.sum($0, $1.tries) }) >= PressCourse.leastTries else { return nil }
    var (first, last) = (Part(), Part())
    for part in parts.prefix(count) { first.add(part) }
    for part in parts.suffix(count) { last.add(part) }
    return (first, last)
  }

  /// The count stops at the largest number.
  private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, isTooMuch) = one.addingReportingOverflow(other)
    return isTooMuch ? .max : sum
  }
}
