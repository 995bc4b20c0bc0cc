import SwitchwayCore
import SwitchwayTime
import SwitchwayYAML

/// Reads a bridge's table from the tree of its file. The table says which keys a program needs for each command.
struct BridgeReader {
  private static let fileKeys = ["switchway", "label", "gap", "press", "keys"]

  let findings: Findings

  /// Reads the whole of `root`. Returns `nil` if any part of it is wrong.
  func table(_ name: String, _ root: YAMLNode) -> BridgeTable? {
    guard let pairs = root.pairs else {
      findings.error(
        root, "expected the keys of a bridge's table, found \(root.words)", help: "begin with 'switchway: 1'")
      return nil
    }
    var table = BridgeTable(name: name)
    let fields = pairs.filter { !$0.key.isRefused && findings.isKnown($0.key, keys: BridgeReader.fileKeys) }
    for field in fields {
      switch field.name {
      case "label": table.label = findings.label(field) ?? name
      case "gap": table.gap = findings.duration(field, in: .zero...BridgeTable.longestGap) ?? .zero
      case "press": table.press = findings.duration(field, in: .zero...BridgeTable.longestPress) ?? .zero
      case "keys": table.keys = keys(field)
      default: findings.checkVersion(field)
      }
    }
    for key in ["switchway", "keys"] where findings.lacks(key, in: root, keys: BridgeReader.fileKeys) {
      findings.error(
        file: root.file, .top, "missing key '\(key)'",
        help: key == "keys" ? "write for example keys: {next: tab, select: enter}" : "write 'switchway: 1' at the top")
    }
    return findings.hasErrors ? nil : table
  }

  /// Reads the section `keys`, in which each entry has a command before the colon and a key after it.
  private func keys(_ section: YAMLNode.Pair) -> [ScanCommand: KeyChord] {
    guard let pairs = findings.entries(section, example: "keys: {next: tab, select: enter}") else { return [:] }
    if pairs.isEmpty {
      findings.error(section.value, "the table types nothing", help: "write for example keys: {next: tab}")
    }
    var keys: [ScanCommand: KeyChord] = [:]
    var seen: [ScanCommand: YAMLNode] = [:]
    for pair in pairs {
      let chord = chord(pair)
      guard let command = findings.read(pair.key, try findings.typedCommand(pair.key)),
        findings.isFirst(command, pair.key, among: &seen)
      else { continue }
      keys[command] = chord
    }
    return keys
  }

  private func chord(_ pair: YAMLNode.Pair) -> KeyChord? {
    guard let text = findings.text(pair, example: "tab") else { return nil }
    return findings.typedChord(text, pair.value)
  }
}
