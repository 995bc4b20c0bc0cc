/// A day of the Gregorian calendar, counted from 1970-01-01, which is 0.
///
/// Valid from year 1 to 9999. The conversion uses the proleptic Gregorian calendar in eras of 400 years.
public struct CalendarDay: Hashable, Comparable, Sendable {
  public var number: Int

  public init(number: Int) { self.number = number }

  /// A day written as `2026-11-21`, or `nil` for any other text and for days that do not exist.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), year > 0
    else { return nil }
    // Here a year begins in March, so that its leap day is the last day.
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let era = shifted / 400
    let yearOfEra = shifted % 400
    number = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    guard self.text == text else { return nil }
  }

  /// `2026-11-21`.
  public var text: String {
    let days = min(max(number, -719_162), 2_932_896) + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  public static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }
}
