import SwitchwayClock

/// Knows how far a gliding line has moved through the highlighted place. It computes this only from the steps and
/// states of the daemon's scanning clock. Times are µs of the monotonic clock.
///
///     clock    A--------------N---------N---    one character is 0.1 s: interval 1 s, first-item-pause 0.5 s
///     part     0     0.5     10   0.5  10       of the way through the place
///
/// A busy switch stops the line. If the contact does not become a press, the line continues where it would be without
/// the stop. After a press that chooses nothing, it continues from where it stopped. The clock treats its interval in
/// the same way, so the line always reaches the end at the clock's next step.
struct GlidingLine: Hashable, Sendable {
  /// The movement through one place.
  private struct Glide: Hashable {
    let item: Int
    /// The time since which the place is highlighted.
    let lit: Int64
    /// The time when the line begins to move from the edge of the place.
    var begin: Int64
    let interval: Int64
    /// Whether the clock steps backwards, so that the line enters the place at its end.
    var isBackward = false

    func part(at time: Int64) -> Double {
      let part = min(max(Double(time) - Double(begin), 0) / Double(interval), 1)
      return isBackward ? 1 - part : part
    }
  }

  /// The largest number of movements that are kept. It is the number of changes that the daemon's clock keeps.
  private static let most = 8

  /// `first-item-pause` of the profile.
  var pause: Int64 = 0
  /// `reaction` of the profile: the time that is subtracted from the time of a press.
  var reaction: Int64 = 0
  /// The time per place, from the next step on. It is never 0.
  private var interval: Int64 = 1_000_000
  /// The movements on this page, the last one at the end.
  private var glides: [Glide] = []
  private var state = ClockState.off
  /// The time since which the line does not move. `nil` if it glides.
  private var stopped: Int64? = 0
  /// Whether an accepted press has stopped the line.
  private var hadPress = false

  /// The state of the clock has changed. `down`: the number of switches that are held down by accepted presses.
  mutating func take(_ clock: Session.Clock, at time: Int64, down: Int) {
    if let interval = clock.interval, interval > 0 { self.interval = interval }
    let last = state
    state = clock.state
    switch state {
    case .running where last == .running: break
    case .running:
      if last == .frozen, let stopped {
        if hadPress { move(by: time &- stopped) }
      } else {
        begin(at: time)
      }
      stopped = nil
    case .frozen where last == .frozen: break
    case .frozen:
      if last != .running { begin(at: time) }
      // The switch that moves the highlight does not stop it.
      (stopped, hadPress) = (time, down > (clock.style.releaseChooses ? 1 : 0))
    case .off, .holding, .resting, .paused: stopped = stopped ?? time
    }
  }

  /// A press was accepted.
  mutating func press() { hadPress = true }

  /// The daemon scans a new page, from this item on.
  mutating func show(item: Int, at time: Int64) {
    glides = [Glide(item: item, lit: time, begin: time &+ pause, interval: interval)]
    if stopped != nil { stopped = time }
  }

  /// Another page is shown, which the daemon does not have yet.
  mutating func leave() { glides = [] }

  /// The highlight has moved to an item.
  mutating func step(to item: Int, isForward: Bool, at time: Int64) {
    glides.append(Glide(item: item, lit: time, begin: time, interval: interval, isBackward: !isForward))
    if glides.count > Self.most { glides.removeFirst() }
    if stopped != nil { stopped = time }
  }

  /// The interval of the present place begins again, with the pause.
  private mutating func begin(at time: Int64) {
    guard let last = glides.popLast() else { return }
    glides.append(Glide(item: last.item, lit: last.lit, begin: time &+ pause, interval: interval))
  }

  private mutating func move(by time: Int64) {
    guard let last = glides.indices.last else { return }
    glides[last].begin = glides[last].begin &+ max(0, time)
  }

  /// A value from 0 to 1: how far the line had moved through this item at `moment`, or when it was last there before.
  /// `nil` if the clock has not scanned it.
  func part(of item: Int, at moment: Int64) -> Double? {
    let all = glides.filter { $0.item == item }
    guard let glide = all.last(where: { $0.lit <= moment }) ?? all.first else { return nil }
    return glide.part(at: stopped.map { min(moment, $0) } ?? moment)
  }

  /// The time when the line reaches the end of the place if nothing stops it, which is the time of the clock's next
  /// step. `nil` if the line does not move.
  var end: Int64? { stopped == nil ? glides.last.map { $0.begin &+ $0.interval } : nil }

  /// The time when the line must be drawn again, at the earliest one `frame` after `time`. `nil` if it does not move
  /// until the clock's next step.
  func nextMove(after time: Int64, frame: Int64) -> Int64? {
    guard let end, let glide = glides.last, time < end else { return nil }
    return max(time &+ frame, glide.begin)
  }
}
