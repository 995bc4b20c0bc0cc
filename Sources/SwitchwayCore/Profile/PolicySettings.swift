/// Which commands are meant: one with its arguments, or all of one name.
public struct CommandSelector: Hashable, Sendable {
  public var name: String
  /// nil: whatever they are.
  public var arguments: [String]?

  public init(name: String, arguments: [String]? = nil) {
    self.name = name
    self.arguments = arguments
  }

  /// Whether `command` is one of those that are meant.
  public func contains(_ command: ScanCommand) -> Bool {
    name == command.name && (arguments == nil || arguments == command.arguments)
  }
}

/// The section `policy` of a key-remap file, checked.
public struct PolicySettings: Equatable, Sendable {
  /// Which commands ask before they are published.
  public enum Confirmation: Equatable, Sendable {
    /// `restart`, `power`, `sos` and `delete`.
    case destructive
    case never
    /// Exactly these.
    case only([CommandSelector])

    /// Whether `command` asks.
    public func asks(_ command: ScanCommand) -> Bool {
      switch self {
      case .destructive: command.isDestructive
      case .never: false
      case .only(let selectors): selectors.contains { $0.contains(command) }
      }
    }
  }

  /// What a keyboard's command types while no front end has claimed it.
  public struct AloneKeys: Equatable, Sendable {
    public var command: ScanCommand
    /// nil: nothing.
    public var chord: KeyChord?
    public init(command: ScanCommand, chord: KeyChord?) {
      self.command = command
      self.chord = chord
    }
  }

  public var confirmation: Confirmation
  /// What still works while the screen is locked.
  public var whenLocked: [CommandSelector]
  /// The table by which a switch's commands are typed as keys while no front end claims them.
  public var bridge: String?
  /// A front end may type through Switchway's keyboard.
  public var allowsTyping: Bool
  /// Instead of the shipped table's rows, in the order of the file; each command once.
  public var alone: [AloneKeys]

  public init(
    confirmation: Confirmation = .destructive, whenLocked: [CommandSelector] = [CommandSelector(name: "attention")],
    bridge: String? = nil, allowsTyping: Bool = false, alone: [AloneKeys] = []
  ) {
    self.confirmation = confirmation
    self.whenLocked = whenLocked
    self.bridge = bridge
    self.allowsTyping = allowsTyping
    self.alone = alone
  }
}
