/// Completes words, with a model of the language and with the words that the person has written. The person's words are
/// never stored.
struct WordList {
  /// The largest number of completions at a time. Source: docs/design/desktop.md, "The panel".
  static let limit = 4
  /// The largest number of words that are learned. Arbitrary. Further words are not learned.
  private static let mostLearned = 1_000
  /// A word of the person is offered only after the person has written it this often; it then comes before the words of
  /// the model. Therefore a password that was written once, in a field that is not reported as a field for passwords,
  /// is never shown.
  private static let oftenEnough = 2

  private let model: WordModel
  private var learned: [String: Int] = [:]

  init(model: WordModel = WordModel()) { self.model = model }

  mutating func learn(_ word: String) {
    guard word.count > 2, word.utf8.count <= WordModel.longestWord else { return }
    if learned[word] != nil || learned.count < Self.mostLearned { learned[word, default: 0] += 1 }
  }

  /// Words that begin with `prefix`, the likeliest first. The list is empty if there are none, or if the prefix is
  /// empty.
  ///
  /// If only the first letter of the prefix is a capital, the word may begin a sentence. Then words without the capital
  /// also count.
  ///
  /// - Parameter characters: the characters of the layout. Words with other characters are left out.
  func completions(of prefix: String, typing characters: Set<Character>) -> [String] {
    guard let first = prefix.first, prefix.utf8.count <= WordModel.longestWord else { return [] }
    var found = learned.filter { $0.value >= Self.oftenEnough }.map { (word: $0.key, count: Int.max / 2 + $0.value) }
    // More words than needed are requested, because some may have letters that the layout lacks.
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
