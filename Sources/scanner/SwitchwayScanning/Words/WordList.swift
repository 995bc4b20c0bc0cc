/// How words may go on: by a model of the language, and by what the person has written. The latter is never kept.
struct WordList {
  /// The most completions at a time. Source: docs/design/desktop.md, "The panel".
  static let limit = 4
  /// The most words that are learned; further ones are not. Arbitrary.
  private static let mostLearned = 1_000
  /// A word of the person's that was written this often comes before those of the model: a password that was written
  /// once, where nobody can tell that it is one, is never shown.
  private static let oftenEnough = 2

  private let model: WordModel
  private var learned: [String: Int] = [:]

  init(model: WordModel = WordModel()) { self.model = model }

  mutating func learn(_ word: String) {
    guard word.count > 2, word.utf8.count <= WordModel.longestWord else { return }
    if learned[word] != nil || learned.count < Self.mostLearned { learned[word, default: 0] += 1 }
  }

  /// Words that begin with `prefix`, the likeliest first. Empty: there is none, or the prefix is empty.
  ///
  /// A prefix whose first letter alone is a capital may begin a sentence, so that words without it count, too.
  ///
  /// - Parameter characters: those that the layout has; words with others are left out.
  func completions(of prefix: String, typing characters: Set<Character>) -> [String] {
    guard let first = prefix.first, prefix.utf8.count <= WordModel.longestWord else { return [] }
    var found = learned.filter { $0.value >= Self.oftenEnough }.map { (word: $0.key, count: Int.max / 2 + $0.value) }
    // Some of them may have other letters than the layout.
    found += model.words(from: prefix, limit: 4 * Self.limit)
    let rest = prefix.dropFirst()
    if first.isUppercase, rest.allSatisfy({ !$0.isUppercase }) {
      found += model.words(from: first.lowercased() + rest, limit: 4 * Self.limit).compactMap { word, count in
        word.hasPrefix(first.lowercased()) ? (prefix + word.dropFirst(prefix.count), count) : nil
      }
    }
    var words: [String] = []
    for (word, _) in found.sorted(by: { ($1.count, $0.word) < ($0.count, $1.word) }) where words.count < Self.limit {
      let isFit = word.hasPrefix(prefix) && word.count > prefix.count && word.allSatisfy(characters.contains)
      if isFit, !words.contains(word) { words.append(word) }
    }
    return words
  }
}
