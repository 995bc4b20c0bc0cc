/// Reads levels of an axis as they are written in profiles, such as `60%` and `-12.5%`.
package enum LevelText {
  /// The magnitudes that a level may have, in thousandths of a percent: 1…100 %. The level may be positive or negative.
  package static let range: ClosedRange<Int64> = 1_000...100_000

  /// Reads a level of the form `[-]DIGITS[.DIGITS]%` with at most three decimals. Returns it in thousandths of a
  /// percent, or `nil` for any other text. For a number above 1,000,000 %, returns the largest number.
  package static func thousandths(_ text: some StringProtocol) -> Int64? {
    guard text.last == "%" else { return nil }
    let isNegative = text.hasPrefix("-")
    let parts = text.dropLast().dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count) else { return nil }
    guard parts.allSatisfy({ part in !part.isEmpty && part.utf8.allSatisfy { (48...57).contains($0) } }) else {
      return nil
    }
    let decimals = parts.count == 2 ? String(parts[1]) : ""
    guard decimals.utf8.count <= 3 else { return nil }
    let padded = decimals + String(repeating: "0", count: 3 - decimals.utf8.count)
    guard let whole = Int64(parts[0]), let fraction = Int64(padded), whole <= 1_000_000 else {
      return isNegative ? -.max : .max
    }
    let value = whole * 1_000 + fraction
    return isNegative ? -value : value
  }

  /// Returns whether a level has one of the allowed magnitudes.
  package static func isInRange(_ thousandths: Int64) -> Bool { range.contains(Int64(clamping: thousandths.magnitude)) }
}
