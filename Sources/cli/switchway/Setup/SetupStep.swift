import SwitchwayCore
import SwitchwayExplain

/// The next step of a setup, after the given answers.
///
///     ask … ask - make - [ask power] - [ask unheard] - tell - [ask agree] - tryOut
enum SetupStep: Equatable {
  case ask(SetupQuestion)
  /// Every question about the switches has an answer. The next step depends on the file that the answers make
  /// (`Setup.made`).
  case make
  /// Setup shows a message, once (`Setup.told`).
  case tell([Phrase])
  /// The file can be tried.
  case tryOut(String)
  /// The person wants no change.
  case leave
}

/// The file that the answers make, with the properties on which the next step depends.
struct SetupResult {
  let text: String
  let path: String
  /// Whether the file already has this text.
  let isSame: Bool
  /// The profile that the text describes.
  let profile: Profile
  let warnings: [String]
  /// The devices of this computer.
  let machine: [DeviceDescription]
}

/// The result of the answers: the file, and the person's answers about it. Each further answer makes another file.
struct SetupOutcome {
  var result: SetupResult?
  /// The questions about the file (`consent`) that the person has answered.
  var accepted: Set<SetupQuestion> = []
  var isTold = false
  var isLeft = false
}

extension Setup {
  /// The next step after the answers so far.
  var next: SetupStep {
    if let question { return .ask(question) }
    if outcome.isLeft { return .leave }
    guard let result = outcome.result else { return .make }
    let remarks = outcome.isTold ? [] : remarks(on: result)
    return remarks.isEmpty ? .tryOut(result.text) : .tell(remarks)
  }

  /// Returns the next step after these answers. This is a pure function. An answer that does not fit its question
  /// changes nothing.
  ///
  /// - Parameter make: makes the file from the answers of a setup.
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

  /// Stores the file that the answers make.
  mutating func made(_ result: SetupResult) { outcome = SetupOutcome(result: result) }

  /// Stores that the message of the step `tell` was shown.
  mutating func told() { outcome.isTold = true }

  /// The question about the file that the answers make, or `nil` if there is none, or there is no file yet.
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

  /// Whether setup asks the person before the trial: a person who has only that keyboard must know how to get it back.
  private var awaitsConsent: Bool { kind == .keyboard && outcome.result?.isSame == false }

  /// Handles an answer to the question `consent`.
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

  /// Returns the number of a switch whose grab would make a key for power or sleep useless, or `nil` if there is none.
  private func powerTaken(on machine: [DeviceDescription]) -> Int? {
    switches.indices.first { number in
      switches[number].source.map { source in
        DesktopKeys.takesPower(source, machine.first { source.device.is($0) } ?? source.device.description)
      } ?? false
    }
  }

  /// Returns the numbers of the switches that could never be pressed with this file.
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

  /// Returns remarks on how the settings affect other keys, and on problems in the settings.
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
    // The remark about the layout is left out, because setup has asked about the layout if it matters.
    for remark in desktop?.remarks ?? [] where remark.subject != "layout" {
      let message = remark.message.prefix(1).uppercased() + remark.message.dropFirst()
      phrases.append("\(message): \(remark.help).")
    }
    return phrases + (awaitsConsent ? [TrialWords.way] : [])
  }

  /// The keyboards of pressed switches, whose other keys still type.
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
