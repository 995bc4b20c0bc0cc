import SwitchwayClock
import SwitchwayCore
import SwitchwayProtocol

/// Turns the core's effects into lines of the socket.
///
/// Every name that a line can contain is escaped when the profile is loaded. Writing a line then only copies bytes and
/// formats integers, without allocating. It is an immutable class, so that everybody who writes lines shares one.
public final class EventLines: Sendable {
  private final class EscapedCommand: Sendable {
    let name: EscapedText
    let arguments: EscapedList
    init(_ word: ScanCommand) {
      name = EscapedText(word.name)
      arguments = EscapedList(word.arguments)
    }
  }

  private struct Switch: Sendable {
    let name: EscapedText
    let label: EscapedText
    let stuckMessage: EscapedText
  }

  private let switches: [Switch]
  /// The names of chords.
  private let chords: [EscapedText]
  /// The names of entries.
  private let devices: [EscapedText]
  /// The commands that the profile binds.
  private let commands: [ScanCommand: EscapedCommand]

  /// Makes lines about the switches and devices of `profile`. The indices in an effect must be of this profile.
  public init(profile: Profile) {
    switches = profile.switches.map { one in
      Switch(
        name: EscapedText(one.name), label: EscapedText(one.label),
        stuckMessage: EscapedText("held for " + Self.words(for: one.steadying.stuckAfter)))
    }
    chords = profile.chords.map { EscapedText($0.name) }
    devices = profile.devices.map { EscapedText($0.name) }
    let ofSwitches = profile.switches.flatMap { one in Gesture.ofSwitch.compactMap { one.gestures.command(of: $0) } }
    let keyboard = profile.keyboard
    let ofKeys = [keyboard?.bindings, keyboard?.gestureBindings].compactMap(\.self).flatMap(\.self).map(\.command)
    let bound = ofSwitches + profile.chords.map(\.command) + ofKeys + (keyboard?.holdBindings.map(\.command) ?? [])
    commands = Dictionary(bound.map { ($0, EscapedCommand($0)) }, uniquingKeysWith: { $1 })
  }

  /// Writes the line of an effect, and returns its head. Returns nil for effects without a line, and for those whose
  /// line needs more than the effect: commands that are published or refused, nodes, and what a client learns.
  ///
  /// `node` is the node that a `muted`, `unmuted` or `clockWentBack` is about. A `muted` has a second line, which
  /// `writeFloodWarning` writes.
  public func write(_ effect: Effect, node: NodeIdentity?, into line: inout LineBuffer) -> LineHead? {
    switch effect {
    case .press(let index, let down, let time, let accepted):
      line.writePress(
        switchName: switches[index].name, down: down, time: time.microseconds, accepted: accepted.microseconds)
      return LineHead(.press)
    case .pending(let index, let pressed, let until, let reason):
      line.writePending(
        switchName: switches[index].name, pressed: pressed.microseconds, until: until.microseconds,
        reason: reason.rawValue)
      return LineHead(.pending)
    case .rejected(let index, let pressed, let time, let reason):
      line.writeRejected(
        switchName: switches[index].name, pressed: pressed.microseconds, time: time.microseconds,
        reason: reason.rawValue)
      return LineHead(.rejected)
    case .stuck(let index, _, let time):
      line.writeWarning(
        .stuck, about: .switchName(switches[index].name), message: switches[index].stuckMessage,
        time: time.microseconds)
      return LineHead(.warning)
    case .muted(_, _, let time):
      line.writeDevice(.failed, node: node ?? Self.unnamed, reason: "flood", time: time.microseconds)
      return LineHead(.device)
    case .unmuted(_, _, let time):
      line.writeDevice(.added, node: node ?? Self.unnamed, time: time.microseconds)
      return LineHead(.device)
    case .recalibrate(let figures, let time):
      let message =
        "\(figures.rejected) of \(figures.closings) contacts in ten minutes were rejected soon after a command; "
        + "a new calibration may fit better"
      line.writeWarning(.recalibrate, about: nil, message: EscapedText(message), time: time.microseconds)
      return LineHead(.warning)
    case .clockWentBack(_, let time):
      writeWarning(.clock, node: node, message: "its event times went back", time: time, into: &line)
      return LineHead(.warning)
    case .asked(let question):
      line.writeQuestion(Self.message(of: question))
      return LineHead(.question)
    case .answered(let question, let answer, let time):
      line.writeAnswer(id: Int64(question.id), answer: answer.rawValue, time: time.microseconds)
      return LineHead(.question)
    case .attention(let command):
      line.writeAttention(source: source(of: command), pressed: command.pressed.microseconds)
      return LineHead(.attention)
    case .scan(let announcement):
      line.writeScan(message(of: announcement))
      return LineHead(.scan)
    case .mode(let mode, let isOn, let time):
      line.writeMode(mode.rawValue, isOn: isOn, time: time.microseconds)
      return LineHead(.mode)
    case .sticky(let modifier, let state, let time):
      line.writeMode("sticky-" + modifier.rawValue, state: state.rawValue, time: time.microseconds)
      return LineHead(.mode)
    case .profile(let name, let label, let time):
      line.writeProfile(name: EscapedText(name), label: EscapedText(label), time: time.microseconds)
      return LineHead(.profile)
    case .command, .published, .refused, .heldBack, .key, .pointer, .reply, .node, .sharedInput, .learned, .recorded,
      .wantsProfile, .profileInForce:
      return nil
    }
  }

  /// Writes a command. If `sent` is nil, the member is left out (a replay has none). If `claimant` is nil, it is
  /// `null`.
  public func write(
    _ command: Command, seq: Int64, sent: Instant?, claimant: EscapedText?, pageItem: PageItem? = nil,
    into line: inout LineBuffer
  ) -> LineHead {
    let escaped = commands[command.word] ?? EscapedCommand(command.word)
    let source = source(of: command)
    let phase = MessagePhase(command.phase)
    line.writeCommand(
      seq: seq, escaped.name, escaped.arguments, phase, count: Int64(command.count), source,
      pressed: command.pressed.microseconds, released: command.released?.microseconds,
      accepted: command.accepted.microseconds, sent: sent?.microseconds, isUncertain: command.isUncertain,
      claimant: claimant, pageItem.map(PageItemMessage.init))
    return LineHead(
      of: source, phase, owner: claimant, pressed: command.pressed.microseconds,
      accepted: command.accepted.microseconds)
  }

  /// What the scanning clock does, for a `scan` line or a `state`.
  public func message(of scan: ClockAnnouncement) -> ScanMessage {
    ScanMessage(
      state: scan.state.rawValue, style: scan.style.rawValue, interval: scan.interval,
      pageItem: scan.pageItem.map(PageItemMessage.init), time: scan.time)
  }

  private func name(of origin: CommandOrigin) -> EscapedText {
    switch origin {
    case .single(let index): switches[index].name
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

  /// Writes that the command of a press is refused.
  public func writeRefused(
    _ command: Command, by press: Command.Press, reason: RejectionReason, into line: inout LineBuffer
  ) -> LineHead {
    line.writeRejected(
      switchName: name(of: press.origin), pressed: command.pressed.microseconds,
      time: command.accepted.microseconds, reason: reason.rawValue)
    return LineHead(.rejected)
  }

  /// The question as `question` and `state` lines contain it.
  public static func message(of question: CommandGate.Question) -> QuestionMessage {
    QuestionMessage(
      id: Int64(question.id), command: EscapedText(question.command.word.name),
      arguments: EscapedList(question.command.word.arguments), pressed: question.command.pressed.microseconds)
  }

  /// The line that follows a `muted`.
  public func writeFloodWarning(node: NodeIdentity?, time: Instant, into line: inout LineBuffer) -> LineHead {
    writeWarning(
      .flood, node: node, message: "it sends more than a hand can; it is not listened to for a while", time: time,
      into: &line)
    return LineHead(.warning)
  }

  /// Returns the switches for a `state` line. `isDown` takes a switch's index in the profile.
  public func stateOfSwitches(isDown: (Int) -> Bool) -> [StateMessage.Switch] {
    switches.enumerated().map { StateMessage.Switch(name: $1.name, label: $1.label, isDown: isDown($0)) }
  }

  private func writeWarning(
    _ code: WarningCode, node: NodeIdentity?, message: String, time: Instant, into line: inout LineBuffer
  ) {
    line.writeWarning(
      code, about: node?.entry.map { .device($0) }, message: EscapedText(message), time: time.microseconds)
  }

  private static let unnamed = NodeIdentity(entry: nil, name: "", id: "0000:0000", kind: DeviceKind.other.rawValue)

  /// `10 s`, `1.5 s`: seconds with as many decimals as are needed.
  static func words(for length: Microseconds) -> String {
    DurationText.decimal(max(length.value, 0), over: 1_000_000) + " s"
  }
}

extension PageItemMessage {
  init(_ pageItem: PageItem) { self.init(page: Int64(pageItem.page), item: Int64(pageItem.item)) }
}

extension MessagePhase {
  init(_ phase: CommandPhase) {
    switch phase {
    case .once: self = .once
    case .begin: self = .begin
    case .end: self = .end
    }
  }
}
