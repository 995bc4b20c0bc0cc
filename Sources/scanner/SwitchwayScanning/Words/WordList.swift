/// Completes words, with a model of the language and with the words that the person has written. The person's words are
/// never stored.
struct WordList {
  /// The largest number of completions at a time. Source: docs/design/desktop.md, "The panel".
  static let limit = 4
  /// The largest number of words that are learned; further words are not. Arbitrary.
  private static let mostLearned = 1_000
  /// A word that the person has written this often comes before those of the model. Therefore a password that was
  /// written once, in a field that does not report it as one, is never shown.
  private static let oftenEnough = 2

  private let model: WordModel
  private var learned: [String: Int] = [:]

  init(model: WordModel = WordModel()) { self.model = model }

  mutating func learn(_ word: String) {
    guard word.count > 2, word.utf8.count <= WordModel.longestWord else { return }
    if learned[word] != nil || learned.count < Self.mostLearned { learned[word, default: 0] += 1 }
  }

  /// Words that begin with `prefix`, the likeliest first. It is empty if there is none, or the prefix is empty.
  ///
  /// A prefix of which only the first letter is a capital may begin a sentence, so words without the capital also
  /// count.
  ///
  /// - Parameter characters: the characters of the layout; words with others are left out.
  func completions(of prefix: String, typing characters: Set<Character>) -> [String] {
    guard let first = prefix.first, prefix.utf8.count <= WordModel.longestWord else { return [] }
    var found = learned.filter { $0.value >= Self.oftenEnough }.map { (word: $0.key, count: Int.max / 2 + $0.value) }
    // Some of them may have letters that the layout lacks.
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
