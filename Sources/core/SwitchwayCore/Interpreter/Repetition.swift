/// The command that `again` repeats: the last command that was published or typed, by any source except the scanning
/// clock.
///
/// The daemon's own commands, `attention`, and answers to questions are not repeated.
struct Repetition: Sendable {
  /// `nil` until there is such a command.
  private(set) var last: ScanCommand?

  /// Records a command that is published or typed.
  mutating func note(_ command: Command) {
    if case .clock = command.source { return }
    guard command.phase != .end, command.word.builtIn == nil else { return }
    last = command.word
  }
}
