/// The command that `again` repeats: the last command that was published or typed, by any source except the scanning
/// clock.
///
/// `again` never repeats the daemon's own commands, `attention`, or the answers to questions.
struct Repetition: Sendable {
  /// The command to repeat. `nil` until there is one.
  private(set) var last: ScanCommand?

  /// Records a command that is published or typed.
  mutating func note(_ command: Command) {
    if case .clock = command.source { return }
    guard command.phase != .end, command.word.builtIn == nil else { return }
    last = command.word
  }
}
