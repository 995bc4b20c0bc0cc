import SwitchwayCore
import SwitchwayProtocol
import SwitchwayServer

/// Whoever gets the lines of an engine, in the order in which they were decided.
public protocol LineSink: AnyObject {
  /// Takes one line.
  func emit(_ head: LineHead, _ line: LineBuffer)
  /// A key goes down, or comes up, on the virtual keyboard.
  func type(_ code: UInt16, down: Bool, at time: Instant)
  /// No more lines come of what has just happened.
  func flush()
}

extension LineSink {
  /// Nothing is typed where there is no virtual keyboard.
  public func type(_ code: UInt16, down: Bool, at time: Instant) {}

  /// Nothing to do for a sink that takes each line as it comes.
  public func flush() {}
}

/// Which commands a replay pretends that a client has claimed.
public enum ReplayClaims: Equatable, Sendable {
  case all
  case none
  /// These names, with whatever arguments.
  case names(Set<String>)

  /// The claims of a client that has been there from the beginning.
  var table: ClaimTable {
    let name = ClientName(EscapedText("replay"))
    switch self {
    case .all: return ClaimTable(permanent: .all, name: name)
    case .none: return ClaimTable()
    case .names(let names): return ClaimTable(permanent: .names(names.sorted()), name: name)
    }
  }
}

/// Between a frame of events and a line: the pipeline, what it decided as lines, and the count of commands.
///
/// Knows no descriptor and no clock but the one it is given, so that `switchway replay`, `switchwayd --play` and live
/// devices are one engine with three things behind it. At steady state nothing is allocated.
public final class Engine {
  /// Who listens: the difference between a replay and a socket.
  public enum Audience {
    /// Clients; `clock` tells when a line is sent. A command that was decided longer ago than `lifetime`, by that
    /// clock, is not published (nil: every one is). `speed`: how many times faster than the machine's the clock runs.
    case clients(clock: () -> Instant, lifetime: Microseconds? = nil, speed: Double = 1)
    /// A file; lines have no `sent`.
    case replay(ReplayClaims)
  }

  /// A switch of the running profile asked for another profile.
  public struct ProfileRequest: Equatable, Sendable {
    /// A profile's name, or `next`, or `previous`.
    public var name: String
    /// When the press was accepted.
    public var time: Instant
  }

  /// A node that is attached, or only known. A class: looked at for every frame, and never copied.
  final class Known {
    var description: DeviceDescription
    var entry: Int?
    var identity: NodeIdentity
    var isGrabbed = false
    /// Why it is not grabbed although it is to be.
    var grabFailure: StateMessage.Device.Failure?
    /// Keyboards look at what it sends.
    var hasKeys = false

    init(description: DeviceDescription, entry: Int?, identity: NodeIdentity) {
      self.description = description
      self.entry = entry
      self.identity = identity
    }
  }

  /// The profile in force.
  public private(set) var profile: Profile
  /// Asked for by a switch and not yet acted on; the owner of the engine takes it with `takeProfileRequest`.
  var profileRequest: ProfileRequest?
  var pipeline: Pipeline
  var keyboards: KeyboardPipeline
  /// What keyboards have come to, before it is performed; kept for its memory.
  var keyOutputs: [KeyboardOutput] = []
  var spareOutputs: [[KeyboardOutput]] = []
  /// Types what switches ask for and no front end claims.
  var bridge: Bridge
  var bridgeOutputs: [Bridge.Output] = []
  /// Where letters and signs are on the person's keyboard.
  var layout: LayoutKeys
  /// Keyboards are Switchway's as soon as they are here; else once `setGrabbed` says so.
  public var takesKeyboardsAtOnce = true
  /// What entered gesture mode; nil: keys are keys.
  var gestureMaker: Command?
  /// The latest time that anything happened at.
  private(set) var latest = Instant(.min)
  /// A `drag` was published, and no `drop` or `cancel` since.
  var isDragging = false
  /// The last command that a key made and that a front end had claimed, while nothing has come after it.
  var unhandledKey: (seq: Int64, key: Command.Key, owner: ClientName)?
  var lines: EventLines
  /// What became of the last presses.
  public internal(set) var recentPresses: RecentPresses
  /// What became of presses by switch and day; nil: nobody counts.
  public var statistics: PressStatistics?
  /// The day that it is.
  private(set) var today: () -> CalendarDay = { CalendarDay(number: 0) }
  private var outputs: [Output] = []
  var line = LineBuffer()
  var seq: Int64 = 0
  var nodes: [NodeID: Known] = [:]
  /// What is listened to while a client learns; nil: none does.
  var learned: [NodeID: LearnedNode]?
  /// What becomes of commands; and, of the profile, whether it binds any that are not simply published.
  var desk: CommandDesk
  /// The person's session is the one in front of some seat.
  public internal(set) var isActive = true
  var isPlain: Bool
  var verdicts: [CommandDesk.Verdict] = []
  let audience: Audience
  /// Who has claimed which commands.
  var claims = ClaimTable()
  /// Whose the phases are that have begun.
  var owners: [Command.PhaseOwner: ClientName] = [:]
  /// Nodes that began to flood, or are listened to again, since the last `takeFloods`.
  private var floods: [(node: NodeID, isMuted: Bool)] = []
  unowned let sink: any LineSink

  /// An engine at rest; `sink` must outlive it.
  public init(profile: Profile, layout: LayoutKeys = .us, audience: Audience, sink: any LineSink) {
    self.profile = profile
    self.layout = layout
    self.audience = audience
    self.sink = sink
    pipeline = Pipeline(profile: profile)
    keyboards = KeyboardPipeline(profile: profile, layout: layout)
    bridge = Bridge(profile.bridge)
    lines = EventLines(profile: profile)
    recentPresses = RecentPresses(profile: profile)
    outputs.reserveCapacity(64)
    desk = CommandDesk(policy: profile.policy.confirmation, whenLocked: profile.policy.whenLocked)
    isPlain = profile.isPlain(under: profile.policy.confirmation)
    if let table = profile.bridge { keyboards.know(table, layout: layout) }
    if case .replay(let pretended) = audience { claims = pretended.table }
    readClaims()
  }

  /// Counts presses from now on, beginning with what `statistics` has.
  func count(_ statistics: PressStatistics, today: @escaping () -> CalendarDay) {
    self.today = today
    self.statistics = statistics
    self.statistics?.use(profile)
  }

  /// When `advance` is wanted; nil: not before something happens.
  public var nextDeadline: Instant? {
    let own = pipeline.timeOfNextDeadline()
    guard let keys = typingDeadline else { return own }
    return own.map { min($0, keys) } ?? keys
  }

  /// Whether the node is attached or announced, and the profile has not changed since.
  public func knows(_ node: NodeID) -> Bool { nodes[node] != nil }

  // MARK: What happens

  /// A node is here. `entry`: the entry of the profile that takes it; nil: it is only announced, and not listened to.
  public func attach(
    _ node: NodeID, _ description: DeviceDescription, entry: Int?, down: KeySet, at time: Instant,
    announcing: Bool = true
  ) {
    let known = Known(
      description: description, entry: entry, identity: identity(of: description, entry: entry))
    advance(to: time)
    if let entry { known.hasKeys = keyboards.concerns(description, entry: entry, of: profile) }
    nodes[node] = known
    if announcing { write(device: .added, known.identity, at: time) }
    warnOfSharedInputs(description, entry: entry, at: time)
    if let entry, known.hasKeys { attachKeys(node, known, entry: entry, down: down, at: time) }
    if isLearning {
      listen(to: node, description, isTaken: entry != nil, down: down, at: time)
    } else if let entry {
      attachToPipeline(node, description, entry: entry, down: down, at: time)
    }
  }

  func attachToPipeline(
    _ node: NodeID, _ description: DeviceDescription, entry: Int, down: KeySet, at time: Instant
  ) {
    pipeline.attach(node, description, entry: entry, down: down, at: time, into: &outputs)
    flush()
  }

  func detachFromPipeline(_ node: NodeID, at time: Instant) {
    pipeline.detach(node, at: time, into: &outputs)
    flush()
  }

  /// A node is gone: what it held is told first, then that it went.
  public func detach(_ node: NodeID, at time: Instant) { detach([node], at: time, reason: .deviceLost) }

  /// Nodes are listened to no more: what all of them held is told first, then that they went. `reason`: of what is
  /// pending.
  public func detach(_ gone: [NodeID], at time: Instant, reason: RejectionReason) {
    advance(to: time)
    for node in gone where nodes[node]?.hasKeys == true {
      keyboards.detach(node, at: time, into: &keyOutputs)
    }
    flushKeys()
    for node in gone { stopListening(to: node, at: time) }
    pipeline.detach(gone, at: time, reason: reason, into: &outputs)
    flush()
    for node in gone {
      guard let known = nodes.removeValue(forKey: node) else { continue }
      if known.isGrabbed, reason == .inactive { write(device: .released, known.identity, at: time) }
      write(device: .removed, known.identity, at: time)
    }
  }

  /// One whole frame of a node.
  public func handle(_ frame: ArraySlice<InputEvent>, from node: NodeID) {
    if let time = frame.first?.time, time > latest { latest = time }
    if let first = frame.first, let due = typingDeadline, due <= first.time { advance(to: first.time) }
    if isLearning {
      learn(frame, from: node)
    } else {
      pipeline.handle(frame, from: node, into: &outputs)
      flush()
    }
    if nodes[node]?.hasKeys == true { handleKeys(frame, from: node) }
  }

  /// Events of a node were lost, and its state was read.
  public func resync(_ node: NodeID, down: KeySet, axes: [AxisDescription], at time: Instant) {
    if let due = typingDeadline, due <= time { advance(to: time) }
    if isLearning {
      learn(node, down: down, axes: axes, at: time)
    } else {
      pipeline.resync(node, down: down, axes: axes, at: time, into: &outputs)
      flush()
    }
    guard nodes[node]?.hasKeys == true else { return }
    keyboards.resync(node, down: down, at: time, into: &keyOutputs)
    flushKeys()
  }

  /// Time has come to `time`. Of one moment, switches decide before keyboards.
  public func advance(to time: Instant) {
    if time > latest { latest = time }
    while let due = typingDeadline, due <= time {
      pipeline.advance(to: due, into: &outputs)
      flush()
      keyboards.advance(to: due, into: &keyOutputs)
      flushKeys()
      advanceBridge(to: due)
    }
    pipeline.advance(to: time, into: &outputs)
    flush()
  }

  /// As if every device were unplugged, but nothing is said of the devices.
  ///
  /// - Parameter delivers: keys that were withheld are typed, because the person still holds them.
  public func finish(at time: Instant, delivers: Bool = false) {
    advance(to: time)
    dropBridged(at: time)
    keyboards.finish(delivers: delivers, at: time, into: &keyOutputs)
    flushKeys()
    for node in nodes.keys.sorted() { stopListening(to: node, at: time) }
    pipeline.finish(at: time, into: &outputs)
    flush()
    sink.flush()
  }

  // MARK: Profiles

  /// Nodes that began to flood, or are listened to again, since the last call.
  func takeFloods() -> [(node: NodeID, isMuted: Bool)] {
    defer { floods.removeAll(keepingCapacity: true) }
    return floods
  }

  /// What a switch asked for since the last call.
  public func takeProfileRequest() -> ProfileRequest? {
    defer { profileRequest = nil }
    return profileRequest
  }

  /// Puts another profile in force: what is under way ends by the old one. Every node is unknown afterwards; the
  /// owner attaches them anew, by the new profile's entries.
  public func use(_ new: Profile, layout newLayout: LayoutKeys? = nil, at time: Instant) {
    leaveGestures(at: time)
    finish(at: time, delivers: true)
    decide { $0.use(new.policy, at: time, into: &$1) }
    sink.flush()
    let isAnother = new.name != profile.name || new.label != profile.label
    profile = new
    pipeline = Pipeline(profile: new, hasToldClock: pipeline.hasToldClock)
    lines = EventLines(profile: new)
    isPlain = new.isPlain(under: desk.policy)
    recentPresses.use(new)
    statistics?.use(new)
    layout = newLayout ?? layout
    useKeyboards(of: new, at: time)
    useBridge(new.bridge, at: time)
    nodes.removeAll()
    guard isAnother else { return }
    line.clear()
    line.writeProfile(name: EscapedText(new.name), label: EscapedText(new.label), time: time.microseconds)
    emit(.profile)
  }

  // MARK: Writing

  func identity(of description: DeviceDescription, entry: Int?) -> NodeIdentity {
    NodeIdentity(
      entry: entry.map { profile.devices[$0].name }, name: PrintableName.of(description.name), id: description.id,
      kind: description.kind.rawValue)
  }

  func write(device change: DeviceChange, _ identity: NodeIdentity, at time: Instant) {
    line.clear()
    line.writeDevice(change, node: identity, time: time.microseconds)
    emit(.device)
  }

  /// Sends the line by itself.
  func emit(_ type: MessageType) {
    sink.emit(LineHead(type), line)
    sink.flush()
  }

  /// Sends what the pipeline has decided, all of it at once.
  private func flush() {
    guard !outputs.isEmpty else { return }
    for output in outputs {
      if unhandledKey != nil, output.isNews { unhandledKey = nil }
      if desk.question != nil, case .press(let index, false, let time, _) = output { noteRelease(of: index, at: time) }
      recentPresses.note(output)
      if statistics != nil, output.isOfPress { statistics?.note(output, on: today()) }
      write(output)
    }
    outputs.removeAll(keepingCapacity: true)
    sink.flush()
  }

  private func write(_ output: Output) {
    if case .muted(let node, let time) = output, nodes[node]?.hasKeys == true {
      keyboards.giveBack(node, delivers: false, at: time, into: &keyOutputs)
      flushKeys()
    }
    line.clear()
    let identity: NodeIdentity? =
      switch output {
      case .command, .press, .pending, .rejected, .stuck, .recalibrate: nil
      case .muted(let node, _), .unmuted(let node, _), .clockWentBack(let node, _): nodes[node]?.identity
      }
    if case .command(let command) = output { return take(command) }
    if let head = lines.write(output, node: identity, into: &line) { sink.emit(head, line) }
    if case .unmuted(let node, _) = output {
      floods.append((node, false))
      if takesKeyboardsAtOnce, nodes[node]?.hasKeys == true { keyboards.take(node) }
    }
    if case .muted(let node, let time) = output {
      floods.append((node, true))
      line.clear()
      sink.emit(lines.writeFloodWarning(node: nodes[node]?.identity, time: time, into: &line), line)
    }
  }
}
