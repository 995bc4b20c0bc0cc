import SwitchwayCore

/// Caches what the keys of mappings mean while the files of one profile are merged. Up to 17 files may have the same
/// keys.
final class IdentityMemo {
  private var chords: [ChordKey: [String: KeyIdentity]] = [:]
  private var commands: [String: KeyIdentity] = [:]
  private var switchChords: [String: String] = [:]
  /// Numbers are compared faster than sets, and every key of every file is compared.
  private var chordNumbers: [Set<ChordKey>: Int] = [:]
  private var commandNumbers: [ScanCommand: Int] = [:]

  /// The chord of keys that `name` means, with `modifier` as Tab. If `name` cannot be read, its text is used.
  func chord(_ name: String, modifier: ChordKey) -> KeyIdentity {
    if let known = chords[modifier]?[name] { return known }
    var identity = KeyIdentity.name(name)
    if let keys = try? KeyChordReader(use: .pressed(modifier: modifier)).keys(name) {
      let number = chordNumbers[Set(keys)] ?? chordNumbers.count
      chordNumbers[Set(keys)] = number
      identity = .chord(number)
    }
    chords[modifier, default: [:]][name] = identity
    return identity
  }

  /// The command that `name` means. If `name` cannot be read, its text is used.
  func command(_ name: String) -> KeyIdentity {
    if let known = commands[name] { return known }
    guard let command = try? CommandVocabulary.parse(name) else {
      commands[name] = .name(name)
      return .name(name)
    }
    let number = commandNumbers[command] ?? commandNumbers.count
    commandNumbers[command] = number
    let identity = KeyIdentity.command(number)
    commands[name] = identity
    return identity
  }

  /// The switches of the chord `name`, sorted and joined by `+`.
  func switches(ofChord name: String) -> String {
    if let known = switchChords[name] { return known }
    let parts = ChordNames.parts(name).sorted().joined(separator: "+")
    switchChords[name] = parts
    return parts
  }
}
