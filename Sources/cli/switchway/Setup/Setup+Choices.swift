import SwitchwayClock
import SwitchwayCore
import SwitchwayText
import SwitchwayTime

// The possible answers to each question of setup, and the answer that setup proposes.
extension Setup {
  /// Returns the scanning methods that are possible with these commands.
  static func styles(_ commands: [String]) -> [ClockStyle] {
    let usable = ClockStyle.withClock.filter { $0.commands.contains(where: commands.contains) }
    let (moved, timed) = (usable.filter(\.waitChooses), usable.filter(\.movesInTime))
    return (moved.isEmpty || timed.isEmpty ? [] : [.frontEnd]) + timed + moved
  }

  /// Returns the methods that are possible with the person's switches. If a switch sends only pulses, methods are left
  /// out for which a switch must be held down.
  private func usable(_ styles: [ClockStyle]) -> [ClockStyle] {
    hasPulses ? styles.filter { !$0.releaseChooses } : styles
  }

  /// Returns the possible answers to a question. `.press` is also answered by pressing a switch.
  func choices(for question: SetupQuestion) -> [SetupChoice] {
    switch question {
    case .change: former.map { SetupChoices.changes($0, desktop, lacking: missingRights($0.kind)) } ?? []
    case .press: pressChoices
    case .straw: SetupChoices.straw
    case .level: SetupChoices.levels
    case .lateness: SetupChoices.latenesses
    case .plan: planChoices
    case .action(let number): actions(number)
    case .style: usable(Setup.styles(commands)).map { SetupChoices.style($0) }
    case .steadying: steadyings
    case .sticky: SetupChoices.sticky
    case .layout: desktop.map { SetupChoices.layouts($0) } ?? []
    case .right(.typing): SetupChoices.typing
    case .right(.pointing): SetupChoices.pointing
    case .interval: intervals
    case .power: SetupChoices.power
    case .unheard: SetupChoices.unheard
    case .agree: SetupChoices.agree
    }
  }

  private var pressChoices: [SetupChoice] {
    if isAdding || kind == .straw && former == nil { return [] }
    let isKept = former.map { $0.count > 0 } ?? false
    let keep = SetupChoice(word: FormerSetup.keep, text: "keep the switches as they are")
    return (isKept ? [keep] : []) + SetupChoices.kinds
  }

  private var planChoices: [SetupChoice] {
    var choices: [SetupChoice]
    if count == 1 {
      choices = usable(ClockStyle.withClock).map { SetupChoices.style($0) }
      // Setup does not offer that a scanning program does the timing, but keeps this if the profile has it.
      if isChange, former?.profile.scan.style == .frontEnd {
        choices.append(
          SetupChoice(
            word: ClockStyle.frontEnd.rawValue, text: "the scanning program moves the highlight and chooses, as now"))
      }
    } else {
      let isUsable = !Setup.styles(commands).isEmpty
      choices = isUsable ? [SetupChoice(word: SetupChoices.yes, text: "yes")] : []
      if count == 2 { choices.append(SetupChoice(word: SetupChoices.swap, text: "the other way round")) }
      choices += switches.indices.map {
        SetupChoice(word: name(of: $0), text: "change what '\(name(of: $0))' does")
      }
      if isUsable { choices.append(SetupChoice(word: SetupQuestion.style.name, text: "use another scanning method")) }
    }
    if count < Setup.most {
      choices.append(SetupChoice(word: SetupChoices.more, text: "add another switch"))
    }
    let words: Phrase =
      kind == .straw ? "breaths were misread: choose which ones count" : "presses were misread: choose which ones count"
    return choices + [SetupChoice(word: SetupQuestion.steadying.name, text: words)]
  }

  /// Returns what a switch can do. The order is the same for every switch, so that a number always means the same
  /// action.
  private func actions(_ number: Int) -> [SetupChoice] {
    var choices = SetupChoices.actions.map { one in
      let other = commands.indices.first { $0 != number && commands[$0] == one.word }
      guard let other, one.word != SetupChoices.nothing else { return one }
      return SetupChoice(word: one.word, text: "\(one.text) (as '\(name(of: other))')")
    }
    let now = commands[number]
    if !choices.contains(where: { $0.word == now }) {
      choices.append(SetupChoice(word: now, text: SetupChoices.kept(now)))
    }
    return choices
  }

  private var steadyings: [SetupChoice] {
    if kind == .keyboard { return SetupChoices.keyboardSteadying(former?.steadying) }
    let first = hasPressed ? SetupChoices.asPressed : SetupChoices.asNow(former?.steadying ?? "")
    let all = kind == .straw ? SetupChoices.breathSteadying : SetupChoices.steadying
    // A filter with an acceptance time (`hold-duration`) would reject every pulse, because pulses are shorter.
    guard hasPulses else { return [first] + all }
    return [first] + all.filter { SteadyingPreset(rawValue: $0.word)?.parameters.holdDuration == .zero }
  }

  /// The usual times, and the time in the file, the slowest first.
  private var intervals: [SetupChoice] {
    var choices = SetupChoices.intervals
    guard let own = former?.interval, !choices.contains(where: { $0.word == DurationText.written(own) }) else {
      return choices
    }
    let index = choices.firstIndex { ((try? DurationText.parse($0.word)) ?? .zero) < own } ?? choices.endIndex
    choices.insert(SetupChoice(word: DurationText.written(own), text: "\(own)"), at: index)
    return choices
  }

  /// Returns the answer that Enter alone gives, or `nil` if there is none.
  func proposal(for question: SetupQuestion) -> String? {
    let choices = choices(for: question)
    switch question {
    // Enter alone does not give a permission.
    case .change, .press, .right, .power, .unheard: return nil
    case .level: return "30"
    case .lateness: return "50ms"
    case .interval: return former?.interval.map { DurationText.written($0) } ?? "1500ms"
    case .action(let number): return commands[number]
    case .style: return choices.contains { $0.word == "auto" } ? "auto" : choices.first?.word
    case .sticky: return sticky ?? choices.first?.word
    case .plan where count == 1: return style?.rawValue ?? choices.first?.word
    case .straw, .plan, .steadying, .layout, .agree: return choices.first?.word
    }
  }
}

extension SetupQuestion {
  /// A description of the answers that can be typed besides the choices, or `nil` if there are none.
  var range: Phrase? {
    switch self {
    case .interval: "a time from 0.2s to 30s"
    case .lateness: "a time up to 2s, such as 80ms"
    case .level: "a percentage from 5 to 95"
    default: nil
    }
  }
}
