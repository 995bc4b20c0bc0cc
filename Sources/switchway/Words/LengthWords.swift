/// Lengths of time as people say them: `120 ms`, `1.5 s`.
enum LengthWords {
  /// Milliseconds below a second, else seconds; exact.
  static func text(_ microseconds: Int64) -> String {
    let (number, unit) = parts(microseconds)
    return "\(number) \(unit)"
  }

  /// One beside another, the unit once where it is the same: `60 of 120 ms`.
  static func text(_ length: Int64, of whole: Int64) -> String {
    let (left, leftUnit) = parts(length)
    let (right, rightUnit) = parts(whole)
    return leftUnit == rightUnit ? "\(left) of \(right) \(rightUnit)" : "\(left) \(leftUnit) of \(right) \(rightUnit)"
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
