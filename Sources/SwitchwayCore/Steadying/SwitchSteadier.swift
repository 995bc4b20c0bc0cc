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
/// With `rejoin` 30 ms, t is close enough to A, so `pressed` is t's first edge:
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
/// `NeighbourRule` shows how two switches interact. The `origin` of an accepted press is its first edge. Deadlines fire
/// at their own time; a deadline at the time of an edge fires before the edge. Pure: the caller passes edges and times
/// in order and performs the decisions.
///
/// Source: the steadying text of the project's design, "The machine".
struct SwitchSteadier: Sendable {
  enum Decision: Hashable, Sendable {
    /// A press was accepted. `origin`: its first edge, or that of the too-short contact that it rejoined. `start`: the
    /// start of its own contact.
    case pressed(origin: Instant, start: Instant, isUncertain: Bool)
    /// The accepted press ended at `up`.
    case released(up: Instant)
    /// `origin`: as for a press. If the contact was too short or came too soon: its own start.
    case rejected(origin: Instant, RejectionReason)
    /// The press has lasted for `stuck-after`.
    case stuck
  }

  private enum Phase: Hashable, Sendable {
    /// Open, no contact. Can go to tentative, ignored, blocked.
    case idle
    /// Not decided. Parked: open for `debounce`, long enough, and waits only for `neighbour`. Can go to held, idle,
    /// blocked.
    case tentative(Contact, origin: Instant, isParked: Bool)
    /// Accepted, until it ends. Can go to idle.
    case held(Contact, isStuck: Bool)
    /// Began in the dead time. Can go to idle, and to held if it may be overridden.
    case ignored(Contact, canOverride: Bool)
    /// Closed when it arrived, or lost against a neighbour: ignored until it opens. Can go to idle.
    case blocked(Contact)
  }

  /// A too-short contact whose onset a press may take.
  private struct Short: Hashable, Sendable {
    var origin: Instant
    var up: Instant
  }

  let parameters: SteadyingParameters
  private var phase = Phase.idle
  /// The switch with which the undecided contact is compared. It stays set after the contact, until `part` is called.
  private(set) var rival: Rival?
  /// A contact that begins before this is ignored.
  private var quietUntil = Instant(.min)
  /// The dead time cannot be extended past this.
  private var quietCap = Instant(.min)
  /// The last too-short contact; cleared when a press is accepted.
  private var short: Short?
  /// The latest opening; nil before the first.
  private var latestOpening: Instant?
  /// The latest edge. Edges of several devices may arrive out of order; an earlier one is moved to this time.
  private var latestEdge = Instant(.min)

  init(parameters: SteadyingParameters) { self.parameters = parameters }

  /// The present contact, in any phase. Setting it keeps the phase, but a closed contact is no longer parked.
  private var contact: Contact? {
    get {
      switch phase {
      case .idle: nil
      case .tentative(let contact, _, _), .held(let contact, _), .ignored(let contact, _), .blocked(let contact):
        contact
      }
    }
    set {
      guard let newValue else { return }
      switch phase {
      case .idle: break
      case .tentative(_, let origin, let isParked):
        phase = .tentative(newValue, origin: origin, isParked: isParked && !newValue.isClosed)
      case .held(_, let isStuck): phase = .held(newValue, isStuck: isStuck)
      case .ignored(_, let canOverride): phase = .ignored(newValue, canOverride: canOverride)
      case .blocked: phase = .blocked(newValue)
      }
    }
  }

  var isIdle: Bool { contact == nil }

  /// Whether the contact is closed now, so that `hold` and `repeat` may fire.
  var isClosed: Bool { contact?.isClosed ?? false }

  /// Whether a press is accepted and has not ended.
  var isHeld: Bool { if case .held = phase { true } else { false } }

  /// Whether a press can still come of the contact, or is accepted, has not ended, and was not reported as stuck.
  var isAtWork: Bool {
    switch phase {
    case .tentative, .held(_, isStuck: false), .ignored(_, canOverride: true): true
    case .idle, .held, .ignored, .blocked: false
    }
  }

  /// Whether a contact is undecided.
  var isTentative: Bool { if case .tentative = phase { true } else { false } }

  /// Whether the undecided contact is over and waits only for `neighbour`.
  var isParked: Bool { if case .tentative(_, _, isParked: true) = phase { true } else { false } }

  /// The undecided contact; nil if there is none.
  var tentative: Contact? { if case .tentative(let contact, _, _) = phase { contact } else { nil } }

  /// When the contact began of which a press can still come, also by `override`. nil: there is none.
  var possibleStart: Instant? {
    switch phase {
    case .tentative(let contact, _, _), .ignored(let contact, canOverride: true): contact.start
    case .idle, .held, .ignored, .blocked: nil
    }
  }

  /// The first edge of the undecided contact, or of the contact that it rejoined; nil if there is none.
  var tentativeOrigin: Instant? { if case .tentative(_, let origin, _) = phase { origin } else { nil } }

  /// The next deadline by this machine's own rules. It may lie before the input that made it possible.
  var nextDeadline: (time: Instant, reason: DeadlineReason)? {
    guard let contact else { return nil }
    if case .tentative(_, _, isParked: true) = phase { return (acceptance(of: contact), .accept) }
    if let up = contact.openedAt { return (up + parameters.debounce, .release) }
    switch phase {
    case .tentative: return (acceptance(of: contact), .accept)
    case .ignored(_, canOverride: true): return (contact.last + parameters.override, .overriding)
    case .held(_, isStuck: false) where parameters.stuckAfter > .zero:
      return (contact.start + parameters.stuckAfter, .stuck)
    case .idle, .held, .ignored, .blocked: return nil
    }
  }

  /// When an undecided contact has lasted for `neighbour` and `hold-duration`, if it stays as it is and has no rival.
  func gates(of contact: Contact) -> Instant {
    max(contact.start + parameters.neighbour, contact.last + (parameters.holdDuration - contact.closedBefore))
  }

  /// When an undecided contact is accepted, if it stays as it is. A rival that is not parked delays it.
  func acceptance(of contact: Contact) -> Instant {
    var time = max(gates(of: contact), contact.last)
    if isParked, let up = contact.openedAt { time = max(time, up + parameters.debounce) }
    guard let rival, !rival.isParked else { return time }
    return max(time, max(contact.start, rival.start) + parameters.neighbourMax)
  }

  /// The input closed. `isUncertain`: this was found by reading the device's state, not from an event.
  mutating func close(at edge: Instant, isUncertain: Bool = false) {
    let time = max(edge, latestEdge)
    latestEdge = time
    if var bridged = contact {
      bridged.close(at: time, isUncertain: isUncertain)
      contact = bridged
      return
    }
    let new = Contact(start: time, isUncertain: isUncertain)
    guard time >= quietUntil else {
      let isApart = latestOpening.map { $0 + parameters.overrideGap <= time } ?? true
      phase = .ignored(new, canOverride: parameters.override > .zero && isApart)
      return
    }
    phase = .tentative(new, origin: rejoinedOnset(at: time) ?? time, isParked: false)
  }

  /// The onset of the last too-short contact, if it is close enough to belong to a contact that begins now.
  private func rejoinedOnset(at time: Instant) -> Instant? {
    guard parameters.rejoin > .zero, let short, time - short.up <= parameters.rejoin,
      time - short.origin <= parameters.backdateMax
    else { return nil }
    return short.origin
  }

  /// The input opened.
  mutating func open(at edge: Instant) {
    latestEdge = max(edge, latestEdge)
    guard var opened = contact, opened.isClosed else { return }
    opened.open(at: latestEdge)
    latestOpening = latestEdge
    contact = opened
  }

  /// Handles the deadline that `nextDeadline` returned. The caller compares rivals first: see `NeighbourRule`.
  mutating func fire() -> Decision? {
    guard let contact else { return nil }
    if let up = contact.openedAt, !isParked { return end(contact, up: up) }
    switch phase {
    case .tentative, .ignored(_, canOverride: true): return accept()
    case .held(_, isStuck: false):
      phase = .held(contact, isStuck: true)
      return .stuck
    case .idle, .held, .ignored, .blocked: return nil
    }
  }

  /// Accepts the undecided contact, or one that overrides the dead time. If it was parked, call `fire` next to end it.
  mutating func accept() -> Decision? {
    let accepted: (contact: Contact, origin: Instant)
    switch phase {
    case .tentative(let contact, let origin, _): accepted = (contact, origin)
    case .ignored(let contact, canOverride: true): accepted = (contact, contact.start)
    case .idle, .held, .ignored, .blocked: return nil
    }
    let (contact, origin) = accepted
    short = nil
    phase = .held(contact, isStuck: false)
    return .pressed(origin: origin, start: contact.start, isUncertain: contact.isUncertain)
  }

  /// Rejects the undecided contact, because its rival was pressed.
  mutating func lose() -> Decision? {
    guard case .tentative(let contact, let origin, let isParked) = phase else { return nil }
    phase = isParked ? .idle : .blocked(contact)
    return .rejected(origin: origin, .neighbour)
  }

  /// Ends the contact at `up`, because an opening lasted for `debounce`.
  private mutating func end(_ contact: Contact, up: Instant) -> Decision? {
    let ended = phase
    phase = .idle
    switch ended {
    case .idle, .blocked: return nil
    case .tentative(_, let origin, _):
      guard contact.closedBefore >= parameters.holdDuration else {
        short = Short(origin: origin, up: up)
        return .rejected(origin: contact.start, .tooShort)
      }
      if let rival, !rival.isParked { return .rejected(origin: origin, .neighbour) }
      phase = .tentative(contact, origin: origin, isParked: true)
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

  /// Ends the contact now, because the input is gone or its release was lost.
  ///
  /// - Parameter reason: why an undecided contact is rejected.
  mutating func cut(at time: Instant, reason: RejectionReason) -> Decision? {
    guard let contact else { return nil }
    let up = contact.openedAt ?? max(time, latestEdge)
    latestOpening = up
    let ended = phase
    phase = .idle
    switch ended {
    case .idle, .blocked: return nil
    case .tentative(_, let origin, _): return .rejected(origin: origin, reason)
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

  /// Handles an input that arrived closed, so that its onset was not seen, or a closing that must not count. The
  /// contact is ignored until it opens.
  mutating func arriveClosed(at time: Instant) {
    latestEdge = max(time, latestEdge)
    if var bridged = contact {
      bridged.close(at: latestEdge, isUncertain: true)
      contact = bridged
      return
    }
    phase = .blocked(Contact(start: latestEdge, isUncertain: true))
  }
}
