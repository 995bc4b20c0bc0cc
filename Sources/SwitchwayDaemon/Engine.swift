import SwitchwayCore
import SwitchwayProtocol
import SwitchwayServer

/// Whoever gets the lines of an engine, in the order in which they were decided.
public protocol LineSink: AnyObject {
  /// Takes one line, of the type that observers ask for by name.
  func emit(_ type: MessageType, _ line: LineBuffer)
  /// No more lines come of what has just happened.
  func flush()
}

extension LineSink {
  /// Nothing to do for a sink that takes each line as it comes.
  public func flush() {}
}

/// Which commands a replay pretends that a client has claimed.
public enum ReplayClaims: Equatable, Sendable {
  case all
  case none
  /// These names, with whatever arguments.
  case names(Set<String>)

  func covers(_ name: String) -> Bool {
    switch self {
    case .all: true
    case .none: false
    case .names(let names): names.contains(name)
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
    /// Clients; `clock` tells when a line is sent. A command that was decided longer ago than `lifetime` is not
    /// published (nil: every one is). `claims`: whose a command of a name is, whose press began at a time.
    case clients(
      clock: () -> Instant, lifetime: Microseconds? = nil, claims: ((String, Instant) -> EscapedText?)? = nil)
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

  /// A node that is attached, or only known.
  struct Known {
    var description: DeviceDescription
    var entry: Int?
    var identity: NodeIdentity
    var isGrabbed = false
  }

  /// The profile in force.
  public private(set) var profile: Profile
  /// Asked for by a switch and not yet acted on; the owner of the engine takes it with `takeProfileRequest`.
  var profileRequest: ProfileRequest?
  var pipeline: Pipeline
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
  /// Who sent the command that is asked about, where a client did.
  var asker: EscapedText?
  /// Who sends a command just now.
  var sender: EscapedText?
  let audience: Audience
  /// Whose the phases are that have begun.
  var owners: [CommandOrigin: EscapedText] = [:]
  let claimant = EscapedText("replay")
  /// Nodes that began to flood, or are listened to again, since the last `takeFloods`.
  private var floods: [(node: NodeID, isMuted: Bool)] = []
  unowned let sink: any LineSink

  /// An engine at rest; `sink` must outlive it.
  public init(profile: Profile, audience: Audience, sink: any LineSink) {
    self.profile = profile
    self.audience = audience
    self.sink = sink
    pipeline = Pipeline(profile: profile)
    lines = EventLines(profile: profile)
    recentPresses = RecentPresses(profile: profile)
    outputs.reserveCapacity(64)
    desk = CommandDesk(policy: profile.policy.confirmation, whenLocked: profile.policy.whenLocked)
    isPlain = profile.isPlain(under: profile.policy.confirmation)
  }

  /// Counts presses from now on, beginning with what `statistics` has.
  func count(_ statistics: PressStatistics, today: @escaping () -> CalendarDay) {
    self.today = today
    self.statistics = statistics
    self.statistics?.use(profile)
  }

  /// When the pipeline wants `advance`; nil: not before something happens.
  public var nextDeadline: Instant? { pipeline.nextDeadline?.time }

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
    nodes[node] = known
    if announcing { write(device: .added, known.identity, at: time) }
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
    if isLearning { return learn(frame, from: node) }
    pipeline.handle(frame, from: node, into: &outputs)
    flush()
  }

  /// Events of a node were lost, and its state was read.
  public func resync(_ node: NodeID, down: KeySet, axes: [AxisDescription], at time: Instant) {
    if isLearning { return learn(node, down: down, axes: axes, at: time) }
    pipeline.resync(node, down: down, axes: axes, at: time, into: &outputs)
    flush()
  }

  /// Time has come to `time`.
  public func advance(to time: Instant) {
    pipeline.advance(to: time, into: &outputs)
    flush()
  }

  /// As if every device were unplugged, but nothing is said of the devices.
  public func finish(at time: Instant) {
    for node in nodes.keys.sorted() { stopListening(to: node, at: time) }
    pipeline.finish(at: time, into: &outputs)
    flush()
  }

  /// A node that an entry takes could not be opened, or not be read any more.
  public func announceFailure(
    of description: DeviceDescription, entry: Int?, reason: String, at time: Instant
  ) {
    line.clear()
    line.writeDevice(
      .failed, node: identity(of: description, entry: entry), reason: EscapedText(reason), time: time.microseconds)
    emit(.device)
  }

  /// An attached node was taken from the rest of the desktop, or given back to it.
  public func setGrabbed(_ node: NodeID, _ isGrabbed: Bool, at time: Instant) {
    guard let known = nodes[node], known.isGrabbed != isGrabbed else { return }
    nodes[node]?.isGrabbed = isGrabbed
    write(device: isGrabbed ? .grabbed : .released, known.identity, at: time)
  }

  /// A node that is not attached came or went.
  public func announce(_ change: DeviceChange, _ description: DeviceDescription, entry: Int?, at time: Instant) {
    write(device: change, identity(of: description, entry: entry), at: time)
  }

  /// Key-remap files were read.
  public func announceConfig(loaded: Bool, diagnostics: [DiagnosticMessage]) {
    line.clear()
    line.writeConfig(loaded: loaded, diagnostics: diagnostics)
    emit(.config)
  }

  /// A warning about a device, or about the profile as a whole.
  public func warn(_ code: WarningCode, entry: Int?, message: String, at time: Instant) {
    let name = entry.map { EscapedText(profile.devices[$0].name) }
    line.clear()
    line.writeWarning(
      code, about: name.map { .device($0) }, message: EscapedText(message), time: time.microseconds)
    emit(.warning)
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
  public func use(_ new: Profile, at time: Instant) {
    finish(at: time)
    decide { $0.use(new.policy, at: time, into: &$1) }
    sink.flush()
    let isAnother = new.name != profile.name || new.label != profile.label
    profile = new
    pipeline = Pipeline(profile: new, hasToldClock: pipeline.hasToldClock)
    lines = EventLines(profile: new)
    isPlain = new.isPlain(under: desk.policy)
    recentPresses.use(new)
    statistics?.use(new)
    nodes.removeAll()
    guard isAnother else { return }
    line.clear()
    line.writeProfile(name: EscapedText(new.name), label: EscapedText(new.label), time: time.microseconds)
    emit(.profile)
  }

  // MARK: What is so now

  /// The devices of a `state`: those that are listened to, in the order in which they came.
  public var stateOfDevices: [StateMessage.Device] {
    nodes.filter { $1.entry != nil }.sorted { $0.key < $1.key }
      .map { StateMessage.Device(node: $0.value.identity, isGrabbed: $0.value.isGrabbed) }
  }

  /// How many nodes are listened to.
  public var deviceCount: Int { nodes.values.count { $0.entry != nil } }

  /// The entries that the profile requires and that no device is: in the order of the key-remap file.
  public var absentDevices: [String] {
    let present = Set(nodes.values.compactMap(\.entry))
    return profile.devices.enumerated().filter { $1.isRequired && !present.contains($0) }.map(\.element.name)
  }

  /// The switches of a `state`.
  public var stateOfSwitches: [StateMessage.Switch] {
    lines.stateOfSwitches { pipeline.isDown($0) }
  }

  // MARK: Writing

  private func identity(of description: DeviceDescription, entry: Int?) -> NodeIdentity {
    NodeIdentity(
      entry: entry.map { profile.devices[$0].name }, name: PrintableName.of(description.name), id: description.id,
      kind: description.kind.rawValue)
  }

  private func write(device change: DeviceChange, _ identity: NodeIdentity, at time: Instant) {
    line.clear()
    line.writeDevice(change, node: identity, time: time.microseconds)
    emit(.device)
  }

  /// Sends the line by itself.
  func emit(_ type: MessageType) {
    sink.emit(type, line)
    sink.flush()
  }

  /// Sends what the pipeline has decided, all of it at once.
  private func flush() {
    guard !outputs.isEmpty else { return }
    for output in outputs {
      recentPresses.note(output)
      if statistics != nil, output.isOfPress { statistics?.note(output, on: today()) }
      write(output)
    }
    outputs.removeAll(keepingCapacity: true)
    sink.flush()
  }

  private func write(_ output: Output) {
    line.clear()
    let type: MessageType
    switch output {
    case .command(let command):
      take(command)
      return
    case .press, .pending, .rejected, .stuck, .recalibrate:
      type = lines.write(output, seq: seq, sent: nil, claimant: nil, node: nil, into: &line)
    case .muted(let node, _), .unmuted(let node, _), .clockWentBack(let node, _):
      type = lines.write(output, seq: seq, sent: nil, claimant: nil, node: nodes[node]?.identity, into: &line)
    }
    sink.emit(type, line)
    if case .unmuted(let node, _) = output { floods.append((node, false)) }
    if case .muted(let node, let time) = output {
      floods.append((node, true))
      line.clear()
      sink.emit(lines.writeFloodWarning(node: nodes[node]?.identity, time: time, into: &line), line)
    }
  }
}
