/// A command of the vocabulary, with its arguments as they were written: `move(left)`, `scroll(down, page)`.
///
/// `CommandVocabulary` makes commands from texts, and refuses a text that is not in the vocabulary.
///
/// The value is a single reference, because every press copies its command several times.
public struct ScanCommand: Hashable, Sendable {
  private final class Content: Sendable {
    let name: String
    let arguments: [String]
    let group: CommandGroup
    let drags: Bool?
    let isDestructive: Bool
    let builtIn: BuiltInCommand?
    let hash: Int

    init(_ name: String, _ arguments: [String], _ group: CommandGroup) {
      self.name = name
      self.arguments = arguments
      self.group = group
      isDestructive = CommandVocabulary.destructive.contains(name)
      builtIn = BuiltInCommand(rawValue: name)
      var hasher = Hasher()
      hasher.combine(name)
      hasher.combine(arguments)
      hash = hasher.finalize()
      drags = name == "drag" ? true : name == "drop" || name == "cancel" ? false : nil
    }
  }

  private let content: Content

  /// The name of the command, in lower case with hyphens: `next`, `context-menu`, `x-mine`.
  public var name: String { content.name }
  /// The arguments, in the order and form in which they were written. Defaults are not filled in.
  public var arguments: [String] { content.arguments }
  /// The group of the vocabulary that the command belongs to.
  public var group: CommandGroup { content.group }
  /// Whether something is being dragged once this command was published. `nil` if the command does not change that.
  var drags: Bool? { content.drags }
  /// The built-in command. `nil` if the daemon only publishes the command, types it, or asks about it.
  var builtIn: BuiltInCommand? { content.builtIn }

  package init(name: String, arguments: [String], group: CommandGroup) {
    content = Content(name, arguments, group)
  }

  public static func == (left: ScanCommand, right: ScanCommand) -> Bool {
    left.content === right.content
      || left.name == right.name && left.arguments == right.arguments && left.group == right.group
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(content.hash) }

  /// Makes a command that is known to be in the vocabulary, without checking it.
  package init(known name: String, _ arguments: [String] = [], group: CommandGroup) {
    self.init(name: name, arguments: arguments, group: group)
  }

  /// The command as it is written in a profile.
  public var text: String {
    arguments.isEmpty ? name : name + "(" + arguments.joined(separator: ", ") + ")"
  }

  /// Whether the command is `nothing`. A gesture with this command has no effect, and does not inherit another command.
  public var doesNothing: Bool { name == "nothing" }

  /// Whether the command is never published after a single press.
  public var isDestructive: Bool { content.isDestructive }

  /// Whether the command is published at the press (`begin`) and at the release (`end`), so that a front end can act
  /// while the switch is held: `gesture(touch)`, `point(…)`, and `help` on a hold. (On `press:`, every command is
  /// published in this way.)
  public var hasPhases: Bool {
    switch name {
    case "gesture": arguments.first == "touch"
    case "point": true
    case "help": true
    default: false
    }
  }
}

/// Commands that the gate or the interpreter carries out itself. Raw values are the names of the commands.
enum BuiltInCommand: String, Sendable {
  case again, attention, confirm, profile, reject, rest
  case gestureMode = "gesture-mode"
  case passThrough = "pass-through"
}

/// The groups of the vocabulary.
public enum CommandGroup: String, CaseIterable, Sendable {
  case scan, act, adjust, text, gesture, system, media, help, safety, daemon, key, own
}
