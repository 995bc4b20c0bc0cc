import SwitchwayTime

/// Reads and writes durations as in profiles, such as `250ms`, `1.5s` and `0`, and writes them for messages.
public enum DurationText {
  /// The reason why a text is not a valid duration.
  public enum Failure: Error, Hashable, Sendable {
    case notADuration
    case missingUnit
    /// The duration is not a whole number of microseconds.
    case tooFine
    /// The duration is longer than a day.
    case tooLong
  }

  /// The units and their lengths in µs.
  private static let units: [(name: String, microseconds: Int64)] = [
    ("us", 1), ("ms", 1_000), ("min", 60_000_000), ("s", 1_000_000),
  ]

  /// The longest duration in a profile: one day.
  public static let longest = Microseconds.seconds(86_400)

  /// Reads a duration of the form `[-]DIGITS[.DIGITS]UNIT`, without spaces, or a single `0`. The units are `us`, `ms`,
  /// `s` and `min`.
  public static func parse(_ text: String) throws(Failure) -> Microseconds {
    if text == "0" { return .zero }
    let isNegative = text.hasPrefix("-")
    let body = isNegative ? text.dropFirst() : text[...]
    let number = body.prefix { ("0"..."9").contains($0) || $0 == "." }
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }) else { throw .notADuration }
    let unit = body.dropFirst(number.count)
    if unit.isEmpty { throw .missingUnit }
    guard let length = units.first(where: { $0.name == unit })?.microseconds else { throw .notADuration }
    guard parts[0].count <= 12, let whole = Int64(parts[0]) else { throw .tooLong }
    let (product, overflow) = whole.multipliedReportingOverflow(by: length)
    guard !overflow, product <= longest.value else { throw .tooLong }
    let value = product + (try fraction(parts.count == 2 ? parts[1] : "", of: length))
    guard value <= longest.value else { throw .tooLong }
    return Microseconds(isNegative ? -value : value)
  }

  /// Returns the value of the digits after the point, in µs.
  private static func fraction(_ digits: Substring, of unit: Int64) throws(Failure) -> Int64 {
    var digits = digits
    while digits.last == "0" { digits.removeLast() }
    guard digits.count <= 9 else { throw .tooFine }
    guard let numerator = Int64("0" + digits) else { throw .notADuration }
    let denominator = digits.reduce(into: Int64(1)) { product, _ in product *= 10 }
    guard numerator * unit % denominator == 0 else { throw .tooFine }
    return numerator * unit / denominator
  }

  /// Returns a duration for messages, such as `0.12 s` or `30 ms`. From a tenth of a second on, it is in seconds,
  /// otherwise in milliseconds, without zeros at the end. If it is not a whole number of milliseconds, it is rounded:
  /// to hundredths of a second, or below a tenth of a second to tenths of a millisecond.
  public static func words(_ length: Microseconds) -> String {
    let value = rounded(length.value)
    if value.magnitude >= 100_000 { return decimal(value, over: 1_000_000) + " s" }
    if value.magnitude >= 1_000 || value == 0 { return decimal(value, over: 1_000) + " ms" }
    return "\(value) us"
  }

  private static func rounded(_ value: Int64) -> Int64 {
    guard value % 1_000 != 0, value.magnitude >= 1_000 else { return value }
    let step: Int64 = value.magnitude >= 100_000 ? 10_000 : 100
    return (value + (value < 0 ? -step : step) / 2) / step * step
  }

  /// Returns a number of µs in a larger unit, with as many decimals as it needs. `unit` is the length of this unit in
  /// µs, a power of ten.
  package static func decimal(_ value: Int64, over unit: UInt64) -> String {
    var digits = String(unit + value.magnitude % unit).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return (value < 0 ? "-" : "") + "\(value.magnitude / unit)" + (digits.isEmpty ? "" : ".\(digits)")
  }
}

extension DurationText {
  /// Returns a duration as it is written in profiles, such as `150ms`, `2s` or `0`: in the largest unit in which it is
  /// a whole number.
  public static func written(_ length: Microseconds) -> String {
    if length == .zero { return "0" }
    for (name, unit) in [("s", Int64(1_000_000)), ("ms", 1_000)] where length.value % unit == 0 {
      return "\(length.value / unit)\(name)"
    }
    return "\(length.value)us"
  }

  /// Returns durations for one sentence, all in the same unit, such as `0.2s` and `30s`, or `89ms` and `100ms`.
  public static func written(_ lengths: [Microseconds]) -> [String] {
    let most = lengths.map(\.value.magnitude).max() ?? 0
    let (name, unit): (String, UInt64) =
      most >= 1_000_000 ? ("s", 1_000_000) : most >= 1_000 ? ("ms", 1_000) : ("us", 1)
    return lengths.map { $0 == .zero ? "0" : decimal($0.value, over: unit) + name }
  }
}
