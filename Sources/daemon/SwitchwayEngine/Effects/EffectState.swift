import SwitchwayClock
import SwitchwayConfig
import SwitchwayCore
import SwitchwayLines
import SwitchwayProtocol
import SwitchwayText
import SwitchwayTime

/// Performs effects, one by one: writes their lines, types their keys, and stores the data that only reports need.
struct EffectState {
  private(set) var profile: Profile
  private let audience: Audience
  private unowned let sink: any LineSink
  /// The receiver of keys and pointer events, or `nil` if nothing is typed.
  unowned var keys: (any KeySink)?
  private(set) var lines: EventLines
  private var line = LineBuffer()
  private(set) var recentPresses: RecentPresses
  /// The statistics of presses. `nil` if presses are not counted.
  var statistics: PressStatistics?
  /// Returns the present date and hour in local time.
  var today: () -> (day: CalendarDay, hour: Int) = { (CalendarDay(number: 0), 0) }
  /// Whether keys or pointer events were passed to `keys` and not sent yet.
  var hasTyped = false
  /// The replies to requests that are done or refused, with the numbers of the requests.
  var replies: [(number: Int, reply: Reply)] = []
  /// The nodes that are ignored from now on because they flood (`isMuted`), or that are no longer ignored.
  var floods: [(node: NodeID, isMuted: Bool)] = []
  /// The profile that a switch has requested. `nil` if there is none.
  var profileRequest: Performer.ProfileRequest?

  init(profile: Profile, audience: Audience, sink: any LineSink) {
    self.profile = profile
    self.audience = audience
    self.sink = sink
    lines = EventLines(profile: profile)
    recentPresses = RecentPresses(profile: profile)
  }

  /// Whether there are keys to send or replies to deliver.
  var hasNews: Bool { hasTyped || !replies.isEmpty }

  /// Performs effects. All are performed in one call, because Swift checks each access to this structure, which is a
  /// property of a class.
  mutating func perform(_ effects: [Effect]) { for effect in effects { performEffect(effect) } }

  private mutating func performEffect(_ effect: Effect) {
    switch effect {
    case .press, .rejected:
      if case .some = statistics {
        let now = today()
        statistics?.note(effect, on: now.day, hour: now.hour)
      }
      report(effect)
    case .pending, .performed, .stuck, .recalibrate, .answered, .attention, .scan, .sticky, .profile, .node,
      .clockWentBack:
      report(effect)
    case .published(let command, let number, let owner, let pageItem, let lit):
      publish(command, number, owner, pageItem, lit: lit)
    case .refused(let command, let reason): refuse(command, reason)
    case .heldBack: sink.noteHeldBack()
    case .asked(let question):
      recentPresses.note(question)
      report(effect)
    case .mode(let mode, let isOn, let time):
      report(effect)
      guard mode == .panic, isOn else { return }
      let message = "all devices are released; 'switchway resume' ends this"
      write { $0.write(.panic, message, entry: nil, at: time, into: &$1) }
    case .key(let code, let down, let time):
      hasTyped = true
      keys?.type(code, down: down, at: time)
    case .pointer(let event):
      hasTyped = true
      keys?.point(event)
    case .stroke(let stroke, _):
      hasTyped = true
      keys?.stroke(stroke)
    case .reply(let number, let reply): replies.append((number, reply))
    case .muted(let node, let facts, let time):
      report(effect)
      write { $0.writeFloodWarning(facts, at: time, into: &$1) }
      floods.append((node, true))
    case .unmuted(let node, _, _):
      report(effect)
      floods.append((node, false))
    case .restsAboveRelease(let rest, let facts, let time): report(rest, facts, at: time)
    case .sharedInput(let shared, let facts, let time): report(shared, facts, at: time)
    case .learned(let edge, let facts): report(edge, facts)
    case .sighted(let sight, let facts, let time): report(sight, facts, at: time)
    case .recorded(let change, let node, let facts): report(change, of: node, facts)
    case .wantsProfile(let name, let time): profileRequest = Performer.ProfileRequest(name: name, time: time)
    case .profileInForce(let profile): use(profile)
    }
  }

  private mutating func publish(
    _ command: Command, _ number: Int64, _ owner: ClientName?, _ pageItem: PageItem?, lit: Int?
  ) {
    recentPresses.note(command, choosing: pageItem, lit: lit)
    let sent = audience.sent(command.accepted)
    write {
      $0.write(command, seq: number, sent: sent, claimant: owner.map(EscapedText.init), pageItem: pageItem, into: &$1)
    }
  }

  private mutating func refuse(_ command: Command, _ reason: RejectionReason) {
    recentPresses.note(command, refused: reason)
    guard let press = command.press else { return }
    if case .some = statistics {
      let now = today()
      statistics?.noteRefusal(of: press, reason, on: now.day, hour: now.hour)
    }
    write { $0.writeRefused(command, by: press, reason: reason, into: &$1) }
  }

  /// Writes a line and passes it to the sink.
  mutating func write(_ body: (EventLines, inout LineBuffer) -> LineHead) {
    line.clear()
    sink.emit(body(lines, &line), line)
  }

  /// Records the outcome of a press in the effect, and writes the effect's line.
  private mutating func report(_ effect: Effect) {
    recentPresses.note(effect)
    line.clear()
    if let head = lines.write(effect, into: &line) { sink.emit(head, line) }
  }

  private mutating func use(_ new: Profile) {
    profile = new
    lines = EventLines(profile: new)
    recentPresses.use(new)
    statistics?.use(new)
  }

  /// Changes replies that say that a text or chord was typed: its keys could not be sent.
  mutating func failTyping() {
    for index in replies.indices where replies[index].reply == .typed(nil) {
      replies[index].reply = .typed(.obstacle(.noKeyboard))
    }
  }

  /// Changes replies that say that a request `point` was done: its events could not be sent.
  mutating func failPointing() {
    for index in replies.indices where replies[index].reply == .pointed(nil) {
      replies[index].reply = .pointed(.obstacle(.noPointer))
    }
  }

  // MARK: Lines that need more data than the effect

  mutating func report(_ shared: SharedInput, _ facts: NodeFacts, at time: Instant) {
    let message = message(of: shared, on: facts.description)
    write { $0.write(.settingUnused, message, entry: facts.entry, at: time, into: &$1) }
  }

  mutating func report(_ rest: RestingAxis, _ facts: NodeFacts, at time: Instant) {
    guard profile.switches.indices.contains(rest.switchIndex) else { return }
    let message = message(of: rest)
    write { $0.write(.restsAboveRelease, message, switchIndex: rest.switchIndex, at: time, into: &$1) }
  }

  /// Returns the warning about an axis that keeps a switch pressed: its rest position, and what to write in the
  /// profile.
  func message(of rest: RestingAxis) -> String {
    let definition = profile.switches[rest.switchIndex]
    guard definition.inputs.indices.contains(rest.inputIndex),
      case .axis(let condition) = definition.inputs[rest.inputIndex].selector
    else { return "" }
    let sign = condition.release.units < 0 ? "-" : ""
    let name = InputText.text(of: definition.inputs[rest.inputIndex].selector).split(separator: " ").first ?? ""
    let press = condition.region.press.percent
    let further = rest.release >= press ? "; and write a press level beyond \(sign)\(rest.release)%" : ""
    return "it stays pressed: \(name) rests at \(sign)\(rest.percent) %, and is released only at "
      + "\(InputText.text(of: condition.release)); write release: \(sign)\(rest.release)%\(further)"
  }

  mutating func report(_ edge: InputListener.Edge, _ facts: NodeFacts) {
    write {
      $1.writeLearn(edge, input: EscapedText(InputText.text(of: edge.input.selector)), of: facts.description)
      return LineHead(.learn)
    }
  }

  mutating func report(_ sight: InputListener.Sight, _ facts: NodeFacts, at time: Instant) {
    write {
      $1.writeLearn(sight, of: facts.description, at: time)
      var head = LineHead(.learn)
      head.isSight = true
      return head
    }
  }

  mutating func report(_ change: LearnedChange, of id: NodeID, _ facts: NodeFacts) {
    write {
      $1.writeLearn(change, of: id, facts.description)
      return LineHead(.learn)
    }
  }

  func message(of shared: SharedInput, on device: DeviceDescription) -> String {
    let names = [shared.earlier, shared.later].map { profile.switches[$0.switchIndex].name }
    let code = InputText.text(of: .key(shared.code))
    return "\(code) of '\(PrintableName.of(device.name))' is the input of two switches: it presses '\(names[0])', "
      + "and not '\(names[1])'; give each its own input"
  }
}
