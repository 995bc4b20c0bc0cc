/// The words of a language with how often each was seen, as the models of the package onboard-data have them.
///
/// Such a model is a text of UTF-8, in the form that ARPA models have, but with counts in place of probabilities:
///
///     \data\                how many entries follow; not read
///     ngram 1=42635
///     \1-grams:             a line for each word: its count, a blank, the word
///     83800117 the
///     22220 tea
///     \2-grams:             pairs of words and \end\; not read
///
/// Words such as `<unk>`, and those that begin with a hyphen, are the model's own.
public struct WordModel: Sendable {
  /// The longest model that is read, in bytes. Chosen: eight times that of the longest of onboard-data.
  public static let longestText = 8 << 20
  /// The most words of a model; later ones are left out. Chosen: over three times those of onboard-data.
  static let mostWords = 200_000
  /// The longest word that is taken, in bytes. Chosen.
  static let longestWord = 64

  private struct Entry {
    var start: UInt32
    var length: UInt8
    var count: UInt32
  }

  private let text: [UInt8]
  /// By the bytes of their words.
  private let entries: [Entry]

  /// A model without a word.
  public init() { self.init([]) }

  /// Reads a model. Lines that have not this form, and everything after `longestText`, are left out.
  public init(_ model: [UInt8]) {
    let text = Array(model.prefix(Self.longestText))
    var entries: [Entry] = []
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
    func word(_ entry: Entry) -> ArraySlice<UInt8> { text[Int(entry.start)..<Int(entry.start) + Int(entry.length)] }
    let isSorted = zip(entries, entries.dropFirst()).allSatisfy { word($0).lexicographicallyPrecedes(word($1)) }
    self.entries = isSorted ? entries : entries.sorted { word($0).lexicographicallyPrecedes(word($1)) }
    self.text = text
  }

  private static func entry(_ line: ArraySlice<UInt8>) -> Entry? {
    let digits = line.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let word = line[digits.endIndex...].dropFirst()
    guard !digits.isEmpty, digits.count < 19, line[digits.endIndex...].first == UInt8(ascii: " "),
      let first = word.first, first != UInt8(ascii: "<"), first != UInt8(ascii: "-"), word.count <= longestWord,
      !word.contains(where: { $0 <= 32 || $0 == 127 })
    else { return nil }
    let count = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return Entry(start: UInt32(word.startIndex), length: UInt8(word.count), count: UInt32(clamping: count))
  }

  /// The words that begin with `prefix` and are longer, with their counts: at most `limit`, the most frequent ones.
  func words(from prefix: String, limit: Int) -> [(word: String, count: Int)] {
    let prefix = Array(prefix.utf8)
    func word(_ index: Int) -> ArraySlice<UInt8> {
      text[Int(entries[index].start)..<Int(entries[index].start) + Int(entries[index].length)]
    }
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if word(middle).lexicographicallyPrecedes(prefix) { low = middle + 1 } else { high = middle }
    }
    var best: [Int] = []
    while low < entries.count, word(low).starts(with: prefix) {
      if word(low).count > prefix.count {
        let place = best.firstIndex { entries[$0].count < entries[low].count } ?? best.count
        best.insert(low, at: place)
        if best.count > limit { best.removeLast() }
      }
      low += 1
    }
    return best.compactMap { index in
      String(validating: word(index), as: UTF8.self).map { ($0, Int(entries[index].count)) }
    }
  }
}
