import SwitchwayTime

/// One contact of a switch, with the openings in it that were too short to be releases.
struct Contact: Hashable, Sendable {
  let start: Instant
  private(set) var last: Instant
  /// How long the switch was closed in this contact in total, up to its latest opening.
  private(set) var closedBefore = Microseconds.zero
  private(set) var openedAt: Instant?
  /// Whether one of its closings was found by reading the device's state, not from an event.
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
