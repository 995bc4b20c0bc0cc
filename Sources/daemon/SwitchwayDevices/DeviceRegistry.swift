import SwitchwayCore
import SwitchwayTime

/// The computer's nodes that a profile matches. It opens them when they appear, reports their removal, and retries
/// those that cannot be opened. On demand it also opens others.
///
/// Belongs to one event loop: watch `descriptors` for reading and call `process` when one is readable; call `retry` at
/// `nextRetry`. The receiver of a node in `.opened` must close it at `.closed`; the registry keeps no node open.
public final class DeviceRegistry {
  /// A change that `process` or `retry` reports.
  public typealias Change = RegistryChange<any InputNode>

  private let monitor: any NodeMonitor
  private let watch = AttributeWatch()
  private var ledger: NodeLedger<any InputNode>
  /// Events that are not handled yet, in order.
  private var waiting: ArraySlice<NodeEvent> = []
  /// The time to list the nodes again. It is set if announcements were lost, and listing failed.
  private var nextComparison: Instant?

  /// Starts to listen. Call `start` next.
  ///
  /// - Parameter matches: the index of the profile's entry for a node, `nil` for none (`Profile.entry(for:)`).
  public convenience init(matches: @escaping (DeviceDescription) -> Int?) throws(DeviceMonitor.Failure) {
    self.init(monitor: try DeviceMonitor(), matches: matches, open: DeviceRegistry.open)
  }

  /// As above, with another monitor, and with `open` to open the nodes that it announces.
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

  /// Opens a node with its type: no other place knows the types of nodes.
  private static func open(_ node: NodeAnnouncement) throws(NodeFailure) -> any InputNode {
    try SpareDescriptors.shared.openDevice { () throws(NodeFailure) in try EvdevNode(node) }
  }

  /// The descriptors to watch for reading. They do not change.
  public var descriptors: [Int32] { [monitor.descriptor, watch.descriptor].filter { $0 >= 0 } }

  /// The time to call `retry` (`CLOCK_MONOTONIC`), or `nil` if nothing waits.
  public var nextRetry: Instant? { [ledger.nextRetry, nextComparison].compactMap(\.self).min() }

  /// Handles the nodes that already exist.
  public func start(at now: Instant) -> [Change] {
    change { ledger, changes in
      for event in comparison(with: ledger, at: now) { ledger.handle(event, at: now, into: &changes) }
    }
  }

  /// Whether to call `process` again, even if no descriptor is readable.
  public var hasMore: Bool { !waiting.isEmpty }

  /// Handles a readable descriptor, or more events. Handles a bounded number at once; if events are left, `hasMore` is
  /// true or the descriptor stays readable.
  public func process(at now: Instant) -> [Change] {
    change { ledger, changes in
      if waiting.isEmpty { waiting = (monitor.receive() ?? comparison(with: ledger, at: now))[...] }
      for event in waiting.prefix(DeviceMonitor.turn) { ledger.handle(event, at: now, into: &changes) }
      waiting = waiting.dropFirst(DeviceMonitor.turn)
      for path in watch.changed() { ledger.touched(path, at: now, into: &changes) }
    }
  }

  /// Retries the nodes that are due. Does nothing if nothing is due.
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

  /// Handles a change of the seats that may be read.
  public func seatsChanged(_ seats: SeatsInFront, at now: Instant) -> [Change] {
    change { ledger, changes in ledger.seatsChanged(seats, at: now, into: &changes) }
  }

  /// Handles a change of the offered nodes, which are opened although no entry matches them. At first there are none.
  public func offersChanged(_ offers: @escaping (DeviceDescription) -> Bool) -> [Change] {
    change { ledger, _ in ledger.offers = offers }
  }

  /// Handles a node whose reading returned `.gone`.
  public func lost(_ id: NodeID, at now: Instant) -> [Change] {
    change { ledger, changes in ledger.lost(id, at: now, into: &changes) }
  }

  /// Excludes the virtual device that this process just made. It is never opened, whatever the profile matches. Call it
  /// before the next `process`.
  public func disown(_ device: VirtualDevice) -> [Change] {
    change { ledger, changes in ledger.disown(device.systemPath, into: &changes) }
  }

  /// Lists the nodes and returns the changes since the last announcements. If listing fails, retries a second later;
  /// until then no node counts as gone.
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
