import SwitchwayCore
import SwitchwayDevices
import SwitchwayProtocol

/// The machine's devices: opens those that the profile takes, reads them, and closes them when they go.
final class LiveInput: InputSource {
  var onActivity: (() -> Void)?
  var onEnd: (() -> Void)?
  /// What to tell whoever looks after the daemon.
  var log: ((Log.Level, String) -> Void)?

  /// Frames of a device in one turn of the loop. Source: the project's design, "The process".
  private static let framesATurn = 64

  private struct Open {
    let node: EvdevNode
    let source: DescriptorSource
    let entry: Int
  }

  private let engine: Engine
  private let reactor: Reactor
  private let registry: DeviceRegistry
  private var open: [NodeID: Open] = [:]
  private var batch = NodeBatch()
  /// Nodes of which more is to be read than one turn allows, and that may hold events the kernel no longer has.
  private var backlog: [NodeID] = []
  private var sources: [DescriptorSource] = []
  private var backlogTimer: TimerSource?
  private var deadlineTimer: TimerSource?
  private var retryTimer: TimerSource?

  init(engine: Engine, reactor: Reactor) throws {
    self.engine = engine
    self.reactor = reactor
    let profile = engine.profile
    registry = try DeviceRegistry { profile.entry(for: $0) }
    for descriptor in registry.descriptors {
      sources.append(
        try reactor.watch(descriptor, for: Reactor.Ready.readable, priority: .devices) { [unowned self] _ in
          change { registry.process(at: $0) }
        })
    }
    backlogTimer = try reactor.timer(priority: .devices) { [unowned self] in readBacklog() }
    deadlineTimer = try reactor.timer(priority: .deadlines) { [unowned self] in deadline() }
    retryTimer = try reactor.timer(priority: .control) { [unowned self] in change { registry.retry(at: $0) } }
  }

  var now: Instant { Reactor.now }

  func start() { change { registry.start(at: $0) } }

  func clientConnected() {}

  func rearm() { deadlineTimer?.set(to: engine.nextDeadline) }

  func profileChanged(at time: Instant) {
    let profile = engine.profile
    change { registry.profileChanged({ profile.entry(for: $0) }, at: $0) }
  }

  func finish() {
    engine.finish(at: now)
    for one in open.values {
      one.source.cancel()
      one.node.close()
    }
    open.removeAll()
    backlog.removeAll()
  }

  /// A deadline of the engine has come. Devices were served first, so what happened before it has been told.
  private func deadline() {
    if let due = engine.nextDeadline, due <= now { engine.advance(to: due) }
    onActivity?()
    rearm()
  }

  // MARK: Reading

  private func read(_ id: NodeID) {
    guard let one = open[id] else { return }
    // A frame is answered before it is asked whether there is another: that question is a call of the system.
    var status = NodeReadStatus.more
    for _ in 0..<LiveInput.framesATurn where status == .more {
      status = one.node.read(into: &batch, limit: 1)
      for frame in batch.frames { engine.handle(batch.events[frame.range], from: id) }
      if let state = batch.resync { engine.resync(id, down: state.down, axes: state.axes, at: state.time) }
    }
    switch status {
    case .drained: break
    case .more:
      if !backlog.contains(id) { backlog.append(id) }
      backlogTimer?.set(to: now)
    case .gone: change { _ in registry.lost(id) }
    }
    onActivity?()
    rearm()
  }

  /// One turn of each node that had more, after whatever else was ready.
  private func readBacklog() {
    let waiting = backlog
    backlog.removeAll(keepingCapacity: true)
    for id in waiting { read(id) }
  }

  // MARK: What comes and goes

  /// Does what the registry says, at a time that is taken before it opens anything: no event of a new node is older.
  private func change(_ body: (Instant) -> [DeviceRegistry.Change]) {
    let time = now
    for change in body(time) { perform(change, at: time) }
    retryTimer?.set(to: registry.nextRetry)
    onActivity?()
    rearm()
  }

  private func perform(_ change: DeviceRegistry.Change, at time: Instant) {
    switch change {
    case .opened(let id, let entry, let node, let announced): take(id, node, entry, announced, at: time)
    case .rematched(let id, let entry, _):
      guard let one = open[id] else { return }
      // A profile that changed has made the engine forget the node: it is not announced again. A node that is only
      // described anew, with other links for example, goes on as it is.
      let isKnown = engine.knows(id)
      if isKnown, one.entry == entry { return }
      engine.detach(id, at: time)
      open[id] = Open(node: one.node, source: one.source, entry: entry)
      engine.attach(id, one.node.current, entry: entry, down: one.node.down, at: time, announcing: isKnown)
    case .closed(let id, let entry, let announced, let reason):
      guard let one = open.removeValue(forKey: id) else { return }
      one.source.cancel()
      one.node.close()
      backlog.removeAll { $0 == id }
      engine.detach(id, at: time)
      log?(.info, "device closed \(fields(of: announced))")
      if reason == .unplugged { warnIfRequired(entry, at: time) }
    case .failed(let entry, let announced, let failure):
      engine.announceFailure(of: announced.description, entry: entry, reason: failure.word, at: time)
      log?(.warning, "device not opened \(fields(of: announced)) reason=\(failure.word): \(failure.message)")
    case .unmatched(let announced): engine.announce(.added, announced.description, entry: nil, at: time)
    case .removed(let entry, let announced): engine.announce(.removed, announced.description, entry: entry, at: time)
    }
  }

  private func take(_ id: NodeID, _ node: EvdevNode, _ entry: Int, _ announced: NodeAnnouncement, at time: Instant) {
    do throws(Reactor.Failure) {
      let source = try reactor.watch(node.descriptor, for: Reactor.Ready.readable, priority: .devices) {
        [unowned self] _ in read(id)
      }
      open[id] = Open(node: node, source: source, entry: entry)
      engine.attach(id, node.description, entry: entry, down: node.down, at: time)
      log?(.info, "device opened \(fields(of: announced)) entry=\(engine.profile.devices[entry].name)")
    } catch {
      node.close()
      _ = registry.lost(id)
      engine.announceFailure(of: announced.description, entry: entry, reason: "error", at: time)
      log?(.error, "device not read \(fields(of: announced)): \(error)")
    }
  }

  private func warnIfRequired(_ entry: Int, at time: Instant) {
    guard engine.profile.devices.indices.contains(entry), engine.profile.devices[entry].isRequired,
      !open.values.contains(where: { $0.entry == entry })
    else { return }
    engine.warn(.deviceLost, entry: entry, message: "a device that is needed is gone: plug it in again", at: time)
  }

  private func fields(of announced: NodeAnnouncement) -> String {
    "node=\(announced.path) name=\(PrintableName.of(announced.description.name).quotedForLog)"
  }
}
