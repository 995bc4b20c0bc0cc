/// Finds the known name that a person most likely meant, for messages such as `did you mean 'select'?`.
public enum NearestName {
  /// The largest length of words that are compared. No name is longer, and the time to compare grows with the product
  /// of the lengths.
  static let longest = 64

  /// Returns the candidate that needs the fewest edits to become `word`, or `nil` if no candidate is near. An edit
  /// inserts, deletes or changes a character, or swaps two neighbours. Upper and lower case are the same.
  ///
  /// A candidate is near if it needs at most one edit for a word of up to 3 characters, two for up to 6, and three for
  /// more (arbitrary). Of equally near candidates, it returns the one that has the longest beginning in common with
  /// `word`, and of these the first in character order.
  public static func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
    guard word.utf8.count <= 4 * longest else { return nil }
    let wanted = Array(word.lowercased().unicodeScalars)
    guard !wanted.isEmpty, wanted.count <= longest else { return nil }
    let allowed = wanted.count <= 3 ? 1 : wanted.count <= 6 ? 2 : 3
    let wantedLetters = wanted.reduce(into: UInt64(0)) { $0 |= bit(of: UInt8(truncatingIfNeeded: $1.value)) }
    var best: (name: String, edits: Int, apart: Int)?
    var rows = Rows()
    for candidate in candidates where candidate.utf8.count + allowed >= wanted.count && candidate != word {
      guard candidate.utf8.count <= 4 * longest else { continue }
      // The lengths and the sets of letters are compared first, before anything is copied.
      var letters: UInt64 = 0
      var isASCII = true
      for byte in candidate.utf8 {
        if byte >= 0x80 { isASCII = false }
        letters |= bit(of: lowercased(byte))
      }
      if isASCII {
        // One edit adds at most one new letter to the set, and removes at most one.
        guard candidate.utf8.count <= wanted.count + allowed,
          (letters & ~wantedLetters).nonzeroBitCount <= allowed, (wantedLetters & ~letters).nonzeroBitCount <= allowed
        else { continue }
      }
      let scalars = isASCII ? lowercased(ascii: candidate) : Array(candidate.lowercased().unicodeScalars)
      guard abs(scalars.count - wanted.count) <= allowed, scalars.count <= longest else { continue }
      let edits = rows.edits(from: wanted, to: scalars, atMost: best?.edits ?? allowed)
      guard edits <= allowed, edits < scalars.count else { continue }
      let apart = -zip(wanted, scalars).prefix { $0 == $1 }.count
      if let found = best, (found.edits, found.apart, found.name) <= (edits, apart, candidate) { continue }
      best = (candidate, edits, apart)
    }
    return best?.name
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }

  /// Returns the bit of a letter in the set of letters. Letters may share a bit; then this comparison excludes fewer
  /// words.
  private static func bit(of byte: UInt8) -> UInt64 { 1 << UInt64(byte & 63) }

  private static func lowercased(ascii text: String) -> [Unicode.Scalar] {
    text.utf8.map { Unicode.Scalar(lowercased($0)) }
  }

  /// Three rows of the table of edits. They are used again for each candidate.
  private struct Rows {
    private var before = [Int](repeating: 0, count: NearestName.longest + 1)
    private var previous = [Int](repeating: 0, count: NearestName.longest + 1)
    private var current = [Int](repeating: 0, count: NearestName.longest + 1)

    /// Returns the optimal string alignment distance, which is Levenshtein's distance with swaps of neighbours. Returns
    /// `limit + 1` for any distance above `limit`; cells of the table that can only lead to such distances are not
    /// computed.
    mutating func edits(from left: [Unicode.Scalar], to right: [Unicode.Scalar], atMost limit: Int) -> Int {
      guard abs(left.count - right.count) <= limit else { return limit + 1 }
      for column in 0...right.count { previous[column] = column }
      for row in 0..<left.count {
        current[0] = row + 1
        let first = max(0, row - limit)
        let last = min(right.count, row + limit + 1)
        guard first < last else { return limit + 1 }
        if first > 0 { current[first] = limit + 1 }
        var least = row < limit ? row + 1 : limit + 1
        for column in first..<last {
          let change = previous[column] + (left[row] == right[column] ? 0 : 1)
          // Cells outside the computed band count as above the limit.
          let above = column < row + limit ? previous[column + 1] + 1 : limit + 1
          var value = min(change, above, current[column] + 1)
          if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
            value = min(value, before[column - 1] + 1)
          }
          current[column + 1] = value
          least = min(least, value)
        }
        // The row before the previous one also counts, because a swap uses it.
        if least > limit, row > 0, previous[first...last].min() ?? 0 > limit { return limit + 1 }
        swap(&before, &previous)
        swap(&previous, &current)
      }
      return min(previous[right.count], limit + 1)
    }
  }
}
