import Glibc
import SwitchwayProtocol

/// A question as it is shown, and the answers that are offered.
struct SetupPrompt {
  let name: String
  /// The name of the switch that it is about, or `nil` if there is none.
  var subject: String?
  let text: Phrase
  /// Empty: it is answered by pressing.
  var choices: [SetupChoice] = []
  /// The word that Enter stands for.
  var proposal: String?
  /// What can be typed besides, in words.
  var range: Phrase?
  var canGoBack = true
  /// How a switch answers it, or `nil` if that was said before, or there is none.
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

  /// The choices as they are shown. The line `b` is among them, so that a switch can go back.
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

  /// How to end setup without a change: where it waits for presses, and where it waits for an answer.
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

/// How `switchway setup` speaks with a person at a terminal, or with a program in JSON lines.
protocol SetupVoice: AnyObject {
  func ask(_ prompt: SetupPrompt) throws
  /// Shows which choice is highlighted. The one after the last is `back`.
  func highlight(_ item: Int, of prompt: SetupPrompt) throws
  func repeatAnswer(_ text: Phrase, to prompt: SetupPrompt) throws
  /// Says that an answer does not fit.
  func refuse(_ refusal: SetupRefusal, _ prompt: SetupPrompt) throws
  /// The answer in a typed line, or `nil` if there is none in it. Throws `SetupEnd.left`.
  func reply(_ line: String, to prompt: SetupPrompt) throws -> SetupReply?
  /// An answer that was given before it was asked for.
  func waiting(for prompt: SetupPrompt) throws -> SetupReply?
  /// Standard input has ended before there was an answer.
  func closed(_ prompt: SetupPrompt) throws
  func tell(_ text: Phrase) throws
  func show(change: String, of path: String) throws
  /// Whether a person answers at a terminal, where switches may type, too.
  var isTerminal: Bool { get }
  /// Whether lines are drawn again in their place.
  var isLive: Bool { get }
  /// Shows the lines of a game; `spoken`: in one line.
  func draw(_ lines: [Phrase], spoken: Phrase) throws
  /// Erases what the terminal has shown of an arrow key.
  func eraseArrow() throws
  /// Ends the lines that `draw` and `highlight` show in one place.
  func settle() throws
  /// The end: what was written where.
  ///
  /// - Parameters:
  ///   - option: what commands need to mean this file.
  ///   - stop: how to stop at once what switches do, or `nil` if they type nothing.
  func finish(path: String, profile: String, option: String, stop: Phrase?) throws
}

/// A terminal with plain lines in ASCII. The highlighted line is drawn again in its place, where the cursor can move.
final class TerminalVoice: SetupVoice {
  let isTerminal = true
  let isLive: Bool
  private let columns: Int
  private let rows: Int
  /// Whether a question does not fit. Then it is said in lines, and no line is cut.
  private let isSmall: Bool
  private var isSmallTold = false
  /// The lines above the cursor that may be drawn again; empty: none.
  private var drawn: [String] = []

  private let language: MessageLanguage

  /// - Parameter isPlain: never moves the cursor: for screen readers, braille displays and files.
  init(isPlain: Bool, language: MessageLanguage) {
    self.language = language
    (columns, rows) = Terminal.size(of: STDOUT_FILENO) ?? (80, 0)
    // The longest question has this many lines, and most choices this many columns.
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
    // That it rests is left out where it would need another line.
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
    // A person answers with a number, and not with the words of a program.
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

  /// Answers in as many lines as they need, so that none is cut. The highlight is as wide as what it is put for.
  private func fold(_ rows: [String]) -> [String] {
    guard isLive else { return rows }
    return rows.flatMap { row in
      Terminal.wrapped(row, hanging: 5, width: max(columns - 1, 20)).split(separator: "\n").map(String.init)
    }
  }

  /// A longer line would take two rows of the screen.
  private func cut(_ line: String) -> String { String(line.prefix(max(columns - 1, 1))) }

  private func redraw(_ lines: [String], spoken: String) throws {
    let lines = lines.map { cut($0) }
    guard lines != drawn else { return }
    // Lines that are not on the screen any more cannot be drawn again.
    guard isLive, lines.count == drawn.count, lines.count < rows else {
      drawn = lines
      return try StandardOutput.stream("\n" + spoken)
    }
    // The cursor stays where an answer is typed (ECMA-48; DECSC and DECRC).
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
