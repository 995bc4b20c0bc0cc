/// Finds the known name that a person most likely meant, for `did you mean 'select'?`.
public enum NearestName {
  /// Longer words are not compared, because no name is this long and the cost is length × length.
  static let longest = 64

  /// The candidate with the fewest edits, or `nil` if none is near. An edit inserts, deletes or changes a character, or
  /// swaps two neighbours. Case is ignored.
  ///
  /// Near means one edit for up to 3 characters, two for up to 6, three beyond (arbitrary). Among equally near
  /// candidates, the one with the longest common beginning is used, then the first in character order, whatever the
  /// order of `candidates`.
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
      // Lengths and letters are compared before anything is copied.
      var letters: UInt64 = 0
      var isASCII = true
      for byte in candidate.utf8 {
        if byte >= 0x80 { isASCII = false }
        letters |= bit(of: lowercased(byte))
      }
      if isASCII {
        // One edit adds at most one new letter and removes at most one.
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

  /// Several letters may share a bit. Then fewer words are excluded by their letters alone.
  private static func bit(of byte: UInt8) -> UInt64 { 1 << UInt64(byte & 63) }

  private static func lowercased(ascii text: String) -> [Unicode.Scalar] {
    text.utf8.map { Unicode.Scalar(lowercased($0)) }
  }

  /// Three rows of the table of edits, reused for each candidate.
  private struct Rows {
    private var before = [Int](repeating: 0, count: NearestName.longest + 1)
    private var previous = [Int](repeating: 0, count: NearestName.longest + 1)
    private var current = [Int](repeating: 0, count: NearestName.longest + 1)

    /// The optimal string alignment distance: Levenshtein's distance with swaps of neighbours. Returns `limit + 1` for
    /// any distance above `limit`; only the cells that can lead to less are computed.
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
          // Cells outside the band were not computed.
          let above = column < row + limit ? previous[column + 1] + 1 : limit + 1
          var value = min(change, above, current[column] + 1)
          if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
            value = min(value, before[column - 1] + 1)
          }
          current[column + 1] = value
          least = min(least, value)
        }
        // A swap refers to the row before the previous one.
        if least > limit, row > 0, previous[first...last].min() ?? 0 > limit { return limit + 1 }
        swap(&before, &previous)
        swap(&previous, &current)
      }
      return min(previous[right.count], limit + 1)
    }
  }
}
