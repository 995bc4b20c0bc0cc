import SwitchwayCore
import SwitchwayYAML

/// Reads the commands in all sections, and keeps a list of the commands that are bound.
final class CommandReader {
  /// Commands that have an effect. A profile without any of them is useless. `x-…` commands also have an effect.
  /// Source: docs/design/profiles.md, "Problems".
  private static let acting: Set<String> = ["select", "activate", "choose", "perform", "key", "attention"]

  static let nothing = ScanCommand(name: "nothing", arguments: [], group: .daemon)

  private let findings: Findings
  /// Every bound command, with its position.
  private(set) var bound: [(node: YAMLNode, command: ScanCommand)] = []
  /// The chords of all bound `key(…)` commands, by their texts.
  private(set) var typedChords: [String: KeyChord] = [:]

  init(findings: Findings) { self.findings = findings }

  /// Whether one of these commands is bound.
  func gives(_ names: [String]) -> Bool { bound.contains { names.contains($0.command.name) } }

  /// Whether a command that has an effect is bound after the first `count` commands.
  func acts(since count: Int = 0) -> Bool {
    bound[count...].contains { $0.command.group == .own || CommandReader.acting.contains($0.command.name) }
  }

  /// Whether a command that enters gesture mode is bound after the first `count` commands.
  func entersGestures(since count: Int = 0) -> Bool {
    bound[count...].contains { $0.command.name == "gesture-mode" && $0.command.arguments != ["off"] }
  }

  /// Reads the command in `node`. Returns `nil` for `nothing` and for a refused text.
  func command(_ node: YAMLNode) -> ScanCommand? {
    guard let command = written(node) else { return nil }
    return command.name == "nothing" ? nil : command
  }

  /// Reads the command in `node`, and adds it to the list of bound commands.
  func written(_ node: YAMLNode) -> ScanCommand? {
    guard let text = node.text else {
      findings.error(node, "expected a command, found \(node.words)", help: "write a command such as select")
      findings.commandsAreUncertain = true
      return nil
    }
    guard let command = parsed(text, node), keepsChord(of: command, node) else {
      findings.commandsAreUncertain = true
      return nil
    }
    bound.append((node, command))
    return command
  }

  /// Reads a command. If `text` is the name of a key instead, the help of the error says how to type the key.
  private func parsed(_ text: String, _ node: YAMLNode) -> ScanCommand? {
    do throws(CommandError) {
      return try CommandVocabulary.parse(text)
    } catch {
      let key = text.lowercased()
      let isKey = (try? KeyChordReader(use: .typed).chord(key)) != nil
      guard isKey, !CommandVocabulary.names.contains(text) else {
        findings.error(node, error.message, help: error.help)
        return nil
      }
      let command = CommandVocabulary.names.contains(key) ? "; '\(key)' is a command" : ""
      findings.error(node, error.message, help: "a key is typed by key(\(key))\(command)")
      return nil
    }
  }

  /// Records the chord of a command `key(…)`. Returns false if the chord cannot be read.
  private func keepsChord(of command: ScanCommand, _ node: YAMLNode) -> Bool {
    guard command.group == .key, let text = command.arguments.first else { return true }
    guard let chord = findings.typedChord(text, node) else { return false }
    typedChords[text] = chord
    return true
  }
}
