import SwitchwayClock
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime

/// A trial of the settings, in which they are active. Setup offers a game, finds the pace that fits the person, and
/// asks whether to keep the settings.
final class SetupTrial {
  /// The answer that ends the trial and saves its settings.
  static let keep: Phrase = "keep it"

  /// The conversation that asks and contains the answers of the trial.
  let conversation: SetupConversation
  private let file: SetupFile
  /// The number of the page that was shown last.
  private var pageNumber: Int64 = 0

  var room: SetupRoom { conversation.room }
  var voice: any SetupVoice { conversation.voice }
  var setup: Setup { conversation.setup }

  init(_ conversation: SetupConversation, _ file: SetupFile) {
    self.conversation = conversation
    self.file = file
  }

  /// Tries the settings. Returns the text to keep, or `nil` if everything should be as before.
  func run(_ wanted: String) throws -> String? {
    try awaitRelease()
    try conversation.learn(.off)
    var text = wanted
    try file.beginTrial(text, &room.dialogue)
    if setup.kind != .keyboard { try conversation.claim() }
    let state = try room.dialogue.freshState()
    for text in PressingWords.texts(of: state.modes) { try voice.tell(text) }
    try voice.tell("\nThese settings are active for a trial. Nothing is saved until you choose '\(Self.keep)'.")
    for text in TrialWords.notTaken(state, setup) { try voice.tell(text) }
    if setup.kind == .keyboard { try voice.tell(TrialWords.keyboard(isSticky: setup.sticky == "yes")) }
    while true {
      let prompt = keepPrompt
      var pointer: SetupPointer? = setup.kind == .keyboard ? nil : .page(newPage(prompt.choices.count))
      guard case .word(let word) = try conversation.choose(prompt, by: &pointer) else { continue }
      switch word {
      case "keep", "restore":
        try awaitRelease()
        return word == "keep" ? text : nil
      case "play": try play()
      case "show": try voice.show(change: file.difference(to: text), of: file.file.path)
      case "slower", "faster":
        guard let interval = setup.interval else { continue }
        let rate: ClockRate = word == "slower" ? .slower : .faster
        setPace(rate.applied(to: interval.value), reaction: setup.reaction.value)
      default: try voice.tell("Not a valid answer: press, or type one of these numbers.")
      }
      let changed = SetupProfile(setup).text ?? text
      if changed != text { try file.beginTrial(changed, &room.dialogue) }
      text = changed
    }
  }

  /// Waits until the switch that chose an answer is released, because its key would type if the next profile does not
  /// grab it. Waits for at most 3 s, because the switch may be stuck.
  private func awaitRelease() throws {
    guard voice.isTerminal else { return }
    let end = SetupRoom.now + 3_000_000
    while let edge = conversation.lastEdge, edge.isDown, SetupRoom.now < end {
      if case .daemon(let line) = try room.next(until: end) { conversation.note(line) }
    }
    if setup.knowsKey { room.forgetTyped() }
  }

  /// A text that says how the switches move the highlight and choose in the trial.
  var hint: Phrase? {
    guard setup.kind != .keyboard, let style = setup.style else { return nil }
    if style.movesAlone {
      return "The > moves by itself. Press when it points to your answer. If it has stopped, press once to start it."
    }
    if style.waitChooses { return "Each press moves the >. To choose, wait." }
    if style.releaseChooses {
      return "The > moves while you hold the switch. Release the switch when the > points to your answer."
    }
    func names(_ command: String) -> Phrase? {
      let numbers = setup.switches.indices.filter { setup.command(of: $0) == command }
      return numbers.isEmpty ? nil : .list(numbers.map { "'\(setup.name(of: $0))'" }, "or")
    }
    return "\(names("next") ?? names("previous") ?? "") moves the >, and \(names("select") ?? "") chooses."
  }

  private var keepPrompt: SetupPrompt {
    var choices = [SetupChoice(word: "keep", text: Self.keep)]
    if setup.kind != .keyboard { choices.insert(SetupChoice(word: "play", text: "play a short game"), at: 0) }
    if let interval = setup.interval, hasClock {
      choices.append(SetupChoice(word: "slower", text: "slower (now \(interval) per item)"))
      choices.append(SetupChoice(word: "faster", text: "faster"))
    }
    choices.append(SetupChoice(word: "show", text: "show the file"))
    choices.append(SetupChoice(word: "restore", text: "undo: everything as it was before"))
    let how: Phrase =
      setup.count > 1
      ? "Answer with your switches. If your answer is accepted, it works."
      : "Answer with your switch. If your answer is accepted, it works."
    let text: Phrase = "Does it work?"
    return SetupPrompt(
      name: "keep", text: setup.kind == .keyboard ? text : .joined([text, how], by: " "), choices: choices,
      proposal: nil, canGoBack: false, hint: hint)
  }

  var hasClock: Bool { setup.style?.hasClock ?? false }

  func newPage(_ items: Int) -> SetupPage {
    pageNumber += 1
    return SetupPage(number: pageNumber, items: items, hasClock: hasClock)
  }

  func setPace(_ interval: Int64, reaction: Int64) {
    conversation.setup.pace = (Microseconds(interval), Microseconds(reaction))
  }
}

/// The messages about the trial.
enum TrialWords {
  /// Returns a text about what the only switch does besides its tap, because of the shipped profile that its file
  /// extends. Returns `nil` if there is nothing to say.
  static func base(_ setup: Setup) -> Phrase? {
    guard setup.base != nil, setup.style?.movesAlone == true else { return nil }
    let own = setup.switches.first?.hold
    let hold = own ?? SetupSwitch.usualHold
    var sentences: [Phrase] = []
    if hold > SetupSwitch.longestHold {
      sentences.append("Your presses are so long that holding the switch does nothing else.")
    } else {
      sentences.append("Held for \(hold), the switch types Space.")
      if own != nil { sentences.append("Your presses are too long for the usual 0.8 s.") }
    }
    sentences.append("Pressed twice, it moves the highlight backwards, for example out of a text.")
    sentences.append("After 15 steps without a press the highlight stops.")
    return .joined(sentences, by: " ")
  }

  /// Returns a text for each device that should be grabbed and is not, with the reason. `state`: the daemon's state.
  static func notTaken(_ state: Wire.State, _ setup: Setup) -> [Phrase] {
    let isWhole = setup.kind == .keyboard
    let pressed = setup.switches.compactMap(\.source).filter(LearnTarget.needsGrab)
    return state.devices.compactMap { open in
      let device = HeldDevice(open, modes: state.modes)
      guard !device.isGrabbed,
        isWhole
          ? device.kind == DeviceKind.keyboard.rawValue
          : pressed.contains(where: { $0.device.name == device.name && $0.device.id == device.id })
      else { return nil }
      let name = Terminal.printable(device.name)
      let reason = device.obstacle.map { Phrase(verbatim: $0) } ?? "the daemon has not grabbed it yet"
      let failed: Phrase = "\(name) could not be grabbed: \(reason)."
      let keys: Phrase =
        isWhole
        ? "Until then its keys only type. 'switchway doctor' says more."
        : "Until then its keys also type. 'switchway doctor' says more."
      return .joined([failed, keys], by: " ")
    }
  }

  /// How to get a whole keyboard back.
  static let way: Phrase =
    "Switchway will now take over the keyboard. To get it back at any time, hold Backspace, Escape and Enter together "
    + "for one second. Or press Ctrl, Alt, Super and P (one after the other, if you chose that): then every key types. "
    + "Or stop the service: sudo systemctl stop switchway@USER."

  /// Returns advice about what to try with a whole keyboard.
  static func keyboard(isSticky: Bool) -> Phrase {
    let keys: Phrase = isSticky ? "Tab, and after it Z" : "Tab and Z together"
    return "Type something: keys type as usual. Then press \(keys): that shows what you can do with the current item. "
      + "'switchway bindings' lists the other keys."
  }
}
