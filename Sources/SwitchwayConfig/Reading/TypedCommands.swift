import SwitchwayCore

// Rows that say which keys a command types: of `policy: {alone: …}`, and of a bridge.
extension Findings {
  /// The command that `key` writes, with a warning where it is never typed.
  func typedCommand(_ key: YAMLNode) throws(CommandError) -> ScanCommand {
    let command = try CommandVocabulary.parse(key.text ?? "")
    if [.daemon, .safety, .key].contains(command.group) {
      warning(
        key, "'\(command.name)' is never typed: it is for the daemon, whatever front ends claim", help: "take it out")
    }
    return command
  }

  /// The chord that `text` writes; nil where it cannot be read, which is told at `value`.
  func typedChord(_ text: String, _ value: YAMLNode) -> KeyChord? {
    read(value, try KeyChordReader(use: .typed).chord(text))
  }

  /// Whether no row before has this command, which is told at `key`.
  func isFirst(_ command: ScanCommand, _ key: YAMLNode, among seen: inout [ScanCommand: YAMLNode]) -> Bool {
    if let other = seen[command] {
      error(
        key, "repeated command: \(key.words) is \(other.words)",
        help: "it stands already on line \(other.mark.line); take one of them out")
      return false
    }
    seen[command] = key
    return true
  }
}
