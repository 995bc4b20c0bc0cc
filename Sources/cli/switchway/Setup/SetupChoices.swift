import SwitchwayClock
import SwitchwayCore
import SwitchwayExplain

/// The answers that `switchway setup` offers, in plain words.
enum SetupChoices {
  /// Answers to `change`: ask all questions (`all`), or change nothing and only try the profile (`tryOut`).
  static let all = "all"
  static let tryOut = "try"
  static let yes = "yes"
  /// Answers to `plan`: the two switches exchange their commands, or the person presses another switch.
  static let swap = "swap"
  static let more = "more"
  /// The command of a switch that does nothing.
  static let nothing = "nothing"

  static let kinds = [
    SetupChoice(word: SetupKind.straw.rawValue, text: "a sip-and-puff straw"),
    SetupChoice(word: SetupKind.keyboard.rawValue, text: "a whole keyboard, for one finger or a mouth stick"),
  ]

  static let straw = [
    SetupChoice(word: yes, text: "yes, a sip-and-puff straw"),
    SetupChoice(word: "no", text: "no, a stick or something else that moves"),
  ]

  static let levels = [
    SetupChoice(word: "10", text: "10 %: the softest breath counts"),
    SetupChoice(word: "20", text: "20 %: a soft breath"),
    SetupChoice(word: "30", text: "30 %: suits most people"),
    SetupChoice(word: "45", text: "45 %"),
    SetupChoice(word: "60", text: "60 %: only a firm breath"),
  ]

  static let latenesses = [
    SetupChoice(word: "0", text: "at once"),
    SetupChoice(word: "50ms", text: "0.05 s: most sensors"),
    SetupChoice(word: "100ms", text: "0.1 s"),
    SetupChoice(word: "200ms", text: "0.2 s: a long tube"),
  ]

  /// The actions of a switch: as an answer, and as a description (`'first' moves on to the next item`).
  private static let deeds: [(word: String, answer: Phrase, deed: Phrase)] = [
    (word: "next", answer: "move on to the next item", deed: "moves on to the next item"),
    (word: "select", answer: "choose the highlighted item", deed: "chooses the highlighted item"),
    (word: "previous", answer: "move back by one item", deed: "moves back by one item"),
    (word: "menu", answer: "open the menu", deed: "opens the menu"),
    (word: "back", answer: "go back to the previous place", deed: "goes back to the previous place"),
    (word: "attention", answer: "call for help", deed: "calls for help"),
    (word: nothing, answer: "do nothing, and type nothing", deed: "does nothing"),
  ]

  static let actions = deeds.map { SetupChoice(word: $0.word, text: $0.answer) }

  /// Returns a text for a command in the person's file that is none of `actions`.
  static func kept(_ command: String) -> Phrase {
    command == FormerSetup.keep ? "as it is now" : "as it is now: \(Terminal.printable(command))"
  }

  static func text(of command: String) -> Phrase {
    actions.first { $0.word == command }?.text ?? kept(command)
  }

  static let sticky = [
    SetupChoice(word: "yes", text: "one after the other: first Tab, then Z"),
    SetupChoice(word: "no", text: "both at the same time"),
  ]

  /// Returns the layouts to choose from: the desktop's layout, and the layout that Switchway uses now.
  static func layouts(_ desktop: DesktopAdvice) -> [SetupChoice] {
    guard let layout = desktop.layout else { return [] }
    return [
      SetupChoice(word: layout, text: "\(Terminal.printable(layout)), as in \(desktop.desktop)"),
      SetupChoice(word: FormerSetup.keep, text: "\(Terminal.printable(desktop.ownLayout)), as now"),
    ]
  }

  static let typing = [
    SetupChoice(word: "no", text: "no: you cannot write with it, and some menus and items do not work"),
    SetupChoice(word: yes, text: "yes, type the text that is chosen there"),
  ]

  static let pointing = [
    SetupChoice(word: "no", text: "no: games, drawings and maps cannot be used with it"),
    SetupChoice(word: yes, text: "yes, move the pointer, click and drag at the places that are chosen there"),
  ]

  static let asPressed = SetupChoice(word: FormerSetup.keep, text: "as measured: setup has found a filter that fits")

  static func asNow(_ steadying: Phrase) -> SetupChoice {
    SetupChoice(word: FormerSetup.keep, text: "as it is now: \(steadying)")
  }

  static let steadying = [
    SetupChoice(word: "quick", text: "clean presses, also quick double presses (quick)"),
    SetupChoice(word: "gentle", text: "a worn switch: contacts within 0.03 s count as one (gentle)"),
    SetupChoice(word: "tremor", text: "the hand trembles: another press within 0.3 s does not count (tremor)"),
    SetupChoice(word: "spasm", text: "presses come twice: another press within 0.5 s does not count (spasm)"),
    SetupChoice(word: "steady", text: "the hand brushes the switch: a press must last 0.12 s (steady)"),
    SetupChoice(word: "strong", text: "the hand rests on the switch: a press must last 0.18 s (strong)"),
  ]

  static let power = [
    SetupChoice(word: yes, text: "yes, grab it"),
    SetupChoice(word: "no", text: "no, leave it to the desktop"),
    SetupChoice(word: SetupQuestion.press.name, text: "use another switch"),
  ]

  static let unheard = [
    SetupChoice(word: SetupQuestion.press.name, text: "press the switches again"),
    SetupChoice(word: FormerSetup.keep, text: "try it anyway"),
  ]

  static let agree = [
    SetupChoice(word: yes, text: "yes, try it"), SetupChoice(word: "no", text: "no, cancel without changes"),
  ]

  static let breathSteadying = [
    SetupChoice(word: "quick", text: "clean breaths, also quick double ones (quick)"),
    SetupChoice(word: "tremor", text: "the breath trembles: another one within 0.3 s does not count (tremor)"),
    SetupChoice(word: "spasm", text: "breaths come twice: another one within 0.5 s does not count (spasm)"),
    SetupChoice(word: "steady", text: "coughing and speaking: a breath must last 0.12 s (steady)"),
    SetupChoice(word: "strong", text: "long breaths by accident: a breath must last 0.18 s (strong)"),
  ]

  /// Returns the filters (steadying) to choose from if a person uses a whole keyboard.
  static func keyboardSteadying(_ now: Phrase?) -> [SetupChoice] {
    (now.map { [asNow($0)] } ?? []) + [
      SetupChoice(word: "off", text: "every press of a key counts at once (off)"),
      SetupChoice(word: "gentle", text: "a worn keyboard: contacts within 0.03 s count as one (gentle)"),
      SetupChoice(word: "tremor", text: "the hand trembles: the same key within 0.3 s does not count (tremor)"),
      SetupChoice(word: "steady", text: "the hand brushes keys: a press must last 0.12 s (steady)"),
      SetupChoice(word: "strong", text: "the hand rests on keys: a press must last 0.18 s (strong)"),
    ]
  }

  static func style(_ style: ClockStyle) -> SetupChoice {
    SetupChoice(word: style.rawValue, text: "\(Phrase(key: style.term)): \(Phrase(key: style.words))")
  }

  static let intervals = [
    SetupChoice(word: "3s", text: "3 s per item"),
    SetupChoice(word: "2s", text: "2 s"),
    SetupChoice(word: "1500ms", text: "1.5 s"),
    SetupChoice(word: "1s", text: "1 s"),
    SetupChoice(word: "700ms", text: "0.7 s"),
  ]

  /// Returns the parts of a profile that can be changed without answering all questions again.
  static func changes(_ former: FormerSetup, _ desktop: DesktopAdvice?, lacking: [SetupRight]) -> [SetupChoice] {
    var changes: [SetupChoice] = []
    func add(_ question: SetupQuestion, _ text: Phrase) {
      changes.append(SetupChoice(word: question.name, text: text))
    }
    if former.kind == .keyboard {
      add(.sticky, "how you press keys that belong together")
      add(.steadying, "which presses of keys count (now: \(former.steadying))")
      if let desktop, desktop.layout != nil { add(.layout, "the keyboard layout (now: \(desktop.ownLayout))") }
    } else {
      if let interval = former.interval {
        add(.interval, "the pace (now \(interval) per item)")
      }
      add(.steadying, "which presses count (now: \(former.steadying))")
      add(.plan, former.count > 1 ? "what the switches do" : "what moves the highlight")
      add(.press, former.count > 1 ? "the switches: press them again" : "the switch: press another one")
    }
    for right in lacking {
      add(
        .right(right),
        right == .typing
          ? "writing with 'switchway-scan' (now: not allowed)" : "pointing with 'switchway-scan' (now: not allowed)")
    }
    let goal: Phrase =
      former.interval == nil ? "nothing: only try it" : "nothing: only try it, and find the right pace"
    changes.append(SetupChoice(word: tryOut, text: goal))
    changes.append(SetupChoice(word: all, text: "everything: ask all questions again"))
    return changes
  }

  static func text(of question: SetupQuestion, in setup: Setup) -> Phrase {
    switch question {
    case .change:
      return "There is a profile: \(Terminal.printable(setup.former?.profile.label ?? "")). What do you want to change?"
    case .press:
      if setup.isAdding {
        return
          "Press the other switch three times, pausing after each press. Then wait. (If there is no other switch, "
          + "press one that setup already knows.)"
      }
      if setup.kind == .straw {
        return "Puff three times, pausing after each puff. If you also want to use sips, sip three times. Then wait."
      }
      return .joined([
        "Press each switch you want to use three times, pausing after each press. Then wait.",
        "Do you use one of these instead? Type its number, then Enter.",
      ])
    case .straw: return "Was that a sip or a puff?"
    case .level:
      return
        "How hard must a breath be? Breathe three times, as softly as is comfortable, pausing after each breath. The "
        + "bar shows how hard each one is. From then on, half of the weakest is enough. Or type a number."
    case .lateness: return "How late does the sensor report a breath?"
    case .plan where setup.count == 1: return "What moves the highlight, and what chooses?"
    case .plan:
      var lines = setup.switches.indices.map { number -> Phrase in
        "'\(setup.name(of: number))' \(deed(setup.command(of: number)))."
      }
      if let style = setup.style, style.hasClock {
        lines.append("This is \(Phrase(key: style.term)): \(Phrase(key: style.words)).")
      }
      return .joined(lines + ["Is that right?"])
    case .action(let number): return "What should '\(setup.name(of: number))' do?"
    case .style: return "What moves the highlight?"
    case .steadying:
      if setup.kind == .keyboard { return "Which presses of keys count?" }
      let question: Phrase = setup.kind == .straw ? "Which breaths count?" : "Which presses count?"
      return setup.count == 1 ? question : .joined([question, "The answer applies to all switches."], by: " ")
    case .sticky: return "How do you press two keys that belong together, such as Tab and Z?"
    case .layout: return "Which layout does the keyboard have? It decides which key types which character."
    case .right(.typing):
      return "'switchway-scan' has an on-screen keyboard. May Switchway type the text that is chosen there? Then your "
        + "other programs can also use Switchway to type."
    case .right(.pointing):
      return "'switchway-scan' can point at any place of the screen, also where a program describes nothing, such as "
        + "in a game. May Switchway move the pointer and click there? Then your other programs can also use Switchway "
        + "to click."
    case .interval:
      return setup.style?.waitChooses == true
        ? "How long must you wait to choose an item?" : "How long is each item highlighted?"
    case .power(let number):
      let question = setup.switches[number].source.map(DesktopKeys.question)
      return .joined((question.map { [$0] } ?? []) + ["Should Switchway grab the device?"], by: " ")
    case .unheard(let numbers):
      let names = Phrase.list(numbers.map { "'\(setup.name(of: $0))'" }, "and")
      return "With this file \(names) can never be pressed: another entry has the device, or it is not grabbed. Two "
        + "identical devices without a serial number must each stay in their own USB port."
    case .agree: return "Try it now?"
    }
  }

  /// Returns words that say what a switch does, to be put after its name.
  private static func deed(_ command: String) -> Phrase {
    switch command {
    case FormerSetup.keep: "does what it does now"
    default: deeds.first { $0.word == command }?.deed ?? "does '\(Terminal.printable(command))'"
    }
  }
}
