import SwitchwayClock
import SwitchwayCore

// The choices that come from the profile that is there.
extension Setup {
  /// What can be changed without answering all again.
  var changes: [SetupChoice] {
    guard let former else { return [] }
    var changes: [SetupChoice] = []
    func add(_ question: SetupQuestion, _ text: String) {
      changes.append(SetupChoice(word: question.name, text: text))
    }
    if former.kind == .keyboard {
      add(.sticky, "how keys are pressed together")
      add(.steadying, "how the keys are pressed (now: \(former.steadying))")
    } else {
      if former.profile.scan.style != .frontEnd {
        add(.interval, "the pace (now \(DurationText.words(former.profile.scan.interval)) for each item)")
      }
      add(.steadying, "how it is pressed (now: \(former.steadying))")
      add(.style, "what moves the highlight")
      if former.count > 1 { add(.action(0), "what the switches do") }
      add(.press(0), former.count > 1 ? "the switches: press them again" : "the switch: press another one")
      add(.programs, "what is worked with it")
    }
    let isTimed = former.profile.scan.style != .frontEnd
    let goal = isTimed ? "only try it, and find the pace that fits" : "only try it"
    changes.append(SetupChoice(word: SetupChoices.tryOut, text: "nothing: \(goal)"))
    changes.append(SetupChoice(word: SetupChoices.all, text: "everything: all questions again"))
    return changes
  }

  /// A switch of the file can stay.
  func keeping(_ number: Int) -> [SetupChoice] {
    guard isChange, let former, number < former.count else { return [] }
    return [SetupChoice(word: FormerSetup.keep, text: "as it is now: \(former.input(of: number))")]
  }

  var steadyings: [SetupChoice] {
    var choices = kind == .keyboard ? SetupChoices.keyboardSteadying : SetupChoices.steadying
    let isPressed = switches.contains { if case .pressed = $0 { true } else { false } }
    guard isChange, !isPressed, let former else { return choices }
    choices.removeAll { $0.word == SetupChoices.asPressed }
    choices.insert(SetupChoice(word: FormerSetup.keep, text: "as it is now: \(former.steadying)"), at: 0)
    return choices
  }

  /// The usual ones, and the one of the file, the slowest first.
  var intervals: [SetupChoice] {
    var choices = SetupChoices.intervals
    guard let word = former?.word(.interval), !choices.contains(where: { $0.word == word }),
      let own = try? DurationText.parse(word)
    else { return choices }
    let place = choices.firstIndex { ((try? DurationText.parse($0.word)) ?? .zero) < own } ?? choices.endIndex
    choices.insert(SetupChoice(word: word, text: DurationText.words(own)), at: place)
    return choices
  }

  var programs: [SetupChoice] {
    let usual = SetupChoices.programs
    guard isChange, let word = former?.word(.programs), !usual.contains(where: { $0.word == word }) else {
      return usual
    }
    return usual + [SetupChoice(word: word, text: "as it is now: what '\(word)' types")]
  }
}
