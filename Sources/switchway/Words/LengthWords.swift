/// Durations in everyday form: `120 ms`, `1.5 s`.
///
/// Settings are exact; measurements are rounded.
enum LengthWords {
  /// A measured time: whole milliseconds below 0.1 s, else seconds with two significant digits: `62 ms`, `0.16 s`, `1.3
  /// s`, `12 s`.
  static func measured(_ microseconds: Int64) -> String {
    let size = microseconds.magnitude
    let sign = microseconds < 0 ? "-" : ""
    if size < 99_500 {
      let milliseconds = (size + 500) / 1_000
      return milliseconds == 0 && size > 0 ? "less than 1 ms" : "\(sign)\(milliseconds) ms"
    }
    guard size < 9_950_000 else { return "\(sign)\((size + 500_000) / 1_000_000) s" }
    let step: Int64 = size < 995_000 ? 10_000 : 100_000
    return sign + decimal((Int64(size) + step / 2) / step * step, 1_000_000) + " s"
  }

  /// Exact, in seconds: for sentences with several times in the same unit.
  static func seconds(_ microseconds: Int64) -> String { decimal(microseconds, 1_000_000) + " s" }

  /// Exact: milliseconds below a second, else seconds.
  static func text(_ microseconds: Int64) -> String {
    let (number, unit) = parts(microseconds)
    return "\(number) \(unit)"
  }

  /// A setting, in the unit that `measured` uses for `other`.
  static func setting(_ microseconds: Int64, beside other: Int64) -> String {
    other.magnitude < 99_500 && microseconds.magnitude < 1_000_000
      ? "\(decimal(microseconds, 1_000)) ms" : seconds(microseconds)
  }

  /// A measured time beside a setting, in one unit: `60 of 120 ms`, `0.6 of 1.2 s`. Never rounded up to the whole.
  static func text(_ length: Int64, of whole: Int64) -> String {
    let unit: Int64 = whole.magnitude < 1_000_000 ? 1_000 : 10_000
    let left = length / unit * unit
    if whole.magnitude < 1_000_000 { return "\(decimal(left, 1_000)) of \(decimal(whole, 1_000)) ms" }
    return "\(decimal(left, 1_000_000)) of \(decimal(whole, 1_000_000)) s"
  }

  private static func parts(_ microseconds: Int64) -> (String, String) {
    let size = microseconds.magnitude
    if size >= 1_000_000 { return (decimal(microseconds, 1_000_000), "s") }
    return (decimal(microseconds, 1_000), "ms")
  }

  private static func decimal(_ value: Int64, _ unit: UInt64) -> String {
    var digits = String(String(unit + value.magnitude % unit).dropFirst())
    while digits.last == "0" { digits.removeLast() }
    return (value < 0 ? "-" : "") + "\(value.magnitude / unit)" + (digits.isEmpty ? "" : ".\(digits)")
  }
}
