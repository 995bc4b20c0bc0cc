/// Notices a node that sends more than a hand can: more than 2,000 key edges in any 2 s.
///
/// A ring of the times in the window, which grows only while they come faster than before: at most 2,000 of them.
/// Amortised O(1) an edge. Source of the figures: the project's design, "Time and order" and "The process".
struct FloodGuard: Sendable {
  static let edges = 2_000
  static let window = Microseconds.seconds(2)
  /// How long the node is then not listened to.
  static let mute = Microseconds.seconds(5)

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
