import SwitchwayConfig
import SwitchwayCore
import SwitchwayDevices
import SwitchwayProtocol

/// The devices that no entry of the profile takes, read for as long as a client learns, and closed with its end.
///
/// They are never grabbed: the desktop gets what they send. What the profile takes is read by `LiveInput` as ever, and the
/// interpreter tells it as learned.
final class LearnInput {
  /// The numbers of these nodes begin where those of `LiveInput` never come.
  private static let firstNumber = 1 << 40
  /// Frames of a device in one turn of the loop. Source: the project's design, "The process".
  private static let framesATurn = 64

  private let performer: Performer
  private let registry: DeviceRegistry
  private let poller = NodePoller()
  private var open: [NodeID: EvdevNode] = [:]
  private var batch = NodeBatch()
  private var backlog: [NodeID] = []
  private var sources: [DescriptorSource] = []
  private var nextTurn: DeferredSource?
  private var moreDevices: DeferredSource?
  private var retryTimer: TimerSource?

  /// Opens what is there, and what comes, until `close`.
  init(performer: Performer, reactor: Reactor) throws {
    self.performer = performer
    registry = try DeviceRegistry(matches: LearnInput.offer(beside: performer.profile))
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
    retryTimer = try reactor.timer(priority: .control) { [unowned self] in change { registry.retry(at: $0) } }
    change { registry.start(at: $0) }
  }

  /// Another profile is in force: what it takes is its own to read.
  func profileChanged() { change { registry.profileChanged(LearnInput.offer(beside: performer.profile), at: $0) } }

  /// Closes every node; what they were told to hold is told to be let go of.
  func close() {
    sources.removeAll()
    moreDevices = nil
    retryTimer?.set(to: nil)
    for id in open.keys.sorted() { close(id, at: Reactor.now) }
  }

  /// What is listened to although nothing takes it.
  private static func offer(beside profile: Profile) -> (DeviceDescription) -> Int? {
    { description in
      let isOffered =
        profile.entryToRead(for: description) == nil && InputListener.mayListen(to: description)
        && !description.isOwnKeyboard
      return isOffered ? 0 : nil
    }
  }

  private func change(_ body: (Instant) -> [DeviceRegistry.Change]) {
    let time = Reactor.now
    for change in body(time) {
      switch change {
      case .opened(let number, _, let node, _):
        let id = LearnInput.id(number)
        guard poller.add(id, node.descriptor) else {
          node.close()
          _ = registry.lost(number, at: time)
          continue
        }
        open[id] = node
        performer.interpreter.attachForLearning(id, node.description, down: node.down, at: time)
      case .closed(let number, _, _, _): close(LearnInput.id(number), at: time)
      case .rematched, .failed, .unmatched, .removed: break
      }
    }
    retryTimer?.set(to: registry.nextRetry)
    if registry.hasMore { moreDevices?.schedule() }
  }

  private func close(_ id: NodeID, at time: Instant) {
    guard let node = open.removeValue(forKey: id) else { return }
    performer.interpreter.stopListening(to: id, at: time)
    poller.remove(node.descriptor)
    node.close()
    backlog.removeAll { $0 == id }
  }

  private func turn() {
    // What is told may end the learning, and this with it.
    withExtendedLifetime(self) { readOnce() }
  }

  private func readOnce() {
    var ready = backlog
    backlog.removeAll(keepingCapacity: true)
    poller.ready(into: &ready)
    for id in ready {
      guard let node = open[id] else { continue }
      let status = node.read(into: &batch, limit: LearnInput.framesATurn)
      for frame in batch.frames { performer.interpreter.learn(batch.events[frame.range], from: id) }
      if let state = batch.resync {
        performer.interpreter.learn(id, down: state.down, axes: state.axes, at: state.time)
      }
      switch status {
      case .drained: break
      case .more: backlog.append(id)
      case .gone: change { registry.lost(NodeID(rawValue: id.rawValue - LearnInput.firstNumber), at: $0) }
      }
    }
    if !backlog.isEmpty { nextTurn?.schedule() }
  }

  private static func id(_ number: NodeID) -> NodeID { NodeID(rawValue: number.rawValue + firstNumber) }
}
