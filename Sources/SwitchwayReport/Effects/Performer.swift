import SwitchwayCore
import SwitchwayProtocol
import SwitchwayServer

/// Whoever gets the lines of a performer, in the order in which they were decided.
public protocol LineSink: AnyObject {
  /// Takes one line.
  func emit(_ head: LineHead, _ line: LineBuffer)
  /// No more lines come of what has just happened.
  func flush()
}

extension LineSink {
  /// Nothing to do for a sink that takes each line as it comes.
  public func flush() {}
}

/// Whatever types what an interpreter decides: a virtual keyboard, or a list.
public protocol KeySink: AnyObject {
  /// A key goes down, or comes up.
  func type(_ code: UInt16, down: Bool, at time: Instant)
  /// Hands over what was typed.
  func flushTyped()
}

/// Which commands a replay pretends that a client has claimed.
public enum ReplayClaims: Equatable, Sendable {
  case all
  case none
  /// These names, with whatever arguments.
  case names(Set<String>)

  /// The claims of a client that has been there from the beginning.
  var table: ClaimTable {
    let name = ClientName(EscapedText("replay"))
    switch self {
    case .all: return ClaimTable(permanent: .all, name: name)
    case .none: return ClaimTable()
    case .names(let names): return ClaimTable(permanent: .names(names.sorted()), name: name)
    }
  }
}

/// Hands input to an interpreter and performs what it decides: writes lines, types, and keeps what only reports.
///
/// Performing an effect never calls back into a decision. `switchway replay`, `switchwayd --play` and live devices use
/// the same interpreter. In a steady state nothing is allocated.
public final class Performer {
  /// Who listens: the difference between a replay and a socket.
  public enum Audience {
    /// Clients; `clock` tells when a line is sent. A command that was decided longer ago than `lifetime`, by that
    /// clock, is not published (nil: every one is). `speed`: how many times faster than the machine's the clock runs.
    case clients(clock: () -> Instant, lifetime: Microseconds? = nil, speed: Double = 1)
    /// A file; lines have no `sent`.
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
  private var effects: [Effect] = []
  private var isPerforming = false
  private let audience: Audience
  unowned let sink: any LineSink
  /// Types what is decided; nil: nothing is typed. It must outlive this.
  public unowned var keys: (any KeySink)?
  private var hasTyped = false
  /// The profile that the effects which are performed now are about.
  public private(set) var profile: Profile
  var lines: EventLines
  var line = LineBuffer()
  /// What became of the last presses.
  public private(set) var recentPresses: RecentPresses
  /// What became of presses by switch and day; nil: nobody counts.
  public var statistics: PressStatistics?
  /// The day that it is.
  private var today: () -> CalendarDay = { CalendarDay(number: 0) }
  /// The panic chord has let go of everything.
  public internal(set) var hasPanicked = false
  /// What a switch asked for, until `takeProfileRequest`.
  private var profileRequest: ProfileRequest?
  /// Nodes that began to flood, or are listened to again, since the last `takeFloods`.
  private var floods: [(node: NodeID, isMuted: Bool)] = []

  /// A performer of an interpreter at rest; `sink` must outlive it.
  public init(profile: Profile, layout: LayoutKeys = .us, audience: Audience, sink: any LineSink) {
    self.profile = profile
    self.audience = audience
    self.sink = sink
    var claims = ClaimTable()
    if case .replay(let pretended) = audience { claims = pretended.table }
    decisions = Interpreter(profile: profile, layout: layout, claims: claims)
    lines = EventLines(profile: profile)
    recentPresses = RecentPresses(profile: profile)
    effects.reserveCapacity(64)
  }

  /// Counts presses from now on, beginning with what `statistics` has.
  package func count(_ statistics: PressStatistics, today: @escaping () -> CalendarDay) {
    self.today = today
    self.statistics = statistics
    self.statistics?.use(profile)
  }

  // MARK: Input

  /// Decides. What comes of an input is performed before the call returns.
  ///
  /// An input that comes up while effects are performed is decided at once, and its effects follow those.
  public var interpreter: Interpreter {
    _read { yield decisions }
    _modify {
      if case .clients(let clock, let lifetime?, _) = audience {
        decisions.oldestAccepted = clock() - lifetime
      }
      yield &decisions
      if !isPerforming { perform() }
    }
  }

  // What happens at an edge. Outside of this module the accessor above allocates at each use.

  /// Decides a frame of a node.
  public func handle(_ frame: ArraySlice<InputEvent>, from node: NodeID) { interpreter.handle(frame, from: node) }

  /// Decides what is due until `time`.
  public func advance(to time: Instant) { interpreter.advance(to: time) }

  /// While effects are performed, the time of the decision; nil at other times.
  ///
  /// An input that arises meanwhile gets this time, because what came later may not have been read yet.
  public var moment: Instant? { isPerforming ? decisions.latest : nil }

  /// When `advance` is wanted; nil: not before something happens.
  public var nextDeadline: Instant? { decisions.timeOfNextDeadline() }

  /// What a switch asked for since the last call.
  public func takeProfileRequest() -> ProfileRequest? {
    defer { profileRequest = nil }
    return profileRequest
  }

  /// Nodes that began to flood, or are listened to again, since the last call.
  package func takeFloods() -> [(node: NodeID, isMuted: Bool)] {
    defer { floods.removeAll(keepingCapacity: true) }
    return floods
  }

  // MARK: Effects

  /// Effects and their line are in locals meanwhile: properties of a class are checked at each access.
  private func perform() {
    isPerforming = true
    var due: [Effect] = []
    swap(&due, &effects)
    var buffer = LineBuffer(capacity: 0)
    swap(&buffer, &line)
    decisions.takeEffects(into: &due)
    while !due.isEmpty {
      for index in due.indices { perform(due[index], into: &buffer) }
      due.removeAll(keepingCapacity: true)
      if hasTyped { keys?.flushTyped() }
      hasTyped = false
      sink.flush()
      decisions.takeEffects(into: &due)
    }
    swap(&due, &effects)
    swap(&buffer, &line)
    isPerforming = false
  }

  private func perform(_ effect: Effect, into buffer: inout LineBuffer) {
    switch effect {
    case .decided(let output, let facts): report(output, facts, into: &buffer)
    case .published(let command, let number, let owner):
      write(into: &buffer) {
        lines.write(
          command, seq: number, sent: sent(command.accepted), claimant: owner.map(EscapedText.init), into: &$0)
      }
    case .refused(let command, let reason):
      recentPresses.noteRefusal(of: command, reason)
      guard let press = command.press else { return }
      if statistics != nil { statistics?.noteRefusal(of: press, reason, on: today()) }
      write(into: &buffer) { lines.writeRefused(command, by: press, reason: reason, into: &$0) }
    case .asked(let question):
      recentPresses.noteQuestion(of: question.command)
      write(into: &buffer) { lines.write(question, into: &$0) }
    case .answered(let question, let answer, let time):
      write(into: &buffer) { lines.write(answer, to: question, at: time, into: &$0) }
    case .attention(let command): write(into: &buffer) { lines.writeAttention(command, into: &$0) }
    case .mode(let mode, let isOn, let time): report(mode, isOn, at: time)
    case .sticky(let name, let state, let time): write(into: &buffer) { lines.write(name, state, at: time, into: &$0) }
    case .key(let code, let down, let time):
      hasTyped = true
      keys?.type(code, down: down, at: time)
    case .node(let change, let facts, let time): report(change, facts, at: time)
    case .flood(let node, let isMuted): floods.append((node, isMuted))
    case .sharedInput(let shared, let facts, let time): report(shared, facts, at: time)
    case .learned(let edge, let facts): report(edge, facts)
    case .wantsProfile(let name, let time): profileRequest = ProfileRequest(name: name, time: time)
    case .profileInForce:
      profile = decisions.profile
      lines = EventLines(profile: profile)
      recentPresses.use(profile)
      statistics?.use(profile)
    case .profile(let name, let label, let time):
      write {
        $0.writeProfile(name: EscapedText(name), label: EscapedText(label), time: time.microseconds)
        return LineHead(.profile)
      }
    }
  }

  /// Writes a line and hands it on.
  func write(_ body: (inout LineBuffer) -> LineHead?) {
    line.clear()
    if let head = body(&line) { sink.emit(head, line) }
  }

  /// The same, with a buffer of the caller's.
  @inline(__always)
  private func write(into buffer: inout LineBuffer, _ body: (inout LineBuffer) -> LineHead?) {
    buffer.clear()
    if let head = body(&buffer) { sink.emit(head, buffer) }
  }

  private func report(_ output: Output, _ facts: NodeFacts?, into buffer: inout LineBuffer) {
    recentPresses.note(output)
    if statistics != nil, output.isOfPress { statistics?.note(output, on: today()) }
    let identity = facts.map { self.identity(of: $0) }
    write(into: &buffer) { lines.write(output, node: identity, into: &$0) }
    if case .muted(_, let time) = output {
      write(into: &buffer) { lines.writeFloodWarning(node: identity, time: time, into: &$0) }
    }
  }

  /// When a command that was accepted then is sent: as much later as it is late on the machine's own clock.
  private func sent(_ accepted: Instant) -> Instant? {
    switch audience {
    case .clients(let clock, _, 1): clock()
    case .clients(let clock, _, let speed):
      accepted + Microseconds(Int64(Double((clock() - accepted).value) / speed))
    case .replay: nil
    }
  }
}
