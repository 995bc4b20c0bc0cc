import SwitchwayClock
import SwitchwayCore
import SwitchwayReport

/// The answers that `switchway setup` offers, in plain words.
enum SetupChoices {
  /// Answers to `change`: all questions; none.
  static let all = "all"
  static let tryOut = "try"
  static let yes = "yes"
  /// Answers to `plan`: the two switches exchange what they do; another switch is pressed.
  static let swap = "swap"
  static let more = "more"
  /// A switch that does nothing.
  static let nothing = "nothing"

  static let kinds = [
    SetupChoice(word: SetupKind.straw.rawValue, text: "a straw: sip and puff"),
    SetupChoice(word: SetupKind.keyboard.rawValue, text: "a whole keyboard, for one finger or a stick"),
  ]

  static let straw = [
    SetupChoice(word: yes, text: "yes, a straw: sip and puff"),
    SetupChoice(word: "no", text: "no, a stick or something else that is moved"),
  ]

  static let levels = [
    SetupChoice(word: "10", text: "10 %: the softest breath counts"),
    SetupChoice(word: "20", text: "20 %: a soft breath"),
    SetupChoice(word: "30", text: "30 %: as most"),
    SetupChoice(word: "45", text: "45 %"),
    SetupChoice(word: "60", text: "60 %: only a firm breath"),
  ]

  static let latenesses = [
    SetupChoice(word: "0", text: "not late"),
    SetupChoice(word: "50ms", text: "0.05 s, as most"),
    SetupChoice(word: "100ms", text: "0.1 s"),
    SetupChoice(word: "200ms", text: "0.2 s: a long tube"),
  ]

  static let actions = [
    SetupChoice(word: "next", text: "move on to the next item"),
    SetupChoice(word: "select", text: "choose the highlighted item"),
    SetupChoice(word: "previous", text: "move back by one item"),
    SetupChoice(word: "menu", text: "open the menu"),
    SetupChoice(word: "back", text: "go back to where I was"),
    SetupChoice(word: "attention", text: "call for help"),
    SetupChoice(word: nothing, text: "nothing, and it types nothing either"),
  ]

  /// A command of the person's file that is none of these.
  static func kept(_ command: String) -> String {
    command == FormerSetup.keep ? "as it is now" : "as it is now: \(Terminal.printable(command))"
  }

  static func text(of command: String) -> String {
    actions.first { $0.word == command }?.text ?? kept(command)
  }

  static let sticky = [
    SetupChoice(word: "yes", text: "one key after the other: Tab, then Z, is Tab+Z"),
    SetupChoice(word: "no", text: "several keys at a time"),
  ]

  /// The desktop's layout, and the one that Switchway uses now.
  static func layouts(_ desktop: DesktopAdvice) -> [SetupChoice] {
    guard let layout = desktop.layout else { return [] }
    return [
      SetupChoice(word: layout, text: "\(Terminal.printable(layout)), as in \(desktop.desktop)"),
      SetupChoice(word: FormerSetup.keep, text: "\(Terminal.printable(desktop.ownLayout)), as now"),
    ]
  }

  static let typing = [
    SetupChoice(word: "no", text: "no: nothing can be written with it, and some menus and items do not work"),
    SetupChoice(word: yes, text: "yes, type what is chosen"),
  ]

  static let asPressed = SetupChoice(word: FormerSetup.keep, text: "as was heard: setup has found what fits")

  static func asNow(_ steadying: String) -> SetupChoice {
    SetupChoice(word: FormerSetup.keep, text: "as it is now: \(steadying)")
  }

  static let steadying = [
    SetupChoice(word: "quick", text: "clean presses, and quick double presses (quick)"),
    SetupChoice(word: "gentle", text: "a worn switch: contacts within 0.03 s are one (gentle)"),
    SetupChoice(word: "tremor", text: "the hand trembles: another press within 0.3 s does not count (tremor)"),
    SetupChoice(word: "spasm", text: "it comes down twice: another press within 0.5 s does not count (spasm)"),
    SetupChoice(word: "steady", text: "it is brushed by accident: a press must last 0.12 s (steady)"),
    SetupChoice(word: "strong", text: "it is touched for long by accident: a press must last 0.18 s (strong)"),
  ]

  static let breathSteadying = [
    SetupChoice(word: "quick", text: "clean breaths, and quick double ones (quick)"),
    SetupChoice(word: "tremor", text: "breath trembles: another one within 0.3 s does not count (tremor)"),
    SetupChoice(word: "spasm", text: "it comes twice: another one within 0.5 s does not count (spasm)"),
    SetupChoice(word: "steady", text: "coughs and words: a breath must last 0.12 s (steady)"),
    SetupChoice(word: "strong", text: "long ones by accident: a breath must last 0.18 s (strong)"),
  ]

  /// For every key of a keyboard.
  static func keyboardSteadying(_ now: String?) -> [SetupChoice] {
    (now.map { [asNow($0)] } ?? []) + [
      SetupChoice(word: "off", text: "calmly: every press of a key counts at once"),
      SetupChoice(word: "gentle", text: "a worn keyboard: contacts within 0.03 s are one (gentle)"),
      SetupChoice(word: "tremor", text: "the hand trembles: a key again within 0.3 s does not count (tremor)"),
      SetupChoice(word: "steady", text: "keys are brushed by accident: a press must last 0.12 s (steady)"),
      SetupChoice(word: "strong", text: "keys are leaned on by accident: a press must last 0.18 s (strong)"),
    ]
  }

  static func style(_ style: ClockStyle) -> SetupChoice { SetupChoice(word: style.rawValue, text: style.words) }

  static let intervals = [
    SetupChoice(word: "3s", text: "3 s for each item"),
    SetupChoice(word: "2s", text: "2 s"),
    SetupChoice(word: "1500ms", text: "1.5 s"),
    SetupChoice(word: "1s", text: "1 s"),
    SetupChoice(word: "700ms", text: "0.7 s"),
  ]

  /// What can be changed of a profile without answering all again.
  static func changes(_ former: FormerSetup, _ desktop: DesktopAdvice?, lacksTyping: Bool) -> [SetupChoice] {
    var changes: [SetupChoice] = []
    func add(_ question: SetupQuestion, _ text: String) {
      changes.append(SetupChoice(word: question.name, text: text))
    }
    if former.kind == .keyboard {
      add(.sticky, "how keys are pressed together")
      add(.steadying, "how the keys are pressed (now: \(former.steadying))")
      if let desktop, desktop.layout != nil { add(.layout, "the keyboard's layout (now: \(desktop.ownLayout))") }
    } else {
      if let interval = former.interval {
        add(.interval, "the pace (now \(DurationText.words(interval)) for each item)")
      }
      add(.steadying, "how it is pressed (now: \(former.steadying))")
      add(.plan, former.count > 1 ? "what the switches do" : "what moves the highlight")
      add(.press, former.count > 1 ? "the switches: press them again" : "the switch: press another one")
    }
    if lacksTyping { add(.typing, "writing with 'switchway-scan' (now: not allowed)") }
    let goal = former.interval == nil ? "only try it" : "only try it, and find the pace that fits"
    changes.append(SetupChoice(word: tryOut, text: "nothing: \(goal)"))
    changes.append(SetupChoice(word: all, text: "everything: all questions again"))
    return changes
  }

  static func text(of question: SetupQuestion, in setup: Setup) -> String {
    switch question {
    case .change:
      return "There is a profile: \(Terminal.printable(setup.former?.profile.label ?? "")). What shall be changed?"
    case .press:
      if setup.isAdding {
        return
          "Press the other switch three times, with a pause after each press. Then wait. (There is none? Press one "
          + "that is there.)"
      }
      if setup.kind == .straw {
        return "Puff three times, with a pause after each. If sips shall be used, too: sip three times. Then wait."
      }
      return "Press each switch that shall be used, three times, with a pause after each press. Then wait.\n"
        + "Or is it one of these? Type its number, then Enter."
    case .straw: return "Is that breath?"
    case .level:
      return
        "How hard is a breath? Breathe three times, as softly as is easy, with a pause after each: the bar shows how "
        + "hard. Half of the weakest will count. Or type a number."
    case .lateness: return "How late is the sensor? Breath takes a moment until the sensor says so."
    case .plan where setup.count == 1: return "What moves the highlight, and what chooses?"
    case .plan:
      let lines = setup.switches.indices.map { number in
        "'\(setup.name(of: number))' shall \(deed(setup.command(of: number)))."
      }
      let end = setup.style.map { $0.hasClock ? " And \($0.words)." : "" } ?? ""
      return lines.joined(separator: "\n") + "\nIs it right so?\(end)"
    case .action(let number): return "What shall '\(setup.name(of: number))' do?"
    case .style: return "What moves the highlight?"
    case .steadying:
      if setup.kind == .keyboard { return "How are the keys pressed?" }
      return (setup.kind == .straw ? "How is the breath?" : "How is it pressed?")
        + (setup.count == 1 ? "" : " The answer is for all switches.")
    case .sticky: return "How are keys pressed together?"
    case .layout: return "Which layout does the keyboard have? It says on which keys letters and signs are."
    case .typing:
      return "'switchway-scan' has a keyboard on the screen. Shall Switchway type what is chosen there? Other programs "
        + "of this user can then have it type, too."
    case .interval:
      return setup.style?.waitChooses == true ? "How long a wait chooses?" : "How long is each item highlighted?"
    }
  }

  /// After `shall`.
  private static func deed(_ command: String) -> String {
    switch command {
    case nothing: "do nothing"
    case "back": "go back to where one was"
    case FormerSetup.keep: "do what it does now"
    default: actions.first { $0.word == command }?.text ?? "do '\(Terminal.printable(command))'"
    }
  }
}
