import ArgumentParser
import SwitchwayCore
import SwitchwayText

/// Explains errors in a command line better than the argument parser does.
enum UsageWords {
  /// Returns a message with similar commands if the first word is not a command. Returns `nil` if it is a command, or
  /// if there is no word.
  static func unknownCommand(in arguments: [String]) -> String? {
    let names = SwitchwayCommand.configuration.subcommands.map { $0._commandName } + ["help"]
    var rest = arguments[...]
    guard let word = nextWord(of: &rest), !names.contains(word) else { return nil }
    var near = names.filter { $0.hasPrefix(word) }
    if near.isEmpty, let name = NearestName.suggestion(for: word, among: names) { near = [name] }
    let help =
      near.isEmpty
      ? "'switchway --help' lists the commands"
      : "did you mean \(near.sorted().map { "'\($0)'" }.joined(separator: " or "))?"
    return "Error: unknown command '\(Terminal.printable(word))'\nhelp: \(help)"
  }

  /// Returns the message about a mistake for which the argument parser only prints the help, or `nil` if there is none.
  /// Such mistakes are `help` for an unknown command, an option before the command that has nothing after its `=`, and
  /// a word such as `-dash`, in which the parser finds `-h`.
  static func overlooked(in arguments: [String]) -> String? {
    var rest = arguments[...]
    let word = nextWord(of: &rest)
    let first = arguments.dropLast(rest.count)
    for (option, value) in [("--config", "a file"), ("--socket", "a path")] where first.contains(option + "=") {
      return "Error: \(option): expected \(value), found nothing"
    }
    let options = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("-") && !$0.hasPrefix("--") }
    if let option = options.first(where: { $0 != "-h" && $0.contains("h") }) {
      let help = "write '--' before a name that begins with '-'"
      return "Error: unknown option '\(Terminal.printable(option))'\nhelp: \(help)"
    }
    return word == "help" ? unknownCommand(in: Array(rest)) : nil
  }

  /// Removes the arguments up to the first one that is neither an option nor an option's value. Returns that one.
  private static func nextWord(of rest: inout ArraySlice<String>) -> String? {
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-") else { return argument.isEmpty ? nil : argument }
      if ["--config", "--socket"].contains(argument) { rest = rest.dropFirst() }
    }
    return nil
  }
}
