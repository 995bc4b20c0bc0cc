/// Which switches are parts of which chords. It does not change while a profile is in force.
struct ChordIndex: Sendable {
  private let chords: [ChordDefinition]
  /// For each switch, the chords that it is a part of, ascending.
  private let chordsOfSwitch: [[Int]]
  /// For each switch, how long its presses wait for the other parts: the longest window of its chords.
  private let windows: [Microseconds]

  init(profile: Profile) {
    chords = profile.chords
    var found = [[Int]](repeating: [], count: profile.switches.count)
    var longest = [Microseconds](repeating: .zero, count: profile.switches.count)
    for (index, chord) in profile.chords.enumerated() {
      for part in chord.parts where found.indices.contains(part) {
        found[part].append(index)
        longest[part] = max(longest[part], chord.within)
      }
    }
    chordsOfSwitch = found
    windows = longest
  }

  subscript(chord: Int) -> ChordDefinition { chords[chord] }

  func isPart(_ index: Int) -> Bool { !chordsOfSwitch[index].isEmpty }

  func window(of index: Int) -> Microseconds { windows[index] }

  /// Calls `body` with each chord that both switches are parts of, ascending. Complexity: linear in the number of
  /// chords of the switch that has fewer.
  func forEachShared(_ one: Int, _ other: Int, _ body: (Int) -> Void) {
    let isFewer = chordsOfSwitch[one].count <= chordsOfSwitch[other].count
    let (few, partner) = isFewer ? (one, other) : (other, one)
    for chord in chordsOfSwitch[few] where chords[chord].parts.contains(partner) { body(chord) }
  }

  /// The longest window of the chords that both switches are parts of. nil: there is none.
  func sharedWindow(_ one: Int, _ other: Int) -> Microseconds? {
    var longest: Microseconds?
    forEachShared(one, other) { longest = max(longest ?? .zero, chords[$0].within) }
    return longest
  }
}
