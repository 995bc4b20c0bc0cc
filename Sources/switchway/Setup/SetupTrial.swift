import SwitchwayClock
import SwitchwayCore
import SwitchwayJSON

// The settings are in force for a try: a game, the pace that fits the person, and whether to keep them.
extension SetupConversation {
  /// The name of a setup that tries its result.
  static let clientName = "setup"
  /// How many stars are aimed at. Chosen: five reactions in less than a minute.
  private static let stars = 5
  private static let row = 5

  /// Tries the settings. Returns the text to keep; nil: everything is to be as before.
  func tryOut(_ wanted: String, _ file: SetupFile) throws -> String? {
    try awaitRelease()
    try learn(false)
    var text = wanted
    try file.beginTrial(text, &room.dialogue)
    if setup.kind != .keyboard { try claim() }
    let state = try room.dialogue.get("state")
    for text in PressingWords.texts(of: state["modes"]) { try voice.tell(text) }
    try voice.tell("In force now, to try it. The file is as it was until you keep it.")
    if setup.kind == .keyboard { try voice.tell(KeyboardTrialWords.text(isSticky: setup.word(.sticky) == "yes")) }
    while true {
      let prompt = keepPrompt
      var pointer = setup.kind == .keyboard ? Pointer.none : .page(newPage(prompt.choices.count))
      guard case .word(let word) = try choose(prompt, by: &pointer) else { continue }
      switch word {
      case "keep", "restore":
        try awaitRelease()
        return word == "keep" ? text : nil
      case "play": try play()
      case "slower", "faster":
        guard let interval = setup.interval else { continue }
        let rate: ClockRate = word == "slower" ? .slower : .faster
        setPace(rate.applied(to: interval.value), reaction: setup.reaction.value)
      default: try voice.tell("That does not fit: press, or type the number of one of these.")
      }
      let changed = SetupChange.text(after: setup) ?? text
      if changed != text { try file.beginTrial(changed, &room.dialogue) }
      text = changed
    }
  }

  /// Waits for the end of the press that chose: otherwise a key would type where the next profile does not take it. A
  /// stuck switch is not waited for.
  private func awaitRelease() throws {
    guard voice is TerminalVoice else { return }
    let end = SetupRoom.now + 3_000_000
    while let edge = lastEdge, edge.isDown, SetupRoom.now < end {
      if case .daemon(let line) = try room.next(until: end) { note(line) }
    }
    if setup.knowsKey { room.forgetTyped() }
  }

  /// How the switches move the highlight in the trial, and choose.
  var trialHint: String? {
    switch setup.style {
    case nil: return nil
    case .auto: return "The > moves by itself: press when it is at your answer. Where it rests, a press starts it."
    case .step: return "Each press moves the >, and waiting chooses."
    case .inverse: return "The > moves while you hold the switch: let go when it is at your answer."
    case .frontEnd:
      func names(_ command: String) -> String {
        setup.switches.indices.filter { setup.command(of: $0) == command }.map { "'\(setup.name(of: $0))'" }
          .joined(separator: " or ")
      }
      let mover = [names("next"), names("previous")].first { !$0.isEmpty } ?? ""
      return "\(mover) moves the >, and \(names("select")) chooses."
    }
  }

  private var keepPrompt: SetupPrompt {
    var choices = [SetupChoice(word: "keep", text: "keep it")]
    if setup.kind != .keyboard { choices.insert(SetupChoice(word: "play", text: "play with it"), at: 0) }
    if let interval = setup.interval, hasClock {
      let words = DurationText.words(interval)
      choices.append(SetupChoice(word: "slower", text: "slower (now \(words) for each item)"))
      choices.append(SetupChoice(word: "faster", text: "faster"))
    }
    choices.append(SetupChoice(word: "restore", text: "everything as it was before"))
    let how = setup.kind == .keyboard ? "" : " Choose with the switch: what you choose so, works."
    return SetupPrompt(
      name: "keep", text: "Does it work?\(how)", choices: choices,
      proposal: nil, canGoBack: false)
  }

  var hasClock: Bool { setup.style.map { $0 != .frontEnd } ?? false }

  private func newPage(_ items: Int) -> SetupPage {
    pageNumber += 1
    return SetupPage(number: pageNumber, items: items, hasClock: hasClock)
  }

  /// Says to the daemon what can be chosen from now.
  func announce(_ page: SetupPage) throws {
    guard page.hasClock else { return }
    try room.dialogue.demand("scan", ["items": .integer(Int64(page.items)), "page": .integer(page.number)])
  }

  private func setPace(_ interval: Int64, reaction: Int64) {
    setup.pace = (Microseconds(interval), Microseconds(reaction))
  }

  // MARK: Playing

  /// Stars to aim at, where time moves the highlight; then noughts and crosses; then the pace that fits.
  private func play() throws {
    var gauge = ReactionGauge()
    if setup.style == .auto || setup.style == .inverse { try aim(&gauge) }
    try noughtsAndCrosses()
    guard let proposal = gauge.proposal, let mean = gauge.mean else { return }
    let interval = DurationText.words(Microseconds(proposal.interval))
    let reaction = DurationText.words(Microseconds(proposal.reaction))
    let prompt = SetupPrompt(
      name: "pace",
      text: "You chose \(LengthWords.measured(mean)) after the highlight came, in the mean of \(gauge.times.count). "
        + "\(interval) for each item would fit, with \(reaction) taken off for your reaction.",
      choices: [
        SetupChoice(word: "yes", text: "take \(interval)"), SetupChoice(word: "no", text: "leave it as it is"),
      ], proposal: nil, canGoBack: false)
    var pointer = Pointer.page(newPage(2))
    guard case .word("yes") = try choose(prompt, by: &pointer) else { return }
    setPace(proposal.interval, reaction: proposal.reaction)
  }

  private func aim(_ gauge: inout ReactionGauge) throws {
    try voice.tell("\nChoose the star * each time, \(Self.stars) times. (Enter: leave this out)")
    for round in 0..<Self.stars {
      // Not the first item: it is lit before anybody can look.
      let star = 2 + round * 2 % (Self.row - 2)
      var page = newPage(Self.row)
      let choice = try pick(&page, stop: nil) { item in
        let squares = (0..<Self.row).map { square in
          let text = square == star ? "*" : "."
          return square == item ? "[\(text)]" : " \(text) "
        }
        return ([squares.joined()], item == star ? "> star" : "> \(item + 1)")
      }
      guard let choice else { return }
      guard let reaction = page.reaction(of: choice, to: star), [star, (star + 1) % Self.row].contains(choice.item)
      else {
        try voice.tell("That was another one.")
        continue
      }
      gauge.add(reaction)
      try voice.tell(choice.item == star ? "Yes." : "A little late.")
    }
  }

  private func noughtsAndCrosses() throws {
    try voice.tell("\nNoughts and crosses: you are X, and begin. (Enter: leave this out)")
    var game = NoughtsAndCrosses()
    while game.outcome == nil {
      let free = game.free
      // The last item ends the game, for those who have only the switch.
      var page = newPage(free.count + 1)
      let choice = try pick(&page, stop: free.count) { item in
        let square = free.indices.contains(item) ? free[item] : nil
        let stop = square == nil ? "[stop]" : " stop "
        return (game.lines(highlighted: square) + [stop], square.map { "> \($0 + 1)" } ?? "> stop")
      }
      guard let choice else { break }
      game.play(free[choice.item])
    }
    let end = game.lines(highlighted: nil).joined(separator: "\n")
    switch game.outcome {
    case .won: try voice.tell("\(end)\nYou have won.")
    case .lost: try voice.tell("\(end)\nO has won.")
    case .drawn: try voice.tell("\(end)\nNobody has won.")
    case nil: try voice.tell("The game is left.")
    }
  }

  /// Shows a page until an item is chosen. nil: a line was typed, or the item `stop` was chosen.
  private func pick(
    _ page: inout SetupPage, stop: Int?, lines: (Int) -> (lines: [String], spoken: String)
  ) throws -> SetupPage.Choice? {
    try announce(page)
    var drawn = lines(page.item)
    try voice.draw(drawn.lines, spoken: drawn.spoken)
    while true {
      switch try room.next(until: nil) {
      case .line(let line):
        if line.lowercased().hasPrefix("q") { throw SetupEnd.left }
        try voice.settle()
        return nil
      case .deadline: break
      case .closed: try voice.closed(SetupPrompt(name: "play", text: ""))
      case .daemon(let line):
        let choice = page.take(line.value, for: clientName, style: setup.style)
        let now = lines(page.item)
        if now != drawn { try voice.draw(now.lines, spoken: now.spoken) }
        drawn = now
        guard let choice else { continue }
        return choice.item == stop ? nil : choice
      }
    }
  }
}

/// What is said of a whole keyboard.
enum KeyboardTrialWords {
  /// How to get the keyboard back.
  static let way =
    "The keyboard will be taken now. To get it back at any time: hold Backspace, Escape and Enter together for a "
    + "second; or press Ctrl, Alt, Super and P (one after the other, if you have chosen that), and every key types; or "
    + "end the service: sudo systemctl stop switchway@USER."

  /// What to try.
  static func text(isSticky: Bool) -> String {
    "Type something: it comes as ever. Then press Tab\(isSticky ? ", and after it Z" : " and Z together"): that shows "
      + "what can be done with the item in front. 'switchway bindings' lists the other keys."
  }
}
