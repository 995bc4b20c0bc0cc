/// Merges chords. They are compared as sets of switches: `a+b` and `b+a` are the same chord.
enum ChordMerge {
  /// The `pairs` of one file without repeated chords, which are reported.
  static func withoutRepeats(
    _ pairs: [YAMLNode.Pair], memo: IdentityMemo, findings: Findings
  ) -> [YAMLNode.Pair] {
    var seen: [String: YAMLNode] = [:]
    return pairs.filter { pair in
      guard !pair.key.isRefused else { return true }
      let identity = memo.switches(ofChord: pair.name)
      guard let first = seen[identity] else {
        seen[identity] = pair.key
        return true
      }
      findings.error(
        pair.key, "the chord \(pair.key.words) is there already: \(first.words) in line \(first.mark.line)",
        help: "take one of them out")
      return false
    }
  }

  /// `base` in which chords that `own` has too are spelt as in `own`.
  static func aligned(_ base: [YAMLNode.Pair], with own: [YAMLNode.Pair], memo: IdentityMemo) -> [YAMLNode.Pair] {
    var spelt: [String: String] = [:]
    for pair in own { spelt[memo.switches(ofChord: pair.name)] = pair.name }
    return base.map { pair in
      guard let name = spelt[memo.switches(ofChord: pair.name)], name != pair.name else { return pair }
      var pair = pair
      pair.key.content = .scalar(name, isPlain: true)
      return pair
    }
  }
}
