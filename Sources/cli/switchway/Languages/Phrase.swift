import SwitchwayCore
import SwitchwayText
import SwitchwayTime

/// A sentence for a person, and the words that are put into it.
///
/// In the code, a phrase is written as an English literal, such as `"\(name) was unplugged."`. Its key is this literal
/// with `{}` for each word, `"{} was unplugged."`. A `MessageLanguage` has a sentence for each key.
///
/// Two phrases are equal if their English texts are equal.
struct Phrase: Sendable {
  enum Word: Sendable {
    /// A word that is put in as it is, such as the name of a device.
    case text(String)
    /// A number or a duration with a decimal point, such as `1.5 s`.
    case number(String)
    case phrase(Phrase)
  }

  /// The English sentence, with `{}` for each word.
  private(set) var key: String
  /// The words in the order of the English sentence.
  private(set) var words: [Word] = []

  /// A text that is the same in each language, such as the output of another program.
  init(verbatim text: String) {
    key = "{}"
    words = [.text(text)]
  }

  /// Makes a phrase of a sentence without words, which is its own key.
  init(key: String) { self.key = key }

  /// The English text. Messages for programs and answers with `--json` use it.
  var english: String { MessageLanguage.english.text(of: self) }

  /// Returns a phrase that consists of several phrases, one after the other.
  static func joined(_ phrases: [Phrase], by separator: String = "\n") -> Phrase {
    var all = Phrase(key: "")
    all.key = [String](repeating: "{}", count: phrases.count).joined(separator: separator)
    all.words = phrases.map { .phrase($0) }
    return all
  }

  /// Returns a list such as `'a', 'b' or 'c'`.
  static func list(_ words: [String], _ conjunction: Phrase) -> Phrase {
    guard words.count > 1, let last = words.last else { return Phrase(verbatim: words.first ?? "") }
    return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }

  /// Returns alternatives such as `press a switch, or type a number`.
  static func alternatives(_ phrases: [Phrase]) -> Phrase {
    guard let first = phrases.first else { return "" }
    return phrases.dropFirst().reduce(first) { "\($0), or \($1)" }
  }

  /// Joins the two literals of a sentence that is too long for a line.
  static func + (first: Phrase, second: Phrase) -> Phrase {
    var both = first
    both.key += second.key
    both.words += second.words
    return both
  }
}

extension Phrase: Hashable {
  static func == (one: Phrase, other: Phrase) -> Bool { one.english == other.english }

  func hash(into hasher: inout Hasher) { hasher.combine(english) }
}

extension Phrase: ExpressibleByStringInterpolation, CustomStringConvertible {
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var phrase = Phrase(key: "")

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { phrase.key += literal }
    mutating func appendInterpolation(_ text: String) { append(.text(text)) }
    mutating func appendInterpolation(_ number: Int) { append(.text("\(number)")) }
    mutating func appendInterpolation(_ other: Phrase) { append(.phrase(other)) }
    /// Puts in a duration as `LengthWords` and `DurationText` write it.
    mutating func appendInterpolation(number: String) { append(.number(number)) }
    mutating func appendInterpolation(_ length: Microseconds) { append(.number(DurationText.words(length))) }

    private mutating func append(_ word: Word) {
      phrase.key += "{}"
      phrase.words.append(word)
    }
  }

  init(stringLiteral literal: String) { self.init(key: literal) }
  init(stringInterpolation: StringInterpolation) { self = stringInterpolation.phrase }

  var description: String { english }
}
