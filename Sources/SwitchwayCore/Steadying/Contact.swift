/// One contact of a switch, with the openings in it that were too short to be releases.
struct Contact: Hashable, Sendable {
  /// When it first closed.
  let start: Instant
  /// When it last closed.
  private(set) var last: Instant
  /// The closed time before `last`: finished spans only.
  private(set) var closedBefore = Microseconds.zero
  /// When it opened; nil while closed.
  private(set) var openedAt: Instant?
  /// A closing of it was found by reading state, not seen.
  private(set) var isUncertain: Bool

  init(start: Instant, isUncertain: Bool) {
    self.start = start
    last = start
    self.isUncertain = isUncertain
  }

  var isClosed: Bool { openedAt == nil }

  mutating func close(at time: Instant, isUncertain: Bool) {
    guard openedAt != nil else { return }
    if isUncertain { self.isUncertain = true }
    last = time
    openedAt = nil
  }

  mutating func open(at time: Instant) {
    guard openedAt == nil else { return }
    closedBefore = closedBefore + (time - last)
    openedAt = time
  }
}
