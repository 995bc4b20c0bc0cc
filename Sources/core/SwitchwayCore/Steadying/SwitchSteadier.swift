import SwitchwayTime

/// Decides which contacts of one switch are presses that the person meant.
///
/// One character is 10 ms; `#` closed, `.` open. `debounce` 30 ms, `ignore-repeat` 60 ms, `hold-duration` 0:
///
///     ..###.####........#.........###....
///       A  b    R       i           A       A accepted at its edge; b an opening shorter than debounce, no release;
///                                           R the release, decided 30 ms later; i 40 ms after R: rejected `repeat`,
///                                           and the dead time starts again at its end; A after it: accepted
///
/// `hold-duration` 50 ms:
///
///     ..###.....######....
///       t         A             t too short, rejected 30 ms after it opened; A accepted after 50 ms of closed time,
///                               but `pressed` is its first edge
///
/// With `rejoin` 30 ms, t is close enough to A, so `pressed` is the first edge of t:
///
///     ..###...######....
///       t       A
///
/// `override` 110 ms, `override-gap` 40 ms, `ignore-repeat` 200 ms:
///
///     ..###....##############....
///       A  R   i          O       i in the dead time, but 50 ms after the contact before; O: it has stayed closed for
///                                 110 ms and is accepted, from its own first edge
///
/// After a press was reported as `stuck`, even an opening shorter than `debounce` is a release, and the next contact is
/// another press if it lasts for `debounce`: some devices hold a release back and send it together with the next press.
///
/// `NeighbourRule` shows how two switches interact. The `origin` of an accepted press is its first edge. Deadlines fire
/// at their own time; a deadline at the time of an edge fires before the edge. The type is a pure value: the caller
/// passes edges and times in order and performs the decisions.
///
/// Source: docs/design/steadying.md, "The filter machine".
struct SwitchSteadier: Sendable {
  enum Decision: Hashable, Sendable {
    /// A press was accepted. `origin`: its first edge, or the first edge of the too-short contact that it rejoined.
    /// `start`: the start of the press's own contact.
    case pressed(origin: Instant, start: Instant, isUncertain: Bool)
    /// The accepted press ended at `up`.
    case released(up: Instant)
    /// `origin`: as for a press. For a contact that was too short or came too soon, the start of that contact.
    case rejected(origin: Instant, RejectionReason)
    /// The press has lasted for `stuck-after`.
    case stuck
  }

  /// The state of a contact. A contact begins tentative, ignored or blocked.
  private enum Phase: Hashable, Sendable {
    /// The contact is not decided; it can become held or blocked. `isParked`: whether it was open for `debounce`, was
    /// long enough, and waits only for `neighbour`.
    case tentative(origin: Instant, isParked: Bool)
    /// The contact is accepted. After it was reported as stuck, a tentative contact can follow at once: another press.
    case held(isStuck: Bool)
    /// The contact began in the dead time. If `canOverride` is true, it can become held.
    case ignored(canOverride: Bool)
    /// The contact was already closed when its device arrived, or lost against a neighbour. It is ignored until it
    /// opens.
    case blocked
  }

  /// A contact that was too short. A later press may get its first edge as `origin` (`rejoin`).
  private struct Short: Hashable, Sendable {
    var origin: Instant
    var up: Instant
  }

  let parameters: SteadyingParameters
  /// The present contact, or `nil` while the input is open and no contact is undecided.
  private var present: (contact: Contact, phase: Phase)?
  /// The switch with which the undecided contact is compared. It stays set after the contact, until `part` is called.
  private(set) var rival: Rival?
  /// A contact that begins before this time is ignored.
  private var quietUntil = Instant(.min)
  /// The dead time cannot be extended past this time.
  private var quietCap = Instant(.min)
  /// The last too-short contact; cleared when a press is accepted.
  private var short: Short?
  /// The latest opening, or `nil` before the first.
  private var latestOpening: Instant?
  /// Set if the input of a stuck press opened and closed again within `debounce`. If it stays closed for `debounce`,
  /// this was a release and another press.
  private var renewal: (up: Instant, down: Instant)?
  /// The time when `stuck-after` begins to count, if that is later than the start of the contact.
  private var stuckFrom: Instant?
  /// The time of the latest edge. Edges of several devices may arrive out of order; an earlier edge is moved to this
  /// time.
  private var latestEdge = Instant(.min)

  init(parameters: SteadyingParameters) { self.parameters = parameters }

  var isIdle: Bool { present == nil }

  /// Whether the contact is closed now, so that `hold` and `repeat` may fire.
  var isClosed: Bool { present?.contact.isClosed ?? false }

  /// Whether a press is accepted and has not ended.
  var isHeld: Bool { if case .held? = present?.phase { true } else { false } }

  /// Whether the contact can still become a press, or is accepted, has not ended, and was not reported as stuck.
  var isAtWork: Bool {
    switch present?.phase {
    case .tentative, .held(isStuck: false), .ignored(canOverride: true): true
    case nil, .held, .ignored, .blocked: false
    }
  }

  /// Whether a contact is undecided.
  var isTentative: Bool { if case .tentative? = present?.phase { true } else { false } }

  /// Whether the undecided contact is over and waits only for `neighbour`.
  var isParked: Bool { if case .tentative(_, isParked: true)? = present?.phase { true } else { false } }

  /// The undecided contact, or `nil` if there is none.
  var tentative: Contact? { isTentative ? present?.contact : nil }

  /// The beginning of the contact, if it can still become a press, also by `override`. `nil` if there is no such
  /// contact.
  var possibleStart: Instant? {
    switch present?.phase {
    case .tentative, .ignored(canOverride: true): present?.contact.start
    case nil, .held, .ignored, .blocked: nil
    }
  }

  /// The first edge of the undecided contact, or of the contact that it rejoined. `nil` if no contact is undecided.
  var tentativeOrigin: Instant? { if case .tentative(let origin, _)? = present?.phase { origin } else { nil } }

  /// The next deadline by this machine's own rules. The deadline may be earlier than the input that made it possible.
  /// It is mutating, so that reading it does not copy the machine.
  var nextDeadline: (time: Instant, reason: DeadlineReason)? {
    mutating get {
      guard let (contact, phase) = present else { return nil }
      if isParked { return (acceptance(of: contact), .accept) }
      if let up = contact.openedAt { return (up + parameters.debounce, .release) }
      switch phase {
      case .tentative: return (acceptance(of: contact), .accept)
      case .ignored(canOverride: true): return (contact.last + parameters.override, .overriding)
      case .held(isStuck: false) where parameters.stuckAfter > .zero:
        return (max(contact.start, stuckFrom ?? contact.start) + parameters.stuckAfter, .stuck)
      case .held(isStuck: true) where renewal != nil:
        return renewal.map { ($0.down + parameters.debounce, .release) }
      case .held, .ignored, .blocked: return nil
      }
    }
  }

  /// The time when an undecided contact has lasted for `neighbour` and `hold-duration`, if it stays as it is and has no
  /// rival.
  func gates(of contact: Contact) -> Instant {
    max(contact.start + parameters.neighbour, contact.last + (parameters.holdDuration - contact.closedBefore))
  }

  /// The time when an undecided contact is accepted, if it stays as it is. A rival that is not parked delays the
  /// acceptance.
  func acceptance(of contact: Contact) -> Instant {
    var time = max(gates(of: contact), contact.last)
    if isParked, let up = contact.openedAt { time = max(time, up + parameters.debounce) }
    guard let rival, !rival.isParked else { return time }
    return max(time, max(contact.start, rival.start) + parameters.neighbourMax)
  }

  /// Handles a closing of the input. `isUncertain`: whether it was found by reading the device's state, not from an
  /// event.
  mutating func close(at edge: Instant, isUncertain: Bool = false) {
    let time = max(edge, latestEdge)
    latestEdge = time
    guard present == nil else { return closeAgain(isUncertain: isUncertain) }
    stuckFrom = nil
    let new = Contact(start: time, isUncertain: isUncertain)
    guard time >= quietUntil else {
      let isApart = latestOpening.map { $0 + parameters.overrideGap <= time } ?? true
      present = (new, .ignored(canOverride: parameters.override > .zero && isApart))
      return
    }
    present = (new, .tentative(origin: rejoinedOnset(at: time) ?? time, isParked: false))
  }

  /// Handles a closing of the input during a contact. The contact continues, and is no longer parked.
  private mutating func closeAgain(isUncertain: Bool) {
    if case (let contact, .held(isStuck: true))? = present, let up = contact.openedAt { renewal = (up, latestEdge) }
    present?.contact.close(at: latestEdge, isUncertain: isUncertain)
    if case .tentative(let origin, isParked: true)? = present?.phase {
      present?.phase = .tentative(origin: origin, isParked: false)
    }
  }

  /// The first edge of the last too-short contact, if this is close enough to belong to a contact that begins now.
  private func rejoinedOnset(at time: Instant) -> Instant? {
    guard parameters.rejoin > .zero, let short, time - short.up <= parameters.rejoin,
      time - short.origin <= parameters.backdateMax
    else { return nil }
    return short.origin
  }

  /// The input opened.
  mutating func open(at edge: Instant) {
    latestEdge = max(edge, latestEdge)
    guard isClosed else { return }
    renewal = nil
    present?.contact.open(at: latestEdge)
    latestOpening = latestEdge
  }

  /// Handles the deadline that `nextDeadline` returned. The caller compares rivals first: see `NeighbourRule`.
  mutating func fire() -> Decision? {
    guard let (contact, phase) = present else { return nil }
    if let up = contact.openedAt, !isParked { return end(contact, phase, up: up) }
    if let renewal { return renew(contact, renewal.up, renewal.down) }
    switch phase {
    case .tentative, .ignored(canOverride: true): return accept()
    case .held(isStuck: false):
      present?.phase = .held(isStuck: true)
      return .stuck
    case .held, .ignored, .blocked: return nil
    }
  }

  /// Ends a press that was stuck, and begins the press that came together with its release. There is no dead time
  /// between them, because the stuck press made its command long ago.
  private mutating func renew(_ contact: Contact, _ up: Instant, _ down: Instant) -> Decision {
    renewal = nil
    stuckFrom = nil
    present = (Contact(start: down, isUncertain: contact.isUncertain), .tentative(origin: down, isParked: false))
    return .released(up: up)
  }

  /// Counts `stuck-after` from `time` on, because until then the person held the switch in order to scan.
  mutating func countStuck(from time: Instant) { stuckFrom = time }

  /// Accepts the undecided contact, or a contact that overrides the dead time. If it was parked, call `fire` next to
  /// end it.
  mutating func accept() -> Decision? {
    guard let contact = present?.contact, possibleStart != nil else { return nil }
    let origin = tentativeOrigin ?? contact.start
    short = nil
    present?.phase = .held(isStuck: false)
    return .pressed(origin: origin, start: contact.start, isUncertain: contact.isUncertain)
  }

  /// Rejects the undecided contact, because its rival was pressed.
  mutating func lose() -> Decision? {
    guard case .tentative(let origin, let isParked)? = present?.phase else { return nil }
    if isParked { present = nil } else { present?.phase = .blocked }
    return .rejected(origin: origin, .neighbour)
  }

  /// Rejects the undecided contact if it is closed, because the axis has moved on to a harder level of another switch.
  /// The contact is then ignored until it opens.
  mutating func pass() -> Decision? {
    guard case (let contact, .tentative(let origin, _))? = present, contact.isClosed else { return nil }
    present?.phase = .blocked
    return .rejected(origin: origin, .neighbour)
  }

  /// Ends the contact at `up`, because an opening lasted for `debounce`.
  private mutating func end(_ contact: Contact, _ phase: Phase, up: Instant) -> Decision? {
    present = nil
    switch phase {
    case .blocked: return nil
    case .tentative(let origin, _):
      guard contact.closedBefore >= parameters.holdDuration else {
        short = Short(origin: origin, up: up)
        return .rejected(origin: contact.start, .tooShort)
      }
      if let rival, !rival.isParked { return .rejected(origin: origin, .neighbour) }
      present = (contact, .tentative(origin: origin, isParked: true))
      return nil
    case .held:
      startDeadTime(from: up)
      return .released(up: up)
    case .ignored:
      quietUntil = min(quietCap, up + parameters.ignoreRepeat)
      return .rejected(origin: contact.start, .repeated)
    }
  }

  private mutating func startDeadTime(from up: Instant) {
    quietUntil = up + parameters.ignoreRepeat
    quietCap = up + parameters.ignoreRepeatMax
  }

  /// Ends the contact now, because the input has gone or its release was lost.
  ///
  /// - Parameter reason: why an undecided contact is rejected.
  mutating func cut(at time: Instant, reason: RejectionReason) -> Decision? {
    guard let (contact, phase) = present else { return nil }
    let up = contact.openedAt ?? max(time, latestEdge)
    latestOpening = up
    renewal = nil
    present = nil
    switch phase {
    case .blocked: return nil
    case .tentative(let origin, _): return .rejected(origin: origin, reason)
    case .ignored: return .rejected(origin: contact.start, .repeated)
    case .held:
      startDeadTime(from: up)
      return .released(up: up)
    }
  }

  /// Sets or updates the rival of the undecided contact.
  mutating func meet(_ rival: Rival) { self.rival = rival }

  /// Clears the rival, after either contact was decided.
  mutating func part() { rival = nil }

  /// Handles an input that was already closed when its device arrived, or a closing that must not count. The contact is
  /// ignored until it opens.
  mutating func arriveClosed(at time: Instant) {
    latestEdge = max(time, latestEdge)
    guard present == nil else { return closeAgain(isUncertain: true) }
    present = (Contact(start: latestEdge, isUncertain: true), .blocked)
  }
}
