import SwitchwayCore

/// What a key of a mapping means. Two spellings of one key have the same identity, so they are merged.
enum KeyIdentity: Hashable {
  case name(String)
  /// The number that `IdentityMemo` gives to a chord. Chords are sets: `tab+shift+h` and `shift+tab+h` are the same.
  case chord(Int)
  case command(Int)
}

/// Compares the keys within a section.
struct SectionIdentity {
  private static let chordMappings: Set<String> = ["bindings", "gesture-bindings", "hold-bindings"]

  private let isKeyboard: Bool
  private let isPolicy: Bool
  /// The `modifier` that is in force after the merge.
  private let modifier: ChordKey
  private let memo: IdentityMemo

  init(section: String, own: YAMLNode, base: YAMLNode, memo: IdentityMemo) {
    self.memo = memo
    isKeyboard = section == "keyboard"
    isPolicy = section == "policy"
    let text = (own.pair("modifier") ?? base.pair("modifier"))?.value.text ?? "tab"
    let keys = (try? KeyChordReader(use: .typed).keys(text)) ?? []
    modifier = keys.first ?? KeyboardSettings.standardModifier
  }

  /// What `name` means as a key of `mapping` in this section. If `name` cannot be read, its text is used.
  func of(_ name: String, in mapping: String) -> KeyIdentity {
    if isKeyboard, SectionIdentity.chordMappings.contains(mapping) { return memo.chord(name, modifier: modifier) }
    if isPolicy, mapping == "alone" { return memo.command(name) }
    return .name(name)
  }
}
