import SwitchwayCore
import SwitchwayExplain

/// What comes next in a setup, after the answers that were given.
///
///     ask … ask - make - [ask power] - [ask unheard] - tell - [ask agree] - tryOut
enum SetupStep: Equatable {
  case ask(SetupQuestion)
  /// Every question about the switches is answered. What comes next depends on the file that the answers make
  /// (`Setup.made`).
  case make
  /// Something is said, once (`Setup.told`).
  case tell([Phrase])
  /// The file can be tried.
  case tryOut(String)
  /// The person wants no change.
  case leave
}

/// The file that the answers make, as far as the next step depends on it.
struct SetupResult {
  let text: String
  let path: String
  /// Whether the file has this text already.
  let isSame: Bool
  /// What the text gives.
  let profile: Profile
  let warnings: [String]
  /// The devices of this machine.
  let machine: [DeviceDescription]
}

/// What became of the answers: the file, and what the person says to it. Every further answer makes another one.
struct SetupOutcome {
  var result: SetupResult?
  /// The questions about the file that were answered with its use.
  var accepted: Set<SetupQuestion> = []
  var isTold = false
  var isLeft = false
}

extension Setup {
  /// What comes next.
  var next: SetupStep {
    if let question { return .ask(question) }
    if outcome.isLeft { return .leave }
    guard let result = outcome.result else { return .make }
    let remarks = outcome.isTold ? [] : remarks(on: result)
    return remarks.isEmpty ? .tryOut(result.text) : .tell(remarks)
  }

  /// What comes after these answers, from this point on. A pure function: an answer that does not fit its question
  /// changes nothing.
  ///
  /// - Parameter make: the file of a setup's answers.
  func next(after replies: [SetupReply], make: (Setup) -> SetupResult) -> SetupStep {
    var setup = self
    func settle() {
      while true {
        switch setup.next {
        case .make: setup.made(make(setup))
        case .tell: setup.told()
        case .ask, .tryOut, .leave: return
        }
      }
    }
    settle()
    for reply in replies {
      try? setup.answer(reply)
      settle()
    }
    return setup.next
  }

  mutating func answer(_ reply: SetupReply) throws(SetupRefusal) {
    switch reply {
    case .word(let word): try answer(word)
    case .pressed(let presses): try answer(pressed: presses)
    case .back: _ = back()
    }
  }

  /// The answers make this file.
  mutating func made(_ result: SetupResult) { outcome = SetupOutcome(result: result) }

  /// What the step `tell` has was said.
  mutating func told() { outcome.isTold = true }

  /// The question about the file that the answers make, or `nil` if there is none, or nothing is made yet.
  var consent: SetupQuestion? {
    guard let result = outcome.result, !outcome.isLeft else { return nil }
    let power = mayGrab && !result.isSame ? powerTaken(on: result.machine) : nil
    let dead = unheard(by: result)
    let questions: [SetupQuestion?] = [
      power.map { .power($0) }, dead.isEmpty ? nil : .unheard(dead),
      awaitsConsent && outcome.isTold ? .agree : nil,
    ]
    return questions.compactMap(\.self).first { !outcome.accepted.contains($0) }
  }

  /// Whether the person is asked before the trial: a person who has only that keyboard needs to know the way back.
  private var awaitsConsent: Bool { kind == .keyboard && outcome.result?.isSame == false }

  /// An answer to `consent`.
  mutating func decide(_ word: String, on question: SetupQuestion) {
    switch (question, word) {
    case (.power, "no"):
      mayGrab = false
      outcome = SetupOutcome()
    case (_, SetupQuestion.press.name): returnToPress()
    case (.agree, "no"): outcome.isLeft = true
    default: outcome.accepted.insert(question)
    }
  }

  /// The switch that would take a key for power or sleep from the person, or `nil` if none would.
  private func powerTaken(on machine: [DeviceDescription]) -> Int? {
    switches.indices.first { number in
      switches[number].source.map { source in
        DesktopKeys.takesPower(source, machine.first { source.device.is($0) } ?? source.device.description)
      } ?? false
    }
  }

  /// The switches that could never be pressed.
  private func unheard(by result: SetupResult) -> [Int] {
    switches.indices.filter { number in
      guard let source = switches[number].source else { return false }
      let device = result.machine.first { source.device.is($0) } ?? source.device.description
      guard let holder = result.profile.holder(of: source, on: device), result.profile.entryToRead(for: device) != nil
      else { return true }
      return result.profile.switches[holder.index].name != name(of: number)
    }
  }

  // MARK: Words

  /// What the settings mean for other keys, and what is wrong with them.
  private func remarks(on result: SetupResult) -> [Phrase] {
    var names: Set<String> = []
    var phrases = SetupProfile(self).marks.filter { names.insert($0.device.name).inserted }.compactMap {
      $0.mark.words(Terminal.printable($0.device.name))
    }
    if let words = TrialWords.base(self) { phrases.append(words) }
    if result.isSame { phrases.append("\nThese answers change nothing in \(Terminal.printable(result.path)).") }
    for name in typingDevices {
      phrases.append("The other keys of \(name) still type. To silence one, make it a switch that does nothing.")
    }
    for warning in result.warnings { phrases.append("warning: \(Terminal.printable(warning))") }
    // The layout was asked for where it matters.
    for remark in desktop?.remarks ?? [] where remark.subject != "layout" {
      let message = remark.message.prefix(1).uppercased() + remark.message.dropFirst()
      phrases.append("\(message): \(remark.help).")
    }
    return phrases + (awaitsConsent ? [TrialWords.way] : [])
  }

  /// The keyboards of pressed switches, whose other keys type.
  private var typingDevices: [String] {
    var names: [String] = []
    let pressed = switches.compactMap(\.source).filter { $0.device.kind == DeviceKind.keyboard.rawValue }
    for source in pressed where LearnTarget.needsGrab(source) {
      let name = Terminal.printable(source.device.name)
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}
