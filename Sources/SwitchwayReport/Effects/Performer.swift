import SwitchwayClock
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayServer

/// Receives the lines of a performer, in the order of their decisions.
public protocol LineSink: AnyObject {
  /// Takes one line.
  func emit(_ head: LineHead, _ line: LineBuffer)
  /// The lines of this input are complete.
  func flush()
}

extension LineSink {
  /// Does nothing.
  public func flush() {}
}

/// Receives the keys to type: a virtual keyboard, or a list.
public protocol KeySink: AnyObject {
  /// A key goes down, or comes up.
  func type(_ code: UInt16, down: Bool, at time: Instant)
  /// Sends the typed keys.
  func flushTyped()
  /// Whether keys are lost, because they cannot be sent.
  var hasFailed: Bool { get }
}

extension KeySink {
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
  private var effects: [Effect] = []
  private var isPerforming = false
  private let audience: Audience
  unowned let sink: any LineSink
  /// Receives the keys; nil: nothing is typed. It must outlive the performer.
  public unowned var keys: (any KeySink)?
  private var hasTyped = false
  /// The profile of the effects that are performed now.
  public private(set) var profile: Profile
  var lines: EventLines
  var line = LineBuffer()
  /// The outcomes of the last presses.
  public private(set) var recentPresses: RecentPresses
  /// The outcomes of presses by switch and day; nil: they are not counted.
  public var statistics: PressStatistics?
  /// The present date and hour, in local time.
  private var today: () -> (day: CalendarDay, hour: Int) = { (CalendarDay(number: 0), 0) }
  /// The panic chord has released everything.
  public internal(set) var hasPanicked = false
  /// The profile that a switch asked for, until `takeProfileRequest`.
  private var profileRequest: ProfileRequest?
  /// Called when requests to type are done, after their keys were sent. It must not change the interpreter.
  public var onTyped: (() -> Void)?
  /// Requests to type that are done, since the last `takeTyped`.
  private var typed: [(number: Int, refusal: TypingRefusal?)] = []
  /// Nodes that began to flood, or are read again, since the last `takeFloods`.
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

  /// Counts presses from now on, starting with the counts in `statistics`.
  package func count(_ statistics: PressStatistics, today: @escaping () -> (day: CalendarDay, hour: Int)) {
    self.today = today
    self.statistics = statistics
    self.statistics?.use(profile)
  }

  // MARK: Input

  /// The interpreter. When a change of it ends, its effects are performed at once.
  ///
  /// An input that arises while effects are performed is decided at once. Its effects are performed after those.
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

  // For inputs at every edge. Outside of this module, each use of the accessor above allocates memory.

  /// Passes a frame of a node to the interpreter.
  public func handle(_ frame: ArraySlice<InputEvent>, from node: NodeID) { interpreter.handle(frame, from: node) }

  /// Lets the interpreter decide everything that is due until `time`.
  public func advance(to time: Instant) { interpreter.advance(to: time) }

  /// While effects are performed, the time of the decision; nil at other times.
  ///
  /// An input that arises meanwhile gets this time, because what came later may not have been read yet.
  public var moment: Instant? { isPerforming ? decisions.latest : nil }

  /// When to call `advance` if no input comes before; nil: not at all.
  public var nextDeadline: Instant? { decisions.timeOfNextDeadline() }

  /// The profile that a switch asked for since the last call.
  public func takeProfileRequest() -> ProfileRequest? {
    defer { profileRequest = nil }
    return profileRequest
  }

  /// Nodes that began to flood, or are read again, since the last call.
  package func takeFloods() -> [(node: NodeID, isMuted: Bool)] {
    defer { floods.removeAll(keepingCapacity: true) }
    return floods
  }

  /// The requests to type that are done since the last call. `refusal`: why typing stopped. nil: all was typed.
  public func takeTyped() -> [(number: Int, refusal: TypingRefusal?)] {
    defer { typed = [] }
    return typed
  }

  // MARK: Effects

  /// Performs all effects. They are moved to a local variable, because Swift checks each access to a property of a
  /// class.
  private func perform() {
    isPerforming = true
    var due: [Effect] = []
    swap(&due, &effects)
    decisions.takeEffects(into: &due)
    while !due.isEmpty {
      for index in due.indices { perform(due[index]) }
      due.removeAll(keepingCapacity: true)
      if hasTyped {
        hasTyped = false
        keys?.flushTyped()
        if !typed.isEmpty { reportTyped() }
      }
      sink.flush()
      decisions.takeEffects(into: &due)
    }
    swap(&due, &effects)
    isPerforming = false
  }

  private func reportTyped() {
    if keys?.hasFailed == true {
      for index in typed.indices where typed[index].refusal == nil { typed[index].refusal = .noKeyboard }
    }
    onTyped?()
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .decided(let output, let facts): report(output, facts)
    case .published(let command, let number, let owner, let place, let lit):
      if let place, let lit {
        recentPresses.notePublished(command, choice: RecentPresses.Choice(page: place.page, item: place.item, lit: lit))
      } else if command.word.name == "scan" {
        recentPresses.notePublished(command, choice: nil)
      }
      write {
        lines.write(
          command, seq: number, sent: sent(command.accepted), claimant: owner.map(EscapedText.init), place: place,
          into: &$0)
      }
    case .refused(let command, let reason):
      recentPresses.noteRefusal(of: command, reason)
      guard let press = command.press else { return }
      if statistics != nil {
        let now = today()
        statistics?.noteRefusal(of: press, reason, on: now.day, hour: now.hour)
      }
      write { lines.writeRefused(command, by: press, reason: reason, into: &$0) }
    case .asked(let question):
      recentPresses.noteQuestion(of: question.command)
      write { lines.write(question, into: &$0) }
    case .answered(let question, let answer, let time):
      write { lines.write(answer, to: question, at: time, into: &$0) }
    case .attention(let command): write { lines.writeAttention(command, into: &$0) }
    case .scan(let announcement):
      write {
        $0.writeScan(lines.message(of: announcement))
        return LineHead(.scan)
      }
    case .mode(let mode, let isOn, let time): report(mode, isOn, at: time)
    case .sticky(let name, let state, let time): write { lines.write(name, state, at: time, into: &$0) }
    case .key(let code, let down, let time):
      hasTyped = true
      keys?.type(code, down: down, at: time)
    case .typed(let number, let refusal):
      hasTyped = true
      typed.append((number, refusal))
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

  /// Writes a line and passes it to the sink.
  func write(_ body: (inout LineBuffer) -> LineHead?) {
    line.clear()
    if let head = body(&line) { sink.emit(head, line) }
  }

  private func report(_ output: Output, _ facts: NodeFacts?) {
    recentPresses.note(output)
    if statistics != nil, output.isOfPress {
      let now = today()
      statistics?.note(output, on: now.day, hour: now.hour)
    }
    let identity = facts.map { self.identity(of: $0) }
    write { lines.write(output, node: identity, into: &$0) }
    if case .muted(_, let time) = output {
      write { lines.writeFloodWarning(node: identity, time: time, into: &$0) }
    }
  }

  /// When a command that was accepted at `accepted` is sent. If the clock of the recordings runs faster, the delay is
  /// the delay in real time.
  private func sent(_ accepted: Instant) -> Instant? {
    switch audience {
    case .clients(let clock, _, 1): clock()
    case .clients(let clock, _, let speed):
      accepted + Microseconds(Int64(Double((clock() - accepted).value) / speed))
    case .replay: nil
    }
  }
}
