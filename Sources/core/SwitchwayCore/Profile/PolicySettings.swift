/// Selects commands: one with its arguments, or all with one name.
public struct CommandSelector: Hashable, Sendable {
  public var name: String
  /// `nil` means any arguments.
  public var arguments: [String]?

  public init(name: String, arguments: [String]? = nil) {
    self.name = name
    self.arguments = arguments
  }

  /// Whether `command` is selected.
  public func contains(_ command: ScanCommand) -> Bool {
    name == command.name && (arguments == nil || arguments == command.arguments)
  }
}

/// The checked section `policy` of a profile.
public struct PolicySettings: Equatable, Sendable {
  /// The commands that need a confirmation before they are published.
  public enum Confirmation: Equatable, Sendable {
    /// `restart`, `power`, `sos` and `delete`.
    case destructive
    case never
    /// Only these commands.
    case only([CommandSelector])

    /// Whether `command` needs a confirmation.
    public func asks(_ command: ScanCommand) -> Bool {
      switch self {
      case .destructive: command.isDestructive
      case .never: false
      case .only(let selectors): selectors.contains { $0.contains(command) }
      }
    }
  }

  /// The keys that are typed in place of a keyboard's command while no front end has claimed the command.
  public struct AloneKeys: Equatable, Sendable {
    public var command: ScanCommand
    /// The keys, or `nil` if the command is published instead.
    public var chord: KeyChord?
    public init(command: ScanCommand, chord: KeyChord?) {
      self.command = command
      self.chord = chord
    }
  }

  public var confirmation: Confirmation
  /// The commands that still work while the screen is locked.
  public var whenLocked: [CommandSelector]
  /// The name of the bridge table. It says which keys are typed for commands of switches while no scanning program
  /// claims the commands.
  public var bridge: String?
  /// Whether a front end may type through Switchway's keyboard.
  public var allowsTyping: Bool
  /// Whether a front end may move the pointer and click.
  public var allowsPointing: Bool
  /// Rows that are added to the shipped table or replace rows of it, in the order of the file; each command once.
  public var alone: [AloneKeys]

  public init(
    confirmation: Confirmation = .destructive, whenLocked: [CommandSelector] = [CommandSelector(name: "attention")],
    bridge: String? = nil, allowsTyping: Bool = false, allowsPointing: Bool = false, alone: [AloneKeys] = []
  ) {
    self.confirmation = confirmation
    self.whenLocked = whenLocked
    self.bridge = bridge
    self.allowsTyping = allowsTyping
    self.allowsPointing = allowsPointing
    self.alone = alone
  }

  /// The keys of the section.
  public static let fields: [SectionField<PolicySettings>] = [
    .other("confirm", standard: "destructive", "The commands that are sent only after a confirmation."),
    .other("when-locked", standard: "[attention]", "The commands that still work while the screen is locked."),
    .other(
      "bridge",
      "The table of keys that Switchway types for a switch's commands while no scanning program claims them."),
    .flag(
      "typing", \.allowsTyping,
      "Whether a scanning program that has claimed commands is allowed to type through Switchway's virtual keyboard."),
    .flag(
      "pointing", \.allowsPointing,
      "Whether a scanning program that has claimed commands is allowed to move the pointer and click."),
    .other(
      "alone",
      "The keys that Switchway types for a command of a keyboard while no scanning program has claimed the command."),
  ]
}
