/// Decides which contacts of one switch are presses that the person meant.
///
/// One character is 10 ms; `#` closed, `.` open. `debounce` 30 ms, `ignore-repeat` 60 ms, `hold-duration` 0:
///
///     ..###.####........#.........###....
///       A  b    R       i           A       A accepted at its edge; b an opening shorter than debounce, no release;
///                                           R the release, decided 30 ms later; i 40 ms after R: rejected `repeat`,
///                                           and the dead time counts again from its end; A after it: accepted
///
/// `hold-duration` 50 ms:
///
///     ..###.....######....
///       t         A             t too short, told 30 ms after it opened; A accepted after 50 ms of closed time,
///                               `pressed` is its first edge all the same
///
/// The first edge of what is accepted is its `origin`. Deadlines fire at their own time; one at the time of an edge
/// fires before the edge. Pure: the caller brings edges and time, in order, and performs what comes back.
///
/// Source: the steadying text of the project's design, "The machine".
struct SwitchSteadier: Sendable {
  /// What was decided.
  enum Decision: Hashable, Sendable {
    /// A press was accepted: its first edge, the start of its contact.
    case pressed(origin: Instant, start: Instant, isUncertain: Bool)
    /// The accepted press ended at `up`.
    case released(up: Instant)
    case rejected(origin: Instant, RejectionReason)
    /// The press waits until then, if it stays closed.
    case waits(origin: Instant, until: Instant)
    case stuck
  }

  private enum Phase: Hashable, Sendable {
    /// Open, nothing under way. Can go to tentative, ignored, blocked.
    case idle
    /// Not decided. Can go to held, idle.
    case tentative(Contact)
    /// Accepted, waits for its end. Can go to idle.
    case held(Contact, isStuck: Bool)
    /// Began in the dead time. Can go to idle.
    case ignored(Contact)
    /// Closed when it arrived: nothing until it is open. Can go to idle.
    case blocked(Contact)
  }

  let parameters: SteadyingParameters
  private var phase = Phase.idle
  /// A contact that begins before this is ignored.
  private var quietUntil = Instant(.min)
  /// The dead time is not re-armed past this.
  private var quietCap = Instant(.min)
  /// The latest edge: edges of several devices may reach a switch out of order, and are taken at this at the earliest.
  private var latestEdge = Instant(.min)

  init(parameters: SteadyingParameters) { self.parameters = parameters }

  /// The contact under way, of whatever fate.
  private var contact: Contact? {
    get {
      switch phase {
      case .idle: nil
      case .tentative(let contact), .held(let contact, _), .ignored(let contact), .blocked(let contact): contact
      }
    }
    set {
      guard let newValue else { return }
      switch phase {
      case .idle: break
      case .tentative: phase = .tentative(newValue)
      case .held(_, let isStuck): phase = .held(newValue, isStuck: isStuck)
      case .ignored: phase = .ignored(newValue)
      case .blocked: phase = .blocked(newValue)
      }
    }
  }

  /// Whether no contact is under way.
  var isIdle: Bool { contact == nil }

  /// Whether the contact is closed now, so that `hold` and `repeat` may fire.
  var isClosed: Bool { contact?.isClosed ?? false }

  /// Whether a press is accepted and has not ended.
  var isHeld: Bool { if case .held = phase { true } else { false } }

  /// Whether a contact is undecided.
  var isTentative: Bool { if case .tentative = phase { true } else { false } }

  /// When the undecided contact began; nil while there is none.
  var tentativeStart: Instant? { if case .tentative(let contact) = phase { contact.start } else { nil } }

  /// The next deadline by this machine's own rules; may lie before the input that made it possible.
  var nextDeadline: (time: Instant, reason: DeadlineReason)? {
    guard let contact else { return nil }
    if let up = contact.openedAt { return (up + parameters.debounce, .release) }
    switch phase {
    case .tentative: return (contact.last + (parameters.holdDuration - contact.closedBefore), .accept)
    case .held(_, isStuck: false) where parameters.stuckAfter > .zero:
      return (contact.start + parameters.stuckAfter, .stuck)
    case .idle, .held, .ignored, .blocked: return nil
    }
  }

  /// The input closed. `isUncertain`: found by reading state.
  mutating func close(at edge: Instant, isUncertain: Bool = false) -> Decision? {
    let time = max(edge, latestEdge)
    latestEdge = time
    if var bridged = contact {
      bridged.close(at: time, isUncertain: isUncertain)
      contact = bridged
      return nil
    }
    let new = Contact(start: time, isUncertain: isUncertain)
    if time < quietUntil {
      phase = .ignored(new)
      return nil
    }
    phase = .tentative(new)
    return parameters.holdDuration > .zero ? .waits(origin: time, until: time + parameters.holdDuration) : nil
  }

  /// The input opened.
  mutating func open(at edge: Instant) {
    latestEdge = max(edge, latestEdge)
    guard var opened = contact else { return }
    opened.open(at: latestEdge)
    contact = opened
  }

  /// Handles the deadline that `nextDeadline` told.
  mutating func fire() -> Decision? {
    guard let contact else { return nil }
    if let up = contact.openedAt { return end(contact, up: up) }
    switch phase {
    case .tentative:
      phase = .held(contact, isStuck: false)
      return .pressed(origin: contact.start, start: contact.start, isUncertain: contact.isUncertain)
    case .held(_, isStuck: false):
      phase = .held(contact, isStuck: true)
      return .stuck
    case .idle, .held, .ignored, .blocked: return nil
    }
  }

  /// An opening lasted for `debounce`: the contact ended at `up`.
  private mutating func end(_ contact: Contact, up: Instant) -> Decision? {
    defer { phase = .idle }
    switch phase {
    case .idle, .blocked: return nil
    case .tentative: return .rejected(origin: contact.start, .tooShort)
    case .held:
      beQuiet(from: up)
      return .released(up: up)
    case .ignored:
      quietUntil = min(quietCap, up + parameters.ignoreRepeat)
      return .rejected(origin: contact.start, .repeated)
    }
  }

  private mutating func beQuiet(from up: Instant) {
    quietUntil = up + parameters.ignoreRepeat
    quietCap = up + parameters.ignoreRepeatMax
  }

  /// The input is no more, or its release was lost: whatever is under way ends now. `reason` is what an undecided
  /// contact is rejected with.
  mutating func cut(at time: Instant, reason: RejectionReason) -> Decision? {
    guard let contact else { return nil }
    defer { phase = .idle }
    switch phase {
    case .idle, .blocked: return nil
    case .tentative: return .rejected(origin: contact.start, reason)
    case .ignored: return .rejected(origin: contact.start, .repeated)
    case .held:
      let up = contact.openedAt ?? max(time, latestEdge)
      beQuiet(from: up)
      return .released(up: up)
    }
  }

  /// The input closed, and whatever closed it is not to count: nothing comes of the contact until it has opened.
  mutating func block(at time: Instant) { arriveClosed(at: time) }

  /// The input arrived closed: its onset was not seen, so nothing comes of it until it has opened.
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
