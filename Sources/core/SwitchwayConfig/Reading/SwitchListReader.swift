import SwitchwayCore
import SwitchwayTime
import SwitchwayYAML

/// Reads `unless` and `neighbours` of switches, after all switches are known.
struct SwitchListReader {
  let findings: Findings

  func readLists(of read: inout SwitchesReading) {
    for (owner, places) in read.places.enumerated() {
      for field in places.lists {
        guard let found = list(field, of: owner, read) else { continue }
        if field.name == "unless" {
          read.definitions[owner].unless = found
          continue
        }
        read.definitions[owner].neighbours = .only(found)
        guard read.definitions[owner].steadying.neighbour == .zero else { continue }
        findings.warning(
          field.key, "'neighbours' has no effect: 'neighbour' of its switch is 0",
          help: "set it, for example steady: two-switch, or remove 'neighbours'")
      }
    }
  }

  /// Reads the switches of `unless` or `neighbours`. Returns their indices, ascending, or `nil` if the value is
  /// `nothing` or is not a list.
  private func list(_ field: YAMLNode.Pair, of owner: Int, _ read: SwitchesReading) -> [Int]? {
    let (value, what) = (field.value, field.name)
    if value.text == "nothing" { return nil }
    guard let items = value.items ?? (value.text == nil || value.isEmpty ? nil : [value]) else {
      findings.error(
        value, "expected a list of switches for '\(what)', found \(value.words)",
        help: "write for example \(what): [\(exampleName(beside: owner, read))]")
      return nil
    }
    var indices: Set<Int> = []
    for item in items {
      guard let name = item.text, !name.isEmpty else {
        findings.error(
          item, "expected the name of a switch in '\(what)', found \(item.words)",
          help: "write for example \(what): [\(exampleName(beside: owner, read))]")
        continue
      }
      let found = read.names.index(of: name, item, in: "'\(what)'", undo: "also remove it here", findings)
      guard let index = found else { continue }
      if index == owner {
        findings.error(
          item, "switch '\(name)' names itself in '\(what)'", help: "name other switches, or remove it")
      } else if !indices.insert(index).inserted {
        findings.warning(item, "switch '\(name)' is already in '\(what)'", help: "remove it")
      }
    }
    return indices.sorted()
  }

  private func exampleName(beside owner: Int, _ read: SwitchesReading) -> String {
    read.definitions.indices.first { $0 != owner }.map { read.definitions[$0].name } ?? "left"
  }
}
