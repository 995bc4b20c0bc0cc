import SwitchwayCore

/// What a key of a mapping means, so that two ways to write it are one when profiles are merged.
enum KeyIdentity: Hashable {
  case name(String)
  /// Chords are sets: `tab+shift+h` and `shift+tab+h` are one.
  case chord(Set<ChordKey>)
  case command(ScanCommand)
}

/// How the keys within a section are compared.
struct SectionIdentity {
  private static let chordMappings: Set<String> = ["bindings", "gesture-bindings", "hold-bindings"]

  private let isKeyboard: Bool
  private let isPolicy: Bool
  /// With the `modifier` that holds when both are merged.
  private let reader: KeyChordReader

  init(section: String, own: YAMLNode, base: YAMLNode) {
    isKeyboard = section == "keyboard"
    isPolicy = section == "policy"
    let text = (own.pair("modifier") ?? base.pair("modifier"))?.value.text ?? "tab"
    let keys = (try? KeyChordReader(use: .typed).keys(text)) ?? []
    reader = KeyChordReader(use: .pressed(modifier: keys.first ?? KeyboardSettings.standardModifier))
  }

  /// What `name` means as a key of the mapping that this section has as `mapping`. What cannot be read is its text.
  func of(_ name: String, in mapping: String) -> KeyIdentity {
    if isKeyboard, SectionIdentity.chordMappings.contains(mapping), let keys = try? reader.keys(name) {
      return .chord(Set(keys))
    }
    if isPolicy, mapping == "alone", let command = try? CommandVocabulary.parse(name) { return .command(command) }
    return .name(name)
  }
}
