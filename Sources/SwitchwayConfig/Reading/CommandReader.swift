import SwitchwayCore

/// Reads commands of all sections, and keeps those that are bound to anything.
final class CommandReader {
  /// Commands that act: a profile that can reach none of them is of no use. Source: the design's rules for key-remap
  /// files; `x-…` acts, too.
  private static let acting: Set<String> = ["select", "activate", "choose", "perform", "key", "attention"]

  static let nothing = ScanCommand(name: "nothing", arguments: [], group: .daemon)

  private let findings: Findings
  /// Every command that is bound to anything, at its place.
  private(set) var bound: [(node: YAMLNode, command: ScanCommand)] = []
  /// The chords of all `key(…)`.
  private(set) var typedChords: [String: KeyChord] = [:]

  init(findings: Findings) { self.findings = findings }

  /// Whether anything that is bound gives one of these commands.
  func gives(_ names: String...) -> Bool { bound.contains { names.contains($0.command.name) } }

  /// Whether a command that acts is among those that were bound since there were `count`.
  func acts(since count: Int = 0) -> Bool {
    bound[count...].contains { $0.command.group == .own || CommandReader.acting.contains($0.command.name) }
  }

  /// The command that `node` writes; nil for `nothing`, and for what is refused.
  func command(_ node: YAMLNode) -> ScanCommand? {
    guard let command = written(node) else { return nil }
    return command.name == "nothing" ? nil : command
  }

  /// The command that `node` writes, noted as bound.
  func written(_ node: YAMLNode) -> ScanCommand? {
    guard let text = node.text else {
      if !node.isRefused {
        findings.error(node, "expected a command, found \(node.words)", help: "write a command such as select")
      }
      findings.commandsAreUncertain = true
      return nil
    }
    do {
      let command = try CommandVocabulary.parse(text)
      if let fault = typingFault(of: command) {
        findings.error(node, fault.message, help: fault.help)
        findings.commandsAreUncertain = true
        return nil
      }
      bound.append((node, command))
      return command
    } catch {
      findings.error(node, error.message, help: error.help)
      findings.commandsAreUncertain = true
      return nil
    }
  }

  /// Keeps the chord of `key(…)`, or says what is wrong with it; nil for any other command.
  private func typingFault(of command: ScanCommand) -> ChordFault? {
    guard command.group == .key, let text = command.arguments.first else { return nil }
    do {
      typedChords[text] = try KeyChordReader(use: .typed).chord(text)
      return nil
    } catch {
      return error
    }
  }
}
