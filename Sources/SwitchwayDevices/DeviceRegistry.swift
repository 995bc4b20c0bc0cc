import SwitchwayCore

/// The nodes of the machine that a profile takes: opened when they come, told when they go, waited for while they
/// cannot be opened.
///
/// Belongs to one loop: watch `descriptors` for reading and call `process` when one is readable; call `retry` at
/// `nextRetry`. The registry keeps no node open: who was given one by `.opened` closes it at `.closed`.
public final class DeviceRegistry {
  /// What `process` and `retry` tell.
  public typealias Change = RegistryChange<EvdevNode>

  private let monitor: DeviceMonitor
  private let watch = AttributeWatch()
  private var ledger: NodeLedger<EvdevNode>
  /// What is known of and not handled yet, in order.
  private var waiting: ArraySlice<NodeEvent> = []
  /// Announcements were lost and the nodes could not be listed: when that is tried again.
  private var nextComparison: Instant?

  /// Starts to listen. Call `start` next.
  ///
  /// - Parameter matches: the entry of the profile that takes a node, nil for none (`Profile.entry(for:)`).
  public init(matches: @escaping (DeviceDescription) -> Int?) throws(DeviceMonitor.Failure) {
    monitor = try DeviceMonitor()
    SpareDescriptors.shared.hold()
    ledger = NodeLedger(matches: matches) { node in
      do throws(NodeFailure) {
        return .success(try SpareDescriptors.shared.openDevice { () throws(NodeFailure) in try EvdevNode(node) })
      } catch { return .failure(error) }
    }
  }

  /// What to watch for reading: fixed for the registry's life.
  public var descriptors: [Int32] { [monitor.descriptor, watch.descriptor].filter { $0 >= 0 } }

  /// When `retry` is to be called (`CLOCK_MONOTONIC`); nil while nothing waits.
  public var nextRetry: Instant? { [ledger.nextRetry, nextComparison].compactMap(\.self).min() }

  /// The nodes that are there already.
  public func start(at now: Instant) -> [Change] {
    change { ledger, changes in
      for event in comparison(with: ledger, at: now) { ledger.handle(event, at: now, into: &changes) }
    }
  }

  /// `process` is to be called again, whether or not a descriptor is readable.
  public var hasMore: Bool { !waiting.isEmpty }

  /// A descriptor is readable, or there is more. A bounded part of a flood is handled at once: then there `hasMore`, or the
  /// descriptor stays readable.
  public func process(at now: Instant) -> [Change] {
    change { ledger, changes in
      if waiting.isEmpty { waiting = (monitor.receive() ?? comparison(with: ledger, at: now))[...] }
      for event in waiting.prefix(DeviceMonitor.turn) { ledger.handle(event, at: now, into: &changes) }
      waiting = waiting.dropFirst(DeviceMonitor.turn)
      for path in watch.changed() { ledger.touched(path, at: now, into: &changes) }
    }
  }

  /// Tries again what is due. Harmless when nothing is.
  public func retry(at now: Instant) -> [Change] {
    change { ledger, changes in
      if let due = nextComparison, due <= now {
        for event in comparison(with: ledger, at: now) { ledger.handle(event, at: now, into: &changes) }
      }
      ledger.retry(at: now, into: &changes)
    }
  }

  /// Another profile is in force.
  public func profileChanged(_ matches: @escaping (DeviceDescription) -> Int?, at now: Instant) -> [Change] {
    change { ledger, changes in ledger.profileChanged(matches, at: now, into: &changes) }
  }

  /// Other seats are ours now.
  public func seatsChanged(_ seats: SeatsInFront, at now: Instant) -> [Change] {
    change { ledger, changes in ledger.seatsChanged(seats, at: now, into: &changes) }
  }

  /// Reading the node said `.gone`.
  public func lost(_ id: NodeID, at now: Instant) -> [Change] {
    change { ledger, changes in ledger.lost(id, at: now, into: &changes) }
  }

  /// The keyboard that this process types on was just made: it is never opened, whatever the profile matches. To be
  /// called before the next `process`.
  public func disown(_ keyboard: VirtualKeyboard) -> [Change] {
    change { ledger, changes in ledger.disown(keyboard.systemPath, into: &changes) }
  }

  /// What has changed since the last announcements, found by listing the nodes. Nodes that cannot be listed now are
  /// listed a second later: they are not gone.
  private func comparison(with ledger: NodeLedger<EvdevNode>, at now: Instant) -> [NodeEvent] {
    guard let nodes = monitor.list() else {
      nextComparison = now + .seconds(1)
      return []
    }
    nextComparison = nil
    return ledger.difference(to: nodes)
  }

  private func change(_ body: (inout NodeLedger<EvdevNode>, inout [Change]) -> Void) -> [Change] {
    var changes: [Change] = []
    body(&ledger, &changes)
    watch.set(ledger.isWaiting)
    return changes
  }
}
