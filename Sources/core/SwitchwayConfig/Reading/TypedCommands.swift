import SwitchwayCore
import SwitchwayYAML

// Rows that say which keys a command types, in `policy: {alone: …}` and in a bridge.
extension Findings {
  /// The command that `key` writes, with a warning if it is never typed.
  func typedCommand(_ key: YAMLNode) throws(CommandError) -> ScanCommand {
    let command = try CommandVocabulary.parse(key.text ?? "")
    if [.daemon, .safety, .key].contains(command.group) {
      warning(
        key, "'\(command.name)' is never typed: the daemon handles it, whatever programs claim", help: "remove it")
    }
    return command
  }

  /// The chord that `text` writes, or `nil` if it cannot be read; the error is reported at `value`.
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
