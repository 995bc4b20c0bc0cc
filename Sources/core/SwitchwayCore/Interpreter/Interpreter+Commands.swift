import SwitchwayClock
import SwitchwayTime

// Commands: what happens to each of them, which client gets it, and whether it is too late.
extension Interpreter {
  private static let drop = ScanCommand(known: "drop", group: .gesture)

  /// Lets the gate decide about a command. Returns the reason if the gate refuses it.
  @discardableResult mutating func decide(on made: Command) -> RejectionReason? {
    var command = made
    if made.word.builtIn == .again {
      guard let word = repetition.last else {
        refuse(made, .nothingBefore)
        return .nothingBefore
      }
      effects.appendPerformed(made)
      command = repeated(word, as: made)
    }
    if case .key = command.source, isDragging, command.word.name == "drag" { command.word = Interpreter.drop }
    if command.phase == .begin, isTooLate(command) {
      refuse(command, .stale)
      return .stale
    }
    if hasClock, gate.policy.asks(command.word) {
      switch scanVerdict(on: command) {
      case .plain, .choice: break
      // A press asks no question if it began before the present page, or if it only starts the clock.
      case .stale:
        refuse(command, .stale)
        return .stale
      case .start: return decide(on: start(by: command))
      }
    }
    let isOfOlderPage = gate.isAsking && selectsOlderPage(command)
    let isStale = gate.isAsking && isStale(command)
    let isResting = gate.isResting
    let asked = gate.asked
    do throws(RejectionReason) {
      let due = try gate.handle(
        command, isOfOlderPage: isOfOlderPage, isStale: isStale, isForLock: isForLock(command), into: &effects)
      if gate.asked != asked, let question = gate.question {
        if case .key(let key) = command.source { keyboards.watch(key.press) }
        noteAim(of: question)
      }
      if gate.isResting != isResting { recognise() }
      if let due { carryOut(due, isConfirmed: command.word.builtIn == .confirm) }
      return nil
    } catch {
      refuse(command, error)
      return error
    }
  }

  /// Returns the command that `again` repeats, as if the source of `again` had made it. The gate, the claims and the
  /// clock treat it as that command, so a command that asks a question asks it again.
  private func repeated(_ word: ScanCommand, as made: Command) -> Command {
    var command = made
    command.word = word
    if case .key(var key) = made.source {
      key.isClaimed = isClaimed(word.name)
      command.source = .key(key)
    }
    return command
  }

  /// Carries out a command that the gate has let pass.
  mutating func carryOut(_ command: Command, isConfirmed: Bool) {
    scan?.isConfirming = isConfirmed
    switch command.word.builtIn {
    case .passThrough:
      effects.appendPerformed(command)
      passThrough(command.word.arguments.first, at: command.accepted)
    case .gestureMode:
      effects.appendPerformed(command)
      gestureMode(command)
    case .again, .attention, .confirm, .profile, .reject, .rest, nil:
      guard command.word.group == .key else { return publish(command) }
      if isSuspended, command.press != nil { return suspendKey(command) }
      repetition.note(command)
      effects.appendPerformed(command)
      type(command)
    }
    scan?.isConfirming = false
  }

  /// Publishes a command for its owner. If the profile has a scanning clock, the clock decides which item it is for, or
  /// that `scan(start)` is published instead. A command that is too late is refused, unless it is an `end` or a client
  /// has sent it.
  private mutating func publish(_ command: Command) {
    if cannotBeSent(command) { return refuse(command, .stale) }
    let owner = owner(of: command)
    if hasClock { publishScanned(command, for: owner) } else { publish(command, for: owner, choosing: nil) }
  }

  /// Publishes the command `word` instead of `command`, as if the source of `command` had made it.
  mutating func publish(_ word: ScanCommand, inPlaceOf command: Command) {
    var new = command
    new.word = word
    guard case .press = command.source else { return publish(new) }
    (new.phase, new.count) = (.once, 1)
    let owner = claims.nameOfOwner(of: word.name, at: new.edge) ?? latestOwner(of: word.name)
    if hasClock { publishScanned(new, for: owner) } else { publish(new, for: owner, choosing: nil) }
  }

  /// Publishes a command for a client. `pageItem` is the item that the command chooses or highlights. If it is a
  /// choice, `lit` is the item that was highlighted when the choice was decided.
  mutating func publish(_ command: Command, for owner: ClientName?, choosing pageItem: PageItem?, lit: Int? = nil) {
    published += 1
    effects.append(.published(command, number: published, owner: owner, pageItem: pageItem, lit: lit))
    repetition.note(command)
    if let drags = command.word.drags { isDragging = drags }
    switch command.source {
    case .press(let press):
      guard owner == nil, bridge.table != nil else { break }
      if isSuspended { noteSuspended(command) } else { typeByBridge(command, press.origin) }
    case .clock:
      unhandledKey = nil
      if owner == nil, bridge.table != nil, !isSuspended { typeByBridge(command, .single(0)) }
    case .key(let key): unhandledKey = command.phase == .once ? owner.map { (published, key, $0) } : nil
    // The last command of a key is now followed by another command.
    case .client: unhandledKey = nil
    }
  }

  /// Reports that a command does nothing, if a switch made it. Nothing is reported for a key. Nothing is reported for a
  /// repeat either, because its press has already been reported. A client gets a reply to its request instead.
  mutating func refuse(_ command: Command, _ reason: RejectionReason) {
    guard command.count == 1 else { return }
    if command.press != nil { effects.append(.refused(command, reason)) }
    if reason == .inhibited { effects.append(.heldBack) }
  }

  func isTooLate(_ command: Command) -> Bool { oldest.map { command.accepted < $0 } ?? false }

  /// Whether a command without phases is too late to be published. A client's command is never too late.
  private func cannotBeSent(_ command: Command) -> Bool {
    command.phase == .once && isTooLate(command) && command.phaseOwner != nil
  }

  /// Whether a command will be refused when it is published: it is too late, or its press began before the page that it
  /// would choose from. A command that the daemon types or carries out is not published.
  private func isStale(_ command: Command) -> Bool {
    guard command.word.builtIn == nil, command.word.group != .key else { return false }
    return cannotBeSent(command) || scanVerdict(on: command) == .stale
  }

  // MARK: Claims

  /// Returns the client that gets a command. The client is fixed when the switch is pressed, so that a phase begins and
  /// ends for the same client.
  private mutating func owner(of command: Command) -> ClientName? {
    if command.phase == .end { return command.phaseOwner.flatMap { phaseOwners.removeValue(forKey: $0) } }
    var owner = claims.nameOfOwner(of: command.word.name, at: command.edge)
    if case .key(let key) = command.source {
      // A key's command belongs to a client only if it was claimed when the key went down.
      let counts = key.isClaimed || command.word.builtIn == .gestureMode || command.word == Interpreter.drop
      owner = counts ? owner ?? latestOwner(of: command.word.name) : nil
    }
    if command.phase == .begin, let phase = command.phaseOwner { phaseOwners[phase] = owner }
    return owner
  }

  /// Returns the client that would own this command if its press began now.
  private func latestOwner(of name: String) -> ClientName? { claims.nameOfOwner(of: name, at: Instant(.max)) }

  func isClaimed(_ name: String) -> Bool { latestOwner(of: name) != nil }

  mutating func setClaims(_ new: ClaimTable, at time: Instant) {
    // A phase ends for the client for which it began, even if the client has another name now.
    for (phase, owner) in phaseOwners {
      if let client = claims.client(named: owner), let name = new.name(of: client) { phaseOwners[phase] = name }
    }
    claims = new
    readClaims()
    setScanOwner(at: time)
    if gestureMaker != nil, !isClaimed("gesture") { leaveGestures(at: time) }
  }

  mutating func readClaims() {
    dropUnclaimedTexts()
    let claims = claims
    keyboards.setInText(claims.context?.kind == .text)
    keyboards.setClaims { claims.nameOfOwner(of: $0, at: Instant(.max)) != nil }
  }

  /// The open question.
  public var question: CommandGate.Question? { gate.question }

  /// Handles the release of a switch. If the open question was asked by a press of this switch, the press is over now.
  /// A chord is over when all its switches are up.
  mutating func noteRelease(of switchIndex: Int, at time: Instant) {
    gate.noteRelease(of: .press(.single(switchIndex)), at: time)
    guard case .press(.chord(let chord))? = gate.question?.command.phaseOwner,
      profile.chords[chord].parts.contains(switchIndex), switches.isOver(chord: chord)
    else { return }
    gate.noteRelease(of: .press(.chord(chord)), at: time)
  }
}
