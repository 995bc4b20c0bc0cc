import SwitchwayClock
import SwitchwayConfig
import SwitchwayCore

/// The questions and answers of `switchway setup`. A pure value: it decides what is asked next, and takes answers back.
/// `SetupProfile` makes the key-remap file of it.
///
///     kind - count - press - [action] - ... - steadying - style - [interval] - programs     switches, straw
///     kind - sticky - steadying                                                            keyboard
///
/// If there is a profile already, `change` comes first. What is not asked then is answered as the file has it.
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
  /// What the person's file answers; nil: there is none.
  let former: FormerSetup?

  init(former: FormerSetup? = nil) { self.former = former }

  /// The next question; nil: all are answered.
  var question: SetupQuestion? { plan.first { answer(to: $0) == nil } }

  /// Every question that the answers so far lead to, in order.
  private var plan: [SetupQuestion] {
    let start: [SetupQuestion] = former == nil ? [.kind] : [.change, .kind]
    guard let kind else { return start }
    if kind == .keyboard { return start + [.sticky, .steadying] }
    guard let count else { return start + [.count] }
    var plan = start + [.count]
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
      if case .press = question { throw SetupRefusal(message: "press it") }
      throw SetupRefusal(message: "expected \(words)\(more)")
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
    if let other = switches.firstIndex(where: { isPressed($0, by: source) }) {
      throw SetupRefusal(message: "that is the \(name(of: other)) switch already: press another one")
    }
    given.append((question, .pressed(presses)))
  }

  /// Takes the last answer back. Returns false if there is none.
  mutating func back() -> Bool {
    pace = nil
    guard let last = given.popLast() else { return false }
    // A switch that was pressed in answer to the first question is not asked for again.
    if last.question == .press(0), first != nil { given.removeLast() }
    if last.question == .kind { first = nil }
    return true
  }

  private func answer(to question: SetupQuestion) -> Answer? {
    if let one = given.first(where: { $0.question == question }) { return one.answer }
    guard let former, let changed, changed != SetupChoices.all, changed != question.name else { return nil }
    guard let word = former.word(question) else { return nil }
    // Other answers may have made it impossible.
    if question == .style, !styles.contains(where: { $0.word == word }) { return nil }
    return .word(word)
  }

  func word(_ question: SetupQuestion) -> String? {
    guard case .word(let word) = answer(to: question) else { return nil }
    return word
  }

  // MARK: What was answered

  /// What is to be changed of the profile that is there; nil: not answered.
  private var changed: String? {
    for case (.change, .word(let word)) in given { return word }
    return nil
  }

  /// Whether the person's file is changed. Otherwise a new one is made.
  var isChange: Bool { former != nil && former?.kind == kind }

  var kind: SetupKind? { word(.kind).flatMap(SetupKind.init) }
  var count: Int? { word(.count).flatMap { Int($0) } }
  var style: ClockStyle? { word(.style).flatMap(ClockStyle.init) }
  /// The preset of all switches; nil: as each was pressed, or as the file has it.
  var preset: SteadyingPreset? { word(.steadying).flatMap(SteadyingPreset.init) }
  var interval: Microseconds? { pace?.interval ?? word(.interval).flatMap { try? DurationText.parse($0) } }

  /// What is taken off a press's time. `check` warns if it is above 0.3 of the interval.
  var reaction: Microseconds {
    let wanted = pace?.reaction ?? (isChange ? former?.profile.scan.reaction : nil) ?? .zero
    return min(wanted, Microseconds((interval?.value ?? 0) * 3 / 10 / 10_000 * 10_000))
  }

  /// A switch that was answered.
  enum Switch {
    case pressed(LearnedPresses, LearnedPresses.Source)
    /// The one with this index in the person's file.
    case kept(Int)
  }

  /// The switches that were answered so far, in order.
  var switches: [Switch] {
    (0..<(count ?? 0)).compactMap { number in
      switch answer(to: .press(number)) {
      case nil: return nil
      case .word: return .kept(number)
      case .pressed(let presses): return presses.source.map { .pressed(presses, $0) }
      }
    }
  }

  private func isPressed(_ one: Switch, by source: LearnedPresses.Source) -> Bool {
    switch one {
    case .pressed(_, let other): other.device == source.device && other.input == source.input
    case .kept(let index): former?.holder(of: source) == index
    }
  }

  /// The switches that were pressed so far.
  private var pressed: [LearnedPresses.Source] {
    let given = given.compactMap { one in if case .pressed(let presses) = one.answer { presses.source } else { nil } }
    return given + [first?.source].compactMap { $0 }
  }

  /// Whether one was pressed for this setup.
  var hasPressed: Bool { !pressed.isEmpty }

  /// Whether a switch can choose answers.
  var knowsSwitch: Bool { !pressed.isEmpty || former?.profile.switches.isEmpty == false }

  /// Whether this input can choose answers.
  func knows(_ source: LearnedPresses.Source) -> Bool {
    former?.holder(of: source) != nil || pressed.contains { $0.device == source.device && $0.input == source.input }
  }

  /// Whether a switch that can choose answers may be a key that also types on a terminal.
  var knowsKey: Bool { former?.mayType == true || pressedKeys.contains(where: LearnTarget.mayType) }

  /// Whether a switch that was pressed for this setup is an Enter key. It types on the terminal, too, until it is in
  /// force.
  var knowsEnter: Bool { pressedKeys.contains { $0 == 28 || $0 == 96 } }

  private var pressedKeys: [UInt16] { pressed.compactMap { EventNames.key($0.input) } }

  /// The name of a switch in the key-remap file.
  func name(of number: Int) -> String {
    let taken = isChange ? former?.profile.switches.map(\.name) ?? [] : []
    if taken.indices.contains(number) { return taken[number] }
    return LearnedEntry.unused(freshName(of: number), among: Set(taken))
  }

  private func freshName(of number: Int) -> String {
    if kind == .straw { return ["puff", "sip", "third", "fourth"][number] }
    return count == 1 ? "main" : ["first", "second", "third", "fourth"][number]
  }

  /// The command of a switch's tap; nil: not known yet.
  func command(of number: Int) -> String? {
    guard count == 1 else { return word(.action(number)) }
    return style.map { $0 == .step ? "next" : "select" }
  }

  /// The commands of the switches that were asked about so far.
  private var commands: [String] { (0..<(count ?? 0)).compactMap { word(.action($0)) } }

  // MARK: Choices

  /// What can be answered. Empty: it is answered by pressing.
  func choices(for question: SetupQuestion) -> [SetupChoice] {
    switch question {
    case .change: changes
    case .kind: SetupChoices.kinds
    case .count: SetupChoices.counts(kind == .straw ? 2 : Setup.most)
    case .press(let number): keeping(number)
    case .action(let number): actions(number)
    case .sticky: SetupChoices.sticky
    case .steadying: steadyings
    case .style: styles
    case .interval: intervals
    case .programs: programs
    }
  }

  /// The word that Enter stands for; nil: there is none.
  func proposal(for question: SetupQuestion) -> String? {
    let choices = choices(for: question)
    // A switch that sends Enter can be pressed here.
    if [.change, .kind].contains(question) { return nil }
    if case .press = question { return nil }
    if let word = former?.word(question), choices.contains(where: { $0.word == word }) { return word }
    if question == .interval { return "1500ms" }
    if question == .count, kind == .straw { return "2" }
    if case .action(let number) = question, let first = choices.first {
      let usual = kind == .straw ? ["select", "next"] : SetupChoices.actions.map(\.word)
      let wanted = usual.dropFirst(number).prefix(1) + choices.map(\.word)
      return wanted.first { word in !commands.contains(word) && choices.contains { $0.word == word } } ?? first.word
    }
    return choices.first?.word
  }

  /// In the same order for every switch, so that a number always means the same. The last switch must leave one that
  /// moves on or chooses.
  private func actions(_ number: Int) -> [SetupChoice] {
    let taken = commands
    var free = SetupChoices.actions.map { one in
      let others = (0..<(count ?? 0)).filter { $0 != number && word(.action($0)) == one.word }
      guard let other = others.first, one.word != SetupChoices.nothing else { return one }
      return SetupChoice(word: one.word, text: "\(one.text) (as the \(name(of: other)) switch)")
    }
    if isChange, let word = former?.word(.action(number)), !SetupChoices.actions.contains(where: { $0.word == word }) {
      free.append(
        SetupChoice(
          word: word, text: word == FormerSetup.keep ? "as it is now" : "as it is now: \(Terminal.printable(word))"))
    }
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
    var choices = styles.map { SetupChoice(word: $0.rawValue, text: SetupChoices.text(of: $0)) }
    // One switch whose program keeps the time: setup does not make that, but leaves it.
    if isOne, isChange, former?.profile.scan.style == .frontEnd {
      choices.append(SetupChoice(word: ClockStyle.frontEnd.rawValue, text: "the program itself, as now"))
    }
    return choices
  }
}
