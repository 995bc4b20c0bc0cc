// Keyboards: what comes in, what they come to, and what is typed.
extension Interpreter {
  mutating func attachKeys(
    _ node: NodeID, _ description: DeviceDescription, entry: Int, down: KeySet, at time: Instant
  ) {
    guard keyboards.concerns(description, entry: entry, of: profile) else { return }
    keyNodes.append(node)
    keyboards.attach(node, description, entry: entry, profile: profile, down: down, at: time)
    if takesKeyboardsAtOnce, profile.isKeyboard(description, entry: entry) { keyboards.take(node) }
  }

  mutating func handleKeys(_ frame: ArraySlice<InputEvent>, from node: NodeID) {
    let isLoss = KernelFrame.contains(frame)
    for event in frame where event.type == EventType.key {
      if isLoss {
        keyboards.handleLoss(event, from: node, into: &keyOutputs)
      } else {
        if event.value == 1 { unhandledKey = nil }
        keyboards.handle(event, from: node, into: &keyOutputs)
      }
      performKeys()
    }
  }

  /// A keyboard was taken from the rest of the desktop, or given back to it.
  mutating func takeKeys(_ node: NodeID, _ facts: NodeFacts, _ isTaken: Bool, at time: Instant) {
    guard keyNodes.contains(node) else { return }
    guard isTaken else {
      // Before the grab is dropped: what is down comes up, what is withheld is typed.
      keyboards.giveBack(node, delivers: true, at: time, into: &keyOutputs)
      return performKeys()
    }
    if let entry = facts.entry, profile.isKeyboard(facts.description, entry: entry) { keyboards.take(node) }
  }

  /// Another profile is in force: modes that are not of a profile stay.
  mutating func useKeyboards(of new: Profile) {
    var next = KeyboardPipeline(profile: new, layout: layout)
    next.inherit(keyboards)
    keyboards = next
    isDragging = false
    unhandledKey = nil
    phaseOwners.removeAll()
    readClaims()
    recognise()
  }

  /// Performs what keyboards have decided. What one of these asks for comes before what was decided after it.
  mutating func performKeys() {
    let begin = keysBegin
    let end = keyOutputs.count
    guard end > begin else { return }
    keysBegin = end
    for index in begin..<end {
      perform(keyOutputs[index])
      performKeys()
    }
    keysBegin = begin
    keyOutputs.removeLast(keyOutputs.count - begin)
  }

  private mutating func perform(_ output: KeyboardOutput) {
    switch output {
    case .key(let code, let down, let time): effects.append(.key(code, down: down, at: time))
    case .command(let command): take(command)
    case .sticky(let name, let state, let time): effects.append(.sticky(name, state, at: time))
    case .released(let press, let time): desk.noteRelease(of: .key(press), at: time)
    case .passedThrough(let time): effects.append(.mode(.passThrough, false, at: time))
    case .panic(let time): panic(at: time)
    }
  }

  /// What `key(…)` writes: typed, held, or let go of.
  mutating func type(_ command: Command) {
    guard let chord = command.word.arguments.first else { return }
    switch command.phase {
    case .once: keyboards.type(chord, at: command.accepted, into: &keyOutputs)
    case .begin: keyboards.hold(chord, true, at: command.accepted, into: &keyOutputs)
    case .end: keyboards.hold(chord, false, at: command.accepted, into: &keyOutputs)
    }
    performKeys()
  }

  // MARK: The bridge: commands of switches that nobody claims, typed for a program that knows no commands

  /// The table by which they are typed now; nil: they are not.
  public var bridgeTable: BridgeTable? { bridge.table }

  /// When keyboards, or what they type, want `advance`. Inlined, as `KeyboardPipeline.nextDeadline` is.
  @inline(__always) var typingDeadline: Instant? {
    guard let keys = keyboards.nextDeadline else { return bridge.nextDeadline }
    return bridge.nextDeadline.map { min($0, keys) } ?? keys
  }

  /// Types by this table from now on, until another profile comes into force. `layout`: where letters and signs are.
  public mutating func setBridge(_ table: BridgeTable?, layout new: LayoutKeys? = nil, at time: Instant) {
    advance(to: time)
    if let new { layout = new }
    useBridge(table, at: time)
  }

  mutating func useBridge(_ table: BridgeTable?, at time: Instant) {
    bridge.use(table, at: time, into: &bridgeOutputs)
    typeBridged()
    if let table { keyboards.know(table, layout: layout) }
  }

  /// A command that was published and that no front end has claimed.
  mutating func typeByBridge(_ command: Command, _ origin: CommandOrigin) {
    bridge.handle(
      command.word, from: origin, command.phase, count: command.count, at: command.accepted, into: &bridgeOutputs)
    typeBridged()
  }

  mutating func advanceBridge(to time: Instant) {
    bridge.advance(to: time, into: &bridgeOutputs)
    typeBridged()
  }

  /// What waits to be typed is forgotten, and what is held down comes up.
  mutating func dropBridged(at time: Instant) {
    bridge.reset(at: time, into: &bridgeOutputs)
    typeBridged()
  }

  private mutating func typeBridged() {
    guard !bridgeOutputs.isEmpty else { return }
    var due: [Bridge.Output] = []
    swap(&due, &bridgeOutputs)
    for output in due {
      switch output {
      case .tap(let chord, let time): keyboards.type(chord, at: time, into: &keyOutputs)
      case .hold(let chord, let time): keyboards.hold(chord, true, at: time, into: &keyOutputs)
      case .letGo(let chord, let time): keyboards.hold(chord, false, at: time, into: &keyOutputs)
      }
      performKeys()
    }
    due.removeAll(keepingCapacity: true)
    bridgeOutputs = due
  }
}
