import SwitchwayCore
import SwitchwayProtocol
import SwitchwayServer

// From commands that were made to lines: who gets them, and whether it is not too late.
extension Engine {
  private static let drop = ScanCommand(known: "drop", group: .gesture)

  /// A press made a command: published at once where nothing else can become of it.
  func take(_ made: Command) {
    var command = made
    if case .key = command.source, isDragging, command.word.name == "drag" { command.word = Engine.drop }
    if isPlain, command.phase == .once, command.press != nil, desk.isOpenHanded(command.edge) {
      publish(command)
    } else if command.phase == .begin, isStale(command.accepted) {
      refuse(command, .stale)
    } else {
      decide { $0.handle(command, into: &$1) }
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

  /// An `end` is always published, and so is what a client sends.
  func publish(_ command: Command) {
    if case .client = command.source {
    } else if command.phase == .once, isStale(command.accepted) {
      return refuse(command, .stale)
    }
    publish(command, for: owner(of: command))
  }

  /// Publishes a command that no binding has, by the press of another.
  func publish(_ word: ScanCommand, inPlaceOf command: Command) {
    var new = command
    new.word = word
    guard case .press = command.source else { return publish(new) }
    (new.phase, new.count) = (.once, 1)
    publish(new, for: claims.nameOfOwner(of: word.name, at: new.edge) ?? latestOwner(of: word.name))
  }

  private func publish(_ command: Command, for owner: ClientName?) {
    line.clear()
    seq += 1
    let head = lines.write(
      command, seq: seq, sent: sent(command.accepted), claimant: owner.map(EscapedText.init), into: &line)
    sink.emit(head, line)
    switch command.word.name {
    case "drag": isDragging = true
    case "drop", "cancel": isDragging = false
    default: break
    }
    switch command.source {
    case .press(let press): if owner == nil, bridge.table != nil { typeByBridge(command, press.origin) }
    case .key(let key): unhandledKey = command.phase == .once ? owner.map { (seq, key, $0) } : nil
    // Something has come after the last command of a key.
    case .client: unhandledKey = nil
    }
  }

  /// The client that a command is for. It is fixed at the press: what has begun ends for the same client.
  private func owner(of command: Command) -> ClientName? {
    if command.phase == .end { return command.phaseOwner.flatMap { owners.removeValue(forKey: $0) } }
    var owner = claims.nameOfOwner(of: command.word.name, at: command.edge)
    if case .key(let key) = command.source {
      // As the layer knew it when the key went down.
      let counts = key.isClaimed || command.word.name == "gesture-mode" || command.word == Engine.drop
      owner = counts ? owner ?? latestOwner(of: command.word.name) : nil
    }
    if command.phase == .begin, let phase = command.phaseOwner { owners[phase] = owner }
    return owner
  }

  /// The client that a press which begins now would be for.
  func latestOwner(of name: String) -> ClientName? { claims.nameOfOwner(of: name, at: Instant(.max)) }

  /// When a command that was accepted then is sent: as much later as it is late on the machine's own clock.
  func sent(_ accepted: Instant) -> Instant? {
    switch audience {
    case .clients(let clock, _, 1): clock()
    case .clients(let clock, _, let speed):
      accepted + Microseconds(Int64(Double((clock() - accepted).value) / speed))
    case .replay: nil
    }
  }

  /// Whether it is too late to publish what was decided then.
  func isStale(_ accepted: Instant) -> Bool {
    guard case .clients(let clock, let lifetime?, _) = audience else { return false }
    return clock() - accepted > lifetime
  }
}
