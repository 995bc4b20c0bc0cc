import SwitchwayClock
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayServer

/// What performing effects changes: the line that is written, and what only reports need.
///
/// A structure, and not properties of `Performer`: Swift checks each access to a property of a class, and so checks
/// once for all effects of an input.
struct EffectState {
  private(set) var profile: Profile
  /// Effects that are not performed yet.
  var due: [Effect] = []
  var lines: EventLines
  var line = LineBuffer()
  var recentPresses: RecentPresses
  /// nil: presses are not counted.
  var statistics: PressStatistics?
  /// The present date and hour, in local time.
  var today: () -> (day: CalendarDay, hour: Int) = { (CalendarDay(number: 0), 0) }
  /// Requests to type that are done.
  var typed: [(number: Int, refusal: TypingRefusal?)] = []
  /// Nodes that began to flood, or are read again.
  var floods: [(node: NodeID, isMuted: Bool)] = []

  init(profile: Profile) {
    self.profile = profile
    lines = EventLines(profile: profile)
    recentPresses = RecentPresses(profile: profile)
    due.reserveCapacity(64)
  }

  /// What performing effects has changed.
  enum Change {
    /// There were no effects.
    case nothing
    /// Lines were written, or something was noted.
    case lines
    /// The same, and keys were typed or requests to type are done.
    case keys
  }

  /// Performs the effects in `due` and removes them.
  mutating func performDue(for performer: Performer, _ sink: any LineSink) -> Change {
    guard !due.isEmpty else { return .nothing }
    var effects: [Effect] = []
    swap(&effects, &due)
    var hasTyped = false
    effects.takeEach { perform($0, for: performer, sink, hasTyped: &hasTyped) }
    swap(&effects, &due)
    return hasTyped ? .keys : .lines
  }

  /// Not inlined, because `takeEach` calls it in several places.
  @inline(never) private mutating func perform(
    _ effect: Effect, for performer: Performer, _ sink: any LineSink, hasTyped: inout Bool
  ) {
    switch effect {
    case .decided(let output, let facts): report(output, facts, sink)
    case .published(let command, let number, let owner, let place, let lit):
      if let place, let lit {
        recentPresses.notePublished(command, choice: RecentPresses.Choice(page: place.page, item: place.item, lit: lit))
      } else if command.word.group == .scan, command.word.name == "scan" {
        recentPresses.notePublished(command, choice: nil)
      }
      line.clear()
      let head = lines.write(
        command, seq: number, sent: performer.sent(command.accepted), claimant: owner.map(EscapedText.init),
        place: place, into: &line)
      sink.emit(head, line)
    case .key(let code, let down, let time):
      hasTyped = true
      performer.type(code, down: down, at: time)
    case .pointer(let event):
      hasTyped = true
      performer.point(event)
    case .typed(let number, let refusal):
      hasTyped = true
      typed.append((number, refusal))
    case .wantsProfile(let name, let time):
      performer.request(Performer.ProfileRequest(name: name, time: time))
    case .profileInForce: use(performer.useProfileInForce())
    case .mode(let mode, let isOn, let time):
      if mode == .panic { performer.notePanic(isOn) }
      report(mode, isOn, at: time, sink)
    case .flood(let node, let isMuted):
      floods.append((node, isMuted))
      performer.noteFlood()
    default: performOther(effect, sink)
    }
  }

  /// Performs an effect that is rare.
  private mutating func performOther(_ effect: Effect, _ sink: any LineSink) {
    switch effect {
    case .refused(let command, let reason):
      recentPresses.noteRefusal(of: command, reason)
      guard let press = command.press else { return }
      if case .some = statistics {
        let now = today()
        statistics?.noteRefusal(of: press, reason, on: now.day, hour: now.hour)
      }
      write(sink) { $0.writeRefused(command, by: press, reason: reason, into: &$1) }
    case .heldBack: sink.noteHeldBack()
    case .asked(let question):
      recentPresses.noteQuestion(of: question.command)
      write(sink) { $0.write(question, into: &$1) }
    case .answered(let question, let answer, let time):
      write(sink) { $0.write(answer, to: question, at: time, into: &$1) }
    case .attention(let command): write(sink) { $0.writeAttention(command, into: &$1) }
    case .scan(let announcement):
      write(sink) {
        $1.writeScan($0.message(of: announcement))
        return LineHead(.scan)
      }
    case .sticky(let name, let state, let time): write(sink) { $0.write(name, state, at: time, into: &$1) }
    case .node(let change, let facts, let time): report(change, facts, at: time, sink)
    case .sharedInput(let shared, let facts, let time): report(shared, facts, at: time, sink)
    case .learned(let edge, let facts): report(edge, facts, sink)
    case .recorded(let change, let node, let facts): report(change, of: node, facts, sink)
    case .profile(let name, let label, let time):
      write(sink) {
        $1.writeProfile(name: EscapedText(name), label: EscapedText(label), time: time.microseconds)
        return LineHead(.profile)
      }
    case .decided, .published, .key, .pointer, .typed, .profileInForce, .wantsProfile, .mode, .flood: break
    }
  }

  /// Writes a line and passes it to the sink.
  mutating func write(_ sink: any LineSink, _ body: (EventLines, inout LineBuffer) -> LineHead) {
    line.clear()
    sink.emit(body(lines, &line), line)
  }

  private mutating func report(_ output: Output, _ facts: NodeFacts?, _ sink: any LineSink) {
    recentPresses.note(output)
    if case .some = statistics, output.isOfPress {
      let now = today()
      statistics?.note(output, on: now.day, hour: now.hour)
    }
    switch output {
    case .muted, .unmuted, .clockWentBack: reportNode(output, facts, sink)
    case .press, .pending, .rejected, .command, .stuck, .recalibrate:
      line.clear()
      if let type = lines.put(output, node: nil, into: &line) { sink.emit(LineHead(type), line) }
    }
  }

  private mutating func reportNode(_ output: Output, _ facts: NodeFacts?, _ sink: any LineSink) {
    let identity = facts.map { self.identity(of: $0) }
    line.clear()
    if let type = lines.put(output, node: identity, into: &line) { sink.emit(LineHead(type), line) }
    if case .muted(_, let time) = output {
      write(sink) { $0.writeFloodWarning(node: identity, time: time, into: &$1) }
    }
  }

  private mutating func use(_ new: Profile) {
    profile = new
    lines = EventLines(profile: new)
    recentPresses.use(new)
    statistics?.use(new)
  }

  /// Requests to type that are done were not typed, because their keys are lost.
  mutating func failTyping() {
    for index in typed.indices where typed[index].refusal == nil { typed[index].refusal = .obstacle(.noKeyboard) }
  }
}
