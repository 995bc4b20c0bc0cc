import SwitchwayClock
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayServer

/// Receives the lines of a performer, in the order of their decisions.
public protocol LineSink: AnyObject {
  /// Takes one line.
  func emit(_ head: LineHead, _ line: LineBuffer)
  /// A press or a key does nothing because clients inhibit or learn.
  func noteHeldBack()
  /// The lines of this input are complete.
  func flush()
}

extension LineSink {
  /// Does nothing.
  public func noteHeldBack() {}

  /// Does nothing.
  public func flush() {}
}

/// Receives the keys to type: a virtual keyboard, or a list.
public protocol KeySink: AnyObject {
  /// A key goes down, or comes up.
  func type(_ code: UInt16, down: Bool, at time: Instant)
  /// An event of the virtual pointer.
  func point(_ event: InputEvent)
  /// Sends the typed keys, and the frames of the virtual pointer.
  func flushTyped()
  /// Whether keys are lost, because they cannot be sent.
  var hasFailed: Bool { get }
}

extension KeySink {
  /// There is no virtual pointer.
  public func point(_ event: InputEvent) {}
  /// No key is ever lost.
  public var hasFailed: Bool { false }
}

/// The commands that a replay treats as claimed by a client.
public enum ReplayClaims: Equatable, Sendable {
  case all
  case none
  /// Commands with these names, with any arguments.
  case names(Set<String>)

  /// The claims of a client that is there from the beginning.
  var table: ClaimTable {
    let name = ClientName(EscapedText("replay"))
    switch self {
    case .all: return ClaimTable(permanent: .all, name: name)
    case .none: return ClaimTable()
    case .names(let names): return ClaimTable(permanent: .names(names.sorted()), name: name)
    }
  }
}

/// Passes input to an interpreter and performs its effects: writes lines, types keys, and remembers what only reports
/// need.
///
/// Performing an effect never calls back into a decision. `switchway replay`, `switchwayd --play` and live devices use
/// the same interpreter. In a steady state nothing is allocated.
public final class Performer {
  /// The receiver of the lines: clients of a socket, or the output of a replay.
  public enum Audience {
    /// Clients. `clock`: the present time, for the times at which lines are sent. A command that was decided longer ago
    /// than `lifetime` is not published; nil: all are. `speed`: how many times faster the clock runs than real time.
    case clients(clock: () -> Instant, lifetime: Microseconds? = nil, speed: Double = 1)
    /// The output of a replay. Lines have no `sent`.
    case replay(ReplayClaims)
  }

  /// A switch of the running profile asked for another profile.
  public struct ProfileRequest: Equatable, Sendable {
    /// A profile's name, or `next`, or `previous`.
    public var name: String
    /// When the press was accepted.
    public var time: Instant
  }

  private var decisions: Interpreter
  private var isPerforming = false
  /// The interpreter was changed while effects were performed.
  private var hasMore = false
  /// There is something for `takeFloods`.
  private var hasFloods = false
  /// The result of `nextDeadline` while the interpreter has not changed since.
  private var deadline: Instant?
  private var isDeadlineKnown = false
  /// Whether commands can be too late to be published.
  private let hasLifetime: Bool
  let audience: Audience
  unowned let sink: any LineSink
  /// Receives the keys; nil: nothing is typed. It must outlive the performer.
  public unowned var keys: (any KeySink)?
  /// The profile of the effects that are performed now.
  public internal(set) var profile: Profile
  var state: EffectState
  /// The profile that a switch asked for, until `takeProfileRequest`.
  var profileRequest: ProfileRequest?
  /// The panic chord has released everything.
  public internal(set) var hasPanicked = false
  /// Called when requests to type are done, after their keys were sent. It must not change the interpreter.
  public var onTyped: (() -> Void)?

  /// A performer of an interpreter at rest; `sink` must outlive it.
  public init(profile: Profile, layout: LayoutKeys = .us, audience: Audience, sink: any LineSink) {
    self.profile = profile
    self.audience = audience
    self.sink = sink
    var claims = ClaimTable()
    if case .replay(let pretended) = audience { claims = pretended.table }
    hasLifetime = if case .clients(_, lifetime: .some, _) = audience { true } else { false }
    decisions = Interpreter(profile: profile, layout: layout, claims: claims)
    state = EffectState(profile: profile)
  }

  /// Counts presses from now on, starting with the counts in `statistics`.
  package func count(_ statistics: PressStatistics, today: @escaping () -> (day: CalendarDay, hour: Int)) {
    state.today = today
    state.statistics = statistics
    state.statistics?.use(profile)
  }

  /// The outcomes of the last presses.
  public var recentPresses: RecentPresses { state.recentPresses }

  /// The outcomes of presses by switch and day; nil: they are not counted.
  public var statistics: PressStatistics? {
    get { state.statistics }
    set { state.statistics = newValue }
  }

  // MARK: Input

  /// The interpreter. When a change of it ends, its effects are performed at once.
  ///
  /// An input that arises while effects are performed is decided at once. Its effects are performed after those.
  public var interpreter: Interpreter {
    _read { yield decisions }
    _modify {
      limitAge()
      isDeadlineKnown = false
      hasMore = true
      yield &decisions
      if !isPerforming { perform() }
    }
  }

  // For inputs at every edge. Outside of this module, each use of the accessor above allocates memory. Swift checks
  // each access to a property of a class, so there is one for all that is asked of the interpreter.

  /// Passes a frame of a node to the interpreter.
  public func handle(_ frame: ArraySlice<InputEvent>, from node: NodeID) { decide { $0.handle(frame, from: node) } }

  /// Lets the interpreter decide everything that is due until `time`.
  public func advance(to time: Instant) { decide { $0.advance(to: time) } }

  @inline(__always) private func decide(_ body: (inout Interpreter) -> Void) {
    guard !isPerforming else { return body(&interpreter) }
    limitAge()
    isPerforming = true
    hasMore = false
    let sink = sink
    let change = Performer.turn(&state, for: self, sink) { due in
      deadline = Performer.decide(&decisions, into: &due, body)
      isDeadlineKnown = true
    }
    end(change, sink)
    isPerforming = false
  }

  /// Decides, and then performs the effects.
  @inline(__always) private static func turn(
    _ state: inout EffectState, for performer: Performer, _ sink: any LineSink, _ decide: (inout [Effect]) -> Void
  ) -> EffectState.Change {
    decide(&state.due)
    return state.performDue(for: performer, sink)
  }

  /// Returns the next deadline.
  @inline(__always) private static func decide(
    _ decisions: inout Interpreter, into due: inout [Effect], _ body: (inout Interpreter) -> Void
  ) -> Instant? {
    body(&decisions)
    decisions.takeEffects(into: &due)
    return decisions.timeOfNextDeadline()
  }

  private func limitAge() {
    if hasLifetime, case .clients(let clock, let lifetime?, _) = audience {
      decisions.oldestAccepted = clock() - lifetime
    }
  }

  /// While effects are performed, the time of the decision; nil at other times.
  ///
  /// An input that arises meanwhile gets this time, because what came later may not have been read yet.
  public var moment: Instant? { isPerforming ? decisions.latest : nil }

  /// When to call `advance` if no input comes before; nil: not at all.
  public var nextDeadline: Instant? {
    if !isDeadlineKnown { findDeadline() }
    return deadline
  }

  /// Not inlined: the compiler would check the access to the interpreter before it looks whether it is needed.
  @inline(never) private func findDeadline() {
    deadline = decisions.timeOfNextDeadline()
    isDeadlineKnown = true
  }

  /// Whether a switch has asked for a profile since the last call of `takeProfileRequest`.
  public var hasProfileRequest: Bool { if case .some = profileRequest { true } else { false } }

  /// The profile that a switch asked for since the last call.
  public func takeProfileRequest() -> ProfileRequest? {
    defer { profileRequest = nil }
    return profileRequest
  }

  /// Nodes that began to flood, or are read again, since the last call.
  package func takeFloods() -> [(node: NodeID, isMuted: Bool)] {
    guard hasFloods else { return [] }
    hasFloods = false
    defer { state.floods.removeAll(keepingCapacity: true) }
    return state.floods
  }

  /// A node began to flood, or is read again.
  @inline(never) func noteFlood() { hasFloods = true }

  /// The requests to type that are done since the last call. `refusal`: why typing stopped. nil: all was typed.
  public func takeTyped() -> [(number: Int, refusal: TypingRefusal?)] {
    defer { state.typed = [] }
    return state.typed
  }

  // MARK: Effects

  /// Performs all effects of a change of the interpreter.
  private func perform() {
    isPerforming = true
    hasMore = false
    let sink = sink
    decisions.takeEffects(into: &state.due)
    end(state.performDue(for: self, sink), sink)
    isPerforming = false
  }

  /// Effects were performed: sends what they have made, and performs those of inputs that arose meanwhile.
  @inline(__always) private func end(_ change: EffectState.Change, _ sink: any LineSink) {
    if change == .nothing { return }
    if change == .keys { flushTyped() }
    sink.flush()
    if hasMore { performMore(sink) }
  }

  private func performMore(_ sink: any LineSink) {
    while hasMore {
      hasMore = false
      decisions.takeEffects(into: &state.due)
      let change = state.performDue(for: self, sink)
      if change == .nothing { return }
      if change == .keys { flushTyped() }
      sink.flush()
    }
  }

  // Not inlined: the compiler would check the accesses to these properties before it looks at effects.

  /// Types a key.
  @inline(never) func type(_ code: UInt16, down: Bool, at time: Instant) { keys?.type(code, down: down, at: time) }

  /// Sends an event of the virtual pointer.
  @inline(never) func point(_ event: InputEvent) { keys?.point(event) }

  /// The panic mode is on or off.
  @inline(never) func notePanic(_ isOn: Bool) { hasPanicked = isOn }

  /// A switch asks for a profile.
  @inline(never) func request(_ profile: ProfileRequest) { profileRequest = profile }

  private func flushTyped() {
    keys?.flushTyped()
    guard !state.typed.isEmpty else { return }
    if keys?.hasFailed == true { state.failTyping() }
    onTyped?()
  }

  /// The profile that the interpreter has put in force.
  @inline(never) func useProfileInForce() -> Profile {
    profile = decisions.profile
    return profile
  }

  /// When a command that was accepted at `accepted` is sent. If the clock of the recordings runs faster, the delay is
  /// the delay in real time.
  func sent(_ accepted: Instant) -> Instant? {
    switch audience {
    case .clients(let clock, _, 1): clock()
    case .clients(let clock, _, let speed):
      accepted + Microseconds(Int64(Double((clock() - accepted).value) / speed))
    case .replay: nil
    }
  }
}
