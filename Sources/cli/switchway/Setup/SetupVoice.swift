import Glibc
import SwitchwayProtocol

/// A question as setup shows it, with the offered answers.
struct SetupPrompt {
  let name: String
  /// The name of the switch that the question is about, or `nil` if there is none.
  var subject: String?
  let text: Phrase
  /// The offered answers. Empty if the person can only answer by pressing.
  var choices: [SetupChoice] = []
  /// The answer that Enter alone gives, or `nil` if there is none.
  var proposal: String?
  /// A description of other answers that can be typed, or `nil` if there are none.
  var range: Phrase?
  var canGoBack = true
  /// A text that says how a switch answers the question. `nil` if it was shown before, or if no switch can answer.
  var hint: Phrase?
  var isResting = false
}

extension SetupPrompt {
  init(_ question: SetupQuestion, _ setup: Setup) {
    self.init(
      name: question.name, subject: question.number.map { setup.name(of: $0) },
      text: SetupChoices.text(of: question, in: setup), choices: setup.choices(for: question),
      proposal: setup.proposal(for: question), range: question.range, canGoBack: setup.canGoBack)
  }

  /// Returns the choices as setup shows them. The line `b` (back) is one of them, so that a switch can choose it.
  func rows(highlighted: Int?) -> [Phrase] {
    var rows = choices.enumerated().map { number, choice -> Phrase in
      choice.word == proposal
        ? "\(number + 1)  \(choice.text) [\(SetupPrompt.enter)]" : "\(number + 1)  \(choice.text)"
    }
    if canGoBack { rows.append("b  \(SetupPrompt.back)") }
    return rows.enumerated().map { number, row -> Phrase in
      guard number == highlighted else { return "  \(row)" }
      return isResting ? "> \(row)  (\(SetupPrompt.rest))" : "> \(row)"
    }
  }

  private static let enter: Phrase = "Enter"
  private static let back: Phrase = "back"

  /// The note on how to cancel setup, which is shown while setup waits for presses. `cancel` is the note while it waits
  /// for an answer.
  static let cancelPressing: Phrase = "(q and Enter: cancel without changes)"
  static let cancel: Phrase = "(q: cancel)"
  static let rest: Phrase = "waiting: a press starts it"
}

/// An answer to a prompt.
enum SetupReply {
  case word(String)
  case pressed([LearnedPresses])
  case back
}

/// Shows the questions of `switchway setup` to a person at a terminal, or sends them to a program as lines of JSON, and
/// reads the answers.
protocol SetupVoice: AnyObject {
  func ask(_ prompt: SetupPrompt) throws
  /// Shows which choice is highlighted. The choice after the last one is `back`.
  func highlight(_ item: Int, of prompt: SetupPrompt) throws
  func repeatAnswer(_ text: Phrase, to prompt: SetupPrompt) throws
  /// Says that an answer is not valid.
  func refuse(_ refusal: SetupRefusal, _ prompt: SetupPrompt) throws
  /// Returns the answer in a typed line, or `nil` if the line has none. Throws `SetupEnd.left` if the person cancels.
  func reply(_ line: String, to prompt: SetupPrompt) throws -> SetupReply?
  /// Returns an answer that was given before the question was asked, or `nil` if there is none.
  func waiting(for prompt: SetupPrompt) throws -> SetupReply?
  /// Handles the end of standard input before there was an answer. Throws if setup cannot continue.
  func closed(_ prompt: SetupPrompt) throws
  func tell(_ text: Phrase) throws
  func show(change: String, of path: String) throws
  /// Whether a person answers at a terminal, in which switches may also type.
  var isTerminal: Bool { get }
  /// Whether lines are drawn again in the same place.
  var isLive: Bool { get }
  /// Shows the lines of a game. `spoken` says the same in one line.
  func draw(_ lines: [Phrase], spoken: Phrase) throws
  /// Erases the characters that the terminal has shown for an arrow key.
  func eraseArrow() throws
  /// Ends the lines that `draw` and `highlight` show in one place.
  func settle() throws
  /// Shows the last message, which names the file that was written.
  ///
  /// - Parameters:
  ///   - option: the option that commands need to use this file.
  ///   - stop: how to stop at once what switches do, or `nil` if they type nothing.
  func finish(path: String, profile: String, option: String, stop: Phrase?) throws
}

/// A terminal with plain lines in ASCII. The highlighted line is drawn again in place, if the cursor can move.
final class TerminalVoice: SetupVoice {
  let isTerminal = true
  let isLive: Bool
  private let columns: Int
  private let rows: Int
  /// Whether the terminal has too little space for a question. If so, questions are shown in plain lines, and no line
  /// is cut.
  private let isSmall: Bool
  private var isSmallTold = false
  /// The lines above the cursor that may be drawn again; empty if there are none.
  private var drawn: [String] = []

  private let language: MessageLanguage

  /// - Parameter isPlain: whether the cursor must never move, as for screen readers, braille displays and files.
  init(isPlain: Bool, language: MessageLanguage) {
    self.language = language
    (columns, rows) = Terminal.size(of: STDOUT_FILENO) ?? (80, 0)
    // The longest question has 16 lines, and most choices have fewer than 60 columns.
    isSmall = columns < 60 || (1..<16).contains(rows)
    isLive =
      !isPlain && !isSmall && isatty(STDOUT_FILENO) == 1
      && Appearance.canMove(environment: ProcessContext.current().environment)
  }

  private func text(_ phrase: Phrase) -> String { language.text(of: phrase, isASCIIOnly: Terminal.isASCIIOnly) }

  private func rows(_ prompt: SetupPrompt, highlighted: Int?) -> [String] {
    prompt.rows(highlighted: highlighted).map { text($0) }
  }

  func ask(_ prompt: SetupPrompt) throws {
    try settle()
    if isSmall, !isSmallTold {
      isSmallTold = true
      try tell(
        "This terminal is too small to show a whole question: \(columns) columns, \(rows) lines. Setup continues "
          + "with plain lines. 80 columns and 24 lines are better.")
    }
    try StandardOutput.stream("\n" + Terminal.wrapped(text(prompt.text), hanging: 0) + "\n")
    if let hint = prompt.hint { try StandardOutput.stream(Terminal.wrapped(text(hint), hanging: 0) + "\n") }
    try put(fold(rows(prompt, highlighted: nil)))
    guard prompt.name != SetupQuestion.press.name else {
      drawn = []
      return try StandardOutput.stream(text(SetupPrompt.cancelPressing) + "\n")
    }
    let enter = prompt.proposal.flatMap { word in prompt.choices.firstIndex { $0.word == word } }.map { "\($0 + 1)" }
    let number: Phrase = enter.map { "Number, or Enter for \($0)" } ?? "Number"
    try StandardOutput.stream(text("\(number) \(SetupPrompt.cancel): "))
  }

  func highlight(_ item: Int, of prompt: SetupPrompt) throws {
    let rows = rows(prompt, highlighted: item)
    var shown = prompt
    // The note that the highlight waits is left out if it would need another line.
    if !drawn.isEmpty, fold(rows).count != drawn.count { shown.isResting = false }
    try redraw(fold(self.rows(shown, highlighted: item)), spoken: rows.indices.contains(item) ? rows[item] : "")
  }

  func repeatAnswer(_ text: Phrase, to prompt: SetupPrompt) throws {
    try tell(prompt.subject.map { "-> \($0): \(text)" } ?? "-> \(text)")
  }

  func refuse(_ refusal: SetupRefusal, _ prompt: SetupPrompt) throws {
    var ways: [Phrase] = prompt.name == SetupQuestion.press.name ? ["press a switch"] : []
    if !prompt.choices.isEmpty { ways.append("type a number from 1 to \(prompt.choices.count)") }
    if let range = prompt.range { ways.append(range) }
    // A person answers with a number, not with the words for programs.
    try tell("Not a valid answer: \(refusal.listsAnswers ? .alternatives(ways) : refusal.message).")
  }

  func draw(_ phrases: [Phrase], spoken phrase: Phrase) throws {
    let (lines, spoken) = (phrases.map { text($0) }, text(phrase))
    if drawn.count == lines.count { return try redraw(lines, spoken: spoken) }
    try settle()
    try put(lines)
  }

  private func put(_ lines: [String]) throws {
    drawn = lines.map { cut($0) }
    let shown = isLive ? drawn : lines.map { Terminal.wrapped($0, hanging: 5) }
    try StandardOutput.stream(shown.map { $0 + "\n" }.joined())
  }

  /// Returns the choices in as many lines as needed, so that none is cut. Moving the highlight does not change the
  /// number of lines, because its mark is as wide as the blanks that it replaces.
  private func fold(_ rows: [String]) -> [String] {
    guard isLive else { return rows }
    return rows.flatMap { row in
      Terminal.wrapped(row, hanging: 5, width: max(columns - 1, 20)).split(separator: "\n").map(String.init)
    }
  }

  /// Cuts a line at the width of the terminal, because a longer line would fill two rows of the screen.
  private func cut(_ line: String) -> String { String(line.prefix(max(columns - 1, 1))) }

  private func redraw(_ lines: [String], spoken: String) throws {
    let lines = lines.map { cut($0) }
    guard lines != drawn else { return }
    // Lines that have left the screen cannot be drawn again.
    guard isLive, lines.count == drawn.count, lines.count < rows else {
      drawn = lines
      return try StandardOutput.stream("\n" + spoken)
    }
    // The cursor stays where the person types an answer (ECMA-48; DECSC and DECRC).
    var text = "\u{1B}7"
    for (row, line) in lines.enumerated() where line != drawn[row] {
      text += "\u{1B}[\(lines.count - row)A\r\(line)\u{1B}[K\u{1B}8\u{1B}7"
    }
    drawn = lines
    try StandardOutput.stream(text + "\u{1B}8")
  }

  func eraseArrow() throws {
    guard TerminalEcho.isOn else { return }
    let back = String(repeating: "\u{8}", count: TerminalArrows.shownColumns)
    try StandardOutput.stream("\(back)\u{1B}[K")
  }

  func settle() throws {
    if !drawn.isEmpty { try StandardOutput.stream("\n") }
    drawn = []
  }

  func tell(_ phrase: Phrase) throws {
    try settle()
    try StandardOutput.stream(Terminal.wrapped(text(phrase), hanging: 0) + "\n")
  }

  func show(change: String, of path: String) throws {
    try tell("\nChanges to \(Terminal.printable(path)) (+ added, - removed):\n")
    try StandardOutput.stream(Terminal.printable(change, keepsLines: true) + "\n")
  }

  func reply(_ line: String, to prompt: SetupPrompt) throws -> SetupReply? {
    let text = line.split(whereSeparator: { " \t\r".contains($0) }).joined(separator: " ").lowercased()
    drawn = []
    switch text {
    case "q": throw SetupEnd.left
    case "b" where prompt.canGoBack: return .back
    case "" where prompt.proposal != nil: return prompt.proposal.map(SetupReply.word)
    case "": return nil
    default: break
    }
    if let number = Int(text) {
      guard prompt.choices.indices.contains(number - 1) else { return .word(text) }
      return .word(prompt.choices[number - 1].word)
    }
    return .word(text)
  }

  func waiting(for prompt: SetupPrompt) throws -> SetupReply? { nil }

  func closed(_ prompt: SetupPrompt) throws { throw SetupEnd.left }

  func finish(path: String, profile: String, option: String, stop: Phrase?) throws {
    try tell("\nWritten to \(Terminal.printable(path)). Your profile is now '\(Terminal.printable(profile))'.")
    try tell(
      "To change it, run 'switchway setup\(option)' again, or 'switchway edit\(option)'. To watch presses: 'switchway "
        + "monitor'.")
    if let stop { try tell(stop) }
  }
}
