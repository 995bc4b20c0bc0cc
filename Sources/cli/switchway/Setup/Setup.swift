import SwitchwayClock
import SwitchwayConfig
import SwitchwayCore
import SwitchwayExplain
import SwitchwayTime

/// The questions and answers of `switchway setup`. A pure value: it decides which question comes next, and can undo
/// answers. `SetupProfile` writes the profile.
///
///     press - [straw - level - lateness] - plan - [typing] - [pointing] - [interval]     switches, straw
///     press - sticky - steadying - [layout]                                              keyboard
///
/// After these come the questions about the file that the answers make (`SetupStep`).
///
/// `plan` proposes what each switch does. `action`, `style`, `steadying` and `press` follow if the person chooses them
/// there. If the person already has a profile, `change` comes first, and settings that setup does not ask about stay as
/// they are.
struct Setup {
  /// The largest number of switches. Switch boxes have at most this many.
  static let most = 8

  private struct Answers {
    /// The questions that remain, in order.
    var questions: [SetupQuestion]
    var kind: SetupKind?
    var switches: [SetupSwitch] = []
    var commands: [String] = []
    /// The scanning style that the person chose. `Setup.style` is another one if the commands do not allow it.
    var style: ClockStyle?
    var interval: Microseconds?
    var steadying: String?
    var sticky: String?
    /// The layout to write, or `nil` if the layout in the file stays.
    var layout: String?
    /// `yes` or `no` for each permission that setup asked about.
    var rights: [SetupRight: String] = [:]
    var level: Int?
    var lateness: Microseconds?
    /// Whether switches that the person presses now are added to the existing ones.
    var isAdding = false
    /// Whether setup only exchanges the switches of the person's file.
    var isExchange = false
    /// Whether setup asks every question, not only the questions about one change.
    var isWhole = true
  }

  /// The answers in the person's file, or `nil` if there is no file.
  let former: FormerSetup?
  /// How the person's desktop affects keys, or `nil` if this is not known.
  let desktop: DesktopAdvice?
  /// Whether `switchway-scan` can be used here. It can write only if Switchway types for it.
  private let hasScanner: Bool
  private var answers: Answers
  private var history: [Answers] = []
  /// The result of the answers, once all are given.
  var outcome = SetupOutcome()
  /// Whether devices may be grabbed. Setup asks the person if a grab would make a key for power or sleep useless.
  var mayGrab = true
  /// The pace that the trial found; `nil` means the answered pace.
  var pace: (interval: Microseconds, reaction: Microseconds)?

  init(former: FormerSetup? = nil, desktop: DesktopAdvice? = nil, hasScanner: Bool = false) {
    self.former = former
    self.desktop = desktop
    self.hasScanner = hasScanner
    answers = Answers(questions: [former == nil ? .press : .change])
    guard let former else { return }
    answers.kind = former.kind
    answers.switches = (0..<former.count).map { SetupSwitch(former: $0) }
    answers.commands = former.commands
    answers.sticky = former.sticky
    answers.interval = former.interval
    if former.kind != .keyboard { answers.style = former.profile.scan.style }
  }

  /// The next question, or `nil` if all are answered.
  var question: SetupQuestion? { answers.questions.first ?? consent }

  var canGoBack: Bool { !history.isEmpty }

  /// Undoes the last answer. If the question is about a switch that does not fit, undoes all answers since the switches
  /// were pressed. Returns false if there is no answer to undo.
  mutating func back() -> Bool {
    switch question {
    case .power, .unheard:
      returnToPress()
      return true
    default: return takeBack()
    }
  }

  private mutating func takeBack() -> Bool {
    pace = nil
    outcome = SetupOutcome()
    guard let last = history.popLast() else { return false }
    answers = last
    return true
  }

  /// Undoes answers until the question is again which switches to use.
  mutating func returnToPress() {
    outcome = SetupOutcome()
    while question != .press, takeBack() {}
    mayGrab = true
  }

  // MARK: Answers

  private mutating func take(_ next: Answers) {
    history.append(answers)
    answers = next
    outcome = SetupOutcome()
  }

  mutating func answer(_ text: String) throws(SetupRefusal) {
    guard let question else { throw SetupRefusal(message: "there is no question left") }
    let choices = choices(for: question)
    var next = answers
    guard choices.contains(where: { $0.word == text }) || set(text, of: question, in: &next) else {
      let words = choices.map { "'\($0.word)'" }.joined(separator: ", ")
      var ways: [Phrase] = question == .press ? ["press a switch"] : []
      if !words.isEmpty { ways.append(question == .press ? Phrase(verbatim: words) : "expected \(words)") }
      if question == .agree { ways = ["expected 'yes' or 'no'"] }
      if let range = question.range { ways.append(range) }
      throw SetupRefusal(message: .alternatives(ways), listsAnswers: true)
    }
    if question.isConsent { return decide(text, on: question) }
    next.questions.removeFirst()
    switch question {
    case .change: begin(text, &next)
    case .press: press(text, &next)
    case .straw:
      guard text == SetupChoices.yes else { break }
      next.kind = .straw
      next.commands = proposedCommands(next.switches.count, of: .straw)
      next.questions = [.level, .lateness] + next.questions
    case .level, .lateness, .interval: _ = set(text, of: question, in: &next)
    case .plan: plan(text, &next)
    case .action(let number):
      next.commands[number] = text
    case .style:
      next.style = ClockStyle(rawValue: text)
      endPlan(&next)
    case .steadying: next.steadying = text
    case .sticky: next.sticky = text
    case .layout: next.layout = text == FormerSetup.keep ? nil : text
    case .right(let right): next.rights[right] = text
    case .power, .unheard, .agree: break
    }
    take(next)
  }

  /// Sets a time or a level that the answer contains. Returns false if the answer contains none.
  private func set(_ text: String, of question: SetupQuestion, in next: inout Answers) -> Bool {
    switch question {
    case .interval:
      // `1.2` and `1,2` are seconds; a whole number is the number of a choice.
      let hasMark = text.contains { $0 == "." || $0 == "," }
      let length = TypedLength.length(text) ?? (hasMark ? TypedLength.length(text + "s") : nil)
      guard let length, ClockSettings.intervals.contains(length.value) else { return false }
      next.interval = length
    case .lateness:
      guard let length = TypedLength.length(text), (0...2_000_000).contains(length.value) else { return false }
      next.lateness = length
    case .level:
      guard let level = Int(text.hasSuffix("%") ? text.dropLast() : text[...]), (5...95).contains(level) else {
        return false
      }
      next.level = level
    default: return false
    }
    return true
  }

  private func begin(_ text: String, _ next: inout Answers) {
    let questions: [SetupQuestion] =
      [.interval, .steadying, .plan, .sticky, .layout, .press] + SetupRight.allCases.map { .right($0) }
    next.questions = questions.filter { $0.name == text }
    next.isExchange = text == SetupQuestion.press.name
    next.isWhole = text == SetupChoices.all
    guard text == SetupChoices.all else { return }
    next.questions = [.press]
    next.interval = nil
  }

  private func press(_ text: String, _ next: inout Answers) {
    switch text {
    case SetupKind.straw.rawValue:
      next.kind = .straw
      next.questions = [.press]
    case SetupKind.keyboard.rawValue:
      next.kind = .keyboard
      next.switches = []
      // The layout of letters and signs matters only if all keys are used.
      next.questions = [.sticky, .steadying] + (desktop?.layout == nil ? [] : [.layout])
    default:  // keep
      next.questions = next.isExchange ? [] : [.plan]
    }
  }

  private func plan(_ text: String, _ next: inout Answers) {
    switch text {
    case SetupChoices.yes: endPlan(&next)
    case SetupChoices.swap:
      next.commands.reverse()
      endPlan(&next)
    case SetupChoices.more:
      next.isAdding = true
      next.questions = [.press]
    case SetupQuestion.steadying.name: next.questions = [.steadying, .plan]
    case SetupQuestion.style.name: next.questions = [.style]
    default:
      if let number = switches.indices.first(where: { name(of: $0) == text }) {
        next.questions = [.action(number), .plan]
      } else if let style = ClockStyle(rawValue: text) {
        next.style = style
        endPlan(&next)
      }
    }
  }

  private static func style(_ answers: Answers) -> ClockStyle? {
    let styles = styles(answers.commands)
    guard answers.switches.count > 1, let wanted = answers.style, !styles.contains(wanted) else { return answers.style }
    return styles.first
  }

  /// Sets the questions that follow `plan`. The pace comes last, and only if timing matters and the pace is not known.
  private func endPlan(_ next: inout Answers) {
    let hasClock = Setup.style(next)?.hasClock ?? false
    next.questions = hasClock && next.interval == nil ? [.interval] : []
    if next.isWhole { next.questions = missingRights(next.kind).map { .right($0) } + next.questions }
  }

  /// Returns the permissions that matter on this computer and that the file does not mention.
  func missingRights(_ kind: SetupKind?) -> [SetupRight] {
    guard hasScanner, kind != .keyboard else { return [] }
    return SetupRight.allCases.filter { former?.kind != kind || former?.says($0) == false }
  }

  /// Answers `.press` with the pressed inputs: one element per switch.
  mutating func answer(pressed: [LearnedPresses]) throws(SetupRefusal) {
    guard question == .press, pressed.contains(where: { $0.source != nil }) else {
      throw SetupRefusal(message: "no switch is asked for now")
    }
    var next = answers
    next.questions.removeFirst()
    let isAxis = pressed.contains { $0.source?.mayBeBreath ?? false }
    let wasStraw = next.kind == .straw && isAxis
    if !next.isAdding { next.kind = wasStraw ? .straw : .switches }
    let isChange = former != nil && former?.kind == next.kind
    var switches = next.isAdding ? next.switches : []
    for presses in pressed {
      guard let source = presses.source else { continue }
      // If one device presses a switch of the file, an equal device does not press the same switch.
      func isOther(_ one: SetupSwitch) -> Bool { one.device.map { $0.isTwin(of: source.device) } ?? false }
      let isThere = switches.contains { one in
        one.source.map { $0.isSame(source) }
          ?? one.former.map { former?.holder(of: source) == $0 && !isOther(one) } ?? false
      }
      guard !isThere else { continue }
      var holder = isChange ? former?.holder(of: source) : nil
      if switches.contains(where: { $0.former == holder && isOther($0) }) { holder = nil }
      // The presses of a straw are always used, because setup asks about breaths again.
      let isKept = holder != nil && !wasStraw
      switches.append(
        SetupSwitch(presses: isKept ? nil : presses, former: holder, heldBy: isKept ? source.device : nil))
    }
    // If the person pressed no new switch, setup continues with the known ones.
    if next.isAdding, switches.count == next.switches.count {
      next.isAdding = false
      next.questions = [.plan]
      return take(next)
    }
    guard switches.count <= Setup.most else { throw SetupRefusal(message: "use at most \(Setup.most) switches") }
    // The puff comes first. It is the positive side of an axis that has two sides.
    if isAxis, switches.count == 2, switches[0].source?.isNegative == true, switches[1].source?.isNegative == false {
      switches.reverse()
    }
    if isChange, let former {
      var free = (0..<former.count).filter { index in !switches.contains { $0.former == index } }
      for index in switches.indices where switches[index].former == nil && !free.isEmpty {
        switches[index].former = free.removeFirst()
      }
      switches.sort { ($0.former ?? .max) < ($1.former ?? .max) }
    }
    let isSame = isChange && switches.count == former?.count && switches.allSatisfy { $0.former != nil }
    if next.isAdding {
      let more = proposedCommands(switches.count, of: next.kind)
      next.commands += more.dropFirst(next.commands.count)
      if next.switches.count == 1 { next.commands = more }
    } else {
      next.commands = isSame ? former?.commands ?? [] : proposedCommands(switches.count, of: next.kind)
    }
    if !isSame, !next.isAdding || next.switches.count == 1 { next.style = switches.count == 1 ? .auto : .frontEnd }
    next.switches = switches
    next.steadying = nil
    next.questions = isSame && next.isExchange ? [] : [.plan]
    next.isAdding = false
    if wasStraw { next.questions = [.level, .lateness] + next.questions }
    if isAxis, !wasStraw { next.questions = [.straw] + next.questions }
    take(next)
  }

  private func proposedCommands(_ count: Int, of kind: SetupKind?) -> [String] {
    guard count > 1 else { return ["select"] }
    let usual = SetupChoices.actions.map(\.word).filter { $0 != SetupChoices.nothing }
    let ordered = kind == .straw ? ["select", "next"] + usual.dropFirst(2) : usual
    return (0..<count).map { ordered.indices.contains($0) ? ordered[$0] : SetupChoices.nothing }
  }

  // MARK: What was answered

  /// Whether setup changes the person's file. Otherwise it makes a new one.
  var isChange: Bool { former != nil && former?.kind == kind }

  var kind: SetupKind? { answers.kind }
  var count: Int { answers.switches.count }
  var switches: [SetupSwitch] { answers.switches }
  var commands: [String] { answers.commands }
  var isAdding: Bool { answers.isAdding }
  /// `yes` or `no`, or `nil` if the question was not answered.
  var sticky: String? { answers.sticky }
  /// The layout to write, or `nil` if the layout in the file stays.
  var layout: String? { answers.layout }
  /// Whether the person has allowed Switchway this kind of action.
  func gives(_ right: SetupRight) -> Bool { answers.rights[right] == SetupChoices.yes }
  var style: ClockStyle? { Setup.style(answers) }
  /// The preset of all switches; `nil` means the measured preset of each switch, or the preset in the file.
  var preset: SteadyingPreset? { answers.steadying.flatMap(SteadyingPreset.init) }
  var interval: Microseconds? { pace?.interval ?? answers.interval }
  /// The level, in percent, from which a breath counts. By default, the one in the shipped profile for straws.
  var level: Int { answers.level ?? 30 }
  /// How late the sensor reports a breath. By default, the value in the shipped profile for straws.
  var lateness: Microseconds { answers.lateness ?? .milliseconds(50) }

  /// The time that is subtracted from the time of a press. It is at most 0.3 of the interval, because `check` warns
  /// about more.
  var reaction: Microseconds {
    let wanted = pace?.reaction ?? (isChange ? former?.profile.scan.reaction : nil) ?? .zero
    return min(wanted, Microseconds((interval?.value ?? 0) * 3 / 10 / 10_000 * 10_000))
  }

  /// The switches that the person pressed for this setup.
  private var pressed: [LearnedPresses.Source] { switches.compactMap(\.source) }

  var hasPressed: Bool { !pressed.isEmpty }

  var knowsSwitch: Bool { hasPressed || former?.profile.switches.isEmpty == false }

  func knows(_ source: LearnedPresses.Source) -> Bool {
    former?.holder(of: source) != nil || pressed.contains { $0.isSame(source) }
  }

  /// Whether a switch only sends pulses, so that it cannot be held.
  var hasPulses: Bool { switches.contains(where: \.sendsPulses) }

  /// The shipped profile that contains all gestures of one switch, or `nil` if none fits.
  var base: String? {
    guard kind == .switches, count == 1, !hasPulses else { return nil }
    switch style {
    case .auto: return gives(.typing) ? "one-switch-scan" : "one-switch-desktop"
    case .step: return "one-switch-step"
    case .frontEnd, .inverse, nil: return nil
    }
  }

  /// Whether a switch that can choose answers may be a key that also types on a terminal.
  var knowsKey: Bool { former?.mayType == true || pressedKeys.contains(where: LearnTarget.mayType) }

  /// Whether a switch that the person pressed for this setup is an Enter key. The key also types on the terminal until
  /// the settings are active.
  var knowsEnter: Bool { pressedKeys.contains { $0 == 28 || $0 == 96 } }

  private var pressedKeys: [UInt16] { pressed.compactMap { EventNames.key($0.input) } }

  /// Returns the name of a switch in the profile.
  func name(of number: Int) -> String {
    let names = isChange ? former?.profile.switches.map(\.name) ?? [] : []
    if switches.indices.contains(number), let index = switches[number].former, names.indices.contains(index) {
      return names[index]
    }
    return LearnedEntry.unused(freshName(of: number), among: Set(names))
  }

  private func freshName(of number: Int) -> String {
    let names = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]
    if kind == .straw, count <= 2 {
      return number == 1 || switches.first?.source?.isNegative == true && count == 1 ? "sip" : "puff"
    }
    return count == 1 ? "main" : names[min(number, names.count - 1)]
  }

  func command(of number: Int) -> String {
    if count == 1, let style { return style.command }
    return answers.commands.indices.contains(number) ? answers.commands[number] : "select"
  }
}
