/// The known name that a person most likely meant: for `did you mean 'select'?`.
public enum NearestName {
  /// Longer words are not compared: no name is that long, and the cost is length × length.
  static let longest = 64

  /// The candidate with the fewest edits (a character put in, left out or changed, or two neighbours swapped; upper
  /// and lower case count as equal), or nil where none is near.
  ///
  /// Near is one edit for up to 3 characters, two up to 6, three beyond (chosen). Of equally near ones the one
  /// that begins alike for longest wins, then the first in the order of characters, whatever the order of `candidates`.
  public static func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Array(word.lowercased().unicodeScalars)
    guard !wanted.isEmpty, wanted.count <= longest else { return nil }
    let allowed = wanted.count <= 3 ? 1 : wanted.count <= 6 ? 2 : 3
    var best: (name: String, edits: Int, apart: Int)?
    for candidate in candidates where candidate != word {
      let scalars = Array(candidate.lowercased().unicodeScalars)
      guard abs(scalars.count - wanted.count) <= allowed, scalars.count <= longest else { continue }
      let edits = edits(from: wanted, to: scalars)
      guard edits <= allowed, edits < scalars.count else { continue }
      let apart = -zip(wanted, scalars).prefix { $0 == $1 }.count
      if let found = best, (found.edits, found.apart, found.name) <= (edits, apart, candidate) { continue }
      best = (candidate, edits, apart)
    }
    return best?.name
  }

  /// Optimal string alignment: Levenshtein's distance with swaps of neighbours.
  private static func edits(from left: [Unicode.Scalar], to right: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var previous = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for column in 0..<right.count {
        let change = previous[column] + (left[row] == right[column] ? 0 : 1)
        var least = min(change, previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, before[column - 1] + 1)
        }
        current.append(least)
      }
      before = previous
      previous = current
    }
    return previous[right.count]
  }
}
