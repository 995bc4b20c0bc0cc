import SwitchwayConfig
import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayReactor
import SwitchwayText
import SwitchwayTime

/// Reads the computer's devices: opens the devices that entries of the profile match, reads them, and closes them when
/// they are removed. While a client learns, it also reads other devices.
final class LiveInput: InputSource, KeySink {
  var onActivity: (() -> Void)?
  var onEnd: (() -> Void)?
  /// It is called after devices may have been added or removed.
  var onDevices: (() -> Void)?
  /// Writes to the daemon's log.
  var log: ((Log.Level, String) -> Void)?

  /// The largest number of frames that are read from a node in one turn of the loop. Source: docs/design/safety.md,
  /// "The process".
  private static let framesATurn = 64
  /// The largest number of additional turns for which a request waits. One is enough unless a device floods.
  private static let turnsToCatchUp = 3

  /// An open node. This is a class, so that it is not copied for every frame.
  final class Open {
    let node: any InputNode
    /// The index of the profile's entry that matches the node. `nil` if no entry does; then the node is read only for a
    /// client that learns, and never grabbed.
    let entry: Int?
    let announced: NodeAnnouncement
    /// Whether the node has movements, wheels or knobs beside its keys, and is not a pointer.
    let movesMore: Bool
    /// Whether the node is a pointer that the profile wants to grab.
    let isPointer: Bool

    init(node: any InputNode, entry: Int?, announced: NodeAnnouncement, profile: Profile) {
      self.node = node
      self.entry = entry
      self.announced = announced
      isPointer = entry.map { profile.isGrabbedPointer(node.description, entry: $0) } ?? false
      let abilities = node.abilities
      movesMore = !abilities.isPointer && (!abilities.movements.isEmpty || !abilities.knobs.isEmpty)
    }
  }

  let performer: Performer
  let typist: Typist
  /// Sends events on the virtual pointer that replaces grabbed pointers.
  let pointing: Typist
  /// Sends events on the virtual pointer for clients, while the profile allows pointing.
  let clientPointer: Typist
  /// This process's virtual devices that the registry does not ignore yet.
  var own: [VirtualDevice] = []
  /// Keyboards that are grabbed as soon as there is a virtual keyboard.
  var awaitsTypist: Set<NodeID> = []
  var hasBrokenTypist = false
  var hasBrokenPointer = false
  var hasBrokenClientPointer = false
  /// Whether it was reported that there is no pointer for clients.
  var hasReportedClientPointer = false
  /// Whether it was reported that there is no virtual pointer.
  var hasReportedPointer = false
  /// Whether a pointer is not grabbed yet because buttons of the virtual pointer are down.
  var awaitsPointer = false
  /// Whether it was reported that the virtual keyboard could not be replaced.
  var hasReportedReplacement = false
  var isDegraded = false
  var isPanicked = false
  /// Whether the devices of at least one seat are read.
  var isServing = true
  let registry: DeviceRegistry
  var open: [NodeID: Open] = [:] {
    didSet { alone = open.count == 1 ? open.first.map { ($0.key, $0.value) } : nil }
  }
  /// The only open node. `nil` if there is none, or there are several.
  private var alone: (id: NodeID, one: Open)?
  var grabs = GrabKeeper()
  let poller = NodePoller()
  /// The frames of the last read of `alone`. It is reused, so that reading allocates no memory.
  private var batch = NodeBatch()
  private let order = NodeOrder(framesATurn: LiveInput.framesATurn)
  private var sources: [DescriptorSource] = []
  var nextTurn: DeferredSource?
  private var moreDevices: DeferredSource?
  private var deadlineTimer: TimerSource?
  var retryTimer: TimerSource?

  /// - Parameters:
  ///   - performer: the performer that gets the events.
  ///   - registry: finds the nodes that entries of the performer's profile match.
  ///   - maker: makes the virtual devices.
  init(
    performer: Performer, reactor: Reactor, registry: DeviceRegistry,
    maker: @escaping Typist.Maker = { wanted, kind throws(VirtualDeviceFailure) in try VirtualDevice(wanted, as: kind) }
  ) throws {
    self.performer = performer
    typist = Typist(reactor: reactor, as: .keyboard, maker: maker)
    pointing = Typist(reactor: reactor, as: .pointer, maker: maker)
    clientPointer = Typist(reactor: reactor, as: .absolutePointer, maker: maker)
    self.registry = registry
    for descriptor in registry.descriptors {
      sources.append(
        try reactor.watch(descriptor, for: Reactor.Ready.readable, priority: .devices) { [unowned self] _ in
          change { registry.process(at: $0) }
        })
    }
    sources.append(
      try reactor.watch(poller.descriptor, for: Reactor.Ready.readable, priority: .devices) { [unowned self] _ in
        turn()
      })
    nextTurn = try reactor.deferred(priority: .devices) { [unowned self] in turn() }
    moreDevices = try reactor.deferred(priority: .devices) { [unowned self] in change { registry.process(at: $0) } }
    deadlineTimer = try reactor.timer(priority: .deadlines, isLazy: true) { [unowned self] in deadline() }
    retryTimer = try reactor.timer(priority: .control) { [unowned self] in change { registry.retry(at: $0) } }
    setUpTypist()
    performer.keys = self
  }

  var now: Instant { Reactor.now }

  func start() {
    prepareTypist(at: now)
    prepareClientPointer(at: now)
    change { registry.start(at: $0) }
  }

  func clientConnected() {}

  func rearm() {
    // A client's request may have handled the deadline of the panic chord. Then the next turn ends the grabs.
    if performer.hasPanicked, !isPanicked { nextTurn?.schedule() }
    deadlineTimer?.set(to: performer.nextDeadline)
  }

  func profileChanged(at time: Instant) {
    let profile = performer.profile
    // The keys that were down were released under the old profile. The new profile decides which nodes are grabbed.
    awaitsTypist.removeAll()
    prepareTypist(at: time)
    prepareClientPointer(at: time)
    for id in grabs.beginChange() {
      guard let one = open[id] else { continue }
      let description = one.announced.description
      performer.announce(.released, description, entry: profile.entry(for: description), at: time)
    }
    change { registry.profileChanged({ profile.entryToRead(for: $0) }, at: $0) }
    grabs.endChange()
    closeTypistIfUnused()
    closePointerIfUnused()
  }

  func finish() {
    performer.handle(.finished(at: now))
    flushTyped()
    close(Array(open.values)) {
      typist.close()
      pointing.close()
      clientPointer.close()
    }
    _ = grabs.removeAll()
    open.removeAll()
    order.removeAll()
  }

  func catchUp() {
    turn()
    // A frame that came during that turn is decided in the next turn. While a device floods, frames of other devices
    // may need still more turns.
    for _ in 0..<LiveInput.turnsToCatchUp where order.holdsFrames { turn() }
  }

  /// Handles a deadline of the interpreter. The loop reads devices before deadlines, so earlier events have been
  /// decided.
  private func deadline() {
    let time = now
    performer.delayTexts(to: time)
    if let due = performer.nextDeadline, due <= time { performer.handle(.time(due)) }
    settle()
  }

  /// Finishes a turn that has handled events or a deadline.
  private func settle() {
    settleGrabsAfterEvents()
    if performer.hasProfileRequest { onActivity?() }
    deadlineTimer?.set(to: performer.nextDeadline)
  }

  // MARK: Reading

  /// Reads the nodes that are ready, and decides their frames.
  private func turn() {
    performer.delayTexts(to: now)
    if let alone, !order.holdsFrames { read(alone.one.node, alone.id) } else { order.turn(self) }
    if order.hasMore { nextTurn?.schedule() }
    settle()
  }

  /// Reads the only open node. Its frames are decided at once, because no other node can have earlier frames.
  private func read(_ node: any InputNode, _ id: NodeID) {
    if order.hasMore { order.remove(id) }
    let status = node.read(into: &batch, limit: LiveInput.framesATurn)
    for frame in batch.frames { handleFrame(batch.events[frame.range], from: id) }
    if let state = batch.resync { handleState(state, from: id) }
    switch status {
    case .drained: break
    case .more: order.addToBacklog(id)
    case .gone: lose(id)
    }
  }

  // MARK: Nodes that are added and removed

  /// Performs the registry's changes. The time is read before a node is opened, so no event of a new node has an
  /// earlier time.
  func change(_ body: (Instant) -> [DeviceRegistry.Change]) {
    let time = now
    performer.delayTexts(to: time)
    for change in body(time) { perform(change, at: time) }
    if registry.hasMore { moreDevices?.schedule() }
    settleTypist(at: time)
    if clientPointer.failure != nil { prepareClientPointer(at: time) }
    settleGrabs(at: time)
    setRetryTimer()
    onActivity?()
    onDevices?()
    rearm()
  }

  func perform(_ change: DeviceRegistry.Change, at time: Instant) {
    switch change {
    case .opened(let id, let entry, let node, let announced): take(id, node, entry, announced, at: time)
    case .rematched(let id, let entry, let announced):
      guard let one = open[id] else { return }
      // If the interpreter does not know the node, the profile has changed, and the node is not announced again. If the
      // interpreter knows the node and the same entry matches it, only its description has changed, for example its
      // links.
      let isKnown = performer.interpreter.knows(id)
      if isKnown, one.entry == entry {
        grabs.hurry(id, at: time)
        return
      }
      performer.handle(.detached([id], at: time))
      // After a change of the profile, a grab is not ended here, so that it continues if the new profile also grabs the
      // node.
      if isKnown { grabs.remove(id) }
      awaitsTypist.remove(id)
      let again = Open(node: one.node, entry: entry, announced: announced, profile: performer.profile)
      open[id] = again
      performer.handle(
        .attached(
          id, one.node.current, entry: entry, down: one.node.down, at: time, announcing: isKnown))
      warnOfAxes(again)
      decideGrab(id, again, at: time)
    case .closed(let id, let entry, let announced, let reason):
      guard let one = open.removeValue(forKey: id) else { return }
      performer.handle(.detached([id], at: time))
      grabs.remove(id)
      awaitsTypist.remove(id)
      close(one)
      order.remove(id)
      guard let entry else { return }
      log?(.info, "device closed \(fields(of: announced))")
      if reason == .unplugged { performer.warnIfAbsent(entry, at: time) }
    case .failed(let entry, let announced, let failure):
      performer.announceFailure(of: announced.description, entry: entry, reason: failure.word, at: time)
      log?(.warning, "device not opened \(fields(of: announced)) reason=\(failure.word): \(failure.message)")
    case .unmatched(let announced):
      if !refuseText(announced, at: time) { performer.announce(.added, announced.description, entry: nil, at: time) }
    case .removed(let entry, let announced): performer.announce(.removed, announced.description, entry: entry, at: time)
    }
  }

  private func take(
    _ id: NodeID, _ node: any InputNode, _ entry: Int?, _ announced: NodeAnnouncement, at time: Instant
  ) {
    // A node without an entry was opened for a client that learns. This client may have gone meanwhile.
    let isWanted = entry != nil || performer.interpreter.isLearning
    guard isWanted, poller.add(id, node.descriptor) else {
      node.close()
      _ = registry.lost(id, at: time)
      guard let entry else { return }
      performer.announceFailure(of: announced.description, entry: entry, reason: "error", at: time)
      log?(.error, "device not read \(fields(of: announced))")
      return
    }
    let one = Open(node: node, entry: entry, announced: announced, profile: performer.profile)
    open[id] = one
    guard let entry else { return performer.handle(.offered(id, node.description, down: node.down, at: time)) }
    performer.handle(.attached(id, node.description, entry: entry, down: node.down, at: time))
    log?(.info, "device opened \(fields(of: announced)) entry=\(performer.profile.devices[entry].name)")
    warnOfAxes(one)
    decideGrab(id, one, at: time)
  }

  private func close(_ one: Open) {
    poller.remove(one.node.descriptor)
    one.node.close()
  }

  /// Warns about switches on axes that can never press, and about a device that no switch uses.
  private func warnOfAxes(_ one: Open) {
    guard let entry = one.entry else { return }
    for code in performer.profile.axesWithoutRange(of: one.node.description, entry: entry) {
      let axis = EventNames.shown(type: EventType.absolute, code)
      log?(.warning, "device axis unusable node=\(one.announced.path) axis=\(axis)")
    }
    let description = one.node.description
    if performer.profile.isUsed(entry), !performer.profile.hears(description, entry: entry) {
      // A node without keys is normal, such as the motion sensor of a gamepad, so it is not worth a warning.
      log?(
        description.keys.isEmpty ? .info : .warning,
        "device unheard \(fields(of: one.announced)): it has no input that a switch of the profile uses; "
          + UnheardText.help(for: description, entry: performer.profile.devices[entry].name))
    }
    for message in performer.sharedInputMessages(one.node.description, entry: entry) {
      log?(.warning, "device inputs shared \(fields(of: one.announced)): \(message)")
    }
  }

  func fields(of announced: NodeAnnouncement) -> String {
    "node=\(announced.path) name=\(PrintableName.of(announced.description.name).quotedForLog)"
  }
}
