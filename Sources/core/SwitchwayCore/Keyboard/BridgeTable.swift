import SwitchwayTime

/// A checked bridge table: for commands of switches, the keys that are typed while no front end claims the command.
public struct BridgeTable: Equatable, Sendable {
  /// The table's name: the file's name without `.yaml`.
  public var name: String
  /// The name that people see; `name` if the file gives no label.
  public var label: String
  /// The shortest time from a key's release to the next key: 0 … `longestGap`.
  public var gap: Microseconds
  /// The time for which each key is held down, for a desktop whose Slow Keys are on: 0 … `longestPress`. With 0, the
  /// key goes down and up at once.
  public var press: Microseconds
  /// The chord to type for each command. The same command with other arguments is another row.
  public var keys: [ScanCommand: KeyChord]

  /// The largest value of `gap`. With a longer gap the keyboard would seem to hang. The figure is arbitrary.
  public static let longestGap = Microseconds.seconds(2)
  /// The largest value of `press`. Source: docs/design/keyboard.md, "Typed keys".
  public static let longestPress = Microseconds.seconds(2)

  public init(
    name: String, label: String? = nil, gap: Microseconds = .zero, press: Microseconds = .zero,
    keys: [ScanCommand: KeyChord] = [:]
  ) {
    self.name = name
    self.label = label ?? name
    self.gap = gap
    self.press = press
    self.keys = keys
  }
}
