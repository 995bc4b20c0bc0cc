import SwitchwayTime

// Keyboards: their events, the commands of their keys, and the keys that are typed.
extension Interpreter {
  mutating func attachKeys(
    _ index: Int, _ description: DeviceDescription, entry: Int, down: KeySet, at time: Instant
  ) {
    guard keyboards.concerns(description, entry: entry, of: profile) else { return }
    nodes.list[index].isKeyboard = true
    let node = nodes.list[index].id
    keyboards.attach(node, description, entry: entry, profile: profile, down: down, at: time)
    if takesKeyboardsAtOnce, profile.isKeyboard(description, entry: entry) { keyboards.take(node) }
  }

  mutating func handleKeys(_ frame: ArraySlice<InputEvent>, from node: NodeID) {
    let isLoss = KernelFrame.contains(frame)
    for event in frame where event.type == EventType.key {
      if isLoss {
        keyboards.handleLoss(event, from: node)
      } else {
        if event.value == 1 { unhandledKey = nil }
        keyboards.handle(event, from: node)
      }
      performKeys()
    }
  }

  /// Handles the keys that were found down, or no longer down, after events of a node were lost.
  mutating func resyncKeys(of node: NodeID, down: KeySet, at time: Instant) {
    for (code, isDown) in keyboards.changes(of: node, to: down) {
      keyboards.resync(code, down: isDown, of: node, at: time)
      performKeys()
    }
  }

  /// Handles that a keyboard was grabbed at the time `since`, or will be returned to the desktop after this call.
  mutating func takeKeys(_ node: AttachedNodes.Node, _ isTaken: Bool, since: Instant, at time: Instant) {
    guard node.isKeyboard else { return }
    guard isTaken else {
      // The caller returns the keyboard only afterwards: here, keys that are down are released, and withheld keys are
      // typed.
      keyboards.giveBack(node.id, delivers: true, at: time)
      return performKeys()
    }
    if let entry = node.facts.entry, profile.isKeyboard(node.facts.description, entry: entry) {
      keyboards.take(node.id, since: since)
    }
  }

  /// Sets up the keyboards for a new active profile. Modes that do not belong to a profile stay as they are.
  mutating func useKeyboards(of new: Profile, at time: Instant) {
    var next = KeyboardPipeline(profile: new, layout: layout)
    next.inherit(keyboards)
    keyboards = next
    watchOffered(at: time)
    isDragging = false
    unhandledKey = nil
    phaseOwners.removeAll()
    readClaims()
    recognise()
  }

  /// Performs the outputs of keyboards in order. If an output causes further outputs, these come before the outputs
  /// that were decided after it.
  mutating func performKeys() {
    let begin = keysBegin
    let end = keyboards.layer.outputs.count
    guard end > begin else { return }
    keysBegin = end
    for index in begin..<end {
      performKeyboardOutput(keyboards.layer.outputs[index])
      performKeys()
    }
    keysBegin = begin
    keyboards.layer.outputs.removeLast(keyboards.layer.outputs.count - begin)
  }

  private mutating func performKeyboardOutput(_ output: KeyboardOutput) {
    switch output {
    case .key(let code, let down, let time): effects.append(.key(code, down: down, at: time))
    case .command(let command): decide(on: command)
    case .sticky(let name, let state, let time): effects.append(.sticky(name, state, at: time))
    case .released(let press, let time): gate.noteRelease(of: .key(press), at: time)
    case .passedThrough(let time): effects.append(.mode(.passThrough, false, at: time))
    case .panic(let time): panic(at: time)
    }
  }

  /// Types, holds or releases the chord of a `key(…)` command.
  mutating func type(_ command: Command) {
    guard let chord = command.word.arguments.first else { return }
    let (isOfKey, time) = (command.isOfKey, command.accepted)
    let end = time + typingGap
    switch command.phase {
    case .once where isOfKey: keyboards.type(chord, at: time)
    case .once: keyboards.typeInRun(chord, for: .zero, until: end, at: time)
    case .begin where isOfKey: keyboards.hold(chord, true, at: time)
    case .begin: keyboards.holdInRun(chord, true, until: Instant(.max), at: time)
    case .end where isOfKey: keyboards.hold(chord, false, at: time)
    case .end: keyboards.holdInRun(chord, false, until: end, at: time)
    }
    performKeys()
  }

  /// The shortest time from one key to the next, in a text or in other keys that are typed one after the other.
  var typingGap: Microseconds { max(bridge.table?.gap ?? .zero, typing.shortestGap) }

  // MARK: The bridge types unclaimed commands of switches, for programs that do not use commands

  /// The table of keys that the bridge uses. `nil` if the bridge types nothing.
  public var bridgeTable: BridgeTable? { bridge.table }

  /// The next deadline of the keys that the bridge and clients type, including the end of the last key. It also covers
  /// the pointer of clients.
  var typingDeadline: Instant? {
    @inline(__always) mutating get {
      let due = Instant.earliest(Instant.earliest(bridge.nextDeadline, typing.nextDeadline), keyboards.runDeadline)
      return Instant.earliest(due, pointing.nextDeadline)
    }
  }

  mutating func useBridge(_ table: BridgeTable?, at time: Instant) {
    keyboards.releaseTimed(at: time)
    bridge.use(table, at: time, into: &strokes)
    typeBridged()
    performKeys()
    if let table { keyboards.know(table, layout: layout) }
    setScanOwner(at: time)
  }

  /// Lets the bridge type the keys for a published command that no front end has claimed.
  mutating func typeByBridge(_ command: Command, _ origin: CommandOrigin) {
    bridge.handle(
      command.word, from: origin, command.phase, count: command.count, at: command.accepted, into: &strokes)
    typeBridged()
  }

  mutating func advanceBridge(to time: Instant) {
    bridge.advance(to: time, into: &strokes)
    typeBridged()
    typeTexts(to: time)
    keyboards.endRun(at: time)
    performKeys()
    performStrokes(to: time)
  }

  /// Discards keys that wait to be typed and requests for the pointer, and releases keys and buttons that are held
  /// down.
  mutating func dropBridged(at time: Instant) {
    dropStrokes(at: time)
    dropTexts(at: time)
  }

  /// Discards keys of switches that wait to be typed, and releases keys that are held down. Texts of clients that wait
  /// are kept.
  mutating func dropStrokes(at time: Instant) {
    keyboards.releaseTimed(at: time)
    performKeys()
    bridge.reset(at: time, into: &strokes)
    typeBridged()
  }

  private mutating func typeBridged() {
    guard !strokes.isEmpty else { return }
    var due: [Bridge.Stroke] = []
    swap(&due, &strokes)
    let (gap, press) = (bridge.table?.gap ?? .zero, bridge.table?.press ?? .zero)
    for stroke in due {
      let (chord, time) = (stroke.text, stroke.time)
      switch stroke.step {
      case .tap: keyboards.typeInRun(chord, for: press, until: time + press + gap, at: time)
      case .hold: keyboards.holdInRun(chord, true, until: Instant(.max), at: time)
      case .letGo: keyboards.holdInRun(chord, false, until: time + gap, at: time)
      }
      performKeys()
    }
    due.removeAll(keepingCapacity: true)
    strokes = due
  }
}

extension Command {
  /// Whether a key of a keyboard made the command.
  fileprivate var isOfKey: Bool { if case .key = source { true } else { false } }
}
