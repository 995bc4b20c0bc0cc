/// Which commands are asked about before they are published: `policy.confirm` of a key-remap file.
public enum ConfirmPolicy: Equatable, Sendable {
  /// `restart`, `power`, `sos`, `delete`.
  case destructive
  case never
  /// Exactly these: a command without arguments stands for all of its name, one with arguments for itself.
  case only([ScanCommand])

  /// Whether `command` is never published on one press. What the daemon itself acts on, and answers, are not asked about.
  public func asksAbout(_ command: ScanCommand) -> Bool {
    if command.group == .daemon || command.group == .safety { return false }
    switch self {
    case .destructive: return command.isDestructive
    case .never: return false
    case .only(let commands):
      return commands.contains {
        $0.name == command.name && ($0.arguments.isEmpty || $0.arguments == command.arguments)
      }
    }
  }
}
