import SwitchwayTime

/// Decides from the movements of a relative axis whether the input of a switch is pressed.
///
/// One character is 20 ms; the condition is `> 20 within 300ms`, and `release` is 100 ms:
///
///     counts      ..5.5.5.5.5.5.........5.5.......5......
///     pressed       ==================...                  at the fourth 5, as of the first 5; released 100 ms after
///                                                          the sixth 5; the last two are too few
///
/// The input is pressed when the counts in its direction reach the level within the time of the condition. Movement in
/// the other direction is subtracted, the newest counts first, so a tremble around one place adds up to nothing. The
/// press begins with the first movement that counted. It lasts while the axis moves in the direction, and ends when it
/// has not done so for `release`. During a press, movement in the other direction has no effect.
///
/// The ring holds the movements that count; there are always fewer of them than the level. It grows only when more
/// movements count than ever before. A movement costs amortised O(1).
struct MovementGauge: Sendable {
  let condition: MovementCondition
  private var ring: [(time: Instant, counts: Int64)] = []
  private var head = 0
  private var used = 0
  private var sum: Int64 = 0
  /// The time of the last movement in the direction, while the input is pressed. `nil` while it is not pressed.
  private var latest: Instant?

  init(_ condition: MovementCondition) { self.condition = condition }

  var isPressed: Bool { latest != nil }

  /// The time when the press ends, if the axis does not move earlier. `nil` while the input is not pressed.
  var restEnd: Instant? { latest.map { $0 + condition.release } }

  /// Handles a movement. If it presses the input, returns the time when the press began, otherwise `nil`. Before this
  /// call, the caller must end a press that is due by this time.
  mutating func move(by value: Int32, at time: Instant) -> Instant? {
    let counts = condition.level < 0 ? -Int64(value) : Int64(value)
    guard latest == nil else {
      if counts > 0 { latest = time }
      return nil
    }
    while used > 0, time - ring[head].time >= condition.within { dropFirst() }
    guard counts > 0 else {
      takeOff(-counts)
      return nil
    }
    let start = used > 0 ? ring[head].time : time
    guard sum + counts < Int64(condition.level.magnitude) else {
      forget()
      latest = time
      return start
    }
    append(counts, at: time)
    return nil
  }

  /// Ends the press and forgets the counts, because events were lost or the axis is no longer read.
  mutating func reset() {
    latest = nil
    forget()
  }

  /// Forgets the counts. A press that has begun continues.
  mutating func forget() { (head, used, sum) = (0, 0, 0) }

  // MARK: The ring

  private mutating func dropFirst() {
    sum -= ring[head].counts
    head = (head + 1) % ring.count
    used -= 1
  }

  private mutating func takeOff(_ counts: Int64) {
    var rest = counts
    while rest > 0, used > 0 {
      let last = (head + used - 1) % ring.count
      let taken = min(rest, ring[last].counts)
      ring[last].counts -= taken
      sum -= taken
      rest -= taken
      if ring[last].counts == 0 { used -= 1 }
    }
  }

  private mutating func append(_ counts: Int64, at time: Instant) {
    if used == ring.count { grow(filling: time) }
    ring[(head + used) % ring.count] = (time, counts)
    used += 1
    sum += counts
  }

  private mutating func grow(filling time: Instant) {
    let size = max(16, 2 * ring.count)
    var larger: [(time: Instant, counts: Int64)] = []
    larger.reserveCapacity(size)
    larger.append(contentsOf: ring[head...])
    larger.append(contentsOf: ring[..<head])
    while larger.count < size { larger.append((time, 0)) }
    ring = larger
    head = 0
  }
}
