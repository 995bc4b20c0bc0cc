import SwitchwayCore
import SwitchwayProtocol

/// Turns what the core decides into lines of the socket.
///
/// Everything that a line can name is escaped when the profile is loaded, so that writing a line copies pieces and
/// formats integers, and allocates nothing. A class, which never changes: a structure would be copied for each line that its
/// owner writes to a line of its own (seen in profiles of Swift 6.3).
public final class EventLines: Sendable {
  struct Command: Sendable {
    let name: EscapedText
    let arguments: EscapedList
    init(_ command: ScanCommand) {
      name = EscapedText(command.name)
      arguments = EscapedList(command.arguments)
    }
  }

  /// The commands of a switch's gestures.
  private struct BoundCommands: Sendable {
    private let tap: Command?
    private let press: Command?
    private let hold: Command?
    private let double: Command?
    private let triple: Command?

    init(_ gestures: GestureBindings) {
      tap = gestures.tap.map(Command.init)
      press = gestures.press.map(Command.init)
      hold = gestures.hold.map { Command($0.command) }
      double = gestures.double.map { Command($0.command) }
      triple = gestures.triple.map { Command($0.command) }
    }

    subscript(gesture: Gesture) -> Command? {
      switch gesture {
      case .tap, .repeated: tap
      case .press: press
      case .hold: hold
      case .double: double
      case .triple: triple
      case .chord: nil
      }
    }
  }

  private struct Chord: Sendable {
    let name: EscapedText
    let command: Command
  }

  private struct Switch: Sendable {
    let name: EscapedText
    let label: EscapedText
    let commands: BoundCommands
    let stuckMessage: EscapedText
  }

  /// The wire's words of one of the core's enums, escaped. Made of all its cases, so none is missing.
  struct Words<Word: CaseIterable & Hashable & RawRepresentable & Sendable>: Sendable
  where Word.RawValue == String {
    private let texts: [Word: EscapedText]
    init() {
      texts = Dictionary(uniqueKeysWithValues: Word.allCases.map { ($0, EscapedText($0.rawValue)) })
    }
    subscript(word: Word) -> EscapedText { texts[word] ?? EscapedText(word.rawValue) }
  }

  private let switches: [Switch]
  private let chords: [Chord]
  /// The commands of keyboards.
  let keyCommands: [ScanCommand: Command]
  let devices: [EscapedText]
  private let gestures = Words<Gesture>()
  let keyGestures = Words<KeyGesture>()
  let phases = Words<CommandPhase>()
  private let pendingReasons = Words<PendingReason>()
  private let rejectionReasons = Words<RejectionReason>()

  /// Lines about the switches and devices of `profile`: indices in an `Output` are its.
  public init(profile: Profile) {
    switches = profile.switches.map { one in
      Switch(
        name: EscapedText(one.name), label: EscapedText(one.label), commands: BoundCommands(one.gestures),
        stuckMessage: EscapedText("held for " + Self.words(for: one.steadying.stuckAfter)))
    }
    chords = profile.chords.map { Chord(name: EscapedText($0.name), command: Command($0.command)) }
    let keyboard = profile.keyboard
    let bound = [keyboard?.bindings, keyboard?.gestureBindings].compactMap(\.self).flatMap(\.self).map(\.command)
    keyCommands = Dictionary(
      (bound + (keyboard?.holdBindings.map(\.command) ?? [])).map { ($0, Command($0)) }, uniquingKeysWith: { $1 })
    devices = profile.devices.map { EscapedText($0.name) }
  }

  /// Writes the line of `output` and says of which type it is.
  ///
  /// `seq`, `sent` and `claimant` are for commands: `sent` nil leaves the member out (a replay has none), `claimant`
  /// nil writes `null`. `node` is for what is about a node (`muted`, `unmuted`, `clockWentBack`). A `muted` has a
  /// second line, `writeFloodWarning`.
  public func write(
    _ output: Output, seq: Int64, sent: Instant?, claimant: EscapedText?, node: NodeIdentity?,
    into line: inout LineBuffer
  ) -> MessageType {
    switch output {
    case .press(let index, let down, let time, let accepted):
      line.writePress(
        switchName: switches[index].name, down: down, time: time.microseconds, accepted: accepted.microseconds)
      return .press
    case .pending(let index, let pressed, let until, let reason):
      line.writePending(
        switchName: switches[index].name, pressed: pressed.microseconds, until: until.microseconds,
        reason: pendingReasons[reason])
      return .pending
    case .rejected(let index, let pressed, let time, let reason):
      line.writeRejected(
        switchName: switches[index].name, pressed: pressed.microseconds, time: time.microseconds,
        reason: rejectionReasons[reason])
      return .rejected
    case .command(let command):
      write(command, seq: seq, sent: sent, claimant: claimant, into: &line)
      return .command
    case .stuck(let index, _, let time):
      line.writeWarning(
        .stuck, about: .switchName(switches[index].name), message: switches[index].stuckMessage,
        time: time.microseconds)
      return .warning
    case .muted(_, let time):
      line.writeDevice(.failed, node: node ?? Self.unnamed, reason: EscapedText("flood"), time: time.microseconds)
      return .device
    case .unmuted(_, let time):
      line.writeDevice(.added, node: node ?? Self.unnamed, time: time.microseconds)
      return .device
    case .recalibrate(let figures, let time):
      let message =
        "\(figures.rejected) of \(figures.closings) contacts in ten minutes were rejected soon after a command; "
        + "a new calibration may fit better"
      line.writeWarning(.recalibrate, about: nil, message: EscapedText(message), time: time.microseconds)
      return .warning
    case .clockWentBack(_, let time):
      writeWarning(.clock, node: node, message: "its event times went back", time: time, into: &line)
      return .warning
    }
  }

  private func write(
    _ command: SwitchCommand, seq: Int64, sent: Instant?, claimant: EscapedText?, into line: inout LineBuffer
  ) {
    let binding =
      switch command.origin {
      case .single(let index): switches[index].commands[command.gesture]
      case .chord(let index): chords[index].command
      }
    guard let binding else {
      assertionFailure("a \(command.gesture) of a switch that has none")
      return
    }
    line.writeCommand(
      CommandMessage(
        seq: seq, command: binding.name, arguments: binding.arguments, phase: phases[command.phase],
        count: Int64(command.count), source: source(of: command), pressed: command.pressed.microseconds,
        released: command.released?.microseconds, accepted: command.accepted.microseconds, sent: sent?.microseconds,
        isUncertain: command.isUncertain, claimant: claimant))
  }

  private func name(of origin: CommandOrigin) -> EscapedText {
    switch origin {
    case .single(let index): switches[index].name
    case .chord(let index): chords[index].name
    }
  }

  func source(of command: SwitchCommand) -> CommandSource {
    .press(
      switchName: name(of: command.origin), device: devices[command.device], gesture: gestures[command.gesture])
  }

  /// Writes that a command which was made is refused.
  public func writeRefused(
    _ command: SwitchCommand, reason: RejectionReason, into line: inout LineBuffer
  ) -> MessageType {
    line.writeRejected(
      switchName: name(of: command.origin), pressed: command.pressed.microseconds,
      time: command.accepted.microseconds, reason: rejectionReasons[reason])
    return .rejected
  }

  /// Writes that the person calls a helper; `client`: who sent it, where no press did.
  public func writeAttention(
    _ made: CommandDesk.Made, client: EscapedText?, into line: inout LineBuffer
  ) -> MessageType {
    let source: CommandSource =
      switch made.maker {
      case .press(let command): source(of: command)
      case .key(let command): source(of: command)
      case .client: .client(client ?? EscapedText(""))
      }
    line.writeAttention(source: source, pressed: made.pressed.microseconds)
    return .attention
  }

  /// Writes the command of a client's `send`. `time`: when the request was read; `accepted`: when it was decided.
  public func writeSent(
    _ command: ScanCommand, client: EscapedText, seq: Int64, time: Instant, accepted: Instant, sent: Instant?,
    claimant: EscapedText?, into line: inout LineBuffer
  ) -> MessageType {
    line.writeCommand(
      CommandMessage(
        seq: seq, command: EscapedText(command.name), arguments: EscapedList(command.arguments), phase: phases[.once],
        source: .client(client), pressed: time.microseconds, accepted: accepted.microseconds,
        sent: sent?.microseconds, claimant: claimant))
    return .command
  }

  /// The line that follows a `muted`.
  public func writeFloodWarning(node: NodeIdentity?, time: Instant, into line: inout LineBuffer) -> MessageType {
    writeWarning(
      .flood, node: node, message: "it sends more than a hand can; it is not listened to for a while", time: time,
      into: &line)
    return .warning
  }

  /// The switches for a `state`; `isDown` by index in the profile.
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
    let total = max(length.value, 0)
    var fraction = String(total % 1_000_000)
    fraction = String(repeating: "0", count: 6 - fraction.count) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    return String(total / 1_000_000) + (fraction.isEmpty ? "" : "." + fraction) + " s"
  }
}
