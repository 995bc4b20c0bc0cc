import Glibc
import SwitchwayCore

/// What is to become of the switch that is about to be pressed: decided before the pressing, so that nobody presses in
/// vain.
struct LearnPlan: Equatable {
  /// The switch's name: one that the profile has takes the input, any other is new.
  var name: String
  /// What a tap does; nil: what the profile's switch of this name does.
  var tap: String?

  /// A switch that the profile has, as it is offered.
  struct Known: Equatable {
    let name: String
    let command: String?
    /// A device of one of its inputs is there.
    let isPresent: Bool

    fileprivate var text: String { "'\(name)'" + (command.map { " (\($0))" } ?? "") }
  }

  /// Asks a person, given what there is; nil: they want nothing changed.
  typealias Question = ([Known]) -> LearnPlan?

  /// - Parameters:
  ///   - given: the name on the command line.
  ///   - tap: the command on the command line.
  ///   - ask: asks a person, given what there is; nil: nobody is there to ask.
  static func make(
    name given: String?, tap: String?, known: [Known], ask: Question?
  ) throws(CommandFailure) -> LearnPlan {
    if let given, known.contains(where: { $0.name == given }) { return LearnPlan(name: given, tap: tap) }
    let name = given ?? LearnedEntry.unused("switch", among: Set(known.map(\.name)))
    let bound = known.compactMap(\.command)
    if let command = tap ?? ["select", "next"].first(where: { !bound.contains($0) }) {
      return LearnPlan(name: name, tap: command)
    }
    guard let ask else { throw refusal(of: given, known) }
    guard var plan = ask(known) else { throw CommandFailure(.failed, "nothing is changed") }
    if let given, plan.tap != nil { plan.name = given }
    return plan
  }

  /// Every command that a new switch gets by itself is there already.
  private static func refusal(of given: String?, _ known: [Known]) -> CommandFailure {
    let there = known.map(\.text).joined(separator: ", ")
    var help = "say with --tap COMMAND what the new switch does"
    if given == nil, let free = known.first(where: { !$0.isPresent }) ?? known.first {
      help =
        "'switchway learn \(free.name)' gives it the place of '\(free.name)'"
        + (free.isPresent ? "" : ", which no device has now") + "; or \(help)"
    }
    return CommandFailure(.usage, "learn: the profile has \(there) already\nhelp: \(help)")
  }

  /// What an answer at the terminal means: the number or the name of a switch, or a command for a new one; nil: neither.
  static func answer(_ text: String, known: [Known]) -> LearnPlan? {
    if let number = Int(text) {
      return known.indices.contains(number - 1) ? LearnPlan(name: known[number - 1].name, tap: nil) : nil
    }
    if known.contains(where: { $0.name == text }) { return LearnPlan(name: text, tap: nil) }
    guard (try? CommandVocabulary.parse(text)) != nil else { return nil }
    return LearnPlan(name: LearnedEntry.unused("switch", among: Set(known.map(\.name))), tap: text)
  }

  /// Asks on the terminal for as long as it takes; nil: an empty line, or nobody answers.
  static func askOnTerminal(_ known: [Known]) -> LearnPlan? {
    Terminal.complain("Which switch is it? The profile has these:")
    for (index, one) in known.enumerated() {
      Terminal.complain("  \(index + 1)  \(one.text)" + (one.isPresent ? "" : ": no device has it now"))
    }
    Terminal.complain("Type a number to give it that place, or a command for a new switch, such as menu:")
    while let line = readLine() {
      let text = String(line.drop { $0 == " " })
      if text.isEmpty { return nil }
      if let plan = answer(text, known: known) { return plan }
      Terminal.complain("neither one of these nor a command ('man switchway.yaml' has them); an empty line ends it:")
    }
    return nil
  }
}
