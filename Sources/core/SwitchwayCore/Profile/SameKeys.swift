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

  /// For each of `chords`, in the order in which they are searched, the index of an earlier chord that is used instead
  /// of it. `nil` if the chord is used for at least one of its keys, or if the layout has none of its keys.
  public func holders(of chords: [KeyChord]) -> [Int?] {
    var first: [KeyTrigger: Int] = [:]
    return chords.enumerated().map { index, chord in
      let triggers = compiler.triggers(chord)
      let others = triggers.compactMap { first[$0] }
      for trigger in triggers where first[trigger] == nil { first[trigger] = index }
      return others.count == triggers.count ? others.first : nil
    }
  }

  /// `key` by its position, if it is a letter or sign of this layout; `.tab` if it is that key.
  public func place(of key: ChordKey) -> ChordKey {
    guard case .printed(let character) = key, let found = layout.key(of: character) else { return key }
    return found.code == compiler.tab ? .tab : .position(found.code)
  }
}
