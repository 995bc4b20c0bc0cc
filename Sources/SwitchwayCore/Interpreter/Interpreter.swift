import SwitchwayClock

/// Decides what inputs cause. Inputs are events of devices, requests and claims of clients, modes, and time. Outputs
/// are effects.
///
/// It is pure and deterministic: no clock, no I/O. It alone orders switches, keyboards, the bridge and the command gate
/// in time. Before an input at a time, everything that is due at or before that time happens, each at its own time. The
/// same inputs give the same effects, in a replay as with live devices.
///
/// The owner takes the effects with `takeEffects` after each input, and performs them. It wakes the interpreter at
/// `timeOfNextDeadline`. In a steady state nothing is allocated.
public struct Interpreter: Sendable {
  /// A node that is attached or announced.
  struct Node: Sendable {
    let facts: NodeFacts
    var isGrabbed = false
    var grabFailure: GrabFailure?
  }

  /// Why a node is not grabbed although it should be.
  public struct GrabFailure: Hashable, Sendable {
    /// A word for programs.
    public var reason: String
    /// The same for people.
    public var message: String
  }

  /// The profile in force.
  public private(set) var profile: Profile
  /// Whether Switchway has keyboards and pointers as soon as they are attached. Otherwise it has them once `setGrabbed`
  /// says so.
  public var takesKeyboardsAtOnce = true
  /// Commands that were accepted before this time are too late to be published. nil: none is too late. The owner of the
  /// interpreter sets it before each input.
  public var oldestAccepted: Instant?
  /// The latest time of any input.
  public internal(set) var latest = Instant(.min)
  /// Whether the person's session is in front of some seat.
  public internal(set) var isActive = true
  /// The number of published commands.
  var published: Int64 = 0
  var effects: [Effect] = []
  var nodes: [NodeID: Node] = [:]
  /// The nodes whose events keyboards read.
  var keyNodes: [NodeID] = []

  var pipeline: Pipeline
  var outputs: [Output] = []
  var pointers = PointerRelay()

  // MARK: Keyboards

  var keyboards: KeyboardPipeline
  /// Outputs of keyboards that are not performed yet. The array is kept to reuse its memory.
  var keyOutputs: [KeyboardOutput] = []
  /// The index of the first output that no call performs yet.
  var keysBegin = 0
  /// Types commands of switches that no front end claims.
  var bridge: Bridge
  var bridgeOutputs: [Bridge.Output] = []
  /// Types texts of clients.
  var typing = TypingQueue()
  /// Where letters and signs are on the person's keyboard.
  var layout: LayoutKeys {
    didSet { compareLayouts() }
  }
  /// The layouts of which the person's desktop uses one now. Empty: not known.
  var desktopLayouts: [NamedLayout] = []
  /// The desktop's layouts in words, if `layout` is none of them. What is typed would be other characters there.
  var otherLayout: String?

  // MARK: Commands

  /// Decides what is done with commands.
  var gate: CommandGate
  /// The profile binds only commands that are published without further decisions.
  var isPlain: Bool
  var verdicts: [CommandGate.Verdict] = []
  /// Which clients have claimed which commands.
  var claims: ClaimTable
  /// The clients that the begun phases are for.
  var phaseOwners: [Command.PhaseOwner: ClientName] = [:]
  /// The command that entered gesture mode. nil: keys are not read as gestures.
  var gestureMaker: Command?
  /// A `drag` was published, and no `drop` or `cancel` since.
  var isDragging = false
  /// The last command, if a key made it and a front end had claimed it. nil once anything has come after it.
  var unhandledKey: (number: Int64, key: Command.Key, owner: ClientName)?

  /// The scanning clock. nil: no profile has needed one yet.
  var scan: Scan?

  /// The nodes that are read while a client learns. nil: no client learns.
  var listeners: [NodeID: Listener]?
  /// The client that learns gets events instead of edges.
  var recordsEvents = false

  /// An interpreter at rest. `layout`: where letters and signs are. `claims`: the claims at the beginning.
  public init(profile: Profile, layout: LayoutKeys = .us, claims: ClaimTable = ClaimTable()) {
    self.profile = profile
    self.layout = layout
    self.claims = claims
    pipeline = Pipeline(profile: profile)
    keyboards = KeyboardPipeline(profile: profile, layout: layout)
    bridge = Bridge(profile.bridge)
    gate = CommandGate(policy: profile.policy.confirmation, whenLocked: profile.policy.whenLocked)
    isPlain = profile.isPlain(under: profile.policy.confirmation)
    effects.reserveCapacity(64)
    outputs.reserveCapacity(64)
    if let table = profile.bridge { keyboards.know(table, layout: layout) }
    readClaims()
    beginScan()
  }

  /// Ends an input. Exchanges `buffer`, which must be empty, for the effects since the last call.
  public mutating func takeEffects(into buffer: inout [Effect]) {
    if scan != nil { endScanEvent(at: latest) }
    swap(&buffer, &effects)
  }

  /// When `advance` must be called next. nil: no deadline. Changes nothing: see `Pipeline.timeOfNextDeadline`.
  public mutating func timeOfNextDeadline() -> Instant? {
    let own = pipeline.timeOfNextDeadline()
    let keys = typingDeadline()
    let due = own.map { own in keys.map { min($0, own) } ?? own } ?? keys
    return hasClock ? earliest(ofStepsAnd: due) : due
  }

  // MARK: Nodes

  /// A node was added. `entry`: the profile's entry that it belongs to. nil: the node is only announced, not read.
  public mutating func attach(
    _ node: NodeID, _ description: DeviceDescription, entry: Int?, down: KeySet, at time: Instant,
    announcing: Bool = true
  ) {
    advance(to: time)
    let facts = NodeFacts(description, entry: entry)
    nodes[node] = Node(facts: facts)
    keyNodes.removeAll { $0 == node }
    if announcing { effects.append(.node(.added, facts, at: time)) }
    if let entry {
      for shared in profile.sharedInputs(on: description, entry: entry) {
        effects.append(.sharedInput(shared, facts, at: time))
      }
      attachKeys(node, description, entry: entry, down: down, at: time)
      attachPointer(node, description, entry: entry, down: down, at: time)
    }
    if isLearning {
      listen(to: node, facts, down: down, at: time)
    } else if let entry {
      attachToPipeline(node, description, entry: entry, down: down, at: time)
    }
    if announcing, scan?.pages?.page == 0 {
      endScanEvent(at: time)
      showNextPage(at: time)
    }
  }

  mutating func attachToPipeline(
    _ node: NodeID, _ description: DeviceDescription, entry: Int, down: KeySet, at time: Instant
  ) {
    pipeline.attach(node, description, entry: entry, down: down, at: time, into: &outputs)
    collect()
  }

  mutating func detachFromPipeline(_ node: NodeID, at time: Instant) {
    pipeline.detach(node, at: time, into: &outputs)
    collect()
  }

  /// A node is gone. The ends of what it held come before the report that it was removed.
  public mutating func detach(_ node: NodeID, at time: Instant) { detach([node], at: time, reason: .deviceLost) }

  /// Nodes are no longer read. The ends of everything that they held come before the reports that they were removed.
  /// `reason`: for presses that are pending.
  public mutating func detach(_ gone: [NodeID], at time: Instant, reason: RejectionReason) {
    advance(to: time)
    for node in gone where keyNodes.contains(node) {
      keyboards.detach(node, at: time, into: &keyOutputs)
    }
    performKeys()
    for node in gone { pointers.detach(node, at: time, into: &effects) }
    for node in gone { stopListening(to: node, at: time) }
    pipeline.detach(gone, at: time, reason: reason, into: &outputs)
    collect()
    for id in gone {
      guard let node = nodes.removeValue(forKey: id) else { continue }
      keyNodes.removeAll { $0 == id }
      if node.isGrabbed, reason == .inactive { effects.append(.node(.released, node.facts, at: time)) }
      effects.append(.node(.removed, node.facts, at: time))
    }
  }

  /// An attached node was grabbed from the rest of the desktop, or returned to it.
  ///
  /// - Parameters:
  ///   - down: the buttons of a pointer that are down.
  ///   - since: what happened before has reached the desktop. nil: nothing that is not handled yet.
  public mutating func setGrabbed(
    _ id: NodeID, _ isGrabbed: Bool, down: KeySet = KeySet(), since: Instant? = nil, at time: Instant
  ) {
    guard let node = nodes[id], node.isGrabbed != isGrabbed else { return }
    nodes[id]?.isGrabbed = isGrabbed
    if isGrabbed { nodes[id]?.grabFailure = nil }
    if !takesKeyboardsAtOnce {
      takeKeys(id, node.facts, isGrabbed, at: time)
      if isGrabbed {
        pointers.take(id, down: down, since: since ?? Instant(.min))
      } else {
        pointers.giveBack(id, at: time, into: &effects)
      }
    }
    effects.append(.node(isGrabbed ? .grabbed : .released, node.facts, at: time))
  }

  /// A node that should be grabbed is not, for this reason. The reason is part of the state.
  public mutating func setGrabFailure(_ node: NodeID, reason: String, message: String) {
    nodes[node]?.grabFailure = GrabFailure(reason: reason, message: message)
  }

  // MARK: Events and time

  /// Handles one whole frame of a node.
  public mutating func handle(_ frame: ArraySlice<InputEvent>, from node: NodeID) {
    if !pointers.isEmpty, let place = pointers.place(of: node) { return handlePointer(frame, from: node, at: place) }
    if let time = frame.first?.time {
      latest = max(latest, time)
      advanceBefore(time)
    }
    letSwitchesType()
    if isLearning {
      learn(frame, from: node)
    } else if hasClock {
      // Steps of the clock can come between the events of a frame.
      let isLoss = KernelFrame.contains(frame)
      for index in frame.indices {
        advance(to: frame[index].time)
        pipeline.handle(frame[index...index], isLoss: isLoss, from: node, into: &outputs)
        collect()
        endScanEvent(at: latest)
      }
    } else {
      pipeline.handle(frame, from: node, into: &outputs)
      collect()
    }
    if keyNodes.contains(node) { handleKeys(frame, from: node) }
  }

  /// Events of a node were lost, and its state was read.
  public mutating func resync(_ node: NodeID, down: KeySet, axes: [AxisDescription], at time: Instant) {
    advanceBefore(time)
    letSwitchesType()
    let own = pointers.isEmpty ? down : resyncPointer(node, down: down, at: time)
    if isLearning {
      learn(node, down: down, axes: axes, at: time)
    } else {
      // What a pointer lost was movement: no hand makes that many clicks.
      pipeline.resync(
        node, down: own, axes: axes, countsLoss: pointers.place(of: node) == nil, at: time, into: &outputs)
      collect()
    }
    guard keyNodes.contains(node) else { return }
    keyboards.resync(node, down: down, at: time, into: &keyOutputs)
    performKeys()
  }

  /// Advances to `time` if anything is due.
  @inline(__always) private mutating func advanceBefore(_ time: Instant) {
    if hasClock {
      advance(to: time)
    } else if let due = timeOfNextDeadline(), due <= time {
      advance(to: time)
    }
  }

  /// Advances to `time`. At the same moment, switches decide before keyboards.
  public mutating func advance(to time: Instant) {
    latest = max(latest, time)
    if hasClock { return advanceScanning(to: time) }
    // One by one: what a deadline causes to be typed has deadlines of its own.
    while let due = timeOfNextDeadline(), due <= time {
      pipeline.advance(to: due, into: &outputs)
      collect()
      keyboards.advance(to: due, into: &keyOutputs)
      performKeys()
      advanceBridge(to: due)
    }
    pipeline.advance(to: time, into: &outputs)
    collect()
  }

  /// Ends everything as if every device were unplugged, but does not report devices as removed.
  ///
  /// - Parameter delivers: keys that were withheld are typed, because the person still holds them.
  public mutating func finish(at time: Instant, delivers: Bool = false) {
    endAll(at: time, delivers: delivers)
    // No line announces what this does to the clock.
    scan = nil
  }

  private mutating func endAll(at time: Instant, delivers: Bool) {
    advance(to: time)
    if scan != nil { endScanEvent(at: time) }
    dropBridged(at: time)
    keyboards.finish(delivers: delivers, at: time, into: &keyOutputs)
    performKeys()
    pointers.finish(at: time, into: &effects)
    for node in nodes.keys.sorted() { stopListening(to: node, at: time) }
    pipeline.finish(at: time, into: &outputs)
    collect()
  }

  /// Adds the outputs of the pipeline to the effects, and decides what is done with commands.
  mutating func collect() {
    defer { if !pipeline.workChanges.isEmpty { noteWork() } }
    guard !outputs.isEmpty else { return }
    var made: [Output] = []
    swap(&made, &outputs)
    made.takeEach { collect($0) }
    swap(&made, &outputs)
  }

  private mutating func collect(_ output: Output) {
    if case .some = unhandledKey, output.isNews { unhandledKey = nil }
    switch output {
    case .press(let index, let down, let time, let accepted):
      if !down, gate.isAsking { noteRelease(of: index, at: time) }
      effects.append(.decided(output, about: nil))
      if hasClock { noteScanned(index, down: down, time: time, accepted: accepted) }
    case .stuck(let index, _, let time):
      effects.append(.decided(output, about: nil))
      if hasClock { tell(.stuck(index), at: time) }
    case .pending, .rejected, .recalibrate: effects.append(.decided(output, about: nil))
    case .command(let command):
      effects.append(.decided(.command(command), about: nil))
      take(command)
    case .clockWentBack(let node, _): effects.append(.decided(output, about: nodes[node]?.facts))
    case .muted(let node, let time):
      if keyNodes.contains(node) {
        keyboards.giveBack(node, delivers: false, at: time, into: &keyOutputs)
        performKeys()
      }
      pointers.giveBack(node, at: time, into: &effects)
      effects.append(.decided(output, about: nodes[node]?.facts))
      effects.append(.flood(node, isMuted: true))
    case .unmuted(let node, let time):
      effects.append(.decided(output, about: nodes[node]?.facts))
      effects.append(.flood(node, isMuted: false))
      guard takesKeyboardsAtOnce else { return }
      if keyNodes.contains(node) { keyboards.take(node) }
      pointers.take(node, down: pipeline.downKeys(of: node), since: time)
    }
  }

  // MARK: Profiles

  /// Puts another profile in force. Everything under way ends by the old profile. All nodes are forgotten; the owner
  /// attaches them again, with the entries of the new profile.
  public mutating func use(_ new: Profile, layout newLayout: LayoutKeys? = nil, at time: Instant) {
    leaveGestures(at: time)
    endAll(at: time, delivers: true)
    decide { $0.use(new.policy, at: time, into: &$1) }
    let isAnother = new.name != profile.name || new.label != profile.label
    profile = new
    effects.append(.profileInForce)
    pipeline = Pipeline(profile: new, hasToldClock: pipeline.hasToldClock)
    isPlain = new.isPlain(under: gate.policy)
    layout = newLayout ?? layout
    useKeyboards(of: new)
    useClock(at: time)
    useBridge(new.bridge, at: time)
    nodes.removeAll()
    keyNodes.removeAll()
    if isAnother { effects.append(.profile(name: new.name, label: new.label, at: time)) }
  }
}

extension Output {
  /// Whether the person has done something new.
  fileprivate var isNews: Bool {
    switch self {
    case .press(_, let down, _, _): down
    case .command: true
    case .pending, .rejected, .stuck, .muted, .unmuted, .recalibrate, .clockWentBack: false
    }
  }
}
