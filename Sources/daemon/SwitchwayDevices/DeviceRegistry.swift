import SwitchwayCore
import SwitchwayTime

/// Opens the computer's nodes that entries of a profile match, when they appear, and reports their removal. If a node
/// cannot be opened, tries again later. It can also open nodes that no entry matches (`offersChanged`).
///
/// It is used by one event loop, which watches `descriptors`, calls `process` when one of them is readable, and calls
/// `retry` at `nextRetry`. The loop must close a node that it gets in `.opened` when it gets `.closed`; the registry
/// itself closes no nodes.
public final class DeviceRegistry {
  /// A change that `process` or `retry` reports.
  public typealias Change = RegistryChange<any InputNode>

  private let monitor: any NodeMonitor
  private let watch = AttributeWatch()
  private var ledger: NodeLedger<any InputNode>
  /// The events that were received and are not handled yet, in order.
  private var waiting: ArraySlice<NodeEvent> = []
  /// The time to list the nodes again. `nil` unless announcements were lost and listing the nodes has failed.
  private var nextComparison: Instant?

  /// Starts to listen. Call `start` next.
  ///
  /// - Parameter matches: returns the index of the profile's entry that matches a node, or `nil` if none does.
  public convenience init(matches: @escaping (DeviceDescription) -> Int?) throws(DeviceMonitor.Failure) {
    self.init(monitor: try DeviceMonitor(), matches: matches, open: DeviceRegistry.open)
  }

  /// Makes a registry with another monitor, and with the function `open`, which opens the nodes that the monitor
  /// announces.
  package init(
    monitor: any NodeMonitor, matches: @escaping (DeviceDescription) -> Int?,
    open: @escaping (NodeAnnouncement) throws(NodeFailure) -> any InputNode
  ) {
    self.monitor = monitor
    SpareDescriptors.shared.hold()
    ledger = NodeLedger(matches: matches) { node in
      do throws(NodeFailure) { return .success(try open(node)) } catch { return .failure(error) }
    }
  }

  /// Opens a node as an `EvdevNode`. Only this function knows which type a node needs.
  private static func open(_ node: NodeAnnouncement) throws(NodeFailure) -> any InputNode {
    try SpareDescriptors.shared.openDevice { () throws(NodeFailure) in try EvdevNode(node) }
  }

  /// The descriptors to watch for reading. They do not change.
  public var descriptors: [Int32] { [monitor.descriptor, watch.descriptor].filter { $0 >= 0 } }

  /// The time to call `retry` (`CLOCK_MONOTONIC`), or `nil` if nothing is scheduled.
  public var nextRetry: Instant? { [ledger.nextRetry, nextComparison].compactMap(\.self).min() }

  /// Handles the nodes that already exist, and returns the changes.
  public func start(at now: Instant) -> [Change] {
    change { ledger, changes in
      for event in comparison(with: ledger, at: now) { ledger.handle(event, at: now, into: &changes) }
    }
  }

  /// Whether to call `process` again even if no descriptor is readable.
  public var hasMore: Bool { !waiting.isEmpty }

  /// Handles announcements and changed access rights, up to a limit. If more are left, `hasMore` is true or a
  /// descriptor stays readable.
  public func process(at now: Instant) -> [Change] {
    change { ledger, changes in
      if waiting.isEmpty { waiting = (monitor.receive() ?? comparison(with: ledger, at: now))[...] }
      for event in waiting.prefix(DeviceMonitor.turn) { ledger.handle(event, at: now, into: &changes) }
      waiting = waiting.dropFirst(DeviceMonitor.turn)
      for path in watch.changed() { ledger.touched(path, at: now, into: &changes) }
    }
  }

  /// Tries again to open the nodes whose next attempt is due, and to list nodes if that is due.
  public func retry(at now: Instant) -> [Change] {
    change { ledger, changes in
      if let due = nextComparison, due <= now {
        for event in comparison(with: ledger, at: now) { ledger.handle(event, at: now, into: &changes) }
      }
      ledger.retry(at: now, into: &changes)
    }
  }

  /// Handles a change of the profile.
  public func profileChanged(_ matches: @escaping (DeviceDescription) -> Int?, at now: Instant) -> [Change] {
    change { ledger, changes in ledger.profileChanged(matches, at: now, into: &changes) }
  }

  /// Handles a change of the seats whose devices may be read.
  public func seatsChanged(_ seats: SeatsInFront, at now: Instant) -> [Change] {
    change { ledger, changes in ledger.seatsChanged(seats, at: now, into: &changes) }
  }

  /// Changes which nodes are offered: they are opened although no entry of the profile matches them. At first, no nodes
  /// are offered.
  public func offersChanged(_ offers: @escaping (DeviceDescription) -> Bool) -> [Change] {
    change { ledger, _ in ledger.offers = offers }
  }

  /// Handles the loss of a node, whose `read` has returned `.gone`.
  public func lost(_ id: NodeID, at now: Instant) -> [Change] {
    change { ledger, changes in ledger.lost(id, at: now, into: &changes) }
  }

  /// Excludes a virtual device that this process has just made, so that it is never opened, whatever the profile
  /// matches. Call this before the next `process`.
  public func disown(_ device: VirtualDevice) -> [Change] {
    change { ledger, changes in ledger.disown(device.systemPath, into: &changes) }
  }

  /// Lists the nodes and returns their differences from the known nodes as events. If listing fails, schedules another
  /// attempt a second later; until then no node counts as gone.
  private func comparison(with ledger: NodeLedger<any InputNode>, at now: Instant) -> [NodeEvent] {
    guard let nodes = monitor.list() else {
      nextComparison = now + .seconds(1)
      return []
    }
    nextComparison = nil
    return ledger.difference(to: nodes)
  }

  private func change(_ body: (inout NodeLedger<any InputNode>, inout [Change]) -> Void) -> [Change] {
    var changes: [Change] = []
    body(&ledger, &changes)
    ledger.settleOffers(into: &changes)
    watch.set(ledger.isWaiting)
    return changes
  }
}
