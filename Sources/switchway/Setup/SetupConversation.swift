import SwitchwayClock
import SwitchwayCore
import SwitchwayJSON

/// Carries a setup through: asks, listens to presses, shows the change, tries it and writes it.
final class SetupConversation {
  /// What can choose besides typed answers.
  enum Pointer {
    case none
    /// A switch that no profile has yet, as `learn` reports it.
    case scanner(SetupScanner)
    /// The profile that is tried.
    case page(SetupPage)
  }

  /// A switch that types also fills the terminal's input: what came this close to its edge is its own, µs. Chosen: a
  /// desktop that is busy passes a key on late.
  private static let typingDelay: Int64 = 500_000

  let room: SetupRoom
  let voice: any SetupVoice
  var setup: Setup
  /// Whether the person's file is the profile in force. Then its switches choose with its own steadying.
  private let isInForce: Bool
  var isLearning = false
  /// The last edge of any switch, also one that answered an earlier question: when, and whether it is down.
  var lastEdge: (time: Int64, isDown: Bool)?
  /// It was said that the highlight moves.
  private var isScanningTold = false
  /// This client's name at the daemon, while it claims.
  var clientName = ""
  var pageNumber: Int64 = 0

  init(_ room: SetupRoom, _ voice: any SetupVoice, former: FormerSetup?, isInForce: Bool) {
    self.isInForce = isInForce
    self.room = room
    self.voice = voice
    setup = Setup(former: former)
  }

  /// Asks all questions.
  func askAll() throws {
    while let question = setup.question {
      try listen(for: question)
      if question == .press(0), let first = setup.first {
        try setup.answer(pressed: first)
        continue
      }
      let prompt = prompt(question)
      let reply: SetupReply
      if case .press(let number) = question {
        reply = try press(prompt, number)
      } else {
        var pointer = scanner(for: prompt)
        reply = try choose(prompt, by: &pointer)
      }
      do {
        switch reply {
        case .back: _ = setup.back()
        case .word(let word):
          try setup.answer(word)
          let choice = prompt.choices.first { $0.word == word }
          if let choice { try voice.repeatAnswer(choice.text, to: prompt) }
        case .pressed(let presses): try setup.answer(pressed: presses)
        }
      } catch let refusal as SetupRefusal {
        try voice.refuse(refusal.message, prompt)
      }
    }
  }

  /// How a switch answers; nil: that was said before, or none can.
  private func hint(_ pointer: Pointer) -> String? {
    switch pointer {
    case .none: return nil
    case .scanner:
      defer { isScanningTold = true }
      return isScanningTold
        ? nil
        : "The > moves by itself: press your switch when it is at your answer. Where it rests, a press starts it. "
          + "If you type, it does not matter."
    case .page: return trialHint
    }
  }

  /// Scans the choices, if a switch is known.
  func scanner(for prompt: SetupPrompt) -> Pointer {
    guard setup.knowsSwitch else { return .none }
    return .scanner(SetupScanner(choices: prompt.choices.count + (prompt.canGoBack ? 1 : 0), at: SetupRoom.now))
  }

  private func prompt(_ question: SetupQuestion) -> SetupPrompt {
    SetupPrompt(
      name: question.name, subject: question.number.map { setup.name(of: $0) },
      text: SetupChoices.text(of: question, in: setup), choices: setup.choices(for: question),
      // A switch that is Enter would take what is proposed with each press.
      proposal: setup.knowsEnter ? nil : setup.proposal(for: question), canGoBack: !setup.given.isEmpty)
  }

  /// Hears the switches: those of the profile in force as it reports them, all others as `learn` does. `learn` reports
  /// a key that types only at its third press.
  private func listen(for question: SetupQuestion) throws {
    let isProfile = isInForce && setup.former?.profile.switches.isEmpty == false
    let needsLearn = question == .kind || setup.hasPressed || !isProfile
    // What the switches do otherwise is not for whoever is in front now.
    if !needsLearn { try claim() }
    try learn(needsLearn)
  }

  /// Takes all commands, which nothing else acts on from then.
  func claim() throws {
    guard clientName.isEmpty else { return }
    try room.dialogue.demand("hello", ["name": .string(Self.clientName), "protocol": .integer(1)])
    try room.dialogue.demand("claim", ["commands": "all"])
    clientName = try room.dialogue.get("state")["consumers"]?[0]?["client"]?.stringValue ?? Self.clientName
  }

  func learn(_ isOn: Bool) throws {
    guard isOn != isLearning else { return }
    try room.dialogue.demand("learn", ["on": .bool(isOn)])
    isLearning = isOn
  }

  // MARK: Choosing

  /// Asks until there is an answer: typed, or chosen by a switch. Nobody is timed out.
  func choose(_ wanted: SetupPrompt, by pointer: inout Pointer) throws -> SetupReply {
    var prompt = wanted
    prompt.hint = hint(pointer)
    try voice.ask(prompt)
    let shown = SetupRoom.now
    // What the switch types would move the lines that are drawn again in their place.
    let isSilent = setup.knowsKey
    if isSilent { TerminalEcho.set(false) }
    defer { if isSilent { TerminalEcho.set(true) } }
    if let reply = try voice.waiting(for: prompt) { return reply }
    if case .page(let page) = pointer { try announce(page) }
    try highlight(pointer, prompt)
    // The first question can be answered by pressing.
    var pressed = LearnedPresses()
    while true {
      let before = SetupConversation.item(of: pointer)
      prompt.isResting = SetupConversation.isResting(pointer)
      let silence = pressed.count >= Self.presses && !pressed.isDown ? SetupRoom.now + Self.silence : nil
      switch try room.next(until: silence ?? SetupConversation.deadline(of: pointer)) {
      case .line(let line):
        if try isOfSwitch(line, pointer) { continue }
        if SetupConversation.isBlank(line), SetupRoom.now - shown < Self.repeated { continue }
        if isSilent {
          if SetupConversation.isBlank(line), prompt.proposal == nil { continue }
          try voice.settle()
        }
        if let reply = try voice.reply(line, to: prompt) { return reply }
      case .closed: try voice.closed(prompt)
      case .deadline:
        if silence != nil { return try heard(pressed) }
        if case .scanner(var scanner) = pointer {
          scanner.advance(to: SetupRoom.now)
          pointer = .scanner(scanner)
        }
      case .daemon(let line):
        note(line)
        if prompt.name == SetupQuestion.kind.name {
          if !isDigit(line.value) { _ = pressed.take(line.value) }
          if pressed.count > Self.presses, !pressed.isDown { return try heard(pressed) }
        }
        if let item = try chosen(line.value, &pointer) {
          return prompt.choices.indices.contains(item) ? .word(prompt.choices[item].word) : .back
        }
      }
      let isOther = SetupConversation.isResting(pointer) != prompt.isResting && voice is TerminalVoice
      prompt.isResting = SetupConversation.isResting(pointer)
      if isOther || SetupConversation.item(of: pointer) != before { try highlight(pointer, prompt) }
    }
  }

  private func highlight(_ pointer: Pointer, _ prompt: SetupPrompt) throws {
    if let item = SetupConversation.item(of: pointer) { try voice.highlight(item, of: prompt) }
  }

  private static func item(of pointer: Pointer) -> Int? {
    switch pointer {
    case .none: nil
    case .scanner(let scanner): scanner.item
    case .page(let page): page.item
    }
  }

  private static func isResting(_ pointer: Pointer) -> Bool {
    switch pointer {
    case .none: false
    case .scanner(let scanner): scanner.isResting
    case .page(let page): page.isResting
    }
  }

  private static func deadline(of pointer: Pointer) -> Int64? {
    if case .scanner(let scanner) = pointer { scanner.deadline } else { nil }
  }

  /// What a line of the daemon chooses; nil: nothing.
  private func chosen(_ line: JSONValue, _ pointer: inout Pointer) throws -> Int? {
    switch pointer {
    case .none: return nil
    case .page(var page):
      defer { pointer = .page(page) }
      return page.take(line, for: clientName, style: setup.style)?.item
    case .scanner(var scanner):
      guard let isDown = line["down"]?.boolValue, isKnown(line) else { return nil }
      defer { pointer = .scanner(scanner) }
      if !isDown, setup.knowsKey { room.forgetTyped() }
      return scanner.edge(down: isDown, at: SetupRoom.now)
    }
  }

  /// Whether a line is about a switch of this setup.
  private func isKnown(_ line: JSONValue) -> Bool {
    switch line["type"]?.stringValue {
    case "learn": LearnedPresses.source(of: line).map { setup.knows($0) } ?? false
    case "press": isInForce && !isLearning
    default: false
    }
  }

  /// Whether it is a digit of a keyboard, which may be the typed answer.
  private func isDigit(_ line: JSONValue) -> Bool {
    line["input"]?.stringValue?.wholeMatch(of: /key_[0-9]/) != nil && line["device"]?["kind"] == .string("keyboard")
  }

  /// An Enter that comes this soon after a question was shown is the last one, typed twice by a trembling hand, µs.
  /// Chosen: nobody reads a question in this time.
  private static let repeated: Int64 = 400_000

  private static func isBlank(_ line: String) -> Bool { line.allSatisfy { " \r".contains($0) } }

  func note(_ line: DaemonDialogue.Line) {
    guard ["learn", "press"].contains(line.type), let isDown = line.value["down"]?.boolValue else { return }
    lastEdge = (SetupRoom.now, isDown)
  }

  /// Whether a typed line came from a switch that is also a key, such as Enter. Waits a moment for its press. Otherwise
  /// the Enter of the press that answered one question would answer the next one.
  private func isOfSwitch(_ line: String, _ pointer: Pointer) throws -> Bool {
    guard case .scanner = pointer, SetupConversation.isBlank(line), setup.knowsKey else { return false }
    // A held key repeats.
    if let lastEdge, lastEdge.isDown || SetupRoom.now - lastEdge.time < Self.typingDelay { return true }
    return room.dialogue.hasEvent(within: Self.typingDelay)
  }

  // MARK: Pressing

  /// After enough presses, silence of this length ends the listening, µs. As `switchway learn`.
  private static let silence: Int64 = 1_500_000
  /// After this long without any press, or with a switch that stays down, µs, it is said what can be wrong. Chosen.
  private static let patience: Int64 = 30_000_000
  private static let presses = 3

  /// Listens until one input was pressed often enough.
  private func press(_ prompt: SetupPrompt, _ number: Int) throws -> SetupReply {
    try voice.ask(prompt)
    if let reply = try voice.waiting(for: prompt) { return reply }
    try learn(true)
    // What the switch types meanwhile would be shown between the lines.
    TerminalEcho.set(false)
    defer { TerminalEcho.set(true) }
    var pressed = LearnedPresses()
    var isHinted = false
    var others: Set<String> = []
    while true {
      let isEnough = pressed.count >= Self.presses && !pressed.isDown
      switch try room.next(until: SetupRoom.now + (isEnough ? Self.silence : Self.patience)) {
      case .line(let line):
        if let reply = try voice.reply(line, to: prompt) { return reply }
      case .closed: try voice.closed(prompt)
      case .deadline:
        if isEnough { return try heard(pressed) }
        if !isHinted {
          try voice.tell(pressed.isDown ? PressingWords.stuck : PressingWords.nothing)
          for name in pressed.source == nil ? PressingWords.mice : [] { try voice.tell(MouseWords.text(name)) }
        }
        isHinted = true
      case .daemon(let line):
        note(line)
        if let words = PressingWords.text(about: line.value, pressed.source) { try voice.tell(words) }
        guard line.type == "learn", !isOtherSwitch(line.value, pressed, number) else { continue }
        let count = pressed.count
        if !pressed.take(line.value) {
          let words = PressingWords.other(line.value)
          if others.insert(words).inserted { try voice.tell(words) }
        } else if pressed.count > count {
          try voice.tell("press \(pressed.count)")
        }
        if pressed.count > Self.presses, !pressed.isDown { return try heard(pressed) }
      }
    }
  }

  /// The end of a press that began before the question.
  private func isOtherSwitch(_ line: JSONValue, _ pressed: LearnedPresses, _ number: Int) -> Bool {
    pressed.source == nil && line["down"] == .bool(false)
  }

  private func heard(_ pressed: LearnedPresses) throws -> SetupReply {
    if let source = pressed.source {
      room.forgetTyped()
      try voice.tell("\(Terminal.printable(source.device.name)), \(source.input): \(pressed.count) presses")
    }
    return .pressed(pressed)
  }
}

/// What is said while switches are pressed.
enum PressingWords {
  static let nothing =
    "Nothing was pressed yet. Is it plugged in? 'switchway devices' in another terminal lists what is, 'switchway "
    + "doctor' finds out why it is not read. A key of a keyboard is seen at its third press."
  static let stuck = "It is still pressed. Let go; if you did, it is stuck: unplug it and plug it in again."

  /// Devices that may be switches and are not read.
  static var mice: [String] { MouseWords.candidates(among: (try? MachineDevices.announced()) ?? []) }

  private static let panic =
    "Everything was let go of, by the chord that panics: type 'switchway resume' before you try it."
  private static let locked = "The screen is locked: nothing is read until it is unlocked."
  private static let otherSession = "Another session is in front of this machine: nothing is read until yours is."

  /// What the modes of a `state` keep from being read.
  static func texts(of modes: JSONValue?) -> [String] {
    (modes?["locked"] == .bool(true) ? [locked] : []) + (modes?["active"] == .bool(false) ? [otherSession] : [])
      + (modes?["panic"] == .bool(true) ? [panic] : [])
  }

  /// A device, the session or the lock has changed; nil: it is about something else.
  static func text(about line: JSONValue, _ source: LearnedPresses.Source?) -> String? {
    switch line["type"]?.stringValue {
    case "device" where line["change"] == .string("removed") || line["change"] == .string("failed"):
      let name = line["name"]?.stringValue ?? ""
      guard source == nil || source?.device.name == name else { return nil }
      return "\(Terminal.printable(name)) was unplugged, or does not answer: plug it in again."
    case "mode" where line["mode"] == .string("locked") && line["on"] == .bool(true): return locked
    case "mode" where line["mode"] == .string("active") && line["on"] == .bool(false): return otherSession
    default: return nil
    }
  }

  static func other(_ line: JSONValue) -> String {
    let name = Terminal.printable(line["device"]?["name"]?.stringValue ?? "")
    return "\(name), \(line["input"]?.stringValue ?? ""), was pressed too: it is left out. Press only one switch."
  }
}
