// Modes: of keyboards, of the session, and those that clients set.
extension Interpreter {
  /// Keys pass whatever they are bound to.
  public var isPassingThrough: Bool { keyboards.isPassingThrough }

  /// Keys are gestures.
  public var isGesturing: Bool { gestureMaker != nil }

  /// The panic chord has let go of everything.
  public var hasPanicked: Bool { keyboards.hasPanicked }

  /// Presses make no commands for now.
  public var isResting: Bool { desk.isResting }

  /// Only what `when-locked` names makes commands.
  public var isLocked: Bool { desk.isLocked }

  /// A client turns the rest on or off.
  public mutating func setRest(_ isOn: Bool, at time: Instant) {
    advance(to: time)
    decide { $1.append($0.turnRest(isOn ? "on" : "off", at: time)) }
  }

  /// Clients hold presses back, or do no more.
  public mutating func setInhibited(_ isInhibited: Bool, at time: Instant) {
    advance(to: time)
    desk.setInhibited(isInhibited, at: time)
  }

  /// A client lets keys pass: `on`, `off` or `once`.
  public mutating func setPassThrough(_ word: String, at time: Instant) {
    advance(to: time)
    passThrough(word, at: time)
  }

  mutating func passThrough(_ word: String?, at time: Instant) {
    keyboards.setPassThrough(word, at: time, into: &keyOutputs)
    performKeys()
    effects.append(.mode(.passThrough, keyboards.isPassingThrough, at: time))
  }

  /// While the screen is locked, presses make no commands, or a client learns, keyboards pass all but what still works.
  mutating func recognise() {
    // What is learned does nothing else; a keyboard types all the same.
    if isLearning { return keyboards.recognise { _ in false } }
    let (isLocked, isResting, whenLocked) = (desk.isLocked, desk.isResting, desk.whenLocked)
    guard isLocked || isResting else { return keyboards.recognise(nil) }
    keyboards.recognise { command in
      (!isLocked || whenLocked.contains { $0.contains(command) })
        && (!isResting || ["rest", "attention", "pass-through"].contains(command.name))
    }
  }

  // MARK: Panic

  mutating func panic(at time: Instant) {
    desk.setPanicked(true, at: time)
    dropBridged(at: time)
    leaveGestures(at: time)
    effects.append(.mode(.panic, true, at: time))
  }

  /// Ends a panic. False: a key is down.
  public mutating func resume(at time: Instant) -> Bool {
    advance(to: time)
    guard keyboards.hasPanicked else { return true }
    guard keyboards.resume() else { return false }
    desk.setPanicked(false, at: time)
    effects.append(.mode(.panic, false, at: time))
    return true
  }

  // MARK: Session

  /// The person's session has come to the front of a seat, or is in front of none any more.
  ///
  /// Devices are let go of before it is told that none is read, and are there before it is told that they are.
  public mutating func setActive(_ isActive: Bool, at time: Instant) {
    guard isActive != self.isActive else { return }
    self.isActive = isActive
    // What waits was meant for this person's programs.
    if !isActive { dropBridged(at: time) }
    effects.append(.mode(.active, isActive, at: time))
  }

  /// The screen was locked, or unlocked. Pending presses are decided as before, and then refused unless `when-locked`
  /// lists their command.
  public mutating func setLocked(_ isLocked: Bool, at time: Instant) {
    guard isLocked != desk.isLocked else { return }
    advance(to: time)
    desk.setLocked(isLocked, at: time)
    if isLocked { dropBridged(at: time) }
    recognise()
    effects.append(.mode(.locked, isLocked, at: time))
  }

  // MARK: Gestures

  /// Turns gesture mode, where a front end acts on gestures; else the command is like any other.
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

  /// Nobody acts on gestures any more, or the profile goes.
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
