import SwitchwayCore
import SwitchwayProtocol
import SwitchwayServer

// From commands that were made to lines: who gets them, and whether it is not too late.
extension Engine {
  /// A command that a switch made: published at once where nothing else can become of it.
  func take(_ command: SwitchCommand) {
    if isPlain, command.phase == .once, desk.isOpenHanded(command.began) {
      publish(command)
    } else if command.phase == .begin, isStale(command.accepted) {
      refuse(command, .stale)
    } else if let bound = profile.command(of: command.origin, command.gesture) {
      decide { $0.handle(CommandDesk.Made(bound, .press(command)), into: &$1) }
    }
  }

  /// Lets the desk decide, and performs it.
  func decide(_ body: (inout CommandDesk, inout [CommandDesk.Verdict]) -> Void) {
    var decided = verdicts
    verdicts = []
    body(&desk, &decided)
    for verdict in decided { perform(verdict) }
    decided.removeAll(keepingCapacity: true)
    verdicts = decided
  }

  /// An `end` is always published.
  func publish(_ command: SwitchCommand) {
    if command.phase == .once, isStale(command.accepted) { return refuse(command, .stale) }
    let owner = claimant(of: command)
    line.clear()
    seq += 1
    let head = lines.write(
      .command(command), seq: seq, sent: sent(command.accepted), claimant: owner, node: nil, into: &line)
    sink.emit(head, line)
    let bound = profile.command(of: command.origin, command.gesture)
    noteDrag(bound)
    if owner == nil, bridge.table != nil, let bound { typeByBridge(bound, madeBy: command) }
  }

  /// A client's command: read at `time`.
  func publish(_ command: ScanCommand, from client: EscapedText, at time: Instant, accepted: Instant) {
    line.clear()
    seq += 1
    // Something has come after the last command of a key.
    unhandledKey = nil
    let head = lines.writeSent(
      command, client: client, seq: seq, time: time, accepted: accepted, sent: sent(accepted),
      claimant: claimant(of: command.name, began: time), into: &line)
    sink.emit(head, line)
    noteDrag(command)
  }

  /// When a command that was accepted then is sent: as much later as it is late on the machine's own clock.
  func sent(_ accepted: Instant) -> Instant? {
    switch audience {
    case .clients(let clock, _, 1, _): clock()
    case .clients(let clock, _, let speed, _):
      accepted + Microseconds(Int64(Double((clock() - accepted).value) / speed))
    case .replay: nil
    }
  }

  /// Whether it is too late to publish what was decided then.
  func isStale(_ accepted: Instant) -> Bool {
    guard case .clients(let clock, let lifetime?, _, _) = audience else { return false }
    return clock() - accepted > lifetime
  }

  func claimant(of name: String, began: Instant) -> EscapedText? {
    switch audience {
    case .clients(_, _, _, let claims): claims?(name, began)
    case .replay(let claims): claims.covers(name) ? claimant : nil
    }
  }

  /// Fixed at the press: what has begun ends for the same client.
  private func claimant(of command: SwitchCommand) -> EscapedText? {
    if command.phase == .end { return owners.removeValue(forKey: .press(command.origin)) }
    let owner = profile.command(of: command.origin, command.gesture).flatMap {
      claimant(of: $0.name, began: command.began)
    }
    if command.phase == .begin { owners[.press(command.origin)] = owner }
    return owner
  }
}
