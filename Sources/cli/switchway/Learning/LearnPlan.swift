import SwitchwayCore

/// What `switchway learn` does with the switch that will be pressed. This is decided first, so that nobody presses in
/// vain.
struct LearnPlan: Equatable {
  /// The switch's name. An existing switch gets a new input; any other name is a new switch.
  var name: String
  /// The command of a tap; `nil` means the command that the profile's switch of this name already has.
  var tap: String?

  /// An existing switch that is offered to the person.
  struct Known: Equatable {
    let name: String
    let command: String?
    /// Whether a device of one of the switch's inputs is plugged in.
    let isPresent: Bool
    /// Whether the switch comes from a shipped profile, so that the person has not chosen its name.
    var isShipped = false

    fileprivate var text: String { "'\(name)'" + (command.map { " (\($0))" } ?? "") }
  }

  /// Asks the person which switch they will press. Returns `nil` if they want no change.
  typealias Question = ([Known]) -> LearnPlan?

  /// Returns the switches to offer: those that the person has named, or all if the person has named none.
  static func offered(_ known: [Known]) -> [Known] {
    let own = known.filter { !$0.isShipped }
    return own.isEmpty ? known : own
  }

  /// - Parameters:
  ///   - given: the switch's name, if it was given on the command line.
  ///   - tap: the value of the option `--tap`, or `nil`.
  ///   - ask: asks a person, or `nil` if there is nobody to ask.
  static func make(
    name given: String?, tap: String?, known: [Known], ask: Question?
  ) throws(CommandFailure) -> LearnPlan {
    if let given, known.contains(where: { $0.name == given }) { return LearnPlan(name: given, tap: tap) }
    let name = given ?? LearnedEntry.unused("switch", among: Set(known.map(\.name)))
    let bound = known.compactMap(\.command)
    if let command = tap ?? ["select", "next"].first(where: { !bound.contains($0) }) {
      return LearnPlan(name: name, tap: command)
    }
    let offered = LearnPlan.offered(known)
    guard let ask else { throw refusal(of: given, offered) }
    guard var plan = ask(offered) else { throw CommandFailure(.failed, "nothing was changed") }
    if let given, plan.tap != nil { plan.name = given }
    return plan
  }

  /// Returns the error if each default command of a new switch is already in use.
  private static func refusal(of given: String?, _ known: [Known]) -> CommandFailure {
    let there = known.map(\.text).joined(separator: ", ")
    var help = "use --tap COMMAND to say what the new switch does"
    if given == nil, let free = known.first(where: { !$0.isPresent }) ?? known.first {
      help =
        "'switchway learn \(free.name)' uses the press for '\(free.name)'"
        + (free.isPresent ? "" : ", whose device is not plugged in") + "; or \(help)"
    }
    return CommandFailure(.usage, "learn: the profile already has \(there)", help: help)
  }

  /// Returns the plan for an answer at the terminal: the number or name of a switch, or a command for a new switch.
  /// Returns `nil` if the answer is none of these.
  static func answer(_ text: String, known: [Known]) -> LearnPlan? {
    if let number = Int(text) {
      return known.indices.contains(number - 1) ? LearnPlan(name: known[number - 1].name, tap: nil) : nil
    }
    if known.contains(where: { $0.name == text }) { return LearnPlan(name: text, tap: nil) }
    guard (try? CommandVocabulary.parse(text)) != nil else { return nil }
    return LearnPlan(name: LearnedEntry.unused("switch", among: Set(known.map(\.name))), tap: text)
  }

  /// Asks on the terminal until there is a valid answer. Returns `nil` after an empty line and at the end of the input.
  static func askOnTerminal(_ known: [Known]) -> LearnPlan? {
    Terminal.complain("Which switch will you press? The profile has these:")
    for (index, one) in known.enumerated() {
      Terminal.complain("  \(index + 1)  \(one.text)" + (one.isPresent ? "" : ": its device is not plugged in"))
    }
    let name = LearnedEntry.unused("switch", among: Set(known.map(\.name)))
    Terminal.complain("Type a number to use the press for that switch. For a new switch, type its command: next,")
    Terminal.complain("select, previous, menu, back, attention, nothing, or another one from 'man switchway.yaml'.")
    Terminal.complain("The new switch is called '\(name)'; for another name use 'switchway learn NAME'.")
    while let line = readLine() {
      let text = String(line.drop { $0 == " " })
      if text.isEmpty { return nil }
      if let plan = answer(text, known: known) { return plan }
      Terminal.complain("not a number, name or command ('man switchway.yaml' lists them). Enter alone changes nothing.")
    }
    return nil
  }
}
