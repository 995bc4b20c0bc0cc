/// The scanning clock. It moves a highlight for a person with one switch, and finds the item that was highlighted when
/// the person pressed. A pure value: time comes with every call, and only the caller's `outputs` allocate.
///
/// Times are microseconds of any clock that never goes back; an earlier time counts as the latest time so far. Call
/// `advance(to:into:)` when `nextDeadline` has come and before each event; then pass the event. If other deadlines are
/// due at the same time, pass their results before you call `advance`, because steps come last. Call
/// `endEvent(at:into:)` after everything that one event or one other deadline caused. The cost of a call is the cost of
/// the steps that were due before it: a clock that was not called for an hour makes all steps of that hour.
///
/// `auto`, interval 1 s, `first-item-pause` 0.5 s. A character is 0.1 s; digits are the highlighted item, `N` is
/// `next`, `~` an undecided contact, `P` its press, accepted late, that makes `select`, and `A` the client's answer, a
/// new page.
///
///     switch   ------------------------------~~~~~~~P---------
///     clock    ---------------N---------N-----------S---A-----   S: selects 2, which was lit at the first ~
///     lit      00000000000000011111111112222222222222222000000
///     state    running                       frozen holding running
///
/// A contact that becomes no press costs no time: a step that became due is made when the freeze ends.
///
///     switch   -------------~~~~x-----------   x: rejected
///     clock    -----------------N---------N-
///
/// After a press, the remaining time continues when its switch is released. Therefore the item that is scanned after a
/// selection gets its whole time.
///
///     switch   ----------P----r--------------   r: released 0.5 s later
///     clock    --------------------N---------N
///
/// `step`, interval 1 s: `n` is a `next` by the person's switch, accepted at once, and `r` is its release.
///
///     switch   --n-r---n-r----------
///     clock    --------------------S   `select`, 1 s after the last release
///
/// `inverse`, interval 1 s, `first-item-pause` 0.5 s: `P` is the accepted press, `R` the accepted release.
///
///     switch   --P------------------------------R
///     clock    -----------------N---------N-----S   `select`: the item lit at the release
public struct ScanningClock: Equatable, Sendable {
  /// The settings of the profile.
  public internal(set) var settings: ClockSettings
  /// The present style: the profile's style, or the style of the last `scan-style`.
  public var style: ClockStyle { isStyleWithoutClock ? .frontEnd : chosenStyle }
  /// The last style that has a clock, or `frontEnd`.
  var chosenStyle: ClockStyle
  /// Whether the last `scan-style` named a style that has no clock in Switchway. Then nothing is scanned until a style
  /// with a clock, a new owner or another profile comes.
  var isStyleWithoutClock = false
  /// The present interval, µs: the profile's interval, or the interval after the last `scan-rate`.
  public internal(set) var interval: Int64
  /// The causes of a pause.
  public internal(set) var pauses: ClockPauses = []
  /// The client that was scanned when a client's command paused the clock. `nil` if no client's command has paused it,
  /// or if a person's command has also paused it. The pause ends when this client goes, because it may be the only
  /// program that offers `scan(resume)` to the person.
  var pausedFor: ClockOwner?
  /// Whether the clock's steps are `previous`.
  public internal(set) var isReversed = false

  var owners = OwnerTable()
  /// The index in `owners` of the owner that is scanned, or `nil` if there is none.
  var current: Int?
  /// The latest time passed to the clock.
  var now = ScanningClock.times.lowerBound
  /// The time when the next step is due while the clock runs. It is postponed when a freeze ends.
  var due: Int64 = 0
  /// The interval from which `due` was computed. A new rate applies from the next step on.
  var pace: Int64
  /// The time when a busy switch stopped the steps, or `nil` while steps can come.
  var standsSince: Int64?
  var itemWaits = false

  /// Switches with an undecided contact, pressed switches, and switches that wait for a gesture or a chord.
  var atWork = SwitchSet()
  /// The switches of `atWork` that have an accepted press.
  var presses = SwitchSet()
  /// Whether an accepted press has ended during the present freeze.
  var hadPress = false
  /// Switches that were reported stuck and are not released yet.
  var stuck = SwitchSet()
  /// The switches that were in `stuck` until this event released them.
  var wereStuck = SwitchSet()
  /// Switches whose press selects when it ends.
  var choosingAtRelease = SwitchSet()
  /// The switches of `choosingAtRelease` that move the highlight over the present page, or over the items of an owner
  /// without a page.
  var scanning = SwitchSet()
  /// The owner's number of steps when the first switch of `scanning` began to move the highlight.
  var stepsBefore = 0

  var told: ClockAnnouncement

  /// The allowed times. Any other time becomes the nearest allowed one. Sums and differences of allowed times cannot
  /// overflow. The last time is later than 100,000 years, where times of recordings end.
  static let times: ClosedRange<Int64> = -(1 << 61)...3_200_000_000_000_000_000

  /// A clock that does not scan anything yet.
  public init(_ settings: ClockSettings) {
    self.settings = settings
    chosenStyle = settings.style
    interval = settings.interval
    pace = settings.interval
    told = ClockAnnouncement(state: .off, style: settings.style, interval: settings.interval, pageItem: nil, time: 0)
  }

  /// The owner that is scanned.
  public var owner: ClockOwner { current.map { owners[$0].owner } ?? .nobody }

  /// The present state.
  public var state: ClockState {
    let state = stateWithoutFreeze
    return state == .running && standsSince != nil && !style.waitChooses ? .frozen : state
  }

  /// The highlighted item, or `nil` if the number of items is unknown or nothing is scanned.
  public var pageItem: PageItem? { state == .off ? nil : current.flatMap { owners[$0].pageItem } }

  /// The time when the page of this owner was announced, or `nil` without a page.
  public func announced(of owner: ClockOwner) -> Int64? {
    owners.index(of: owner).flatMap { owners[$0].content == .page ? owners[$0].announced : nil }
  }

  /// The highlighted item of this owner, or `nil` without a page.
  public func pageItem(of owner: ClockOwner) -> PageItem? { owners.index(of: owner).flatMap { owners[$0].pageItem } }

  /// The time to call `advance(to:into:)`. `nil` in all states except `running`, and also while a switch is busy in the
  /// style `step`.
  public var nextDeadline: Int64? { stateWithoutFreeze == .running && standsSince == nil ? due : nil }

  /// The `scan` field of the message `state`.
  public var announcement: ClockAnnouncement {
    ClockAnnouncement(state: state, style: chosenStyle, interval: interval, pageItem: pageItem, time: now)
  }

  /// Whether this switch's accepted press makes `select` at its release; then the switch's `tap` makes no command.
  public func choosesAtRelease(_ switch: Int) -> Bool { choosingAtRelease.contains(`switch`) }

  /// Whether a held switch moves the highlight, and the highlight has not come back to the item at which it began.
  /// Without a page, the highlight counts as back when the clock waits. If the clock never waits (`steps` is 0), the
  /// result is always false.
  public var isRoundUnderWay: Bool {
    guard style.releaseChooses, !scanning.isEmpty, let current, stateWithoutFreeze == .running else { return false }
    let steps = owners[current].steps
    return owners[current].content == .page ? steps - stepsBefore < owners[current].items : settings.steps > 0
  }

  // These functions are inlined, because otherwise each call would copy the clock.
  @inline(__always) var stateWithoutFreeze: ClockState {
    let state = stateWithoutPause
    return state == .off || pauses.isEmpty ? state : .paused
  }

  @inline(__always) var stateWithoutPause: ClockState {
    guard style.hasClock, let current, owners[current].content != .nothing else { return .off }
    if owners[current].isHolding { return .holding }
    return rests(owners[current].isResting) ? .resting : .running
  }

  /// Whether the highlight waits, because its rounds are over or scanning has not begun.
  @inline(__always) private func rests(_ isResting: Bool) -> Bool {
    if style.waitChooses { return !itemWaits }
    return isResting || (style.releaseChooses && scanning.isEmpty)
  }
}
