import SwitchwayClock
import SwitchwayCore

/// The questions and answers of `switchway setup`. A pure value: it decides what is asked next, and takes answers back.
/// `SetupProfile` makes the key-remap file of it.
///
///     kind - count - press - [action] - ... - steadying - style - [interval] - programs     switches, straw
///     kind - sticky - steadying                                                            keyboard
struct Setup {
  enum Answer {
    case word(String)
    case pressed(LearnedPresses)
  }

  /// The most switches. Chosen: more than four are made with `switchway learn`.
  static let most = 4

  private(set) var given: [(question: SetupQuestion, answer: Answer)] = []
  /// A switch that was pressed in answer to the first question. It becomes the first switch.
  private(set) var first: LearnedPresses?
  /// The pace that the trial found; nil: as answered.
  var pace: (interval: Microseconds, reaction: Microseconds)?

  /// The next question; nil: all are answered.
  var question: SetupQuestion? { plan.first { answer(to: $0) == nil } }

  /// Every question that the answers so far lead to, in order.
  private var plan: [SetupQuestion] {
    guard let kind else { return [.kind] }
    if kind == .keyboard { return [.kind, .sticky, .steadying] }
    guard let count else { return [.kind, .count] }
    var plan: [SetupQuestion] = [.kind, .count]
    for number in 0..<count { plan += count == 1 ? [.press(number)] : [.press(number), .action(number)] }
    plan += [.steadying, .style]
    if let style { plan += style == .frontEnd ? [.programs] : [.interval, .programs] }
    return plan
  }

  // MARK: Answers

  /// Answers the present question.
  mutating func answer(_ text: String) throws(SetupRefusal) {
    guard let question else { throw SetupRefusal(message: "there is no question left") }
    let choices = choices(for: question)
    if choices.contains(where: { $0.word == text }) {
      given.append((question, .word(text)))
    } else if question == .interval, let length = try? DurationText.parse(text),
      ClockSettings.intervals.contains(length.value)
    {
      given.append((question, .word(DurationText.written(length))))
    } else {
      let words = choices.map { "'\($0.word)'" }.joined(separator: ", ")
      let more = question == .interval ? ", or a time from 0.2s to 30s" : ""
      throw SetupRefusal(message: question.number != nil && choices.isEmpty ? "press it" : "expected \(words)\(more)")
    }
  }

  /// Answers `.press` with what was pressed. A press also answers `.kind`: that is a switch, and the first one.
  mutating func answer(pressed presses: LearnedPresses) throws(SetupRefusal) {
    if question == .kind, presses.source != nil {
      first = presses
      given.append((.kind, .word(SetupKind.switches.rawValue)))
      return
    }
    guard let question, case .press = question, let source = presses.source else {
      throw SetupRefusal(message: "no switch is asked for now")
    }
    if let other = switches.firstIndex(where: { $0.source.device == source.device && $0.source.input == source.input })
    {
      throw SetupRefusal(message: "that is the \(name(of: other)) switch already: press another one")
    }
    given.append((question, .pressed(presses)))
  }

  /// Takes the last answer back. Returns false if there is none.
  mutating func back() -> Bool {
    pace = nil
    guard let last = given.popLast() else { return false }
    if [.kind, .press(0)].contains(last.question) { first = nil }
    return true
  }

  private func answer(to question: SetupQuestion) -> Answer? { given.first { $0.question == question }?.answer }

  func word(_ question: SetupQuestion) -> String? {
    guard case .word(let word) = answer(to: question) else { return nil }
    return word
  }

  // MARK: What was answered

  var kind: SetupKind? { word(.kind).flatMap(SetupKind.init) }
  var count: Int? { word(.count).flatMap { Int($0) } }
  var style: ClockStyle? { word(.style).flatMap(ClockStyle.init) }
  /// The preset of all switches; nil: as each was pressed.
  var preset: SteadyingPreset? { word(.steadying).flatMap(SteadyingPreset.init) }
  var interval: Microseconds? { pace?.interval ?? word(.interval).flatMap { try? DurationText.parse($0) } }

  /// The switches that were pressed so far, in order.
  var switches: [(presses: LearnedPresses, source: LearnedPresses.Source)] {
    given.compactMap { one in
      guard case .pressed(let presses) = one.answer, let source = presses.source else { return nil }
      return (presses, source)
    }
  }

  /// The switches that can choose answers.
  var known: [LearnedPresses.Source] { switches.map(\.source) + [first?.source].compactMap { $0 } }

  /// The name of a switch in the key-remap file.
  func name(of number: Int) -> String {
    if kind == .straw { return ["puff", "sip", "third", "fourth"][number] }
    return count == 1 ? "main" : ["first", "second", "third", "fourth"][number]
  }

  /// The command of a switch's tap; nil: not known yet.
  func command(of number: Int) -> String? {
    if let word = word(.action(number)) { return word }
    return count == 1 ? style.map { $0 == .step ? "next" : "select" } : nil
  }

  /// The commands of the switches that were asked about so far.
  private var commands: [String] { (0..<(count ?? 0)).compactMap { word(.action($0)) } }

  // MARK: Choices

  /// What can be answered. Empty: it is answered by pressing.
  func choices(for question: SetupQuestion) -> [SetupChoice] {
    switch question {
    case .kind: SetupChoices.kinds
    case .count: SetupChoices.counts(kind == .straw ? 2 : Setup.most)
    case .press: []
    case .action(let number): actions(number)
    case .sticky: SetupChoices.sticky
    case .steadying: kind == .keyboard ? SetupChoices.keyboardSteadying : SetupChoices.steadying
    case .style: styles
    case .interval: SetupChoices.intervals
    case .programs: SetupChoices.programs
    }
  }

  /// The word that Enter stands for; nil: there is none.
  func proposal(for question: SetupQuestion) -> String? {
    let choices = choices(for: question)
    if question == .interval { return "1500ms" }
    if question == .count, kind == .straw { return "2" }
    if case .action(let number) = question, let first = choices.first {
      let wanted = (kind == .straw ? ["select", "next"] : ["next", "select"] + SetupChoices.actions.map(\.word))
      return wanted.indices.contains(number) && choices.contains { $0.word == wanted[number] }
        ? wanted[number] : first.word
    }
    return choices.first?.word
  }

  /// Each command once. The last switch must leave one that moves on or chooses.
  private func actions(_ number: Int) -> [SetupChoice] {
    let taken = commands
    let free = SetupChoices.actions.filter { !taken.contains($0.word) }
    let isLast = number + 1 == count
    guard isLast, !taken.contains(where: ["next", "select"].contains) else { return free }
    return free.filter { ["next", "select"].contains($0.word) }
  }

  /// The methods that the switches allow.
  private var styles: [SetupChoice] {
    let commands = commands
    let isOne = count == 1
    let moves = isOne || commands.contains("next") || commands.contains("previous")
    let selects = isOne || commands.contains("select")
    var styles: [ClockStyle] = []
    if !isOne, moves, selects { styles.append(.frontEnd) }
    if selects { styles += [.auto, .inverse] }
    if moves { styles.insert(.step, at: min(styles.count, selects && isOne ? 1 : styles.count)) }
    return styles.map { SetupChoice(word: $0.rawValue, text: SetupChoices.text(of: $0)) }
  }
}
