/// A command of the vocabulary, with its arguments as they were written: `move(left)`, `scroll(down, page)`.
///
/// Made by `CommandVocabulary`, which refuses anything that is not in the vocabulary.
public struct ScanCommand: Hashable, Sendable {
  /// Lower-case with hyphens: `next`, `context-menu`, `x-mine`.
  public let name: String
  /// In the order and form in which they were written. Defaults are not filled in.
  public let arguments: [String]
  public let group: CommandGroup

  package init(name: String, arguments: [String], group: CommandGroup) {
    self.name = name
    self.arguments = arguments
    self.group = group
  }

  /// A command that is known to be in the vocabulary. It is not checked.
  package init(known name: String, _ arguments: [String] = [], group: CommandGroup) {
    self.init(name: name, arguments: arguments, group: group)
  }

  /// The command as a key-remap file writes it.
  public var text: String {
    arguments.isEmpty ? name : name + "(" + arguments.joined(separator: ", ") + ")"
  }

  /// Whether it is `nothing`. Whatever is bound to it has no effect and does not inherit a command.
  public var doesNothing: Bool { name == "nothing" }

  /// Whether it is never published on a single press.
  public var isDestructive: Bool { CommandVocabulary.destructive.contains(name) }

  /// Whether it is published at the press (`begin`) and at the release (`end`), so that a front end can act while it is
  /// held: `gesture(touch)`, `point(…)`, and `help` on a hold. (A switch's `press:` does so with any command.)
  public var hasPhases: Bool {
    switch name {
    case "gesture": arguments.first == "touch"
    case "point": true
    case "help": true
    default: false
    }
  }
}

/// The groups of the vocabulary.
public enum CommandGroup: String, CaseIterable, Sendable {
  case scan, act, adjust, text, gesture, system, media, help, safety, daemon, key, own
}
