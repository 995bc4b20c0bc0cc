import SwitchwayCore
import SwitchwayProtocol

// Commands of keyboards, and those that no binding names.
extension EventLines {
  /// Writes a command that a key made.
  public func write(
    _ made: KeyCommand, seq: Int64, sent: Instant?, claimant: EscapedText?, into line: inout LineBuffer
  ) -> LineHead {
    let command = keyCommands[made.command] ?? Command(made.command)
    return line.writeCommand(
      CommandMessage(
        seq: seq, command: command.name, arguments: command.arguments, phase: MessagePhase(made.phase),
        count: Int64(made.count), source: source(of: made), pressed: made.pressed.microseconds,
        released: made.released?.microseconds, accepted: made.accepted.microseconds, sent: sent?.microseconds,
        isUncertain: made.isUncertain, claimant: claimant))
  }

  /// Writes a command in place of the one that a switch is bound to.
  public func write(
    _ command: ScanCommand, madeBy made: SwitchCommand, seq: Int64, sent: Instant?, claimant: EscapedText?,
    into line: inout LineBuffer
  ) -> LineHead {
    line.writeCommand(
      CommandMessage(
        seq: seq, command: EscapedText(command.name), arguments: EscapedList(command.arguments), phase: .once,
        source: source(of: made), pressed: made.pressed.microseconds, released: made.released?.microseconds,
        accepted: made.accepted.microseconds, sent: sent?.microseconds, isUncertain: made.isUncertain,
        claimant: claimant))
  }

  func source(of made: KeyCommand) -> CommandSource {
    .key(
      device: devices.indices.contains(made.device) ? devices[made.device] : EscapedText(""),
      gesture: keyGestures[made.gesture])
  }

  /// Writes that a mode is on or off now.
  public func write(_ mode: ModeName, isOn: Bool, at time: Instant, into line: inout LineBuffer) -> LineHead {
    line.writeMode(EscapedText(mode.rawValue), isOn: isOn, time: time.microseconds)
    return LineHead(.mode)
  }

  /// Writes whether a modifier sticks.
  public func write(
    _ modifier: KeyModifierName, _ state: StickyState, at time: Instant, into line: inout LineBuffer
  ) -> LineHead {
    line.writeMode(
      EscapedText("sticky-" + modifier.rawValue), state: EscapedText(state.rawValue), time: time.microseconds)
    return LineHead(.mode)
  }
}

/// Modes that are on or off. Raw values are the wire's words.
public enum ModeName: String, CaseIterable, Sendable {
  case passThrough = "pass-through"
  case rest, gesture, locked, active, panic
}
