import SwitchwayText

/// Finds chords that are the same keys on a person's layout, and which of them is used.
public struct SameKeys: Sendable {
  private let compiler: KeyChordCompiler
  private let layout: LayoutKeys

  /// - Parameter modifier: the key that acts as Tab.
  public init(modifier: ChordKey, layout: LayoutKeys) {
    compiler = KeyChordCompiler(modifier: modifier, layout: layout)
    self.layout = layout
  }

  /// For each of `chords`, the index of an earlier chord that is the same keys and is used instead. The order of
  /// `chords` is the order in which they are searched. `nil` if the chord itself is used for at least one code of its
  /// last key, or if the layout does not have this key.
  public func holders(of chords: [KeyChord]) -> [Int?] {
    var first: [KeyTrigger: Int] = [:]
    return chords.enumerated().map { index, chord in
      let triggers = compiler.triggers(chord)
      let others = triggers.compactMap { first[$0] }
      for trigger in triggers where first[trigger] == nil { first[trigger] = index }
      return others.count == triggers.count ? others.first : nil
    }
  }

  /// Returns `key` as a position if it is a letter or sign of this layout, or `.tab` if it acts as Tab. Returns any
  /// other key unchanged.
  public func place(of key: ChordKey) -> ChordKey {
    guard case .printed(let character) = key, let found = layout.key(of: character) else { return key }
    return found.code == compiler.tab ? .tab : .position(found.code)
  }
}
