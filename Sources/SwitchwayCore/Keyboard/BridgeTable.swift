/// Which key a program wants for which command, checked: what a switch types while no front end claims its commands.
public struct BridgeTable: Equatable, Sendable {
  /// The name it is known by: a file's name without `.yaml`.
  public var name: String
  /// Shown to people; the name where the file gives none.
  public var label: String
  /// The least time from one key to the next: 0 … `longestGap`.
  public var gap: Microseconds
  /// A command is meant with its arguments.
  public var keys: [ScanCommand: KeyChord]

  /// A gap that is longer would be felt as a keyboard that hangs (chosen).
  public static let longestGap = Microseconds.seconds(2)

  public init(name: String, label: String? = nil, gap: Microseconds = .zero, keys: [ScanCommand: KeyChord] = [:]) {
    self.name = name
    self.label = label ?? name
    self.gap = gap
    self.keys = keys
  }
}
