/// The word that was probably meant.
enum NearestWord {
  /// `; did you mean 'press'?`, or nothing where no word is near: two edits at most, and fewer than the word has
  /// letters. Of equally near words the first wins.
  static func advice(for word: String, among words: [String]) -> String {
    // Longer than any word and its edits: nothing to compare, and no work to be made by a hostile client.
    guard word.utf8.count <= 32 else { return "" }
    var best: (word: String, distance: Int)?
    for candidate in words {
      let distance = edits(Array(word.utf8), Array(candidate.utf8))
      guard distance <= 2, distance < candidate.utf8.count else { continue }
      if let found = best, found.distance <= distance { continue }
      best = (candidate, distance)
    }
    return best.map { "; did you mean '\($0.word)'?" } ?? ""
  }

  /// How many letters must be put in, taken out or changed to make one of the other.
  private static func edits(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (leftIndex, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = leftIndex + 1
      for (rightIndex, other) in right.enumerated() {
        let change = diagonal + (letter == other ? 0 : 1)
        diagonal = row[rightIndex + 1]
        row[rightIndex + 1] = min(change, diagonal + 1, row[rightIndex] + 1)
      }
    }
    return row[right.count]
  }
}
