import SwitchwayCore

/// The meaning of a key of a mapping in a profile. Two spellings with the same meaning have the same identity, so that
/// their entries are merged.
enum KeyIdentity: Hashable {
  /// The way in which the keys of a mapping are read.
  enum Kind: Hashable {
    case name
    /// Chords of keys: `tab+shift+h` and `shift+tab+h` are the same. `modifier`: the key that acts as Tab.
    case chord(modifier: ChordKey)
    case command
    /// Chords of switches: `a+b` and `b+a` are the same.
    case switches
  }

  /// The key as written, also if it should be a chord or a command but cannot be read.
  case name(String)
  case chord(Set<ChordKey>)
  case command(ScanCommand)
  case switches([String])

  init(_ name: String, _ kind: Kind) {
    self = .name(name)
    switch kind {
    case .name: break
    case .chord(let modifier):
      if let keys = try? KeyChordReader(use: .pressed(modifier: modifier)).keys(name) { self = .chord(Set(keys)) }
    case .command: if let command = try? CommandVocabulary.parse(name) { self = .command(command) }
    case .switches: self = .switches(ChordNames.parts(name).sorted())
    }
  }
}
