/// The words of a language with the number of times that each was seen, in the form of the models in the package
/// onboard-data.
///
/// Such a model is a UTF-8 text, in the form of ARPA models, but with counts instead of probabilities:
///
///     \data\                how many entries follow; not read
///     ngram 1=42635
///     \1-grams:             a line for each word: its count, a blank, the word
///     83800117 the
///     22220 tea
///     \2-grams:             pairs of words and \end\; not read
///
/// Words such as `<unk>`, and those that begin with a hyphen, belong to the model itself.
public struct WordModel: Sendable {
  /// The longest model that is read, in bytes. It is eight times as long as the longest one of onboard-data.
  public static let longestText = 8 << 20
  /// The largest number of words of a model; later ones are left out. It is over three times the number in
  /// onboard-data.
  static let mostWords = 200_000
  /// The longest word that is used, in bytes. Arbitrary.
  static let longestWord = 64

  private let entries: [(word: String, count: Int)]

  /// A model without a word.
  public init() { entries = [] }

  /// Reads a model. Lines of another form, and everything after `longestText`, are left out.
  public init(_ model: [UInt8]) {
    let text = model.prefix(Self.longestText)
    var entries: [(word: String, count: Int)] = []
    var isInWords = false
    var start = 0
    while start < text.count, entries.count < Self.mostWords {
      let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      let line = text[start..<end]
      start = end + 1
      if line.first == UInt8(ascii: "\\") {
        isInWords = line.elementsEqual("\\1-grams:".utf8)
      } else if isInWords, let entry = Self.entry(line) {
        entries.append(entry)
      }
    }
    self.entries = entries
  }

  private static func entry(_ line: ArraySlice<UInt8>) -> (word: String, count: Int)? {
    let digits = line.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let word = line[digits.endIndex...].dropFirst()
    guard !digits.isEmpty, digits.count < 19, line[digits.endIndex...].first == UInt8(ascii: " "),
      let first = word.first, first != UInt8(ascii: "<"), first != UInt8(ascii: "-"), word.count <= longestWord,
      !word.contains(where: { $0 <= 32 || $0 == 127 }), let text = String(validating: word, as: UTF8.self)
    else { return nil }
    return (text, digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
  }

  /// The words that begin with `prefix` and are longer, with their counts: at most `limit`, the most frequent ones.
  func words(from prefix: String, limit: Int) -> [(word: String, count: Int)] {
    let found = entries.filter {
      $0.word.utf8.count > prefix.utf8.count && $0.word.utf8.starts(with: prefix.utf8)
    }
    return Array(found.sorted { ($1.count, $0.word) < ($0.count, $1.word) }.prefix(limit))
  }
}
