/// The scanning clock: it moves a highlight for a person with one switch, and finds the item that was lit when the
/// person pressed. A pure value: time comes with every call, and no call allocates but by the caller's `outputs`.
///
/// Times are microseconds of any clock that never goes back; an earlier time counts as the latest one seen. Call
/// `advance(to:into:)` when `nextDeadline` has come, and before each event; then hand the event in. What other deadlines
/// of a moment give is handed in before `advance` to that moment, since a step comes after them. Call
/// `endEvent(at:into:)` after everything that one event or one other deadline gave. A call costs what the steps cost that
/// fell due before it: a clock that was not called for an hour makes up for the whole hour.
///
/// `auto`, interval 1 s, `first-item-pause` 0.5 s. A character is 0.1 s; digits are the item lit, `N` is `next`, `~` an
/// undecided contact, `P` its press, accepted late, that gives `select`, `A` the client's answer: a new page.
///
///     switch   ------------------------------~~~~~~~P---------
///     clock    ---------------N---------N-----------S---A-----   S: chooses 2, which was lit at the first ~
///     lit      00000000000000011111111112222222222222222000000
///     state    running                       frozen holding running
///
/// A contact of which no press comes costs no time: a step that fell due fires when the freeze ends.
///
///     switch   -------------~~~~x-----------   x: rejected
///     clock    -----------------N---------N-
///
/// A press that chose nothing: the time that was left goes on when its switch is up.
///
///     switch   ----------P----r--------------   r: released 0.5 s later
///     clock    --------------------N---------N
///
/// `step`, interval 1 s: `n` is a `next` by the person's switch, accepted at once, `r` its release.
///
///     switch   --n-r---n-r----------
///     clock    --------------------S   `select`, 1 s after the last release
///
/// `inverse`, interval 1 s, `first-item-pause` 0.5 s: `P` is the accepted press, `R` the accepted release.
///
///     switch   --P------------------------------R
///     clock    -----------------N---------N-----S   `select`: the item lit when the switch was let go of
public struct ScanningClock: Equatable, Sendable {
  /// Those of the profile.
  public internal(set) var settings: ClockSettings
  /// The style in force: the profile's, or that of the last `scan-style`.
  public internal(set) var style: ClockStyle
  /// The interval in force, in microseconds: the profile's, or that of the last `scan-rate`.
  public internal(set) var interval: Int64
  /// Why it is paused.
  public internal(set) var pauses: ClockPauses = []
  /// Whether the clock's steps are `previous`.
  public internal(set) var isReversed = false

  var owners = OwnerTable()
  /// The slot of whoever is scanned; nil: nobody.
  var current: Int?
  /// The latest time that was handed in.
  var now = ScanningClock.times.lowerBound
  /// When the next step is due, while it runs. Moved on when a freeze ends.
  var due: Int64 = 0
  /// The interval that `due` was made of: another rate holds from the next step on.
  var pace: Int64
  /// Since when no step can come because a switch is at work; nil: one can.
  var standsSince: Int64?
  /// `step`: an item waits to be chosen.
  var itemWaits = false

  /// Switches with an undecided contact, pressed, or waiting for a gesture or a chord.
  var atWork = SwitchSet()
  /// Those of them with an accepted press that has chosen nothing.
  var idlePresses = SwitchSet()
  /// Another press was accepted in the freeze that lasts, has ended and chose nothing.
  var hadIdlePress = false
  /// Switches that were reported stuck and are not released yet.
  var stuck = SwitchSet()
  /// Switches with a press that chooses when it ends.
  var choosingAtRelease = SwitchSet()
  /// Those of them that scan what is scanned now.
  var scanning = SwitchSet()

  /// What the last announcement said.
  var told: ClockAnnouncement

  /// Times that are taken; others become the nearest. Their sums and differences cannot overflow.
  static let times: ClosedRange<Int64> = -(1 << 61)...(1 << 61)

  /// A clock that scans nothing yet.
  public init(_ settings: ClockSettings) {
    self.settings = settings
    style = settings.style
    interval = settings.interval
    pace = settings.interval
    told = ClockAnnouncement(state: .off, style: style, interval: interval, place: nil, time: 0)
  }

  /// Whoever is scanned now.
  public var owner: ClockOwner { current.map { owners[$0].owner } ?? .nobody }

  /// What the clock does now.
  public var state: ClockState {
    let state = stateWithoutFreeze
    return state == .running && standsSince != nil && style != .step ? .frozen : state
  }

  /// The item that is lit; nil: nobody said how many there are, or nothing is scanned.
  public var place: ClockPlace? { state == .off ? nil : current.flatMap { owners[$0].place } }

  /// When `advance(to:into:)` is to be called; nil in all states but `running`, and in `step` while a switch is at work.
  public var nextDeadline: Int64? { stateWithoutFreeze == .running && standsSince == nil ? due : nil }

  /// What `scan` of the message `state` says.
  public var announcement: ClockAnnouncement {
    ClockAnnouncement(state: state, style: style, interval: interval, place: place, time: now)
  }

  /// Whether the select of this switch is made when its press, now accepted, is released: no `tap` is made before then.
  public func choosesAtRelease(_ switch: Int) -> Bool { choosingAtRelease.contains(`switch`) }

  var stateWithoutFreeze: ClockState {
    let state = stateWithoutPause
    return state == .off || pauses.isEmpty ? state : .paused
  }

  var stateWithoutPause: ClockState {
    guard style != .frontEnd, let current, owners[current].content != .nothing else { return .off }
    if owners[current].isHolding { return .holding }
    return rests(owners[current]) ? .resting : .running
  }

  /// The rounds are over, or it has not begun.
  private func rests(_ owner: ScannedOwner) -> Bool {
    switch style {
    case .frontEnd, .auto: owner.isResting
    case .step: !itemWaits
    case .inverse: owner.isResting || scanning.isEmpty
    }
  }
}
