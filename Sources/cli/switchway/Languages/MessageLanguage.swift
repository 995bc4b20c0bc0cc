import SwitchwayProtocol

/// A language in which `switchway setup` speaks with a person.
///
/// Each language is a file with a value of this type. CONTRIBUTING.md, "Adding a language", says how to add one.
struct MessageLanguage: Sendable {
  /// The code of the language, such as `de`.
  let code: String
  private let decimalMark: Character
  private let lettersInASCII: [Character: String]
  /// The pairs of sentences, as described at `init`.
  let table: String
  /// The sentences of this language, by the keys of phrases (`Phrase.key`). In a sentence, `{}` stands for the next
  /// word of the phrase, and `{2}` for its second word.
  private let sentences: [String: String]

  /// - Parameters:
  ///   - code: the code of the language, such as `de`.
  ///   - decimalMark: the sign between the whole part of a number and its decimals.
  ///   - lettersInASCII: how letters are written on a terminal that shows only ASCII.
  ///   - table: pairs of sentences. Each is an English sentence and, indented below it, the sentence in this language.
  init(code: String, decimalMark: Character = ".", lettersInASCII: [Character: String] = [:], table: String = "") {
    (self.code, self.decimalMark, self.lettersInASCII, self.table) = (code, decimalMark, lettersInASCII, table)
    sentences = Dictionary(Self.pairs(in: table).map { ($0.key, $0.sentence) }) { first, _ in first }
  }

  /// Returns the pairs of a table, in their order.
  static func pairs(in table: String) -> [(key: String, sentence: String)] {
    table.split(separator: "\n\n").map { pair in
      let lines = pair.split(separator: "\n")
      func text(_ lines: [Substring]) -> String {
        lines.map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ").replacing("\\n", with: "\n")
      }
      return (text(lines.filter { !$0.hasPrefix(" ") }), text(lines.filter { $0.hasPrefix(" ") }))
    }
  }

  static let english = MessageLanguage(code: "en")
  static let all: [MessageLanguage] = [english, german]

  /// Returns the first of the person's languages that is in `all`, otherwise English.
  static func chosen(environment: [String: String]) -> MessageLanguage {
    let wanted = MessageLocale(environment: environment).languages
    return wanted.lazy.compactMap { code in all.first { $0.code == code } }.first ?? english
  }

  /// Returns the text of a phrase in this language. `isASCIIOnly`: whether the terminal shows only ASCII.
  func text(of phrase: Phrase, isASCIIOnly: Bool = false) -> String {
    var text = ""
    var number = 0
    for part in parts(of: sentence(phrase.key)) {
      switch part {
      case .literal(let literal): text += isASCIIOnly ? inASCII(literal) : String(literal)
      case .word(let place):
        let index = place.map { $0 - 1 } ?? number
        number += 1
        guard phrase.words.indices.contains(index) else { continue }
        switch phrase.words[index] {
        case .text(let word): text += word
        case .number(let word): text += String(word.map { $0 == "." ? decimalMark : $0 })
        case .phrase(let other): text += self.text(of: other, isASCIIOnly: isASCIIOnly)
        }
      }
    }
    return text
  }

  /// Returns the sentence in this language, or the English one if there is no translation. Line feeds around an English
  /// sentence are kept, but the table has the sentence without them.
  private func sentence(_ key: String) -> String {
    if let whole = sentences[key] { return whole }
    let start = key.prefix { $0 == "\n" }
    let end = key.dropFirst(start.count).reversed().prefix { $0 == "\n" }.count
    let inner = key.dropFirst(start.count).dropLast(end)
    return sentences[String(inner)].map { start + $0 + key.suffix(end) } ?? key
  }

  private enum Part {
    case literal(Substring)
    /// The number of the word, from 1. `nil` means the next word.
    case word(Int?)
  }

  private func parts(of sentence: String) -> [Part] {
    var parts: [Part] = []
    var rest = sentence[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let inner = rest[rest.index(after: open)..<close]
      guard inner.allSatisfy(\.isWholeNumber) else {
        parts.append(.literal(rest[...close]))
        rest = rest[rest.index(after: close)...]
        continue
      }
      parts += [.literal(rest[..<open]), .word(Int(inner))]
      rest = rest[rest.index(after: close)...]
    }
    return parts + [.literal(rest)]
  }

  private func inASCII(_ text: Substring) -> String {
    text.map { $0.isASCII ? String($0) : lettersInASCII[$0] ?? "?" }.joined()
  }
}
