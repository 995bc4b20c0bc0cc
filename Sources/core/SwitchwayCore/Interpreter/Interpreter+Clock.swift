import SwitchwayClock
import SwitchwayTime

// The scanning clock in the interpreter: whose items it scans, its inputs about switches, commands and modes, and its
// outputs.
extension Interpreter {
  static let scanned = ["next", "previous", "select"]
  private static let scanStart = ScanCommand(known: "scan", ["start"], group: .scan)
  private static let next = ScanCommand(known: "next", group: .scan)
  private static let previous = ScanCommand(known: "previous", group: .scan)
  private static let select = ScanCommand(known: "select", group: .scan)

  /// The clock's state, as `scan` in the `state` line. `nil` if the profile has no clock.
  public var scanState: ClockAnnouncement? {
    guard hasClock, var state = scan?.clock.announcement else { return nil }
    // The clock gets only inputs that concern it, so its own time may be earlier than `latest`.
    state.time = max(state.time, latest.microseconds)
    return state
  }

  /// Whether the profile has a clock.
  var hasClock: Bool { profile.scan.style.hasClock }

  // MARK: Requests

  /// Sets the page of a client from which the person can choose. `nil` means that there is nothing to choose from.
  mutating func setPage(_ page: ClockPage?, of client: ClientName, at time: Instant) -> Reply {
    guard let number = claims.client(named: client), claims.covers(Interpreter.scanned, by: number) else {
      return .pageRefused(.noClaim)
    }
    guard hasClock else { return .pageRefused(.noClock) }
    tell(.page(page, client: number), at: time)
    return .done(at: latest)
  }

  // MARK: Profiles and claims

  /// Sets up the clock at the beginning of a run. Its first state is not announced.
  mutating func beginScan() {
    guard hasClock else { return }
    useClock(at: Instant(.min))
    setScanOwner(at: Instant(.min))
    scan?.clock.assumeAnnounced()
  }

  /// Passes the settings of the active profile to the clock.
  mutating func useClock(at time: Instant) {
    if scan == nil, hasClock { scan = Scan() }
    guard scan != nil else { return }
    tell(.profile(ClockSettings(profile.scan)), at: time)
    switches.reportsWork = hasClock
    switches.selectsAtRelease = scan?.clock.style.releaseChooses ?? false
  }

  /// Sets the owner whose items are scanned. This is the client that owns `next`, `previous` and `select`, or the
  /// bridge while nobody claims any of these commands.
  mutating func setScanOwner(at time: Instant) {
    guard scan != nil else { return }
    tell(.owner(scanOwner(at: Instant(.max))), at: time)
    switches.selectsAtRelease = scan?.clock.style.releaseChooses ?? false
  }

  func scanOwner(at edge: Instant) -> ClockOwner {
    let owners = Interpreter.scanned.map { claims.owner(of: $0, at: edge) }
    guard owners.allSatisfy({ $0 == owners[0] }) else { return .nobody }
    return owners[0].map { .client($0) } ?? (bridge.table == nil || isSuspended ? .nobody : .bridge)
  }

  /// The owner of a command with this name whose press began at `edge`: a client, the bridge, or nobody.
  private func clockOwner(of name: String, at edge: Instant, isOfSwitch: Bool) -> ClockOwner {
    if let client = claims.owner(of: name, at: edge) { return .client(client) }
    return isOfSwitch && scanOwner(at: edge) == .bridge ? .bridge : .nobody
  }

  // MARK: Time

  /// The time when the clock makes its next step. `nil` if no step is due, or the profile has no clock.
  var nextStep: Instant? {
    @inline(__always) mutating get { hasClock ? scan?.clock.nextDeadline.map { Instant($0) } : nil }
  }

  /// Ends the handling of one event or deadline. Tells the clock which modes pause it, and announces its state if it
  /// has changed.
  mutating func endScanEvent(at time: Instant) {
    guard let before = scan?.clock.pauses.subtracting(.command) else { return }
    let now = scanPauses
    if now != before {
      tell(.resume(before.subtracting(now)), at: time)
      tell(.pause(now.subtracting(before)), at: time)
    }
    scan?.releasedToSelect = nil
    announceScan(at: time)
    followRound(at: time)
    while let choices = scan?.pages?.choices, choices > 0 {
      scan?.pages?.choices -= 1
      showNextPage(at: time)
    }
  }

  /// Tells the switches whether the clock goes through its items because a switch is held.
  private mutating func followRound(at time: Instant) {
    let isUnderWay = scan?.clock.isRoundUnderWay ?? false
    if isUnderWay != switches.isRoundUnderWay { switches.setRound(isUnderWay: isUnderWay, at: time) }
  }

  /// Announces the state of the clock if it has changed.
  private mutating func announceScan(at time: Instant) {
    scan?.endEvent(at: time)
    performSteps()
  }

  private var scanPauses: ClockPauses {
    var pauses: ClockPauses = []
    if gate.isResting { pauses.insert(.restMode) }
    if keyboards.isPassingThrough { pauses.insert(.passThrough) }
    if gate.hasPanicked { pauses.insert(.panic) }
    if gate.isLocked, !isLockScanned { pauses.insert(.locked) }
    if !isActive { pauses.insert(.inactive) }
    if isLearning { pauses.insert(.learning) }
    if gate.isInhibited { pauses.insert(.inhibited) }
    return pauses
  }

  /// Makes the simulated client of a replay show its next page.
  mutating func showNextPage(at time: Instant) {
    guard let pages = scan?.pages else { return }
    scan?.pages?.page += 1
    guard claims.covers(Interpreter.scanned, by: 0) else { return }
    tell(.page(ClockPage(items: pages.items, page: pages.page + 1), client: 0), at: time)
    announceScan(at: time)
  }

  // MARK: Switches

  /// Passes an accepted press, or its end, to the clock. `time` is the time that is reported, with the device's offset.
  mutating func noteScanned(_ index: Int, down: Bool, time: Instant, accepted: Instant) {
    guard down else {
      let selects = scan?.clock.choosesAtRelease(index) ?? false
      scan?.releasedToSelect = selects ? index : nil
      return tell(.released(index), at: accepted)
    }
    let edge = switches.edge(of: time, index)
    let owner = clockOwner(of: "select", at: edge, isOfSwitch: true)
    let began = min(edge, time).microseconds
    tell(.pressed(index, began: began, owner: owner, scans: switches.scans(index)), at: accepted)
  }

  /// Tells the clock which switches became busy or idle.
  mutating func noteWork() {
    for (index, isAtWork) in switches.workChanges { tell(isAtWork ? .atWork(index) : .idle(index), at: switches.now) }
    switches.workChanges.removeAll(keepingCapacity: true)
  }

  mutating func tell(_ input: ClockInput, at time: Instant) {
    scan?.handle(input, at: time)
    performSteps()
  }

  // MARK: Commands

  private func clockPress(of command: Command) -> ClockPress {
    let isOfSwitch = command.press != nil
    let owner = clockOwner(of: command.word.name, at: command.edge, isOfSwitch: isOfSwitch)
    let origin: ClockOrigin
    var released: Int64?
    switch command.source {
    case .press(let press):
      switch press.origin {
      case .single(let index):
        origin = .switch(index)
        if scan?.releasedToSelect == index, press.gesture == .tap { released = command.released?.microseconds }
      case .chord(let chord):
        var parts = SwitchSet()
        for part in profile.chords[chord].parts { parts.insert(part) }
        origin = .switches(parts)
      }
    case .key: origin = .key
    case .client, .clock: origin = .client
    }
    return ClockPress(
      origin, owner: owner, began: command.edge.microseconds, pressed: command.pressed.microseconds,
      released: released, accepted: command.accepted.microseconds)
  }

  /// Returns the effect that a command would have on the scanning if it were published now.
  func scanVerdict(on command: Command) -> ClockVerdict {
    guard hasClock, let scan, command.phase != .end else { return .plain }
    return scan.clock.aim(ClockCommand(command.word), by: clockPress(of: command))
  }

  /// Whether a question is open, and this command would select an item of a page that a client reported before the
  /// question was asked.
  func selectsOlderPage(_ command: Command) -> Bool {
    guard gate.question != nil, command.word.group == .scan, case .choice(let aim) = scanVerdict(on: command)
    else { return false }
    return isOlderThanQuestion(aim.announced)
  }

  /// Whether a question is open, and a page that was announced at this time is older than the question. A page with
  /// exactly the question's time is also older, because a page that shows the question is announced later.
  private func isOlderThanQuestion(_ announced: Int64?) -> Bool {
    guard let announced, let asked = gate.question?.command.accepted else { return false }
    return Instant(announced) <= asked
  }

  /// Stores the item that the command of a question selects, until the question is answered.
  mutating func noteAim(of question: CommandGate.Question) {
    if case .choice(let aim) = scanVerdict(on: question.command) {
      scan?.questionAim = aim
    } else {
      scan?.questionAim = nil
    }
  }

  /// Publishes a command with the item that it selects or highlights. Steps that the clock must make first are
  /// published before it. If the highlight waits for a press, the command starts the clock instead. `owner` is the
  /// client that gets the command.
  mutating func publishScanned(_ command: Command, for owner: ClientName?) {
    let phase = command.phase == .once ? nil : command.phaseOwner
    if command.phase == .end {
      guard let phase, scan?.dropped.remove(phase) == nil else { return }
      return publish(command, for: owner, choosing: scan?.itemsOfPhases.removeValue(forKey: phase))
    }
    let (kind, press) = (ClockCommand(command.word), clockPress(of: command))
    let lit = scan?.clock.pageItem(of: press.owner)?.item
    scan?.handleCommand(kind, by: press)
    performClockOutputs { interpreter, output in
      switch output {
      case .step(let step): interpreter.publish(step, canWait: true)
      case .publish(let pageItem):
        if let phase { interpreter.scan?.itemsOfPhases[phase] = pageItem }
        let chooses = pageItem != nil && (kind == .select || kind == .choice)
        if chooses { interpreter.scan?.pages?.choices += 1 }
        interpreter.publish(command, for: owner, choosing: pageItem, lit: chooses ? lit : nil)
      case .publishStart:
        interpreter.dropPhase(phase)
        let start = interpreter.start(by: command)
        let starter = interpreter.claims.nameOfOwner(of: start.word.name, at: start.edge)
        interpreter.publish(start, for: starter, choosing: nil)
      case .stale:
        interpreter.dropPhase(phase)
        interpreter.refuse(command, .stale)
      case .announce(let announcement): interpreter.effects.append(.scan(announcement))
      }
    }
    switches.selectsAtRelease = scan?.clock.style.releaseChooses ?? false
  }

  /// Returns the `scan(start)` that is published instead of `command`.
  func start(by command: Command) -> Command {
    var start = command
    (start.word, start.phase) = (Interpreter.scanStart, .once)
    return start
  }

  private mutating func dropPhase(_ phase: Command.PhaseOwner?) {
    guard let phase else { return }
    scan?.dropped.insert(phase)
    phaseOwners.removeValue(forKey: phase)
  }

  /// Performs the outputs that the clock makes without a command.
  mutating func performSteps() {
    guard scan?.outputs.isEmpty == false else { return }
    var isSent = true
    performClockOutputs { interpreter, output in
      switch output {
      case .step(let step): isSent = interpreter.publish(step, canWait: false)
      // A client can hold the clock only because of a choice that it received.
      case .announce(let announcement) where announcement.state == .holding && !isSent: break
      case .announce(let announcement): interpreter.effects.append(.scan(announcement))
      // The clock makes these outputs only for commands.
      case .publish, .publishStart, .stale: break
      }
    }
  }

  private mutating func performClockOutputs(_ body: (inout Interpreter, ClockOutput) -> Void) {
    var made: [ClockOutput] = []
    scan?.takeOutputs(into: &made)
    for output in made { body(&self, output) }
    scan?.giveBack(&made)
  }

  /// Publishes a command of the clock, unless it is too late. `canWait` says whether the bridge also types it if other
  /// keys wait. Returns whether it was published.
  @discardableResult private mutating func publish(_ step: ClockStep, canWait: Bool) -> Bool {
    let word =
      switch step.command {
      case .next: Interpreter.next
      case .previous: Interpreter.previous
      case .select: Interpreter.select
      }
    let time = Instant(step.time)
    let command = Command(word, by: .clock(step.style), pressed: time, accepted: time)
    let isForBridge = step.owner == .bridge && bridge.table != nil
    // The person causes a choice, so it may wait like a command of a switch.
    let canWait = canWait || step.command == .select
    if isTooLate(command) || isForBridge && !canWait && bridge.nextDeadline != nil {
      if step.command == .select {
        tell(.choiceNotSent(owner: step.owner), at: time)
      } else {
        let moves = step.command == .next ? 1 : -1
        tell(.stepNotSent(owner: step.owner, step: step.time, moves: moves), at: time)
      }
      return false
    }
    var owner: ClientName?
    if case .client(let client) = step.owner { owner = claims.name(of: client) }
    if step.command == .select, step.pageItem != nil { scan?.pages?.choices += 1 }
    if step.command == .select, isOlderThanQuestion(scan?.clock.announced(of: step.owner)) {
      gate.dropQuestion(at: time, into: &effects)
    }
    publish(command, for: owner, choosing: step.pageItem)
    return true
  }
}
