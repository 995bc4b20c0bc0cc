import SwitchwayTime

/// Watches for the panic chord, which makes Switchway release everything. It looks at physical keys, before any other
/// code does.
///
/// One character is 100 ms:
///
///     Backspace  v--------------^
///     Escape       v----------------^
///     Enter          v-----------------^
///                    |_________!            1 s after the last key went down
struct PanicWatch: Sendable {
  /// How long the chord must be held. Source: docs/design/safety.md, "Grabs and the virtual devices".
  static let length = Microseconds.seconds(1)

  /// For each chord and each of its keys, the codes that the key can have.
  private let chords: [[[UInt16]]]
  let codes: KeySet
  /// The number of nodes that hold each code down.
  private var counts = [UInt16: Int]()
  /// The time when the chord will have been held long enough.
  private(set) var due: Instant?
  /// The value of `due` when all nodes were detached: if nodes are attached again at once with the chord down, the
  /// chord's time continues.
  private var former: Instant?

  init(own: [[UInt16]]?) {
    let shipped: [[UInt16]] = [[KeyCode.backspace], [KeyCode.escape], [KeyCode.enter]]
    chords = [shipped] + (own.map { [$0] } ?? [])
    codes = KeySet(chords.flatMap { $0.flatMap(\.self) })
    for code in codes.codes { counts[code] = 0 }
  }

  /// Handles an edge of a node's key.
  mutating func handle(_ code: UInt16, down: Bool, at time: Instant) {
    former = nil
    count(code, down: down, due: time + PanicWatch.length)
  }

  /// Handles a key that is already down when its node is attached.
  mutating func attach(_ code: UInt16, at time: Instant) {
    count(code, down: true, due: former ?? time + PanicWatch.length)
  }

  private mutating func count(_ code: UInt16, down: Bool, due newDue: Instant) {
    guard let count = counts[code] else { return }
    counts[code] = max(0, count + (down ? 1 : -1))
    let isComplete = chords.contains { $0.allSatisfy { key in key.contains { counts[$0, default: 0] > 0 } } }
    if !isComplete { due = nil } else if due == nil { due = newDue }
  }

  /// Forgets which keys are down, because all nodes are detached. Keeps the deadline for `attach` and `inherit`.
  mutating func finish() {
    former = due
    due = nil
    for code in codes.codes { counts[code] = 0 }
  }

  /// Takes over, from the watch of another profile, the time for which the chord has been held. All nodes of the other
  /// watch are detached.
  mutating func inherit(_ old: PanicWatch) { former = old.former }

  /// Clears the deadline. The chord can fire again only after a release.
  mutating func fire() { due = nil }
}
