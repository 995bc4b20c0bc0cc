import SwitchwayClock
import SwitchwayCore

/// The answers that `switchway setup` offers, in plain words.
enum SetupChoices {
  /// Answers to `change`: all questions; none.
  static let all = "all"
  static let tryOut = "try"
  static let asPressed = "as-pressed"
  /// A switch that does nothing.
  static let nothing = "nothing"

  static let kinds = [
    SetupChoice(
      word: SetupKind.switches.rawValue, text: "switches: buttons, pedals, a gamepad, or a few keys of a keyboard"),
    SetupChoice(word: SetupKind.straw.rawValue, text: "a straw: sip and puff"),
    SetupChoice(word: SetupKind.keyboard.rawValue, text: "a whole keyboard, with one finger or a stick"),
  ]

  static func counts(_ most: Int) -> [SetupChoice] {
    (1...most).map { SetupChoice(word: "\($0)", text: $0 == 1 ? "one" : ["two", "three", "four"][$0 - 2]) }
  }

  static let actions = [
    SetupChoice(word: "next", text: "move on to the next item"),
    SetupChoice(word: "select", text: "choose the highlighted item"),
    SetupChoice(word: "previous", text: "move back by one item"),
    SetupChoice(word: "menu", text: "open the menu"),
    SetupChoice(word: "back", text: "go back to where I was"),
    SetupChoice(word: "attention", text: "call for help"),
    SetupChoice(word: nothing, text: "nothing, and it types nothing either"),
  ]

  static let sticky = [
    SetupChoice(word: "yes", text: "one key after the other: Tab, then Z, is Tab+Z"),
    SetupChoice(word: "no", text: "several keys at a time"),
  ]

  static let steadying = [
    SetupChoice(word: asPressed, text: "as in those presses: setup has found what fits them"),
    SetupChoice(word: "quick", text: "clean presses, and quick double presses (quick)"),
    SetupChoice(word: "gentle", text: "a worn switch: contacts within 0.03 s are one (gentle)"),
    SetupChoice(word: "tremor", text: "the hand trembles: another press within 0.3 s does not count (tremor)"),
    SetupChoice(word: "spasm", text: "it comes down twice: another press within 0.5 s does not count (spasm)"),
    SetupChoice(word: "steady", text: "it is brushed by accident: a press must last 0.12 s (steady)"),
    SetupChoice(word: "strong", text: "it is touched for long by accident: a press must last 0.18 s (strong)"),
  ]

  /// For every key of a keyboard.
  static let keyboardSteadying = [
    SetupChoice(word: "off", text: "calmly: every press of a key counts at once"),
    SetupChoice(word: "gentle", text: "a worn keyboard: contacts within 0.03 s are one (gentle)"),
    SetupChoice(word: "tremor", text: "the hand trembles: a key again within 0.3 s does not count (tremor)"),
    SetupChoice(word: "steady", text: "keys are brushed by accident: a press must last 0.12 s (steady)"),
    SetupChoice(word: "strong", text: "keys are leaned on by accident: a press must last 0.18 s (strong)"),
  ]

  static func text(of style: ClockStyle) -> String {
    switch style {
    case .frontEnd: "the switches do both: one moves the highlight, one chooses"
    case .auto: "time moves the highlight, and a press chooses"
    case .step: "each press moves the highlight, and waiting chooses"
    case .inverse: "the highlight moves while the switch is held, and letting go chooses"
    }
  }

  static let intervals = [
    SetupChoice(word: "3s", text: "3 s for each item"),
    SetupChoice(word: "2s", text: "2 s"),
    SetupChoice(word: "1500ms", text: "1.5 s"),
    SetupChoice(word: "1s", text: "1 s"),
    SetupChoice(word: "700ms", text: "0.7 s"),
  ]

  static let programs = [
    SetupChoice(word: "desktop", text: "the desktop, and every program that can be used with Tab and Enter"),
    SetupChoice(word: "front-end", text: "only programs that are made for switches"),
  ]

  /// The sentence of a question, with the name of the switch where it is about one.
  static func text(of question: SetupQuestion, in setup: Setup) -> String {
    switch question {
    case .change:
      "There is a profile: \(Terminal.printable(setup.former?.profile.label ?? "")). What shall be changed?"
    case .kind: "What is pressed? Type a number. Or press a switch three times: it becomes the first switch."
    case .count: "How many switches? Count only those that you want to use."
    case .press(let number):
      setup.kind == .straw
        ? (number == 0 ? "Puff three times, firmly, with a pause after each." : "Sip three times, firmly.")
        : "Press the \(setup.count == 1 ? "" : setup.name(of: number) + " ")switch three times, "
          + "with a pause after each."
    case .action(let number): "What shall the \(setup.name(of: number)) switch do?"
    case .sticky: "How are keys pressed together?"
    case .steadying:
      setup.kind == .keyboard
        ? "How are the keys pressed?"
        : "How is it pressed?" + (setup.count == 1 ? "" : " The answer is for all switches.")
    case .style: "What moves the highlight?"
    case .interval: setup.style == .step ? "How long a wait chooses?" : "How long is each item highlighted?"
    case .programs: "What shall be worked with it?"
    }
  }
}
