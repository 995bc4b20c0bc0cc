/// Decides what happens. Inputs are events of devices, requests and claims of clients, modes and time. Outputs are
/// effects.
///
/// It is pure and deterministic: no clock, no I/O. Only it orders switches, keyboards, the bridge and the command desk
/// in time: before an input at a time, everything that is due at or before that time happens, each at its own time. The
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

  /// Why a node is not grabbed although it is to be.
  public struct GrabFailure: Hashable, Sendable {
    /// A word for programs.
    public var reason: String
    /// The same for people.
    public var message: String
  }

  /// The profile in force.
  public private(set) var profile: Profile
  /// Keyboards are Switchway's as soon as they are here; else once `setGrabbed` says so.
  public var takesKeyboardsAtOnce = true
  /// Commands that were accepted before this time are too late to be published; nil: none is. Whoever owns the
  /// interpreter sets it before each input.
  public var oldestAccepted: Instant?
  /// The latest time that anything happened at.
  public private(set) var latest = Instant(.min)
  /// The person's session is the one in front of some seat.
  public internal(set) var isActive = true
  /// How many commands were published.
  var published: Int64 = 0
  var effects: [Effect] = []
  var nodes: [NodeID: Node] = [:]
  /// The nodes that keyboards look at.
  var keyNodes: [NodeID] = []

  var pipeline: Pipeline
  private var outputs: [Output] = []

  // MARK: Keyboards

  var keyboards: KeyboardPipeline
  /// What keyboards have come to and is not performed yet; kept for its memory.
  var keyOutputs: [KeyboardOutput] = []
  /// Where those begin that nobody performs yet.
  var keysBegin = 0
  /// Types what switches ask for and no front end claims.
  var bridge: Bridge
  var bridgeOutputs: [Bridge.Output] = []
  /// Where letters and signs are on the person's keyboard.
  var layout: LayoutKeys

  // MARK: Commands

  /// What becomes of commands.
  var desk: CommandDesk
  /// The profile binds only commands that are simply published.
  var isPlain: Bool
  var verdicts: [CommandDesk.Verdict] = []
  /// Who has claimed which commands.
  var claims: ClaimTable
  /// Whose the phases are that have begun.
  var phaseOwners: [Command.PhaseOwner: ClientName] = [:]
  /// What entered gesture mode; nil: keys are keys.
  var gestureMaker: Command?
  /// A `drag` was published, and no `drop` or `cancel` since.
  var isDragging = false
  /// The last command that a key made and that a front end had claimed, while nothing has come after it.
  var unhandledKey: (number: Int64, key: Command.Key, owner: ClientName)?

  /// What is listened to while a client learns; nil: none does.
  var listeners: [NodeID: Listener]?

  /// An interpreter at rest. `layout`: where letters and signs are; `claims`: who has claimed what from the beginning.
  public init(profile: Profile, layout: LayoutKeys = .us, claims: ClaimTable = ClaimTable()) {
    self.profile = profile
    self.layout = layout
    self.claims = claims
    pipeline = Pipeline(profile: profile)
    keyboards = KeyboardPipeline(profile: profile, layout: layout)
    bridge = Bridge(profile.bridge)
    desk = CommandDesk(policy: profile.policy.confirmation, whenLocked: profile.policy.whenLocked)
    isPlain = profile.isPlain(under: profile.policy.confirmation)
    effects.reserveCapacity(64)
    outputs.reserveCapacity(64)
    if let table = profile.bridge { keyboards.know(table, layout: layout) }
    readClaims()
  }

  /// Exchanges `buffer`, which must be empty, for the effects that were decided since the last call.
  public mutating func takeEffects(into buffer: inout [Effect]) { swap(&buffer, &effects) }

  /// When `advance` is wanted; nil: not before something happens. Changes nothing: see `Pipeline.timeOfNextDeadline`.
  public mutating func timeOfNextDeadline() -> Instant? {
    let own = pipeline.timeOfNextDeadline()
    guard let keys = typingDeadline else { return own }
    return own.map { min($0, keys) } ?? keys
  }

  // MARK: Nodes

  /// A node is here. `entry`: the entry of the profile that takes it; nil: it is only announced, and not listened to.
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
    }
    if isLearning {
      listen(to: node, facts, down: down, at: time)
    } else if let entry {
      attachToPipeline(node, description, entry: entry, down: down, at: time)
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

  /// A node is gone: what it held is told first, then that it went.
  public mutating func detach(_ node: NodeID, at time: Instant) { detach([node], at: time, reason: .deviceLost) }

  /// Nodes are listened to no more: what all of them held is told first, then that they went. `reason`: of what is
  /// pending.
  public mutating func detach(_ gone: [NodeID], at time: Instant, reason: RejectionReason) {
    advance(to: time)
    for node in gone where keyNodes.contains(node) {
      keyboards.detach(node, at: time, into: &keyOutputs)
    }
    performKeys()
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

  /// An attached node was taken from the rest of the desktop, or given back to it.
  public mutating func setGrabbed(_ id: NodeID, _ isGrabbed: Bool, at time: Instant) {
    guard let node = nodes[id], node.isGrabbed != isGrabbed else { return }
    nodes[id]?.isGrabbed = isGrabbed
    if isGrabbed { nodes[id]?.grabFailure = nil }
    if !takesKeyboardsAtOnce { takeKeys(id, node.facts, isGrabbed, at: time) }
    effects.append(.node(isGrabbed ? .grabbed : .released, node.facts, at: time))
  }

  /// A node that is to be grabbed is not, for a reason: it is reported to whoever asks for the state.
  public mutating func setGrabFailure(_ node: NodeID, reason: String, message: String) {
    nodes[node]?.grabFailure = GrabFailure(reason: reason, message: message)
  }

  // MARK: Events and time

  /// One whole frame of a node.
  public mutating func handle(_ frame: ArraySlice<InputEvent>, from node: NodeID) {
    if let time = frame.first?.time {
      latest = max(latest, time)
      if let due = typingDeadline, due <= time { advance(to: time) }
    }
    if isLearning {
      learn(frame, from: node)
    } else {
      pipeline.handle(frame, from: node, into: &outputs)
      collect()
    }
    if keyNodes.contains(node) { handleKeys(frame, from: node) }
  }

  /// Events of a node were lost, and its state was read.
  public mutating func resync(_ node: NodeID, down: KeySet, axes: [AxisDescription], at time: Instant) {
    if let due = typingDeadline, due <= time { advance(to: time) }
    if isLearning {
      learn(node, down: down, axes: axes, at: time)
    } else {
      pipeline.resync(node, down: down, axes: axes, at: time, into: &outputs)
      collect()
    }
    guard keyNodes.contains(node) else { return }
    keyboards.resync(node, down: down, at: time, into: &keyOutputs)
    performKeys()
  }

  /// Time has come to `time`. Of one moment, switches decide before keyboards.
  public mutating func advance(to time: Instant) {
    latest = max(latest, time)
    while let due = typingDeadline, due <= time {
      pipeline.advance(to: due, into: &outputs)
      collect()
      keyboards.advance(to: due, into: &keyOutputs)
      performKeys()
      advanceBridge(to: due)
    }
    pipeline.advance(to: time, into: &outputs)
    collect()
  }

  /// As if every device were unplugged, but nothing is said of the devices.
  ///
  /// - Parameter delivers: keys that were withheld are typed, because the person still holds them.
  public mutating func finish(at time: Instant, delivers: Bool = false) {
    advance(to: time)
    dropBridged(at: time)
    keyboards.finish(delivers: delivers, at: time, into: &keyOutputs)
    performKeys()
    for node in nodes.keys.sorted() { stopListening(to: node, at: time) }
    pipeline.finish(at: time, into: &outputs)
    collect()
  }

  /// Brings what the pipeline has decided to the effects, and decides what becomes of commands.
  private mutating func collect() {
    guard !outputs.isEmpty else { return }
    for index in outputs.indices {
      let output = outputs[index]
      if unhandledKey != nil, output.isNews { unhandledKey = nil }
      switch output {
      case .press(let index, let down, let time, _):
        if !down, desk.question != nil { noteRelease(of: index, at: time) }
        effects.append(.decided(output, about: nil))
      case .pending, .rejected, .stuck, .recalibrate: effects.append(.decided(output, about: nil))
      case .command(let command):
        effects.append(.decided(output, about: nil))
        take(command)
      case .clockWentBack(let node, _): effects.append(.decided(output, about: nodes[node]?.facts))
      case .muted(let node, let time):
        if keyNodes.contains(node) {
          keyboards.giveBack(node, delivers: false, at: time, into: &keyOutputs)
          performKeys()
        }
        effects.append(.decided(output, about: nodes[node]?.facts))
        effects.append(.flood(node, isMuted: true))
      case .unmuted(let node, _):
        effects.append(.decided(output, about: nodes[node]?.facts))
        effects.append(.flood(node, isMuted: false))
        if takesKeyboardsAtOnce, keyNodes.contains(node) { keyboards.take(node) }
      }
    }
    outputs.removeAll(keepingCapacity: true)
  }

  // MARK: Profiles

  /// Puts another profile in force: what is under way ends by the old one. Every node is unknown afterwards; the
  /// owner attaches them anew, by the new profile's entries.
  public mutating func use(_ new: Profile, layout newLayout: LayoutKeys? = nil, at time: Instant) {
    leaveGestures(at: time)
    finish(at: time, delivers: true)
    decide { $0.use(new.policy, at: time, into: &$1) }
    let isAnother = new.name != profile.name || new.label != profile.label
    profile = new
    effects.append(.profileInForce)
    pipeline = Pipeline(profile: new, hasToldClock: pipeline.hasToldClock)
    isPlain = new.isPlain(under: desk.policy)
    layout = newLayout ?? layout
    useKeyboards(of: new)
    useBridge(new.bridge, at: time)
    nodes.removeAll()
    keyNodes.removeAll()
    if isAnother { effects.append(.profile(name: new.name, label: new.label, at: time)) }
  }
}

extension Output {
  /// The person did something anew.
  fileprivate var isNews: Bool {
    switch self {
    case .press(_, let down, _, _): down
    case .command: true
    case .pending, .rejected, .stuck, .muted, .unmuted, .recalibrate, .clockWentBack: false
    }
  }
}
