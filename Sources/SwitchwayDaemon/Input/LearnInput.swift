import SwitchwayConfig
import SwitchwayCore
import SwitchwayDevices
import SwitchwayProtocol
import SwitchwayReactor
import SwitchwayReport

/// Reads the devices that no entry of the profile matches, while a client learns, and closes them afterwards.
///
/// They are never grabbed, so the desktop gets their events. Matched devices are read by `LiveInput` as usual, and the
/// interpreter reports their inputs as learned.
final class LearnInput {
  /// The first node number, above all numbers of `LiveInput`.
  private static let firstNumber = 1 << 40
  /// Frames of a device per turn of the loop. Source: the project's design, "The process".
  private static let framesATurn = 64

  private let performer: Performer
  private let registry: DeviceRegistry
  private let poller = NodePoller()
  private var open: [NodeID: any InputNode] = [:]
  private var batch = NodeBatch()
  private var backlog: [NodeID] = []
  private var sources: [DescriptorSource] = []
  private var nextTurn: DeferredSource?
  private var moreDevices: DeferredSource?
  private var retryTimer: TimerSource?

  /// Opens present and new devices until `close`.
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

  /// Handles a change of the profile. The profile's own devices are not read here.
  func profileChanged() { change { registry.profileChanged(LearnInput.offer(beside: performer.profile), at: $0) } }

  /// Closes every node. Held inputs are reported as released.
  func close() {
    sources.removeAll()
    moreDevices = nil
    retryTimer?.set(to: nil)
    for id in open.keys.sorted() { close(id, at: Reactor.now) }
  }

  /// Selects the devices to listen to although no entry matches them.
  private static func offer(beside profile: Profile) -> (DeviceDescription) -> Int? {
    { description in
      let isOffered =
        profile.entryToRead(for: description) == nil && InputListener.mayListen(to: description)
        && !description.isOwn
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
        performer.handle(.offered(id, node.description, down: node.down, at: time))
      case .closed(let number, _, _, _): close(LearnInput.id(number), at: time)
      case .rematched, .failed, .unmatched, .removed: break
      }
    }
    retryTimer?.set(to: registry.nextRetry)
    if registry.hasMore { moreDevices?.schedule() }
  }

  private func close(_ id: NodeID, at time: Instant) {
    guard let node = open.removeValue(forKey: id) else { return }
    performer.handle(.detached([id], at: time))
    poller.remove(node.descriptor)
    node.close()
    backlog.removeAll { $0 == id }
  }

  private func turn() {
    // A report may end the learning and release this object.
    withExtendedLifetime(self) { readOnce() }
  }

  private func readOnce() {
    var ready = backlog
    backlog.removeAll(keepingCapacity: true)
    poller.ready(into: &ready)
    for id in ready {
      guard let node = open[id] else { continue }
      let status = node.read(into: &batch, limit: LearnInput.framesATurn)
      for frame in batch.frames where open[id] != nil {
        performer.handle(.frame(batch.events[frame.range], from: id))
      }
      if let state = batch.resync {
        performer.handle(.resynced(id, down: state.down, axes: state.axes, at: state.time))
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
