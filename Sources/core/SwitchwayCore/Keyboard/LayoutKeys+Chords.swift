import SwitchwayText

extension LayoutKeys {
  /// The letters and signs of a chord for which this layout has no key, sorted. Such a chord can be neither pressed nor
  /// typed.
  public func missing(from chord: KeyChord) -> [Character] {
    chord.keys.compactMap { key in
      if case .printed(let character) = key, self.key(of: character) == nil { character } else { nil }
    }.sorted()
  }
}
