import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayEngine
import SwitchwayExplain

/// Finds chords that are the same keys on the person's layout. Of such chords, the first one in the search order is
/// used.
enum KeyHolders {
  /// Finds the rows of `bindings` that do nothing, because an earlier chord has the same keys. Returns the earlier
  /// chords. The keys are the indices of the rows.
  ///
  /// - Parameters:
  ///   - keyboard: the keyboard of the profile, or `nil` if there are no chords of keys.
  ///   - known: the result of `sameKeys(of:)`, if the layout was already read.
  static func of(_ rows: [Wire.Binding], keyboard: Wire.Explanation.Keyboard?, same known: SameKeys? = nil) -> [Int:
    String]
  {
    let modifier = modifier(of: keyboard)
    var groups: [String: [(row: Int, chord: KeyChord)]] = [:]
    for (index, row) in rows.enumerated() where row.switchName == nil {
      guard let text = row.chord, let keys = KeyChordText.keys(text, modifier: modifier),
        let trigger = keys.last
      else { continue }
      let group = "\(row.mode ?? "")/\(row.gesture ?? "")"
      groups[group, default: []].append(
        (index, KeyChord(text: text, modifiers: Set(keys.dropLast()), trigger: trigger)))
    }
    guard groups.values.contains(where: { $0.count > 1 }) else { return [:] }
    let same = known ?? sameKeys(of: keyboard)
    var holders: [Int: String] = [:]
    for group in groups.values {
      for (one, holder) in zip(group, same.holders(of: group.map(\.chord))) {
        if let holder { holders[one.row] = group[holder].chord.text }
      }
    }
    return holders
  }

  /// Finds keys that are the same on the layout of the profile or, if it names none, on the layout of this session.
  static func sameKeys(of keyboard: Wire.Explanation.Keyboard?) -> SameKeys {
    ProfileLayout.sameKeys(
      modifier: modifier(of: keyboard), layout: keyboard?.layout,
      environment: ProcessContext.current().environment)
  }

  static func modifier(of keyboard: Wire.Explanation.Keyboard?) -> ChordKey {
    KeyChordText.modifier(keyboard?.modifier ?? "tab")
  }

  static func words(_ holder: String) -> String {
    "nothing: on this layout it is the same key as \(Terminal.printable(holder)), which counts"
  }
}
