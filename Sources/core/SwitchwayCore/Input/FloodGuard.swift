import SwitchwayTime

/// Detects that a node sends more events than a hand can make: more than 2,000 key edges in any 2 s.
///
/// When the kernel's queue overflows, an unknown number of edges is lost. Such a loss counts as 32 edges: a queue holds
/// at least 64 events (`EVDEV_MIN_BUFFER_SIZE`, drivers/input/evdev.c), and an edge takes two events, itself and its
/// report.
///
/// The ring holds the times of the edges in the last 2 s, at most 2,000. It grows only when edges come faster than ever
/// before. An edge costs amortised O(1). Source of the figures: docs/design/presses.md, "Replay".
struct FloodGuard: Sendable {
  static let edges = 2_000
  static let window = Microseconds.seconds(2)
  /// The time for which a node is ignored after it flooded.
  static let mute = Microseconds.seconds(5)

  /// The number of edges that a loss of events counts as.
  static let lost = 32

  private var ring: [Instant] = []
  private var head = 0
  private var count = 0

  /// Counts an edge, and returns whether it exceeds the limit. An edge that is exactly 2 s old no longer counts.
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

  /// Counts a loss of events, and returns whether it exceeds the limit.
  mutating func isFlood(withLossAt time: Instant) -> Bool {
    var isFlood = false
    for _ in 0..<FloodGuard.lost where self.isFlood(at: time) { isFlood = true }
    return isFlood
  }

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
