import SwitchwayClock

/// A second implementation of the scanning clock, written from the contract. It counts ticks of 10 ms one by one and
/// keeps everything that was ever lit. Slow, and without limits except the eight steps in the contract.
struct SlowClock {
  static let tick = 10

  /// One change of the highlight.
  struct Light {
    var tick: Int
    var item: Int
  }

  /// What one owner shows, and its history.
  struct Shown {
    enum Kind { case unknown, page, nothing }
    var kind = Kind.unknown
    var page = 0
    var items = 0
    var first = 0
    var announced = 0
    var waits = false
    /// What comes after the choice begins at rest.
    var restsAfter = false
    var hold = false
    var lights = [Light(tick: 0, item: 0)]
    /// Lights before this one can no longer be selected.
    var floor = 0
    /// The same after the steps of an owner without a page were dropped.
    var forgotten = 0
    var rests: [(tick: Int, rests: Bool)] = []
    var steps = 0

    var lit: Int { lights[lights.count - 1].item }
    var isResting: Bool { rests.last?.rests ?? true }
    var holds: Bool { waits || hold }

    func restedAt(_ tick: Int) -> Bool {
      // The first entry is the announcement or the beginning.
      (rests.last { $0.tick <= tick } ?? rests.first)?.rests ?? true
    }

    /// The light that a selection finds.
    func found(at tick: Int) -> Int {
      let candidates = Array(lights[max(floor, lights.count - 8)...])
      return (candidates.last { $0.tick <= tick } ?? candidates[0]).item
    }
  }

  /// An accepted press that has not ended.
  struct Down {
    var began: Int
    var owner: ClockOwner
    /// `inverse`: its release selects.
    let scans: Bool
    var choosesAtRelease: Bool
    var generation: Int
  }

  struct Asked {
    var owner: ClockOwner
    var pageItem: PageItem?
    var announced: Int
    var item: Int
    var forgotten: Int
  }

  var profile: ClockSettings
  /// The last style with a clock, or `frontEnd`.
  var chosen: ClockStyle
  /// A style that has no clock was set since.
  var isWithoutClock = false
  var style: ClockStyle { isWithoutClock ? .frontEnd : chosen }
  var interval: Int
  var now = 0
  var owner = ClockOwner.nobody
  var shown: [ClockOwner: Shown] = [:]
  var pauses: Set<Int> = []
  /// The client that was scanned when a client's command paused.
  var pausedFor: ClockOwner?
  var reversed = false
  /// Counts new owners, styles and pages. A press scans within one generation.
  var generation = 0
  var working: Set<Int> = []
  var downs: [Int: Down] = [:]
  var stuck: Set<Int> = []
  /// A press of the present freeze has ended.
  var pressInFreeze = false
  /// Elapsed ticks of this interval; those while frozen are separate.
  var gone = 0
  var frozen = 0
  var goal = 0
  var wasFrozen = false
  /// `step`: somebody moved the highlight.
  var waits = false
  /// `step`: ticks since the last step or release.
  var quiet = 0
  var log: [String] = []
  var told: (ClockState, ClockStyle, Int)

  init(_ profile: ClockSettings) {
    self.profile = profile
    chosen = profile.style
    interval = SlowClock.ticks(profile.interval)
    told = (.off, profile.style, SlowClock.ticks(profile.interval))
  }

  static func ticks(_ micro: Int64) -> Int { Int(micro) / 10_000 }

  var reaction: Int { SlowClock.ticks(profile.reaction) }
  var pause: Int { SlowClock.ticks(profile.firstItemPause) }

  var scanners: [Int] {
    downs.filter { $0.value.choosesAtRelease && $0.value.generation == generation }.map(\.key)
  }

  /// The state, with `running` instead of `frozen`.
  var activity: ClockState {
    guard style != .frontEnd, let what = shown[owner], what.kind != .nothing else { return .off }
    if !pauses.isEmpty { return .paused }
    return unpaused
  }

  var unpaused: ClockState {
    guard style != .frontEnd, let what = shown[owner], what.kind != .nothing else { return .off }
    if what.holds { return .holding }
    switch style {
    case .step: return waits ? .running : .resting
    case .inverse: return what.isResting || scanners.isEmpty ? .resting : .running
    case .auto, .frontEnd: return what.isResting ? .resting : .running
    }
  }

  /// Switches that freeze the clock, or prevent `step` from selecting.
  var freezing: Set<Int> {
    style == .inverse ? working.filter { downs[$0]?.choosesAtRelease != true } : working
  }

  var isFrozen: Bool { activity == .running && !freezing.isEmpty }

  var state: ClockState { isFrozen && style != .step ? .frozen : activity }

  // MARK: time

  /// Lets one tick pass and performs what is due at its end.
  mutating func passTick() {
    now += 1
    guard activity == .running else { return }
    let isFree = freezing.isEmpty
    if style == .step {
      quiet += 1
    } else if isFree {
      gone += 1
    } else {
      frozen += 1
    }
    if isFree, (style == .step ? quiet : gone) >= goal { fire() }
  }

  mutating func fire() {
    guard activity == .running, !isFrozen, let what = shown[owner] else { return }
    if style == .step {
      guard quiet >= goal else { return }
      say("select", what)
      chosen(owner, nil)
      return tell()
    }
    guard gone >= goal else { return }
    let next = moved(what, reversed ? -1 : 1)
    shown[owner]?.lights.append(Light(tick: now, item: next))
    shown[owner]?.steps += 1
    say(reversed ? "previous" : "next", shown[owner])
    startInterval(pause: false)
    let most = what.kind == .page ? profile.loops * what.items : profile.steps
    if most > 0, what.steps + 1 == most { rest(owner, true) }
    tell()
  }

  mutating func startInterval(pause withPause: Bool) {
    gone = 0
    frozen = 0
    quiet = 0
    goal = interval + (withPause && style != .step ? pause : 0)
  }

  /// After each event: checks whether a freeze has begun or ended.
  mutating func look() {
    if wasFrozen, !isFrozen {
      if activity == .running, style != .step, !pressInFreeze { gone += frozen }
      frozen = 0
    }
    if !isFrozen { pressInFreeze = false }
    if isFrozen, !wasFrozen { frozen = 0 }
    wasFrozen = isFrozen
  }

  // MARK: what is said

  func text(_ pageItem: PageItem?) -> String { pageItem.map { " \($0.page)/\($0.item)" } ?? "" }

  func pageItem(_ what: Shown?, _ item: Int) -> PageItem? {
    what?.kind == .page ? what.map { PageItem(page: $0.page, item: item) } : nil
  }

  mutating func say(_ word: String, _ what: Shown?) { say(word, what.flatMap { pageItem($0, $0.lit) }) }

  mutating func say(_ word: String, _ pageItem: PageItem? = nil) { log.append("\(now * 10) \(word)\(text(pageItem))") }

  mutating func tell() {
    guard told != (state, chosen, interval) else { return }
    told = (state, chosen, interval)
    log.append("\(now * 10) = \(state.rawValue)")
  }

  func moved(_ what: Shown, _ moves: Int) -> Int {
    guard what.kind == .page else { return what.lit + moves }
    return ((what.lit + moves) % what.items + what.items) % what.items
  }

  mutating func rest(_ who: ClockOwner, _ rests: Bool) {
    let change = (now, rests)
    if shown[who]?.isResting != rests { shown[who]?.rests.append(change) }
  }
}
