import SwitchwayClock
import SwitchwayText
import SwitchwayTime

/// Decides the effects of inputs. `handle` accepts every kind of input and returns effects, which the owner of the
/// interpreter performs. Nothing else changes the interpreter.
///
/// It is pure and deterministic: it reads no clock and does no I/O. It orders switches, keyboards, the bridge and the
/// command gate in time. Before it handles an input, everything that is due at or before the input's time happens, each
/// at its own time. The same inputs give the same effects, in a replay as with live devices. Once everything is set up,
/// nothing is allocated.
public struct Interpreter: Sendable {
  /// The reason why a node is not grabbed although it should be.
  public struct GrabFailure: Hashable, Sendable {
    /// The reason, as a word for programs.
    public var reason: String
    /// The reason, in words for people.
    public var message: String

    public init(reason: String, message: String) {
      self.reason = reason
      self.message = message
    }
  }

  /// The active profile.
  public private(set) var profile: Profile
  /// Whether keyboards and pointers are handled as grabbed as soon as they are attached. Otherwise they are when
  /// `Input.grabbed` comes.
  let takesKeyboardsAtOnce: Bool
  /// Commands that were accepted before this time are too late to be published. `nil` if none is too late.
  var oldest: Instant?
  /// The latest time of all inputs until now.
  public internal(set) var latest = Instant(.min)
  /// Whether the person's session is active on a seat.
  public internal(set) var isActive = true
  /// The number of published commands.
  var published: Int64 = 0
  var effects: [Effect] = []
  var nodes = AttachedNodes()
  /// The nodes that were present when the profile became active. Keys that are down on them are not new presses.
  var former: Set<NodeID> = []
  /// Whether it was already reported that the times of a node went back.
  var hasReportedClock = false

  var switches: Switches
  var pointers = PointerRelay()

  // MARK: Keyboards

  var keyboards: KeyboardPipeline
  /// The index of the first output of the keyboards that no call of `performKeys` has begun to perform.
  var keysBegin = 0
  /// Types keys for commands of switches that no front end claims.
  var bridge: Bridge
  var strokes: [Bridge.Stroke] = []
  /// Whether the typing of switches is suspended by clients.
  var suspension = Suspension()
  /// The texts of clients that are being typed.
  var typing = PacedQueue<TypedChord>.ofKeys
  /// The pointer that moves and clicks for clients.
  var pointing = ClientPointing()
  /// The positions of letters and signs on the person's keyboard.
  var layout: LayoutKeys {
    didSet { compareLayouts() }
  }
  /// The layouts of the person's desktop, which uses one of them at a time. Empty if they are unknown.
  var desktopLayouts: [NamedLayout] = [] {
    didSet { compareLayouts() }
  }
  /// The names of the desktop's layouts, if `layout` is none of them: typed keys would then give other characters.
  /// Otherwise `nil`.
  var otherLayout: String?

  // MARK: Commands

  /// Decides whether a command is carried out, refused, or asked about.
  var gate: CommandGate
  /// The clients, and the commands that they have claimed.
  var claims: ClaimTable
  /// The clients that got the `begin` of a phase and must get its `end`.
  var phaseOwners: [Command.PhaseOwner: ClientName] = [:]
  /// The command that turned gesture mode on. `nil` while gesture mode is off.
  var gestureMaker: Command?
  /// The command that `again` repeats.
  var repetition = Repetition()
  /// Whether a `drag` was published, and no `drop` or `cancel` since then.
  var isDragging = false
  /// The last command, if a key made it and a front end had claimed it. `nil` once another command has come after it.
  var unhandledKey: (number: Int64, key: Command.Key, owner: ClientName)?

  /// The scanning clock. `nil` if no profile has needed one yet.
  var scan: Scan?

  /// The nodes that are read while a client learns. `nil` if no client learns.
  var listeners: [NodeID: Listener]?
  /// Whether the client that learns gets events instead of edges.
  var recordsEvents = false

  /// Makes an interpreter without any nodes.
  ///
  /// - Parameters:
  ///   - layout: the positions of letters and signs on the person's keyboard.
  ///   - claims: the claims at the beginning of the run.
  ///   - takesKeyboardsAtOnce: whether keyboards and pointers are handled as grabbed as soon as they are attached. If
  ///     not, they are when `Input.grabbed` comes.
  ///   - pageItems: the number of items on each page of a simulated client, which shows another page after each choice.
  ///     This is for replays. `nil` means that there is no such client.
  public init(
    profile: Profile, layout: LayoutKeys = .us, claims: ClaimTable = ClaimTable(), takesKeyboardsAtOnce: Bool = true,
    pageItems: Int? = nil
  ) {
    self.profile = profile
    self.takesKeyboardsAtOnce = takesKeyboardsAtOnce
    self.layout = layout
    self.claims = claims
    switches = Switches(profile: profile)
    keyboards = KeyboardPipeline(profile: profile, layout: layout)
    bridge = Bridge(profile.bridge)
    gate = CommandGate(policy: profile.policy.confirmation, whenLocked: profile.policy.whenLocked)
    effects.reserveCapacity(64)
    if let table = profile.bridge { keyboards.know(table, layout: layout) }
    readClaims()
    beginScan()
    if let pageItems { scan?.pages = Scan.ReplayPages(items: pageItems) }
  }

  /// Handles everything that is due by the time of an input, then the input itself, and appends all effects to
  /// `effects`.
  ///
  /// - Parameter oldest: commands that were accepted before this time are too late to be published. `nil` means that
  ///   none is too late.
  public mutating func handle(_ input: Input, oldest: Instant? = nil, into effects: inout [Effect]) {
    self.oldest = oldest
    swap(&effects, &self.effects)
    if let time = input.time { advance(to: time) }
    switch input {
    case .frame(let frame, let node): handleFrame(frame, from: node)
    case .time: break
    case .attached(let node, let description, let entry, let down, let time, let announcing):
      attach(node, description, entry: entry, down: down, at: time, announcing: announcing)
    case .detached(let nodes, let time, let reason): detach(nodes, at: time, reason: reason)
    case .resynced(let node, let down, let axes, let time):
      resync(node, down: down, axes: axes, at: time)
    case .grabbed(let node, let isGrabbed, let down, let since, let time):
      setGrabbed(node, isGrabbed, down: down, since: since, at: time)
    case .setAside(let node, let keys, _): setAside(keys, of: node)
    case .grabFailed(let node, let failure):
      if let index = nodes.index(of: node) { nodes.list[index].grabFailure = failure }
    case .offered(let node, let description, let down, let time):
      offer(node, description, down: down, at: time)
    case .keyboardFailed: endTexts(.obstacle(.noKeyboard)) { _ in true }
    case .pointerFailed: endPointing(.obstacle(.noPointer), at: latest) { _ in true }
    case .capsLock(let isOn, _): keyboards.layer.isCapsLocked = isOn
    case .finished(let time): finish(at: time)
    case .active(let isActive, let time): setActive(isActive, at: time)
    case .locked(let isLocked, let time): setLocked(isLocked, at: time)
    case .desktopLayouts(let layouts, _): desktopLayouts = layouts
    case .profile(let profile, let layout, let time): use(profile, layout: layout, at: time)
    case .bridge(let table, let newLayout, let time):
      layout = newLayout ?? layout
      useBridge(table, at: time)
    case .claims(let claims, let time): setClaims(claims, at: time)
    case .clientGone(let client, let time): tell(.gone(client: client), at: time)
    case .rest(let isOn, let end, let time):
      gate.turnRest(isOn ? "on" : "off", until: end, at: time, into: &self.effects)
      recognise()
    case .inhibited(let isInhibited, let client, let time): setInhibited(isInhibited, by: client, at: time)
    case .suspended(let isOn, let time): setSuspended(isOn, at: time)
    case .passThrough(let word, let time): passThrough(word, at: time)
    case .learning(let isOn, let events, let time): setLearning(isOn, events: events, at: time)
    case .request(let request, let client, let number, let time):
      handleRequest(request, from: client, number: number, at: time)
    }
    if pointing.isBusy { checkPointing(at: latest) }
    if scan != nil { endScanEvent(at: latest) }
    swap(&effects, &self.effects)
  }

  /// The time when `Input.time` must come next. `nil` if nothing is due. The getter is mutating only so that reading
  /// copies nothing; the deadlines of the interpreter's parts are mutating for the same reason.
  public var nextDeadline: Instant? {
    mutating get {
      // The checks come one after the other. Rare deadlines come last, because most of them are `nil`.
      var due = Instant.earliest(switches.nextDeadline, keyboards.nextDeadline)
      due = Instant.earliest(due, typingDeadline)
      due = Instant.earliest(due, nextStep)
      due = Instant.earliest(due, nextRest)
      due = Instant.earliest(due, nodes.nextUnmute)
      due = Instant.earliest(due, nodes.nextAxisRest)
      return Instant.earliest(due, gate.restEnd)
    }
  }

  // MARK: Events and time

  private mutating func handleFrame(_ frame: ArraySlice<InputEvent>, from id: NodeID) {
    if !pointers.isEmpty, let pointer = pointers.index(of: id) { return handlePointer(frame, from: id, at: pointer) }
    letSwitchesType()
    if isLearning { learn(frame, from: id) }
    guard let node = nodes.index(of: id) else {
      if isOffered(id) { handleKeys(frame, from: id) }
      return
    }
    if !isLearning {
      let isLoss = KernelFrame.contains(frame)
      if !isLoss { nodes.list[node].switches?.begin(frame) }
      let hasClock = hasClock
      for event in frame {
        // Steps of the clock, ends of mutes and ends of presses by movement can come between the events of a frame.
        if hasClock || nodes.nextUnmute != nil || nodes.nextRest != nil { advance(to: event.time) }
        handleEvent(event, isLoss: isLoss, of: node)
        if hasClock { endScanEvent(at: latest) }
      }
    }
    if nodes.list[node].isKeyboard { handleKeys(frame, from: id) }
  }

  private mutating func resync(_ id: NodeID, down: KeySet, axes: [AxisDescription], at time: Instant) {
    letSwitchesType()
    let own = pointers.isEmpty ? down : resyncPointer(id, down: down, at: time)
    let node = nodes.index(of: id)
    if isLearning {
      learn(id, down: down, axes: axes, at: time)
    } else if let node {
      // If a pointer lost events, these were movements, because no hand makes so many clicks. So they are no sign of a
      // flood.
      let countsLoss = pointers.index(of: id) == nil
      handleState(of: node, down: own, axes: axes, countsLoss: countsLoss, at: time)
    }
    guard node.map({ nodes.list[$0].isKeyboard }) ?? isOffered(id) else { return }
    resyncKeys(of: id, down: down, at: time)
  }

  /// Handles everything that is due at or before `time`, one by one, because one deadline can cause others. At the same
  /// moment, muted nodes are read again first, rest mode ends, and resting axes are reported. Then switches decide,
  /// presses by movement end, keyboards decide, and keys of the bridge and of clients are typed. The step of the clock
  /// comes last.
  mutating func advance(to time: Instant) {
    latest = max(latest, time)
    while let due = nextDeadline, due <= time {
      if let end = nodes.nextUnmute, end <= due {
        unmute(at: due)
      } else if let end = gate.restEnd, end <= due {
        gate.turnRest("off", at: due, into: &effects)
        recognise()
      } else if let rest = nodes.nextAxisRest, rest <= due {
        reportRests(at: due)
      } else if switches.advanceOnce(to: due) {
        reportSwitches()
      } else if let end = nextRest, end <= due {
        rest(at: due)
      } else if keyboards.advanceOnce(to: due) {
        performKeys()
      } else if let typing = typingDeadline, typing <= due {
        advanceBridge(to: due)
      } else {
        scan?.advance(to: due)
        performSteps()
      }
      if pointing.isBusy { checkPointing(at: due) }
      if hasClock { endScanEvent(at: due) }
    }
    switches.advance(to: time)
  }

  private mutating func finish(at time: Instant) {
    endAll(at: time, delivers: false)
    // `endAll` keeps the nodes that are read only for learning, because a client continues to learn from them when the
    // profile changes.
    for node in listeners?.keys.sorted() ?? [] { stopListening(to: node, at: time) }
    // The end of the run is not announced as a change of the clock's state.
    scan = nil
  }

  /// Ends all presses, phases and keys. `delivers` says whether withheld keys are typed, because the person still holds
  /// them.
  private mutating func endAll(at time: Instant, delivers: Bool) {
    advance(to: time)
    if scan != nil { endScanEvent(at: time) }
    dropBridged(at: time)
    keyboards.finish(delivers: delivers, at: time)
    performKeys()
    pointers.finish(at: time, into: &effects)
    for node in nodes.list { stopListening(to: node.id, at: time) }
    detachSwitches(of: nodes.list.map(\.id), reason: .deviceLost)
  }

  // MARK: Profiles

  /// Makes another profile active. All presses and phases in progress first end by the rules of the old profile.
  private mutating func use(_ new: Profile, layout newLayout: LayoutKeys?, at time: Instant) {
    leaveGestures(at: time)
    endAll(at: time, delivers: true)
    gate.use(new.policy, at: time, into: &effects)
    let isAnother = new.name != profile.name || new.label != profile.label
    profile = new
    repetition = Repetition()
    effects.append(.profileInForce(new))
    switches = Switches(profile: new)
    layout = newLayout ?? layout
    useKeyboards(of: new, at: time)
    useClock(at: time)
    useBridge(new.bridge, at: time)
    former = Set(nodes.list.map(\.id))
    nodes = AttachedNodes()
    if isAnother { effects.append(.profile(name: new.name, label: new.label, at: time)) }
  }
}
