import Switchway
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayExplain

/// Asks the questions of a setup and listens to presses. `Setup` decides which question comes, `SetupVoice` shows it.
final class SetupConversation {
  static let clientName = "setup"

  let room: SetupRoom
  let voice: any SetupVoice
  var setup: Setup
  /// Whether the person's file is the active profile. Then its switches choose answers, with the filters (steadying) in
  /// the file.
  private let isInForce: Bool
  /// What the daemon reports after the request `learn`: nothing, edges (the beginnings and ends of presses), or all
  /// events, which a straw needs.
  enum Learning {
    case off, edges, events
  }
  private var learning = Learning.off
  private var breath = Breath()
  /// The time when the question was shown, on the daemon's clock. A press that began earlier does not answer it.
  private var shown: Int64 = 0
  /// The presses so far. They are kept if an answer to `press` is not valid and the question is asked again.
  private var hearing: SetupHearing?
  /// The last edge (beginning or end of a press) of any switch, even if it answered an earlier question: its time, and
  /// whether the switch is down.
  var lastEdge: (time: Int64, isDown: Bool)?
  /// Whether the person has been told that the highlight moves.
  private var isScanningTold = false
  /// The name that the daemon has given to this client. It is empty until this client claims commands.
  private(set) var clientName = ""

  init(
    _ room: SetupRoom, _ voice: any SetupVoice, former: FormerSetup?, desktop: DesktopAdvice?, isInForce: Bool
  ) {
    self.isInForce = isInForce
    self.room = room
    self.voice = voice
    setup = Setup(former: former, desktop: desktop, hasScanner: Self.scanner(ProcessContext.current()) == true)
  }

  /// Asks questions until there is a file to try, and returns the text of the file.
  func askAll(_ file: SetupFile) throws -> String {
    while true {
      switch setup.next {
      case .ask(let question): try ask(question)
      case .make: try make(file)
      case .tell(let phrases):
        for phrase in phrases { try voice.tell(phrase) }
        setup.told()
      case .tryOut(let text): return text
      case .leave: throw SetupEnd.left
      }
    }
  }

  private func ask(_ question: SetupQuestion) throws {
    try listen(for: question)
    let prompt = SetupPrompt(question, setup)
    let reply: SetupReply
    if question == .press {
      reply = try hear(prompt)
    } else if question == .level {
      reply = try breathe(prompt)
    } else {
      var pointer = scanner(for: prompt)
      reply = try choose(prompt, by: &pointer)
    }
    do {
      try setup.answer(reply)
      switch reply {
      case .back: break
      case .word(let word):
        let choice = question.isConsent ? nil : prompt.choices.first { $0.word == word }
        let text: Phrase? = choice?.text ?? (question == .level ? "\(setup.level) %" : nil)
        if let text { try voice.repeatAnswer(text, to: prompt) }
      case .pressed:
        if let words = PressingWords.heard(setup) { try voice.tell("\n\(words)") }
      }
      hearing = nil
    } catch let refusal as SetupRefusal {
      // Presses that were refused are forgotten, because they would be refused again.
      if case .pressed = reply { hearing = nil }
      try voice.refuse(refusal, prompt)
    }
  }

  /// A text that says how a switch answers a question whose choices are scanned. `nil` if it was shown before.
  private var scanningHint: Phrase? {
    guard !isScanningTold else { return nil }
    isScanningTold = true
    return "The > moves by itself. Press your switch when it points to your answer. If it has stopped, press once to "
      + "start it. If you type your answers, ignore it."
  }

  /// Returns a scanner for the choices, or `nil` if no switch is known.
  private func scanner(for prompt: SetupPrompt) -> SetupPointer? {
    guard setup.knowsSwitch else { return nil }
    return .scanner(SetupScanner(choices: prompt.choices.count + (prompt.canGoBack ? 1 : 0), at: SetupRoom.now))
  }

  // MARK: Hearing

  /// Makes the daemon report the person's switches. It reports switches of the active profile by itself. It reports
  /// other inputs only after the request `learn`, and a key that types only at its third press.
  private func listen(for question: SetupQuestion) throws {
    let isProfile = isInForce && setup.former?.profile.switches.isEmpty == false
    let needsLearn = question == .press || setup.hasPressed || !isProfile
    // Other programs must not get the usual commands of the switches meanwhile.
    if !needsLearn { try claim() }
    try learn(!needsLearn ? .off : setup.kind == .straw ? .events : .edges)
  }

  /// Claims all commands, so that no other program acts on them.
  func claim() throws {
    guard clientName.isEmpty else { return }
    try room.dialogue.demand(.hello(Wire.Request.Hello(name: Self.clientName)))
    try room.dialogue.demand(.claim(Wire.Request.Claim(nil)))
    clientName = try room.dialogue.freshState().consumers.first?.client ?? Self.clientName
  }

  func learn(_ wanted: Learning) throws {
    guard wanted != learning else { return }
    if learning != .off { try room.dialogue.demand(.learn(Wire.Request.Learning(false))) }
    breath = Breath()
    if wanted != .off {
      try room.dialogue.demand(
        .learn(Wire.Request.Learning(true, events: wanted == .events ? true : nil, seen: true)))
    }
    learning = wanted
  }

  /// Returns the beginnings and ends of presses in a line of the daemon.
  private func edges(of line: DaemonDialogue.Line) -> [LearnedEdge] {
    guard line.type == "learn" else { return [] }
    if learning == .events { return breath.take(line.value) }
    return LearnedEdge(line.value).map { [$0] } ?? []
  }

  /// Returns true if a switch of this setup goes down in the line, false if it goes up, and `nil` for any other line.
  private func edge(of line: DaemonDialogue.Line) -> Bool? {
    let learned = edges(of: line)
    var press: Wire.Press?
    if case .press(let one)? = Wire.Event(line.value) { press = one }
    if let isDown = learned.last?.isDown ?? press?.isDown { lastEdge = (SetupRoom.now, isDown) }
    if let press {
      guard isInForce, learning == .off else { return nil }
      return SetupScanner.counts(down: press.isDown, at: press.time ?? .max, shown: shown) ? press.isDown : nil
    }
    return learned.last { one in
      setup.knows(one.source) && SetupScanner.counts(down: one.isDown, at: one.time, shown: shown)
    }?.isDown
  }

  func note(_ line: DaemonDialogue.Line) { _ = edge(of: line) }

  /// Listens until the person has pressed the switches, or types an answer.
  private func hear(_ prompt: SetupPrompt) throws -> SetupReply {
    try voice.ask(prompt)
    if let reply = try voice.waiting(for: prompt) { return reply }
    // The terminal hides typed text, because text that the switches type would be shown between setup's lines.
    TerminalEcho.set(false)
    defer { TerminalEcho.set(true) }
    let machine = (try? MachineDevices.all()) ?? []
    var hearing = hearing ?? SetupHearing(at: SetupRoom.now, machine: machine)
    defer { self.hearing = hearing }
    while true {
      var outcomes: [SetupHearing.Outcome] = []
      switch try room.next(until: hearing.deadline) {
      case .line(let line):
        // A blank line confirms the switches, but only on a terminal: a blank line from a program means nothing.
        if voice.isTerminal, TypedLine.isBlank(line), let presses = hearing.all(at: SetupRoom.now) {
          room.forgetTyped()
          return .pressed(presses)
        }
        if let reply = try voice.reply(line, to: prompt) { return reply }
      case .arrow: break
      case .closed: try voice.closed(prompt)
      case .deadline:
        // Another program may have grabbed a device meanwhile.
        hearing.obstacles = DeviceTrouble.ofSilence(try room.dialogue.freshState(), setup.former?.profile).map(\.text)
        outcomes = [hearing.advance(to: SetupRoom.now)]
      case .daemon(let line):
        if let words = Wire.Event(line.value).flatMap(PressingWords.text(about:)) { try voice.tell(words) }
        if let sight = LearnedSight(line.value) { hearing.takeSight(sight, at: SetupRoom.now) }
        for edge in edges(of: line) where !isDigit(edge.source, of: prompt) {
          lastEdge = (SetupRoom.now, edge.isDown)
          outcomes.append(hearing.takeEdge(edge, at: SetupRoom.now))
        }
      }
      for outcome in outcomes {
        switch outcome {
        case .wait: break
        case .say(let words): for one in words { try voice.tell(one) }
        case .over(let presses):
          room.forgetTyped()
          return .pressed(presses)
        }
      }
    }
  }

  /// Whether the key is a digit of a keyboard, and also the number of an answer.
  private func isDigit(_ source: LearnedPresses.Source, of prompt: SetupPrompt) -> Bool {
    source.device.kind == "keyboard" && prompt.choices.indices.contains { source.input == "key_\($0 + 1)" }
  }

  /// Listens to three breaths. Returns the level from which breaths count: half of the weakest one. Here a breath
  /// cannot choose an answer.
  private func breathe(_ prompt: SetupPrompt) throws -> SetupReply {
    try voice.ask(prompt)
    shown = room.dialogue.now
    if let reply = try voice.waiting(for: prompt) { return reply }
    breath.forget()
    var peaks: [Int] = []
    // A breath that began before the question does not count.
    var isBreath = false
    while true {
      switch try room.next(until: nil) {
      case .line(let line):
        if let reply = try voice.reply(line, to: prompt) { return reply }
      case .closed: try voice.closed(prompt)
      case .deadline, .arrow: break
      case .daemon(let line):
        let edges = edges(of: line)
        if edges.contains(where: { $0.isDown && $0.time >= shown }) { isBreath = true }
        if voice.isLive, line.type == "learn" {
          try voice.draw([Phrase(verbatim: Breath.bar(breath.level))], spoken: "")
        }
        guard isBreath, edges.contains(where: { !$0.isDown }), let peak = breath.endBreath() else { continue }
        isBreath = false
        peaks.append(peak)
        try voice.tell("breath \(peaks.count): \(peak) %")
        if peaks.count == SetupHearing.presses { return .word("\(Breath.level(of: peaks))") }
      }
    }
  }

  // MARK: Choosing

  /// Asks a question until there is an answer: a typed one, or one that a switch chooses. The question does not time
  /// out.
  func choose(_ wanted: SetupPrompt, by pointer: inout SetupPointer?) throws -> SetupReply {
    var prompt = wanted
    if case .scanner? = pointer { prompt.hint = scanningHint }
    // A switch that is an Enter key would accept the proposal with each press.
    if setup.knowsEnter { prompt.proposal = nil }
    try voice.ask(prompt)
    shown = room.dialogue.now
    let typed = TypedLine(shown: SetupRoom.now, hasProposal: prompt.proposal != nil, knowsKey: setup.knowsKey)
    // Text that the switch types would move the lines that are drawn again in place.
    let isSilent = setup.knowsKey
    if isSilent { TerminalEcho.set(false) }
    defer { if isSilent { TerminalEcho.set(true) } }
    if let reply = try voice.waiting(for: prompt) { return reply }
    if case .page(let page)? = pointer { try announce(page) }
    try highlight(pointer, prompt)
    var arrows = ArrowChoice(prompt)
    while true {
      let before = pointer?.item
      prompt.isResting = pointer?.isResting ?? false
      // If the arrow keys have moved the highlight, it stays until Enter or a press chooses.
      switch try room.next(until: arrows.item == nil ? pointer?.deadline : nil) {
      case .arrow(let step):
        if case .page? = pointer { continue }
        guard let item = arrows.move(step, from: pointer?.item) else { continue }
        try voice.eraseArrow()
        try voice.highlight(item, of: prompt)
        continue
      case .line("") where arrows.item != nil:
        if !isSilent { try voice.settle() }
        if let reply = arrows.reply { return reply }
      case .line(let line):
        let isAnswer = typed.isAnswer(line, at: SetupRoom.now, lastEdge: lastEdge) {
          room.dialogue.hasEvent(within: TypedLine.typingDelay)
        }
        guard isAnswer else {
          if !isSilent { try voice.settle() }
          continue
        }
        if isSilent { try voice.settle() }
        if let reply = try voice.reply(line, to: prompt) { return reply }
      case .closed: try voice.closed(prompt)
      case .deadline: pointer?.advance(to: SetupRoom.now)
      case .daemon(let line):
        if let event = Wire.Event(line.value), concerns(event), let words = PressingWords.text(about: event) {
          try voice.tell("\n\(words)")
          // A program is not asked again, because it already has the question.
          prompt.hint = nil
          if voice.isTerminal { try voice.ask(prompt) }
          try highlight(pointer, prompt)
        }
        arrows.place(&pointer)
        let item = try chosen(line, &pointer)
        if let item { return prompt.choices.indices.contains(item) ? .word(prompt.choices[item].word) : .back }
      }
      let isResting = pointer?.isResting ?? false
      let isOther = isResting != prompt.isResting && voice.isTerminal
      prompt.isResting = isResting
      if isOther || pointer?.item != before { try highlight(pointer, prompt) }
    }
  }

  /// Whether an event is about the session, or about a device that has one of the person's switches. Events of other
  /// devices are ignored.
  private func concerns(_ event: Wire.Event) -> Bool {
    guard case .device(let change) = event else { return true }
    return change.device.entry != nil || setup.switches.contains { $0.device?.name == change.device.name }
  }

  /// Reports to the daemon how many items its clock must scan.
  func announce(_ page: SetupPage) throws {
    guard page.hasClock else { return }
    try room.dialogue.demand(.scan(Wire.Request.Page(items: Int64(page.items), page: page.number)))
  }

  private func highlight(_ pointer: SetupPointer?, _ prompt: SetupPrompt) throws {
    if let item = pointer?.item { try voice.highlight(item, of: prompt) }
  }

  /// Returns the number of the item that is chosen by a press in a line of the daemon, or `nil` if none is.
  private func chosen(_ line: DaemonDialogue.Line, _ pointer: inout SetupPointer?) throws -> Int? {
    let isDown = edge(of: line)
    switch pointer {
    case .page(var page)?:
      defer { pointer = .page(page) }
      let choice = Wire.Event(line.value).flatMap { page.take($0, for: clientName, style: setup.style) }
      return choice.flatMap { $0.time < shown ? nil : $0.item }
    case .scanner(var scanner)?:
      guard let isDown else { return nil }
      defer { pointer = .scanner(scanner) }
      if !isDown, setup.knowsKey { room.forgetTyped() }
      return scanner.edge(down: isDown, at: SetupRoom.now)
    case nil: return nil
    }
  }
}
