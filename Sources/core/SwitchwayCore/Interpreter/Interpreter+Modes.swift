import SwitchwayClock
import SwitchwayTime

// Modes of keyboards, modes of the session, and modes that clients set.
extension Interpreter {
  /// Whether pass-through is on: all keys type as usual, whatever they are bound to.
  public var isPassingThrough: Bool { keyboards.isPassingThrough }

  /// Whether gesture mode is on: keys are read as gestures.
  public var isGesturing: Bool { gestureMaker != nil }

  /// Whether an emergency release is in effect: the panic chord has released everything.
  public var hasPanicked: Bool { keyboards.hasPanicked }

  /// Whether rest mode is on: presses make no commands, except `rest` and `attention`.
  public var isResting: Bool { gate.isResting }

  /// Whether the screen is locked. Then only the commands in `when-locked` are made, and commands for a client that
  /// shows a page for the locked screen.
  public var isLocked: Bool { gate.isLocked }

  /// Sets whether any client inhibits presses. `client` is a client that has just begun to inhibit; its own texts and
  /// pointer requests end.
  mutating func setInhibited(_ isInhibited: Bool, by client: ClientName?, at time: Instant) {
    gate.setInhibited(isInhibited, at: time)
    guard let client, let number = claims.client(named: client) else { return }
    endTexts(.inhibited) { $0.client == number }
    endPointing(.inhibited, at: time) { $0 == number }
  }

  mutating func passThrough(_ word: String?, at time: Instant) {
    keyboards.setPassThrough(word, at: time)
    performKeys()
    effects.append(.mode(.passThrough, keyboards.isPassingThrough, at: time))
  }

  /// Sets the mode for switches before each frame. Then switches and keyboards decide about the frame's keys in the
  /// same way, even if the frame changes the mode.
  mutating func letSwitchesType() { keyboards.letsSwitchesType = keyboards.isPassingThrough && !isLearning }

  /// Sets which commands keyboards recognise. While the screen is locked, rest mode is on, or a client learns, a key
  /// types as usual unless its command still works.
  mutating func recognise() {
    // While a client learns, keys make no commands, but a keyboard still types.
    if isLearning { return keyboards.recognise { _ in false } }
    let (isLocked, isResting, whenLocked) = (gate.isLocked, gate.isResting, gate.whenLocked)
    guard isLocked || isResting else { return keyboards.recognise(nil) }
    keyboards.recognise { command in
      (!isLocked || whenLocked.contains { $0.contains(command) })
        && (!isResting || ["rest", "attention", "pass-through"].contains(command.name))
    }
  }

  // MARK: Panic

  mutating func panic(at time: Instant) {
    gate.setPanicked(true, at: time)
    dropBridged(at: time)
    pointers.letGo(at: time, into: &effects)
    leaveGestures(at: time)
    effects.append(.mode(.panic, true, at: time))
  }

  /// Ends an emergency release. Returns the keys that are down and therefore prevent this; empty if it has ended.
  mutating func resume(at time: Instant) -> [UInt16] {
    guard keyboards.hasPanicked else { return [] }
    let held = keyboards.resume(at: time)
    guard held.isEmpty else { return held }
    gate.setPanicked(false, at: time)
    effects.append(.mode(.panic, false, at: time))
    return []
  }

  // MARK: Session

  /// Sets whether the session is active. The caller detaches the devices before the session becomes inactive, and
  /// attaches them before it becomes active.
  mutating func setActive(_ isActive: Bool, at time: Instant) {
    guard isActive != self.isActive else { return }
    self.isActive = isActive
    // Keys that wait to be typed were meant for this person's programs, so they are dropped.
    if !isActive { dropBridged(at: time) }
    effects.append(.mode(.active, isActive, at: time))
  }

  /// Handles the locking or unlocking of the screen. Waiting presses are decided as before, but their commands are then
  /// refused unless `when-locked` lists them. Typing stops, because the text was meant for the program that had the
  /// keyboard.
  mutating func setLocked(_ isLocked: Bool, at time: Instant) {
    guard isLocked != gate.isLocked else { return }
    gate.setLocked(isLocked, at: time)
    if isLocked { dropBridged(at: time) } else { dropTexts(at: time) }
    recognise()
    effects.append(.mode(.locked, isLocked, at: time))
  }

  /// Whether a command is for a client that shows a page for the locked screen.
  func isForLock(_ command: Command) -> Bool {
    guard isLocked, Interpreter.scanned.contains(command.word.name) else { return false }
    return claims.owner(of: command.word.name, at: command.edge).map { claims.lockedUse(of: $0) != .nothing } ?? false
  }

  /// Whether the client whose items are scanned shows a page for the locked screen.
  var isLockScanned: Bool {
    guard case .client(let client) = scanOwner(at: Instant(.max)) else { return false }
    return claims.lockedUse(of: client) != .nothing
  }

  // MARK: Gestures

  /// Sets or toggles gesture mode, if a front end acts on gestures. Otherwise publishes the command like any other.
  mutating func gestureMode(_ command: Command) {
    guard profile.keyboard != nil, isClaimed("gesture") || isGesturing else {
      publish(command.word, inPlaceOf: command)
      return
    }
    let word = command.word.arguments.first
    let turnsOn = word == "on" || (word != "off" && !isGesturing)
    guard turnsOn else { return leaveGestures(by: command) }
    publish(ScanCommand(known: "gesture-mode", ["on"], group: .gesture), inPlaceOf: command)
    gestureMaker = command
    keyboards.setGesturing(true)
    effects.append(.mode(.gesture, true, at: command.accepted))
  }

  /// Leaves gesture mode, because no front end acts on gestures any more or the profile changes.
  mutating func leaveGestures(at time: Instant) {
    if let maker = gestureMaker { leaveGestures(by: maker.again(at: time)) }
  }

  private mutating func leaveGestures(by command: Command) {
    if isDragging { publish(ScanCommand(known: "cancel", group: .act), inPlaceOf: command) }
    publish(ScanCommand(known: "gesture-mode", ["off"], group: .gesture), inPlaceOf: command)
    gestureMaker = nil
    keyboards.setGesturing(false)
    effects.append(.mode(.gesture, false, at: command.accepted))
  }
}
