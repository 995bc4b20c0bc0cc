extension KeyboardPipeline {
  /// Adds the chords of a table to those of the profile, so that `type` and `hold` find them by their texts.
  ///
  /// - Parameter layout: where letters and signs are.
  public mutating func know(_ table: BridgeTable, layout: LayoutKeys) {
    // The modifier Tab does not matter for typing.
    let compiler = KeyChordCompiler(modifier: KeyboardSettings.standardModifier, layout: layout)
    for chord in table.keys.values { chords[chord.text] = compiler.typed(chord) }
  }
}
