/// A command of the vocabulary, with its arguments as they were written: `move(left)`, `scroll(down, page)`.
///
/// Made by `CommandVocabulary`, which refuses anything that is not in the vocabulary.
///
/// It is a single reference, because every press copies its command several times.
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

  /// The name is in lower case with hyphens: `next`, `context-menu`, `x-mine`.
  public var name: String { content.name }
  /// The arguments, in the order and form in which they were written. Defaults are not filled in.
  public var arguments: [String] { content.arguments }
  /// The group of the vocabulary that it belongs to.
  public var group: CommandGroup { content.group }
  /// Whether something is being dragged after this command was published. `nil` if it does not change that.
  var drags: Bool? { content.drags }
  /// `nil` if the command is only published, typed, or asked about.
  var builtIn: BuiltInCommand? { content.builtIn }

  package init(name: String, arguments: [String], group: CommandGroup) {
    content = Content(name, arguments, group)
  }

  public static func == (left: ScanCommand, right: ScanCommand) -> Bool {
    left.content === right.content
      || left.name == right.name && left.arguments == right.arguments && left.group == right.group
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(content.hash) }

  /// A command that is known to be in the vocabulary. It is not checked.
  package init(known name: String, _ arguments: [String] = [], group: CommandGroup) {
    self.init(name: name, arguments: arguments, group: group)
  }

  /// The command as a profile writes it.
  public var text: String {
    arguments.isEmpty ? name : name + "(" + arguments.joined(separator: ", ") + ")"
  }

  /// Whether it is `nothing`. A gesture that is bound to it has no effect and does not inherit a command.
  public var doesNothing: Bool { name == "nothing" }

  /// Whether a single press never publishes it.
  public var isDestructive: Bool { content.isDestructive }

  /// Whether it is published at the press (`begin`) and at the release (`end`), so that a front end can act while the
  /// switch is held: `gesture(touch)`, `point(…)`, and `help` on a hold. (A switch's `press:` does so with any
  /// command.)
  public var hasPhases: Bool {
    switch name {
    case "gesture": arguments.first == "touch"
    case "point": true
    case "help": true
    default: false
    }
  }
}

/// Commands that the gate or the interpreter carries out itself. Raw values are their names.
enum BuiltInCommand: String, Sendable {
  case again, attention, confirm, profile, reject, rest
  case gestureMode = "gesture-mode"
  case passThrough = "pass-through"
}

/// The groups of the vocabulary.
public enum CommandGroup: String, CaseIterable, Sendable {
  case scan, act, adjust, text, gesture, system, media, help, safety, daemon, key, own
}
