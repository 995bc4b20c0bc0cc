import SwitchwayCore

/// What keys of mappings mean, kept while the files of one profile are merged: sixteen files may have the same keys.
final class IdentityMemo {
  private var chords: [ChordKey: [String: KeyIdentity]] = [:]
  private var commands: [String: KeyIdentity] = [:]
  private var switchChords: [String: String] = [:]
  /// Numbers are compared faster than sets, and there are as many comparisons as files times keys.
  private var chordNumbers: [Set<ChordKey>: Int] = [:]
  private var commandNumbers: [ScanCommand: Int] = [:]

  /// The chord of keys that `name` is, where `modifier` is Tab; what cannot be read is its text.
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

  /// The command that `name` is; what cannot be read is its text.
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

  /// The switches of the chord `name`, in one order, joined by `+`.
  func switches(ofChord name: String) -> String {
    if let known = switchChords[name] { return known }
    let parts = ChordNames.parts(name).sorted().joined(separator: "+")
    switchChords[name] = parts
    return parts
  }
}
