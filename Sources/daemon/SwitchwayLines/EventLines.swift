import SwitchwayClock
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayText
import SwitchwayTime

/// Turns the core's effects into lines of the socket.
///
/// The names of switches, chords and entries, and the commands of the profile, are escaped once per profile. So writing
/// a line about a press or a command only copies bytes and formats integers, without allocating memory. It is an
/// immutable class, so that all code that writes lines shares one object.
public final class EventLines: Sendable {
  private final class EscapedCommand: Sendable {
    let name: EscapedText
    let arguments: EscapedList
    init(_ word: ScanCommand) {
      name = EscapedText(word.name)
      arguments = EscapedList(word.arguments)
    }
  }

  /// The names of switches.
  private let switches: [EscapedText]
  /// The names of chords.
  private let chords: [EscapedText]
  /// The names of entries.
  private let devices: [EscapedText]
  private let profile: Profile
  /// The commands that the profile binds.
  private let commands: [ScanCommand: EscapedCommand]

  /// Makes lines about the switches and devices of `profile`. The indices in an effect must be of this profile.
  public init(profile: Profile) {
    switches = profile.switches.map { EscapedText($0.name) }
    chords = profile.chords.map { EscapedText($0.name) }
    devices = profile.devices.map { EscapedText($0.name) }
    self.profile = profile
    let ofSwitches = profile.switches.flatMap { one in Gesture.ofSwitch.compactMap { one.gestures.command(of: $0) } }
    let keyboard = profile.keyboard
    let ofKeys = keyboard.map { ($0.bindings + $0.gestureBindings + $0.holdBindings).map(\.command) }
    let bound = ofSwitches + profile.chords.map(\.command) + (ofKeys ?? [])
    commands = Dictionary(bound.map { ($0, EscapedCommand($0)) }, uniquingKeysWith: { $1 })
  }

  /// Writes the line of an effect, and returns its head. Returns `nil` for an effect that has no line, and for an
  /// effect whose line needs more data: a command that is published or refused, or an event for a client that learns.
  ///
  /// The effect `muted` has a second line, which `writeFloodWarning` writes.
  public func write(_ effect: Effect, into line: inout LineBuffer) -> LineHead? {
    switch effect {
    case .press(let index, let down, let time, let accepted):
      line.writePress(
        switchName: switches[index], down: down, time: time.microseconds, accepted: accepted.microseconds)
      return LineHead(.press)
    case .pending(let index, let pressed, let until, let reason):
      line.writePending(
        switchName: switches[index], pressed: pressed.microseconds, until: until.microseconds,
        reason: reason.rawValue)
      return LineHead(.pending)
    case .rejected(let index, let pressed, let time, let reason):
      return writeRejected(switches[index], pressed: pressed, time: time, reason, into: &line)
    case .stuck(let index, _, let time):
      let limit = Self.words(for: profile.switches[index].steadying.stuckAfter)
      return write(.stuck, "held for " + limit, switchIndex: index, at: time, into: &line)
    case .node(let change, let node, let time):
      return write(change, node.description, entry: node.entry, at: time, into: &line)
    case .muted(_, let node, let time):
      return write(.failed, node.description, entry: node.entry, reason: "flood", at: time, into: &line)
    case .unmuted(_, let node, let time):
      return write(.added, node.description, entry: node.entry, at: time, into: &line)
    case .recalibrate(let figures, let time):
      let message =
        "\(figures.rejected) of \(figures.closings) contacts in ten minutes were rejected soon after a command; "
        + "a new calibration may fit better"
      return write(.recalibrate, message, entry: nil, at: time, into: &line)
    case .clockWentBack(let node, let time):
      return write(.clock, "its event times ran backwards", entry: node.entry, at: time, into: &line)
    case .asked(let question): return write(question, into: &line)
    case .answered(let question, let answer, let time): return write(answer, to: question, at: time, into: &line)
    case .attention(let command):
      line.put(#"{"type":"attention","source":"#)
      line.putSource(source(of: command))
      line.putNumber(#","pressed":"#, command.pressed.microseconds)
      line.end()
      return LineHead(.attention)
    case .scan(let announcement):
      line.put(#"{"type":"scan","#)
      line.putMembers(of: announcement)
      line.end(at: Instant(announcement.time))
      return LineHead(.scan)
    case .mode(let mode, let isOn, let time):
      line.putLine(Wire.ModeChange(mode.rawValue, isOn: isOn, time: time.microseconds).json)
      return LineHead(.mode)
    case .sticky(let modifier, let state, let time):
      let mode = "sticky-" + modifier.rawValue
      line.putLine(Wire.ModeChange(mode, stickiness: state.rawValue, time: time.microseconds).json)
      return LineHead(.mode)
    case .profile(let name, let label, let time):
      line.putLine(Wire.ProfileChange(.init(name: name, label: label), time: time.microseconds).json)
      return LineHead(.profile)
    case .restsAboveRelease, .performed, .published, .refused, .heldBack, .key, .pointer, .stroke, .reply, .sharedInput,
      .learned, .sighted, .recorded, .wantsProfile, .profileInForce:
      return nil
    }
  }

  private func write(_ question: CommandGate.Question, into line: inout LineBuffer) -> LineHead {
    line.putLine(Wire.QuestionChange(Wire.Question(question)).json)
    return LineHead(.question)
  }

  private func write(
    _ answer: CommandGate.Answer, to question: CommandGate.Question, at time: Instant, into line: inout LineBuffer
  ) -> LineHead {
    let change = Wire.QuestionChange(Wire.Question(question), answer: answer.rawValue, time: time.microseconds)
    line.putLine(change.json)
    return LineHead(.question)
  }

  /// Writes the line of a command. If `sent` is `nil`, as in a replay, the line has no member `sent`. If `claimant` is
  /// `nil`, no client has claimed the command, and the line has `null` instead of a client.
  public func write(
    _ command: Command, seq: Int64, sent: Instant?, claimant: EscapedText?, pageItem: PageItem? = nil,
    into line: inout LineBuffer
  ) -> LineHead {
    let escaped = commands[command.word] ?? EscapedCommand(command.word)
    let source = source(of: command)
    let (pressed, accepted) = (command.pressed.microseconds, command.accepted.microseconds)
    line.writeCommand(
      seq: seq, escaped.name, escaped.arguments, phase: command.phase.rawValue, count: Int64(command.count), source,
      pressed: pressed, released: command.released?.microseconds, accepted: accepted, sent: sent?.microseconds,
      isUncertain: command.isUncertain, claimant: claimant, pageItem: pageItem.map { ($0.page, $0.item) })
    return LineHead(
      of: source, isEnd: command.phase == .end, owner: claimant, pressed: pressed, accepted: accepted)
  }

  private func name(of origin: CommandOrigin) -> EscapedText {
    switch origin {
    case .single(let index): switches[index]
    case .chord(let index): chords[index]
    }
  }

  private func source(of command: Command) -> CommandSource {
    switch command.source {
    case .press(let press):
      .press(switchName: name(of: press.origin), device: device(press.device), gesture: press.gesture.rawValue)
    case .key(let key): .key(device: device(key.device), gesture: key.gesture.rawValue)
    case .client(let name): .client(EscapedText(name))
    case .clock(let style): .clock(style.rawValue)
    }
  }

  private func device(_ index: Int) -> EscapedText {
    devices.indices.contains(index) ? devices[index] : EscapedText("")
  }

  /// Writes a `rejected` line: the command of a press is refused.
  public func writeRefused(
    _ command: Command, by press: Command.Press, reason: RejectionReason, into line: inout LineBuffer
  ) -> LineHead {
    writeRejected(
      name(of: press.origin), pressed: command.pressed, time: command.accepted, reason, into: &line)
  }

  private func writeRejected(
    _ name: EscapedText, pressed: Instant, time: Instant, _ reason: RejectionReason, into line: inout LineBuffer
  ) -> LineHead {
    line.writeRejected(
      switchName: name, pressed: pressed.microseconds, time: time.microseconds, reason: reason.rawValue)
    return LineHead(.rejected)
  }

  /// Writes a change of a node that belongs to the profile's entry at index `entry`, or to no entry if it is `nil`.
  /// `reason` is given only for the change `failed`.
  public func write(
    _ change: NodeChange, _ node: DeviceDescription, entry: Int?, reason: String? = nil, at time: Instant,
    into line: inout LineBuffer
  ) -> LineHead {
    var device = Wire.Device(node, entry: entry.map { profile.devices[$0].name })
    device.reason = reason
    line.putLine(Wire.DeviceChange(change.rawValue, device, time: time.microseconds).json)
    return LineHead(.device)
  }

  /// Writes a warning about the devices of the entry at index `entry`. If `entry` is `nil`, the warning names no
  /// device.
  public func write(
    _ code: WarningCode, _ message: String, entry: Int?, at time: Instant, into line: inout LineBuffer
  ) -> LineHead {
    let subject = entry.map { Wire.Warning.Subject.device(profile.devices[$0].name) }
    return write(code, about: subject, message, at: time, into: &line)
  }

  /// Writes a warning about a switch.
  public func write(
    _ code: WarningCode, _ message: String, switchIndex: Int, at time: Instant, into line: inout LineBuffer
  ) -> LineHead {
    write(code, about: .switchName(profile.switches[switchIndex].name), message, at: time, into: &line)
  }

  private func write(
    _ code: WarningCode, about subject: Wire.Warning.Subject?, _ message: String, at time: Instant,
    into line: inout LineBuffer
  ) -> LineHead {
    line.putLine(Wire.Warning(code, about: subject, message: message, time: time.microseconds).json)
    return LineHead(.warning)
  }

  /// Writes the second line of the effect `muted`: a warning that the device sends too many events.
  public func writeFloodWarning(_ node: NodeFacts, at time: Instant, into line: inout LineBuffer) -> LineHead {
    write(
      .flood, "the device sends too many events; it is ignored for a few seconds", entry: node.entry, at: time,
      into: &line)
  }

  /// Returns the devices for a `state` line.
  public func state(of nodes: [Interpreter.NodeState]) -> [StateMessage.Device] {
    nodes.map {
      StateMessage.Device(
        entry: $0.facts.entry.map { profile.devices[$0].name }, $0.facts.description, isGrabbed: $0.isGrabbed,
        failure: $0.grabFailure)
    }
  }

  /// Returns the switches for a `state` line. `isDown` takes a switch's index in the profile.
  public func stateOfSwitches(isDown: (Int) -> Bool) -> [StateMessage.Switch] {
    profile.switches.enumerated().map { StateMessage.Switch(name: $1.name, label: $1.label, isDown: isDown($0)) }
  }

  /// Returns a duration in seconds with as many decimals as it needs, such as `10 s` or `1.5 s`.
  static func words(for length: Microseconds) -> String {
    DurationText.decimal(max(length.value, 0), over: 1_000_000) + " s"
  }
}
