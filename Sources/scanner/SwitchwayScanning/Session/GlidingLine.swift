import SwitchwayClock

/// How far a gliding line is through the place that is highlighted: pure, by the steps and states of the daemon's
/// clock. Times are µs of the monotonic clock.
///
///     clock    A--------------N---------N---    one character is 0.1 s: interval 1 s, first-item-pause 0.5 s
///     part     0     0.5     10   0.5  10       of the way through the place
///
/// A switch at work stops it. If no press comes of the contact, no time was lost; after a press that chooses nothing,
/// the line goes on from where it stood. So its end is always the clock's next step.
struct GlidingLine: Hashable, Sendable {
  /// The way through one place.
  private struct Glide: Hashable {
    let item: Int
    /// Since when the place is highlighted.
    let lit: Int64
    /// When the line leaves the beginning of the place.
    var begin: Int64
    let interval: Int64
    /// The clock steps backwards, and the line enters the place at its end.
    var isBackward = false

    func part(at time: Int64) -> Double {
      let part = min(max(Double(time) - Double(begin), 0) / Double(interval), 1)
      return isBackward ? 1 - part : part
    }
  }

  /// As many as the clock looks back.
  private static let most = 8

  /// `first-item-pause` of the profile.
  var pause: Int64 = 0
  /// `reaction` of the profile: what is taken off the time of a press.
  var reaction: Int64 = 0
  /// For one place, from the next step on. Never 0.
  private var interval: Int64 = 1_000_000
  /// Those of this page, the last one last.
  private var glides: [Glide] = []
  private var state = ClockState.off
  /// Since when it stands. `nil` if it glides.
  private var stopped: Int64? = 0
  /// An accepted press stops it.
  private var hadPress = false

  /// The clock does something else. `down`: how many switches accepted presses hold down.
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
      // The switch that moves the highlight stops nothing.
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

  /// Another page is shown, and the daemon does not have it yet.
  mutating func leave() { glides = [] }

  /// The highlight has come to an item.
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

  /// From 0 to 1: how far it was through this item, the last time that it was there before `moment`. `nil` if the clock
  /// has not scanned it.
  func part(of item: Int, at moment: Int64) -> Double? {
    let all = glides.filter { $0.item == item }
    guard let glide = all.last(where: { $0.lit <= moment }) ?? all.first else { return nil }
    return glide.part(at: stopped.map { min(moment, $0) } ?? moment)
  }

  /// When it is at the end of the place, if nothing stops it: the clock's next step. `nil` if it stands.
  var end: Int64? { stopped == nil ? glides.last.map { $0.begin &+ $0.interval } : nil }

  /// When it has moved by another frame. `nil` if it stands until the clock does something.
  func nextMove(after time: Int64, frame: Int64) -> Int64? {
    guard let end, let glide = glides.last, time < end else { return nil }
    return max(time &+ frame, glide.begin)
  }
}
