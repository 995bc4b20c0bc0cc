import SwitchwayCore
import SwitchwayYAML

/// Merges a profile with the profile that it extends. The profile's own entries come first. Mappings are merged key by
/// key; lists and single values are replaced. `nothing` removes a device, a switch or a chord.
final class ProfileMerge {
  /// Keys that belong to the file itself and are not inherited.
  private static let ownKeys: Set<String> = ["switchway", "extends"]
  /// Sections whose entries can be removed with `nothing`.
  private static let removable: Set<String> = ["devices", "switches", "chords"]
  /// Fields that `nothing` removes from an inherited switch. (`tap: nothing` stays, because it is a gesture without
  /// effect.)
  private static let unbindable =
    Set(Gesture.ofSwitch.map(\.rawValue)).subtracting(["tap"]).union(["unless", "neighbours"])

  private let findings: Findings
  /// The meanings of keys that were already read. Up to 17 files may have the same keys, and each key is read only
  /// once.
  private var identities: [KeyIdentity.Kind: [String: KeyIdentity]] = [:]

  init(findings: Findings) { self.findings = findings }

  /// Merges `own` over `base`. If `base` is `nil`, `own` extends nothing and there is nothing to remove.
  func merged(_ own: YAMLNode, over base: YAMLNode?) -> YAMLNode {
    guard let ownPairs = own.pairs else { return own }
    let basePairs = (base?.pairs ?? []).filter { !Self.ownKeys.contains($0.name) }
    let merged = union(ownPairs, basePairs) { own, base in
      Self.removable.contains(own.name) ? section(own, base) : sectionOfKeys(own, base)
    }
    return YAMLNode(file: own.file, mark: own.mark, content: .mapping(merged))
  }

  private func identity(_ name: String, _ kind: KeyIdentity.Kind) -> KeyIdentity {
    if kind == .name { return .name(name) }
    if let known = identities[kind]?[name] { return known }
    let identity = KeyIdentity(name, kind)
    identities[kind, default: [:]][name] = identity
    return identity
  }

  /// Returns the pairs of both mappings, own ones first. `combine` receives each own pair, and the inherited pair with
  /// the same key or `nil`. It returns the merged pair, or `nil` to remove it.
  private func union(
    _ own: [YAMLNode.Pair], _ base: [YAMLNode.Pair], by kind: KeyIdentity.Kind = .name,
    combine: (YAMLNode.Pair, YAMLNode.Pair?) -> YAMLNode.Pair?
  ) -> [YAMLNode.Pair] {
    var inherited: [KeyIdentity: YAMLNode.Pair] = [:]
    let baseKeys = base.map { identity($0.name, kind) }
    for (pair, key) in zip(base, baseKeys) { inherited[key] = pair }
    let keys = own.map { identity($0.name, kind) }
    let names = Set(keys)
    let merged =
      zip(own, keys).compactMap { combine($0, inherited[$1]) }
      + zip(base, baseKeys).filter { !names.contains($1) }.map(\.0)
    // One pair above the limit is kept, so that it is reported when the mapping is read.
    return merged.count > YAMLTree.longest ? Array(merged.prefix(YAMLTree.longest + 1)) : merged
  }

  private func deep(_ own: YAMLNode.Pair, _ base: YAMLNode.Pair?) -> YAMLNode.Pair {
    guard let base, let ownPairs = own.value.pairs, let basePairs = base.value.pairs else { return own }
    return replacing(own, with: union(ownPairs, basePairs) { deep($0, $1) })
  }

  private func section(_ own: YAMLNode.Pair, _ base: YAMLNode.Pair?) -> YAMLNode.Pair {
    guard var ownPairs = own.value.pairs else { return own }
    let areChords = own.name == "chords"
    if areChords { ownPairs = withoutRepeats(ownPairs) }
    let isSwitches = own.name == "switches"
    let claimed = isSwitches ? ClaimedInputs(ownPairs) : nil
    let basePairs = (base?.value.pairs ?? []).map { claimed?.yielding($0) ?? $0 }
    let entries = union(ownPairs, basePairs, by: areChords ? .switches : .name) { entry, inherited in
      if isNothing(entry.value) {
        if inherited == nil, !findings.baseIsMissing {
          findings.warning(
            entry.key, "there is no inherited \(entry.key.words) to remove", help: "remove the line")
        }
        findings.noteRemoved(entry.name, from: own.name)
        return nil
      }
      guard let inherited, let ownFields = entry.value.pairs, let baseFields = inherited.value.pairs else {
        return entry
      }
      let fields = union(ownFields, baseFields) { field, inheritedField in
        let isUnbound =
          isSwitches && inheritedField != nil && Self.unbindable.contains(field.name) && isNothing(field.value)
        return isUnbound ? nil : deep(field, inheritedField)
      }
      return replacing(entry, with: fields)
    }
    return replacing(own, with: entries)
  }

  /// Returns the chords of one file without repeated ones. Repeated ones are reported.
  private func withoutRepeats(_ pairs: [YAMLNode.Pair]) -> [YAMLNode.Pair] {
    var seen: [KeyIdentity: YAMLNode] = [:]
    return pairs.filter { pair in
      guard !pair.key.isRefused else { return true }
      let chord = identity(pair.name, .switches)
      guard let first = seen[chord] else {
        seen[chord] = pair.key
        return true
      }
      findings.error(
        pair.key, "the chord \(pair.key.words) is already defined: \(first.words) on line \(first.mark.line)",
        help: "remove one of them")
      return false
    }
  }

  /// Merges any section that is not in `removable`. In `keyboard` and `policy`, keys are chords or commands, which can
  /// be written in several ways.
  private func sectionOfKeys(_ own: YAMLNode.Pair, _ base: YAMLNode.Pair?) -> YAMLNode.Pair {
    guard let base, let ownPairs = own.value.pairs, let basePairs = base.value.pairs else { return own }
    // The value of `modifier` after the merge.
    let word = (own.value.pair("modifier") ?? base.value.pair("modifier"))?.value.text ?? "tab"
    let modifier = KeyChordText.modifier(word)
    let mappings = union(ownPairs, basePairs) { mapping, inherited in
      guard let inherited, let ownEntries = mapping.value.pairs, let baseEntries = inherited.value.pairs else {
        return mapping
      }
      let kind: KeyIdentity.Kind =
        switch (own.name, mapping.name) {
        case ("keyboard", "bindings"), ("keyboard", "gesture-bindings"), ("keyboard", "hold-bindings"):
          .chord(modifier: modifier)
        case ("policy", "alone"): .command
        default: .name
        }
      return replacing(mapping, with: union(ownEntries, baseEntries, by: kind) { deep($0, $1) })
    }
    return replacing(own, with: mappings)
  }

  private func isNothing(_ node: YAMLNode) -> Bool { node.text == "nothing" }

  private func replacing(_ pair: YAMLNode.Pair, with pairs: [YAMLNode.Pair]) -> YAMLNode.Pair {
    var pair = pair
    pair.value.content = .mapping(pairs)
    return pair
  }
}
