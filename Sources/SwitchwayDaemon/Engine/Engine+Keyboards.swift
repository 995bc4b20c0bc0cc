import SwitchwayCore
import SwitchwayProtocol
import SwitchwayServer

// Keyboards: what comes in, what they come to.
extension Engine {
  func attachKeys(_ node: NodeID, _ known: Known, entry: Int, down: KeySet, at time: Instant) {
    keyboards.attach(node, known.description, entry: entry, profile: profile, down: down, at: time)
    if takesKeyboardsAtOnce, profile.isKeyboard(known.description, entry: entry) { keyboards.take(node) }
  }

  func handleKeys(_ frame: ArraySlice<InputEvent>, from node: NodeID) {
    let isLoss = KernelFrame.contains(frame)
    for event in frame where event.type == EventType.key {
      if isLoss {
        keyboards.handleLoss(event, from: node, into: &keyOutputs)
      } else {
        if event.value == 1 { unhandledKey = nil }
        keyboards.handle(event, from: node, into: &keyOutputs)
      }
      flushKeys()
    }
  }

  /// A keyboard was taken from the rest of the desktop, or given back to it.
  func takeKeys(_ node: NodeID, _ known: Known, _ isTaken: Bool, at time: Instant) {
    guard isTaken else {
      // Before the grab is dropped: what is down comes up, what is withheld is typed.
      keyboards.giveBack(node, delivers: true, at: time, into: &keyOutputs)
      flushKeys()
      return
    }
    if let entry = known.entry, profile.isKeyboard(known.description, entry: entry) { keyboards.take(node) }
  }

  /// Another profile is in force: modes that are not of a profile stay.
  func useKeyboards(of new: Profile, at time: Instant) {
    var next = KeyboardPipeline(profile: new, layout: layout)
    next.inherit(keyboards)
    keyboards = next
    isDragging = false
    unhandledKey = nil
    owners.removeAll()
    readClaims()
    recognise()
  }

  /// Performs what keyboards have decided, and what comes of that, in order.
  func flushKeys() {
    guard !keyOutputs.isEmpty else { return }
    settleKeys()
    sink.flush()
  }

  func settleKeys() {
    guard !keyOutputs.isEmpty else { return }
    var batch = spareOutputs.popLast() ?? []
    swap(&batch, &keyOutputs)
    for output in batch {
      perform(output)
      // What this asked for comes before what was decided after it.
      settleKeys()
    }
    batch.removeAll(keepingCapacity: true)
    spareOutputs.append(batch)
  }

  private func perform(_ output: KeyboardOutput) {
    switch output {
    case .key(let code, let down, let time): sink.type(code, down: down, at: time)
    case .command(let command): take(command)
    case .sticky(let name, let state, let time):
      line.clear()
      sink.emit(lines.write(name, state, at: time, into: &line), line)
    case .released(let press, let time): desk.noteRelease(of: .key(press), at: time)
    case .passedThrough(let time): tell(.passThrough, false, at: time)
    case .panic(let time): panic(at: time)
    }
  }

  func tell(_ mode: ModeName, _ isOn: Bool, at time: Instant) {
    line.clear()
    sink.emit(lines.write(mode, isOn: isOn, at: time, into: &line), line)
  }

  // MARK: Claims

  /// Front ends have claimed commands, or given them up, or the person is in something else.
  ///
  /// - Parameter time: nil in the midst of what the engine decides, where a client is gone that is told of it.
  public func setClaims(_ new: ClaimTable, at time: Instant?) {
    if let time { advance(to: time) }
    claims = new
    readClaims()
    if gestureMaker != nil, !isClaimed("gesture") { leaveGestures(at: time ?? latest) }
    sink.flush()
  }

  func readClaims() {
    keyboards.setInText(claims.context?.kind == .text)
    keyboards.setClaims { isClaimed($0) }
  }

  private func isClaimed(_ name: String) -> Bool { latestOwner(of: name) != nil }

  /// The command of this number did not apply: its "alone" keys are typed, if nothing came after it and it was
  /// `client`'s. False: nothing is typed.
  public func unhandled(_ number: Int64, client: EscapedText, at time: Instant) -> Bool {
    advance(to: time)
    guard let last = unhandledKey, last.seq == number, last.owner == ClientName(client) else { return false }
    unhandledKey = nil
    let isTyped = keyboards.typeAlone(last.key, at: time, into: &keyOutputs)
    flushKeys()
    return isTyped
  }

  // MARK: Modes

  /// Keys pass whatever they are bound to.
  public var isPassingThrough: Bool { keyboards.isPassingThrough }

  /// Keys are gestures.
  public var isGesturing: Bool { gestureMaker != nil }

  /// The panic chord has let go of everything.
  public var hasPanicked: Bool { keyboards.hasPanicked }

  /// A client lets keys pass: `on`, `off` or `once`.
  public func setPassThrough(_ word: String, at time: Instant) {
    advance(to: time)
    passThrough(word, at: time)
    flushKeys()
    sink.flush()
  }

  func passThrough(_ word: String?, at time: Instant) {
    keyboards.setPassThrough(word, at: time, into: &keyOutputs)
    settleKeys()
    tell(.passThrough, keyboards.isPassingThrough, at: time)
  }

  /// While the screen is locked, presses make no commands, or a client learns, keyboards pass all but what still works.
  func recognise() {
    // What is learned does nothing else; a keyboard types all the same.
    if isLearning { return keyboards.recognise { _ in false } }
    let (isLocked, isResting, whenLocked) = (desk.isLocked, desk.isResting, desk.whenLocked)
    guard isLocked || isResting else { return keyboards.recognise(nil) }
    keyboards.recognise { command in
      (!isLocked || whenLocked.contains { $0.contains(command) })
        && (!isResting || ["rest", "attention", "pass-through"].contains(command.name))
    }
  }

  private func panic(at time: Instant) {
    desk.setPanicked(true, at: time)
    dropBridged(at: time)
    leaveGestures(at: time)
    tell(.panic, true, at: time)
    line.clear()
    line.writeWarning(
      .panic, about: nil, message: EscapedText("everything is let go of; 'switchway resume' takes it again"),
      time: time.microseconds)
    sink.emit(LineHead(.warning), line)
  }

  /// Ends a panic. False: a key is down.
  public func resume(at time: Instant) -> Bool {
    advance(to: time)
    guard keyboards.hasPanicked else { return true }
    guard keyboards.resume() else { return false }
    desk.setPanicked(false, at: time)
    tell(.panic, false, at: time)
    sink.flush()
    return true
  }

  // MARK: Gestures

  /// Turns gesture mode, where a front end acts on gestures; else the command is like any other.
  func gestureMode(_ command: Command) {
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
    tell(.gesture, true, at: command.accepted)
  }

  /// Nobody acts on gestures any more, or the profile goes.
  func leaveGestures(at time: Instant) {
    if let maker = gestureMaker { leaveGestures(by: maker.again(at: time)) }
  }

  private func leaveGestures(by command: Command) {
    if isDragging { publish(ScanCommand(known: "cancel", group: .act), inPlaceOf: command) }
    publish(ScanCommand(known: "gesture-mode", ["off"], group: .gesture), inPlaceOf: command)
    gestureMaker = nil
    keyboards.setGesturing(false)
    tell(.gesture, false, at: command.accepted)
  }

  // MARK: Typing

  /// What `key(…)` writes: typed, held, or let go of.
  func type(_ command: Command) {
    guard let chord = command.word.arguments.first else { return }
    switch command.phase {
    case .once: keyboards.type(chord, at: command.accepted, into: &keyOutputs)
    case .begin: keyboards.hold(chord, true, at: command.accepted, into: &keyOutputs)
    case .end: keyboards.hold(chord, false, at: command.accepted, into: &keyOutputs)
    }
    settleKeys()
  }
}

extension Output {
  /// The person did something anew.
  var isNews: Bool {
    switch self {
    case .press(_, let down, _, _): down
    case .command: true
    default: false
    }
  }
}
