/// Which chords are the same keys on a person's layout, and which of them then holds, as keyboards look for them.
public struct SameKeys: Sendable {
  private let compiler: KeyChordCompiler
  private let layout: LayoutKeys

  /// - Parameter modifier: the key that is Tab.
  public init(modifier: ChordKey, layout: LayoutKeys) {
    compiler = KeyChordCompiler(modifier: modifier, layout: layout)
    self.layout = layout
  }

  /// For each of `chords`, bindings of one mapping in the order in which they are looked through: the place of the one
  /// that holds instead of it, on every key that it can be; nil where it holds itself, or is on no key.
  public func holders(of chords: [KeyChord]) -> [Int?] {
    var first: [KeyTrigger: Int] = [:]
    return chords.enumerated().map { index, chord in
      let triggers = compiler.triggers(chord)
      let others = triggers.compactMap { first[$0] }
      for trigger in triggers where first[trigger] == nil { first[trigger] = index }
      return others.count == triggers.count ? others.first : nil
    }
  }

  /// `key` by its place, where it is a letter or a sign of this layout; Tab where it is that key.
  public func place(of key: ChordKey) -> ChordKey {
    guard case .printed(let character) = key, let found = layout.key(of: character) else { return key }
    return found.code == compiler.tab ? .tab : .position(found.code)
  }
}
