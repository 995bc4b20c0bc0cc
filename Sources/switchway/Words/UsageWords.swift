import ArgumentParser
import SwitchwayCore

/// Explains errors of a command line better than the argument parser.
enum UsageWords {
  /// The message if the first word is not a command, with similar commands; nil if it is one, or there is none.
  static func unknownCommand(in arguments: [String]) -> String? {
    let names = SwitchwayCommand.configuration.subcommands.map { $0._commandName } + ["help"]
    guard let word = firstWord(of: arguments), !names.contains(word) else { return nil }
    var near = names.filter { $0.hasPrefix(word) }
    if near.isEmpty, let name = NearestName.suggestion(for: word, among: names) { near = [name] }
    let help =
      near.isEmpty
      ? "'switchway --help' lists the commands"
      : "did you mean \(near.sorted().map { "'\($0)'" }.joined(separator: " or "))?"
    return "Error: unknown command '\(Terminal.printable(word))'\nhelp: \(help)"
  }

  /// The first argument that is neither an option nor an option's value.
  private static func firstWord(of arguments: [String]) -> String? {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-") else { return argument.isEmpty ? nil : argument }
      if ["--config", "--socket"].contains(argument) { rest = rest.dropFirst() }
    }
    return nil
  }
}
