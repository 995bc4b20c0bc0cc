import SwitchwayProtocol

/// Describes commands. A text says what a command requests; the front end that gets the command decides what happens.
enum CommandWords {
  /// Returns the command as it is written in a profile, such as `move(left)` or `scroll(down, page)`.
  static func written(_ name: String, _ arguments: [String]) -> String {
    arguments.isEmpty ? name : "\(name)(\(arguments.joined(separator: ", ")))"
  }

  static func written(_ command: Wire.Command) -> String { written(command.name, command.arguments) }
  static func written(_ question: Wire.Question) -> String { written(question.command, question.arguments) }
  static func written(_ binding: Wire.Binding) -> String { written(binding.command, binding.arguments) }
  static func written(_ press: Wire.AnsweredPress) -> String { written(press.command ?? "", press.arguments ?? []) }

  /// Returns the phase and the count of a `command` message, such as ` begins`, ` ends` or `, 3 times`.
  static func course(of command: Wire.Command) -> String {
    let words = ["begin": " begins", "end": " ends"][command.phase] ?? ""
    return command.count > 1 ? "\(words), \(command.count) times" : words
  }

  /// Returns a command with its meaning, such as `move(left): moves the highlight left`. Returns only the command if
  /// its name is clear.
  static func text(_ name: String, _ arguments: [String]) -> String {
    let written = written(name, arguments)
    return meaning(name, arguments).map { "\(written): \($0)" } ?? written
  }

  /// Returns the meaning of a command, or `nil` if the command needs no explanation.
  static func meaning(_ name: String, _ arguments: [String]) -> String? {
    let first = arguments.first ?? ""
    switch name {
    case "next", "previous": return stepping(name, arguments)
    case "move": return "moves the highlight \(first)"
    case "edge": return "moves the highlight to the \(first == "start" ? "first" : "last") item"
    case "scan": return "\(first == "toggle" ? "starts or stops" : first + "s") scanning"
    case "scan-rate":
      return ["faster", "slower"].contains(first)
        ? "makes scanning \(first)" : "highlights each item for \(first)"
    case "scan-style": return "changes the scanning method to '\(first)'"
    case "choose": return "chooses item \(first)"
    case "perform": return "does the item's action '\(first)'"
    case "scroll": return "scrolls \(first)" + (arguments.count > 1 ? " by a \(arguments[1])" : "")
    case "zoom": return "makes things \(first == "in" ? "larger" : "smaller")"
    case "rotate": return "turns to the \(first)"
    case "volume": return first == "mute" ? "mutes the sound" : "turns the sound \(first)"
    case "brightness": return "makes the screen \(first == "up" ? "brighter" : "darker")"
    case "profile":
      return first == "next" || first == "previous"
        ? "changes to the \(first) profile" : "changes to the profile '\(first)'"
    case "key": return "types \(first)"
    case "rest": return "\(switching(first)) a pause, in which presses make no commands"
    case "pass-through" where first == "once": return "lets the next key type, and then ends pass-through"
    case "pass-through": return "\(switching(first)) pass-through, in which keys type"
    case "find": return first.isEmpty ? "searches for an item" : "searches for '\(first)'"
    default: return name.hasPrefix("x-") ? "a command of the scanning program" : plain[name]
    }
  }

  static let plain: [String: String] = [
    "enter": "goes into the group", "leave": "goes out of the group",
    "select": "chooses the highlighted item", "activate": "does the item's default action",
    "long-press": "presses and holds the item", "actions": "shows what can be done with the item",
    "context-menu": "opens the item's menu", "menu": "opens the scanner's own menu",
    "escape": "closes the open menu or window", "back": "goes back", "cancel": "cancels the current action",
    "delete": "deletes, after a question", "undo": "undoes the last step", "redo": "redoes the last step",
    "increment": "makes a value larger", "decrement": "makes a value smaller",
    "dictation": "writes what is spoken", "drag": "picks the item up to drag it", "drop": "drops the dragged item",
    "home": "goes to the home screen", "app-switcher": "changes to another program", "lock": "locks the screen",
    "restart": "restarts the machine, after a question", "power": "turns the machine off, after a question",
    "sos": "calls for help, after a question", "confirm": "answers a question with yes",
    "reject": "answers a question with no", "attention": "calls for help, whatever is on the screen",
    "help": "shows what the switches do", "again": "repeats the last command", "nothing": "does nothing",
  ]

  private static func stepping(_ name: String, _ arguments: [String]) -> String {
    let by = arguments.first { $0.hasPrefix("by=") }.map { String($0.dropFirst(3)) } ?? "item"
    let count = arguments.first { !$0.hasPrefix("by=") }
    let way = name == "next" ? "on" : "back"
    guard let count, count != "1" else { return "moves the highlight \(way) to the \(name) \(by)" }
    return "moves the highlight \(way) by \(count) \(by)s"
  }

  private static func switching(_ word: String) -> String {
    switch word {
    case "on": "starts"
    case "off": "ends"
    default: "starts or ends"
    }
  }
}
