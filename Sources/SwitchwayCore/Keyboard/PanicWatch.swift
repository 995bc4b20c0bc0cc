/// Watches for the chord that takes Switchway's hands off everything: on physical keys, before anything else.
///
/// One character is 100 ms:
///
///     Backspace  v--------------^
///     Escape       v----------------^
///     Enter          v-----------------^
///                    |_________!            1 s after the last of them went down
struct PanicWatch: Sendable {
  /// How long it is held. Source: the safety text of the project's design, "Grab and re-injection".
  static let length = Microseconds.seconds(1)

  /// Each chord: for each of its keys the codes that can be it.
  private let chords: [[[UInt16]]]
  /// All codes of all chords.
  let codes: KeySet
  /// How many nodes hold each code down.
  private var counts = [UInt16: Int]()
  /// When it has been held for long enough.
  private(set) var due: Instant?

  init(own: [[UInt16]]?) {
    let shipped: [[UInt16]] = [[KeyCode.backspace], [KeyCode.escape], [KeyCode.enter]]
    chords = [shipped] + (own.map { [$0] } ?? [])
    codes = KeySet(chords.flatMap { $0.flatMap(\.self) })
    for code in codes.codes { counts[code] = 0 }
  }

  /// A key of a node went down, or came up.
  mutating func handle(_ code: UInt16, down: Bool, at time: Instant) {
    guard let count = counts[code] else { return }
    counts[code] = max(0, count + (down ? 1 : -1))
    let isComplete = chords.contains { $0.allSatisfy { key in key.contains { counts[$0, default: 0] > 0 } } }
    if !isComplete { due = nil } else if due == nil { due = time + PanicWatch.length }
  }

  /// It has been held: not again before it has been let go of.
  mutating func fire() { due = nil }
}
