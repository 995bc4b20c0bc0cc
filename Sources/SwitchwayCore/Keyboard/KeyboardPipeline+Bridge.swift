// What a bridge types.
extension KeyboardPipeline {
  /// Knows the chords of a table from now on, beside those of the profile: `type` and `hold` take them by their texts.
  /// `layout`: where letters and signs are.
  public mutating func know(_ table: BridgeTable, layout: LayoutKeys) {
    // What `tab` is as a modifier does not matter to what is typed.
    let compiler = KeyChordCompiler(modifier: KeyboardSettings.standardModifier, layout: layout)
    for chord in table.keys.values { chords[chord.text] = compiler.typed(chord) }
  }
}
