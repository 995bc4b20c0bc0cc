import SwitchwayCore
import SwitchwayYAML

// Reads rows that say which keys are typed for a command, in `policy: {alone: …}` and in a bridge.
extension Findings {
  /// Reads the command in `key`. Warns if keys are never typed for this command.
  func typedCommand(_ key: YAMLNode) throws(CommandError) -> ScanCommand {
    let command = try CommandVocabulary.parse(key.text ?? "")
    if [.daemon, .safety, .key].contains(command.group) {
      warning(
        key, "this line is never used: the daemon does '\(command.name)' itself, even if a program has claimed it",
        help: "remove it")
    }
    return command
  }

  /// Reads the chord in `text`. If it cannot be read, reports the error at `value` and returns `nil`.
  func typedChord(_ text: String, _ value: YAMLNode) -> KeyChord? {
    read(value, try KeyChordReader(use: .typed).chord(text))
  }

  /// Whether no earlier row has this command. If an earlier row has it, this is reported at `key`.
  func isFirst(_ command: ScanCommand, _ key: YAMLNode, among seen: inout [ScanCommand: YAMLNode]) -> Bool {
    if let other = seen[command] {
      error(
        key, "repeated command: \(key.words) is the same as \(other.words)",
        help: "it is already on line \(other.mark.line); remove one of them")
      return false
    }
    seen[command] = key
    return true
  }
}

extension KeyChord {
  /// Reads a chord to type, as in `key(…)`.
  public init(typed text: String) throws(CommandError) { self = try KeyChordReader(use: .typed).chord(text) }
}
