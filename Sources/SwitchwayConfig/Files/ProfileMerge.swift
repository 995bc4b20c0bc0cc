import SwitchwayCore

/// Merges a profile with the one that it extends. Its own entries come first. Mappings are merged key by key; lists and
/// single values are replaced. `nothing` removes a device, a switch or a chord.
enum ProfileMerge {
  /// Keys that concern the file itself and are not inherited.
  private static let ownKeys: Set<String> = ["switchway", "extends"]
  /// Sections whose entries can be removed with `nothing`.
  private static let removable: Set<String> = ["devices", "switches", "chords"]
  /// Fields that `nothing` removes from an inherited switch. (`tap: nothing` stays, because it is a gesture without
  /// effect.)
  private static let unbindable =
    Set(Gesture.ofSwitch.map(\.rawValue)).subtracting(["tap"]).union(["unless", "neighbours"])

  /// Merges `own` over `base`. If `base` is nil, `own` extends nothing and there is nothing to remove.
  static func merged(
    _ own: YAMLNode, over base: YAMLNode?, memo: IdentityMemo, findings: Findings
  ) -> YAMLNode {
    guard let ownPairs = own.pairs else { return own }
    let basePairs = (base?.pairs ?? []).filter { !ownKeys.contains($0.name) }
    let merged = union(ownPairs, basePairs) { own, base in
      if removable.contains(own.name) { return section(own, base, memo: memo, findings: findings) }
      return sectionOfKeys(own, base, memo: memo)
    }
    return YAMLNode(file: own.file, mark: own.mark, content: .mapping(merged))
  }

  /// The pairs of both, own ones first. Own pairs are passed through `combine` with their inherited pair, which is nil
  /// if only `own` has the key. Keys with the same `identity` are the same key.
  private static func union(
    _ own: [YAMLNode.Pair], _ base: [YAMLNode.Pair],
    by identity: (String) -> KeyIdentity = { .name($0) },
    combine: (YAMLNode.Pair, YAMLNode.Pair?) -> YAMLNode.Pair?
  ) -> [YAMLNode.Pair] {
    var inherited: [KeyIdentity: YAMLNode.Pair] = [:]
    let baseKeys = base.map { identity($0.name) }
    for (pair, key) in zip(base, baseKeys) { inherited[key] = pair }
    let keys = own.map { identity($0.name) }
    let names = Set(keys)
    let merged =
      zip(own, keys).compactMap { combine($0, inherited[$1]) }
      + zip(base, baseKeys).filter { !names.contains($1) }.map(\.0)
    // The one pair above the limit is reported where the mapping is read.
    return merged.count > YAMLTree.longest ? Array(merged.prefix(YAMLTree.longest + 1)) : merged
  }

  private static func deep(_ own: YAMLNode.Pair, _ base: YAMLNode.Pair?) -> YAMLNode.Pair {
    guard let base, let ownPairs = own.value.pairs, let basePairs = base.value.pairs else { return own }
    return replacing(own, with: union(ownPairs, basePairs) { deep($0, $1) })
  }

  private static func section(
    _ own: YAMLNode.Pair, _ base: YAMLNode.Pair?, memo: IdentityMemo, findings: Findings
  ) -> YAMLNode.Pair {
    guard var ownPairs = own.value.pairs else { return own }
    var basePairs = base?.value.pairs ?? []
    if own.name == "chords" {
      ownPairs = ChordMerge.withoutRepeats(ownPairs, memo: memo, findings: findings)
      basePairs = ChordMerge.aligned(basePairs, with: ownPairs, memo: memo)
    }
    let isSwitches = own.name == "switches"
    let entries = union(ownPairs, basePairs) { entry, inherited in
      if isNothing(entry.value) {
        if inherited == nil, !findings.baseIsMissing {
          findings.warning(
            entry.key, "there is no inherited \(entry.key.words) to remove", help: "take the line out")
        }
        findings.noteRemoved(entry.name, from: own.name)
        return nil
      }
      guard let inherited, let ownFields = entry.value.pairs, let baseFields = inherited.value.pairs else {
        return entry
      }
      let fields = union(ownFields, baseFields) { field, inheritedField in
        let isUnbound = isSwitches && inheritedField != nil && unbindable.contains(field.name) && isNothing(field.value)
        return isUnbound ? nil : deep(field, inheritedField)
      }
      return replacing(entry, with: fields)
    }
    return replacing(own, with: entries)
  }

  /// Merges any section but those of `removable`. In `keyboard` and `policy`, chords and commands can be written in
  /// several ways.
  private static func sectionOfKeys(
    _ own: YAMLNode.Pair, _ base: YAMLNode.Pair?, memo: IdentityMemo
  ) -> YAMLNode.Pair {
    guard let base, let ownPairs = own.value.pairs, let basePairs = base.value.pairs else { return own }
    let identity = SectionIdentity(section: own.name, own: own.value, base: base.value, memo: memo)
    return replacing(
      own,
      with: union(ownPairs, basePairs) { own, base in
        guard let base, let ownEntries = own.value.pairs, let baseEntries = base.value.pairs else { return own }
        return replacing(
          own, with: union(ownEntries, baseEntries, by: { identity.of($0, in: own.name) }) { deep($0, $1) })
      })
  }

  private static func isNothing(_ node: YAMLNode) -> Bool { node.text == "nothing" }

  private static func replacing(_ pair: YAMLNode.Pair, with pairs: [YAMLNode.Pair]) -> YAMLNode.Pair {
    var pair = pair
    pair.value.content = .mapping(pairs)
    return pair
  }
}
