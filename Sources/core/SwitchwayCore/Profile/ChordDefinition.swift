import SwitchwayTime

/// A checked entry of `chords:` in a profile: switches that are pressed together.
public struct ChordDefinition: Equatable, Sendable {
  /// The name as written: `left+puff`.
  public var name: String
  /// Two or more indices in `Profile.switches`, in the order written, each once.
  public var parts: [Int]
  /// The limit from the first press to the last, exclusive.
  public var within: Microseconds
  /// If the command is `nothing`, the presses are rejected.
  public var command: ScanCommand

  public init(name: String, parts: [Int], within: Microseconds, command: ScanCommand) {
    self.name = name
    self.parts = parts
    self.within = within
    self.command = command
  }
}
