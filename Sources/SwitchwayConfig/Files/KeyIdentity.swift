import SwitchwayCore

/// What a key of a mapping means, so that two ways to write it are one when profiles are merged.
enum KeyIdentity: Hashable {
  case name(String)
  /// Chords are sets: `tab+shift+h` and `shift+tab+h` are one. By a number that `IdentityMemo` gives to each.
  case chord(Int)
  case command(Int)
}

/// How the keys within a section are compared.
struct SectionIdentity {
  private static let chordMappings: Set<String> = ["bindings", "gesture-bindings", "hold-bindings"]

  private let isKeyboard: Bool
  private let isPolicy: Bool
  /// The `modifier` that holds when both are merged.
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

  /// What `name` means as a key of the mapping that this section has as `mapping`. What cannot be read is its text.
  func of(_ name: String, in mapping: String) -> KeyIdentity {
    if isKeyboard, SectionIdentity.chordMappings.contains(mapping) { return memo.chord(name, modifier: modifier) }
    if isPolicy, mapping == "alone" { return memo.command(name) }
    return .name(name)
  }
}
