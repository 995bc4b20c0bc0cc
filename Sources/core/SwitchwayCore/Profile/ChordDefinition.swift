import SwitchwayTime

/// A checked entry of `chords:` in a profile: switches that are pressed together.
public struct ChordDefinition: Equatable, Sendable {
  /// The name as written in the profile, such as `left+puff`.
  public var name: String
  /// Two or more indices in `Profile.switches`, in the order written, each once.
  public var parts: [Int]
  /// The last press must follow the first one in less than this time.
  public var within: Microseconds
  /// The chord's command. If the command is `nothing`, the presses are rejected.
  public var command: ScanCommand

  public init(name: String, parts: [Int], within: Microseconds, command: ScanCommand) {
    self.name = name
    self.parts = parts
    self.within = within
    self.command = command
  }
}
