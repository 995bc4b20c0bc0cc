/// The switches that are down or wait for a decision, according to the daemon's lines.
struct SwitchWatch {
  /// The longest time for which a switch counts as waiting after a line `pending`, µs. No press can wait that long.
  static let longestWait: Int64 = 60_000_000
  /// How much later than the time of a decision, or than a release, the line about it may come, µs. Arbitrary.
  static let delay: Int64 = 50_000

  private var down: Set<String> = []
  private var waiting: [String: Int64] = [:]
  /// The time until which a release may still become a command.
  private var releases: Int64?

  /// Whether a switch is down or waits for a decision. A stuck switch does not count.
  var isBusy: Bool { !down.isEmpty || !waiting.isEmpty || releases != nil }
  /// The number of switches that are held down by accepted presses.
  var downCount: Int { down.count }
  var look: Session.Light.Look { down.isEmpty ? waiting.isEmpty ? .lit : .pending : .pressed }
  var nextDeadline: Int64? { [releases, waiting.values.min()].compactMap(\.self).min() }

  init(down: Set<String> = []) { self.down = down }

  mutating func press(_ name: String, isDown: Bool, now: Int64) {
    if isDown {
      waiting[name] = nil
      down.insert(name)
    } else if down.remove(name) != nil {
      releases = now &+ Self.delay
    }
  }

  mutating func wait(_ name: String, until: Int64, now: Int64) {
    waiting[name] = min(max(until, now), now &+ Self.longestWait) &+ Self.delay
  }

  /// A press of this switch became a command, or was rejected.
  mutating func decided(_ name: String) { (waiting[name], releases) = (nil, nil) }

  mutating func stuck(_ name: String) {
    down.remove(name)
    waiting[name] = nil
  }

  mutating func advance(to time: Int64) {
    if let until = releases, until <= time { releases = nil }
    for (name, until) in waiting where until <= time { waiting[name] = nil }
  }
}
