/// Notices a node that sends more than a hand can: more than 2,000 key edges in any 2 s.
///
/// When the kernel's queue overflowed, edges were lost that nobody can count: such a loss stands for 32 of them. A queue
/// holds 64 events at the least (`EVDEV_MIN_BUFFER_SIZE`, drivers/input/evdev.c), an edge and its report are two.
///
/// A ring of the times in the window, which grows only while they come faster than before: at most 2,000 of them.
/// Amortised O(1) an edge. Source of the figures: the project's design, "Time and order" and "The process".
struct FloodGuard: Sendable {
  static let edges = 2_000
  static let window = Microseconds.seconds(2)
  /// How long the node is then not listened to.
  static let mute = Microseconds.seconds(5)

  /// How many edges a loss stands for.
  static let lost = 32

  private var ring: [Instant] = []
  private var head = 0
  private var count = 0

  /// Counts an edge; whether it is one too many. An edge exactly 2 s before this one does not count any more.
  mutating func isFlood(at time: Instant) -> Bool {
    while count > 0, time - ring[head] >= FloodGuard.window {
      head = (head + 1) % ring.count
      count -= 1
    }
    guard count < FloodGuard.edges else { return true }
    if count == ring.count { grow(filling: time) }
    ring[(head + count) % ring.count] = time
    count += 1
    return false
  }

  /// Counts a loss; whether it is too much.
  mutating func isFlood(withLossAt time: Instant) -> Bool {
    var isFlood = false
    for _ in 0..<FloodGuard.lost where self.isFlood(at: time) { isFlood = true }
    return isFlood
  }

  /// Forgets all edges.
  mutating func reset() {
    ring = []
    head = 0
    count = 0
  }

  private mutating func grow(filling time: Instant) {
    var larger: [Instant] = []
    larger.reserveCapacity(min(max(64, 2 * ring.count), FloodGuard.edges))
    larger.append(contentsOf: ring[head...])
    larger.append(contentsOf: ring[..<head])
    while larger.count < min(max(64, 2 * ring.count), FloodGuard.edges) { larger.append(time) }
    ring = larger
    head = 0
  }
}
