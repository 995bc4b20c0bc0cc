/// An entry of `chords:` in a key-remap file, checked: switches that are pressed together.
public struct ChordDefinition: Equatable, Sendable {
  /// As written: `left+puff`.
  public var name: String
  /// Two or more indices in `Profile.switches`, in the order written, each once.
  public var parts: [Int]
  /// From the first press to the last: less than this.
  public var within: Microseconds
  /// Of `nothing` the presses are rejected.
  public var command: ScanCommand

  public init(name: String, parts: [Int], within: Microseconds, command: ScanCommand) {
    self.name = name
    self.parts = parts
    self.within = within
    self.command = command
  }
}
