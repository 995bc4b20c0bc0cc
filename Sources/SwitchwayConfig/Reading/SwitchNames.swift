import SwitchwayCore

// Places that name switches: `unless`, `neighbours` and `chords`. They are read when all switches are known.
extension ProfileReader {
  /// A list that was written in a switch and is not read yet.
  struct SwitchList: Sendable {
    /// Index in `switches`.
    var owner: Int
    var field: YAMLNode.Pair
    /// The `neighbour` of its switch is off.
    var hasNoNeighbour: Bool
  }

  /// How many names a message lists.
  private static let mostListed = 8

  /// Reads the lists that were put aside.
  mutating func readSwitchLists() {
    for list in switchLists {
      guard let found = self.list(list) else { continue }
      if list.field.name == "unless" {
        switches[list.owner].unless = found
      } else {
        switches[list.owner].neighbours = .only(found)
        if list.hasNoNeighbour {
          findings.warning(
            list.field.key, "'neighbours' has no effect: 'neighbour' of its switch is 0",
            help: "set it, for example steady: two-switch, or take 'neighbours' out")
        }
      }
    }
  }

  /// The switches of `unless` or `neighbours`, ascending; nil where it is `nothing` or no list.
  private mutating func list(_ list: SwitchList) -> [Int]? {
    let (value, what) = (list.field.value, list.field.name)
    if value.text == "nothing" { return nil }
    guard let items = value.items ?? (value.text == nil || value.isEmpty ? nil : [value]) else {
      if !value.isRefused {
        findings.error(
          value, "expected a list of switches for '\(what)', found \(value.words)",
          help: "write for example \(what): [\(exampleName(beside: list.owner))]")
      }
      return nil
    }
    var found: Set<Int> = []
    for item in items {
      guard let name = item.text, !name.isEmpty else {
        if !item.isRefused {
          findings.error(
            item, "expected the name of a switch in '\(what)', found \(item.words)",
            help: "write for example \(what): [\(exampleName(beside: list.owner))]")
        }
        continue
      }
      guard let index = switchIndex(name, item, in: "'\(what)'", undo: "take it out here, too") else { continue }
      if index == list.owner {
        findings.error(
          item, "switch '\(name)' names itself in '\(what)'", help: "name other switches, or take it out")
      } else if !found.insert(index).inserted {
        findings.warning(item, "switch '\(name)' is in '\(what)' already", help: "take it out")
      }
    }
    return found.sorted()
  }

  private func exampleName(beside owner: Int) -> String {
    switches.indices.first { $0 != owner }.map { switches[$0].name } ?? "left"
  }

  /// Where in `switches` the one of this name is. An unknown one is reported at `node`, unless its entry was.
  ///
  /// - Parameter undo: what to do with this place where the switch has been removed by `nothing`.
  mutating func switchIndex(_ name: String, _ node: YAMLNode, in place: String, undo: String) -> Int? {
    if let index = switchIndices[name] { return index }
    guard !refusedSwitches.contains(name), !switchesAreUncertain else { return nil }
    guard !findings.isFull else {
      findings.skipError()
      return nil
    }
    let known = switches.map(\.name)
    let near = findings.suggestion(for: name, among: known)
    let help: String
    if findings.isRemoved(name, from: "switches") {
      help = "'\(name): nothing' removes it: \(undo)"
    } else if let near {
      help = "did you mean '\(near)'?"
    } else if known.isEmpty {
      help = "write it under 'switches'"
    } else {
      help = "write it under 'switches', or use one that is there: \(ProfileReader.listed(known))"
    }
    findings.error(node, "unknown switch '\(YAMLNode.brief(name))' in \(place)", help: help)
    return nil
  }

  /// The first few of `names`.
  static func listed(_ names: [String]) -> String {
    names.prefix(mostListed).joined(separator: ", ") + (names.count > mostListed ? " …" : "")
  }

  /// What to say where an entry lacks what only an entry of its own needs, and one that it may have been meant to change
  /// is inherited: `did you mean 'left' of two-switch?`; nil: there is none like it.
  mutating func inheritedName(like key: YAMLNode, in section: String) -> String? {
    guard let pairs = section == "devices" ? sectionPairs.devices : sectionPairs.switches, let name = key.text else {
      return nil
    }
    let inherited = pairs.filter { $0.key.file > key.file }
    guard let near = findings.suggestion(for: name, among: inherited.map(\.name)),
      let file = inherited.first(where: { $0.name == near })?.key.file
    else { return nil }
    return "did you mean '\(near)' of \(findings.profileNames[file] ?? "the profile that it extends")?"
  }
}
