import SwitchwayText
import SwitchwayTime

/// The kind of value that one argument of a command has.
enum ArgumentSlot: Hashable, Sendable {
  /// One of these words, as written.
  case word([String])
  /// `by=` followed by one of these words.
  case by([String])
  /// A whole number from 1 to 1000.
  case count
  /// A whole number from 1 to 5.
  case fingers
  /// One of these words, or a duration longer than 0.
  case wordOrDuration([String])
  /// The name of a profile, or one of the words `next` and `previous`.
  case profileName
  /// Keys joined by `+`.
  case chord
  /// A text of 1 to `CommandShape.longestText` Unicode scalars without control characters.
  case text

  /// The description of the expected argument, for error messages.
  var expectation: String {
    switch self {
    case .word(let words): Choice.words(words)
    case .by(let words): Choice.words(words.map { "by=" + $0 })
    case .count: "a whole number from 1 to 1000"
    case .fingers: "a number of fingers from 1 to 5"
    case .wordOrDuration(let words): Choice.words(words, "a duration such as 1.2s")
    case .profileName: "a profile's name, 'next' or 'previous'"
    case .chord: "keys joined with '+', such as ctrl+c"
    case .text: "a text of 1 to \(CommandShape.longestText) characters without control characters"
    }
  }

  /// The words that the argument can be, to suggest the nearest one when a word is misspelt.
  var words: [String] {
    switch self {
    case .word(let words), .wordOrDuration(let words): words
    case .by(let words): words.map { "by=" + $0 }
    case .profileName: ["next", "previous"]
    case .count, .fingers, .chord, .text: []
    }
  }

  /// A valid argument, for the example in an error message.
  var example: String {
    switch self {
    case .word, .by, .wordOrDuration: words.first ?? ""
    case .count: "2"
    case .fingers: "2"
    case .profileName: "next"
    case .chord: "ctrl+c"
    case .text: "text"
    }
  }

  func accepts(_ argument: String) -> Bool {
    switch self {
    case .word, .by: words.contains(argument)
    case .count: CommandShape.isCount(argument, upTo: 1_000)
    case .fingers: CommandShape.isCount(argument, upTo: 5)
    case .wordOrDuration(let words):
      words.contains(argument) || ((try? DurationText.parse(argument)).map { $0 > .zero } ?? false)
    case .profileName: GivenName.isName(argument)
    case .chord: CommandShape.isChord(argument)
    case .text: CommandShape.isText(argument)
    }
  }
}

/// The arguments that a command takes, in their order.
struct CommandShape: Hashable, Sendable {
  /// The greatest length of a free text, in Unicode scalars. Labels have the same limit.
  static let longestText = 256
  /// The largest number of arguments of a front end's own command. Arbitrary.
  static let mostOwnArguments = 8

  var required: [ArgumentSlot]
  /// Arguments that can each be left out. The arguments that are given must come in this order.
  var optional: [ArgumentSlot]

  init(_ required: [ArgumentSlot] = [], optional: [ArgumentSlot] = []) {
    self.required = required
    self.optional = optional
  }

  var most: Int { required.count + optional.count }

  /// Whether the whole text between the brackets is one argument, including commas.
  var isOneText: Bool { most == 1 && (required + optional)[0] == .text }

  /// Whether the text is a whole number from 1, without sign or leading zero.
  static func isCount(_ text: String, upTo most: Int) -> Bool {
    guard text.utf8.count <= 4, text.utf8.allSatisfy({ (48...57).contains($0) }), !text.hasPrefix("0") else {
      return false
    }
    return Int(text).map { (1...most).contains($0) } ?? false
  }

  static func isChord(_ text: String) -> Bool {
    let keys = text.split(separator: "+", omittingEmptySubsequences: false)
    return isText(text)
      && keys.allSatisfy { key in !key.isEmpty && !key.unicodeScalars.contains { $0.properties.isWhitespace } }
  }

  static func isText(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    return (1...longestText).contains(scalars.count)
      && !scalars.contains { $0.properties.generalCategory == .control }
  }
}
