import SwitchwayCore
import SwitchwayText
import SwitchwayYAML

/// Reads the section `policy`.
struct PolicyReader {
  /// Commands that cannot wait for a confirmation: commands that answer a question or call for help, `nothing`, and
  /// `again`, because the command that it repeats asks the question.
  private static let unasked: Set<String> = ["again", "confirm", "reject", "attention", "nothing"]

  /// Words for "no bridge", which a profile needs if it extends a profile with a bridge. No bridge can have one of
  /// these names.
  private static let noBridge: Set<String> = ["none", "nothing"]

  let findings: Findings

  func policy(_ section: YAMLNode.Pair) -> PolicySettings {
    var policy = PolicySettings()
    let keys = PolicySettings.fields.map(\.name)
    for field in findings.mapping(section, keys: keys, example: "policy: {confirm: never}") ?? [] {
      findings.read(field, of: PolicySettings.fields, into: &policy)
      switch field.name {
      case "confirm": policy.confirmation = confirmation(field) ?? policy.confirmation
      case "when-locked": policy.whenLocked = selectors(field, example: "when-locked: [attention]").map(\.selector)
      case "bridge": policy.bridge = bridge(field)
      case "alone": policy.alone = alone(field)
      default: break
      }
    }
    return policy
  }

  private func confirmation(_ pair: YAMLNode.Pair) -> PolicySettings.Confirmation? {
    if pair.value.items == nil {
      if pair.value.text == "never" { return .never }
      if pair.value.text == "destructive" { return .destructive }
      let near = pair.value.text.flatMap { NearestName.suggestion(for: $0, among: ["destructive", "never"]) }
      findings.error(
        pair.value, "expected 'destructive', 'never' or a list of commands for 'confirm', found \(pair.value.words)",
        help: near.map { "did you mean '\($0)'?" } ?? "write for example confirm: [restart, power]")
      return nil
    }
    let read = selectors(pair, example: "confirm: [restart, power]")
    for (node, selector) in read where PolicyReader.unasked.contains(selector.name) {
      findings.error(node, "'\(selector.name)' cannot wait for an answer", help: "remove it from the list")
    }
    return .only(read.map(\.selector))
  }

  /// Reads one command or a list of commands. A name without arguments means any arguments.
  private func selectors(
    _ pair: YAMLNode.Pair, example: String
  ) -> [(node: YAMLNode, selector: CommandSelector)] {
    var seen: Set<CommandSelector> = []
    return (pair.value.items ?? [pair.value]).compactMap { node in
      guard !findings.isFull, let selector = selector(node, example: example) else { return nil }
      guard seen.insert(selector).inserted else {
        findings.warning(node, "\(node.words) is already in the list", help: "remove it")
        return nil
      }
      return (node, selector)
    }
  }

  private func selector(_ node: YAMLNode, example: String) -> CommandSelector? {
    guard let text = node.text, !text.isEmpty else {
      findings.error(node, "expected a command, found \(node.words)", help: "write for example \(example)")
      return nil
    }
    if CommandVocabulary.names.contains(text) { return CommandSelector(name: text) }
    return findings.read(node, try CommandVocabulary.parse(text)).map { command in
      CommandSelector(name: command.name, arguments: command.arguments.isEmpty ? nil : command.arguments)
    }
  }

  private func bridge(_ pair: YAMLNode.Pair) -> String? {
    guard let text = findings.text(pair, example: "onboard"), !PolicyReader.noBridge.contains(text) else { return nil }
    return findings.isName(pair.value, of: "bridge") ? text : nil
  }

  /// Reads the section `alone`: for each command, the keys that are typed while no front end has claimed the command.
  private func alone(_ section: YAMLNode.Pair) -> [PolicySettings.AloneKeys] {
    guard let pairs = findings.entries(section, example: "alone: {home: super}") else { return [] }
    var seen: [ScanCommand: YAMLNode] = [:]
    return pairs.compactMap { pair in
      guard let command = aloneCommand(pair) else { return nil }
      let chord = aloneChord(pair)
      guard findings.isFirst(command, pair.key, among: &seen) else { return nil }
      return chord.map { PolicySettings.AloneKeys(command: command, chord: $0) }
    }
  }

  /// Reads the keys of a row of `alone`. `.some(nil)` means `nothing`, and `nil` means an error.
  private func aloneChord(_ pair: YAMLNode.Pair) -> KeyChord?? {
    guard let text = findings.text(pair, example: "ctrl+f") else { return nil }
    if text == "nothing" { return .some(nil) }
    return findings.typedChord(text, pair.value).map { .some($0) }
  }

  /// Reads the command of a row of `alone`. If it cannot be read, the keys are still checked, unless command and keys
  /// seem to be swapped.
  private func aloneCommand(_ pair: YAMLNode.Pair) -> ScanCommand? {
    do {
      return try findings.typedCommand(pair.key)
    } catch {
      if let text = pair.value.text, text != "nothing", (try? CommandVocabulary.parse(text)) != nil,
        (try? KeyChordReader(use: .typed).chord(text)) == nil
      {
        findings.error(
          pair.key, error.message, help: "write the command first, then its keys: \(text): \(pair.name)")
      } else {
        findings.error(pair.key, error.message, help: error.help)
        _ = aloneChord(pair)
      }
      return nil
    }
  }
}
