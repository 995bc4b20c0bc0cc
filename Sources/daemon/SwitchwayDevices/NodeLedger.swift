import SwitchwayCore
import SwitchwayTime

/// A change of a node, for the daemon to act on and to report.
public enum RegistryChange<Node> {
  /// A node was opened, and must be read from now on. `entry` is `nil` if no entry matches it: it is only offered.
  case opened(NodeID, entry: Int?, node: Node, NodeAnnouncement)
  /// Another entry matches an open node, or the profile or the node's description has changed.
  case rematched(NodeID, entry: Int, NodeAnnouncement)
  /// This open node must be closed: it has gone, or may no longer be read. `entry` is `nil` if it was only offered.
  case closed(NodeID, entry: Int?, NodeAnnouncement, ClosingReason)
  /// A node that an entry matches could not be opened. This is reported once until the kind of failure changes. The
  /// node will be opened as soon as possible.
  case failed(entry: Int, NodeAnnouncement, NodeFailure)
  /// No entry matches this node, so it stays closed unless it is offered.
  case unmatched(NodeAnnouncement)
  /// A node has gone that was not open, or was open only because it was offered.
  case removed(entry: Int?, NodeAnnouncement)
}

/// The state of every node: which entry of the profile matches it, and whether it is open or waits to be opened. It is
/// a pure value with time as a parameter; only the function that opens nodes, which is passed to it, has effects.
///
/// It does not matter here whether several nodes belong to one device or to equal devices. A node that is added again
/// counts as a new node, even if it has the same number.
///
/// Nodes that no entry matches can be offered, for a client that learns. Then they are also opened. Their addition and
/// removal is reported as for other nodes without an entry.
struct NodeLedger<Node> {
  typealias Change = RegistryChange<Node>

  /// After this many failures because the node does not exist, no further attempt is made until its next announcement.
  static var attemptsAtGone: Int { 6 }

  private enum State {
    case unmatched
    case open(NodeID, entry: Int)
    case waiting(entry: Int, NodeFailure, attempts: Int, next: Instant?)
    /// Reading the open node has failed, because it was unplugged or access to it was revoked. It is opened again at
    /// `next`, unless its removal is announced before.
    case lost(entry: Int, told: NodeFailure?, next: Instant?)
    /// An entry matches the node, but the devices of its seat may not be read. So the node is neither opened nor
    /// reported.
    case withheld
  }

  /// Whether a node without an entry is open, because it is offered.
  private enum Offer {
    case closed
    case open(NodeID)
    /// Opening or reading the node has failed. There is no other attempt until its next announcement, or until it is
    /// offered again.
    case failed
  }

  private struct Record {
    var node: NodeAnnouncement
    var state: State
    var offer = Offer.closed
    /// The number of failures to read the node, and then to open it again.
    var losses = 0
  }

  /// The nodes, in the order of announcement.
  private var records: [Record] = []
  /// The sysfs paths of input devices that this process has made. They are never read, whatever the profile matches.
  private var own: Set<String> = []
  private var lastID = 0
  private var matches: (DeviceDescription) -> Int?
  /// Returns whether a node is offered if no entry matches it. Call `settleOffers` after changing this.
  var offers: (DeviceDescription) -> Bool = { _ in false }
  private var seats = SeatsInFront.all
  private let open: (NodeAnnouncement) -> Result<Node, NodeFailure>

  init(
    matches: @escaping (DeviceDescription) -> Int?, open: @escaping (NodeAnnouncement) -> Result<Node, NodeFailure>
  ) {
    self.matches = matches
    self.open = open
  }

  /// The time to call `retry`, or `nil` if nothing is scheduled.
  var nextRetry: Instant? {
    records.compactMap { record in
      switch record.state {
      case .waiting(_, _, _, let next), .lost(_, _, let next): next
      case .open, .unmatched, .withheld: nil
      }
    }.min()
  }

  var isWaiting: Bool {
    records.contains { record in
      switch record.state {
      case .waiting: true
      case .lost(_, let told, let next): told != nil && next != nil
      case .open, .unmatched, .withheld: false
      }
    }
  }

  /// Handles an announcement of a node.
  mutating func handle(_ event: NodeEvent, at now: Instant, into changes: inout [Change]) {
    switch event {
    case .added(let node), .changed(let node):
      guard !own.contains(SystemAttributes.device(of: node.systemPath)) else { return }
      if let index = index(of: node.systemPath) {
        records[index].node = node
        if case .failed = records[index].offer { records[index].offer = .closed }
        if case .lost = records[index].state {} else { review(index, at: now, renewed: false, into: &changes) }
      } else {
        records.append(Record(node: node, state: .unmatched))
        review(records.count - 1, at: now, renewed: true, into: &changes)
      }
    case .removed(let systemPath):
      own.remove(SystemAttributes.device(of: systemPath))
      if let index = index(of: systemPath) { remove(index, into: &changes) }
    }
  }

  /// Ignores all nodes of the input device at `systemPath` (`…/inputN`) from now on, because this process has made it.
  mutating func disown(_ systemPath: String, into changes: inout [Change]) {
    for record in records where SystemAttributes.device(of: record.node.systemPath) == systemPath {
      if let index = index(of: record.node.systemPath) { remove(index, into: &changes) }
    }
    own.insert(systemPath)
  }

  /// Returns the events that change the known nodes to `nodes`, the list of all present nodes. It is used after
  /// announcements were lost.
  func difference(to nodes: [NodeAnnouncement]) -> [NodeEvent] {
    let present = Set(nodes.map(\.systemPath))
    return records.map(\.node.systemPath).filter { !present.contains($0) }.map { .removed(systemPath: $0) }
      + nodes.map { .added($0) }
  }

  /// Tries again to open the nodes whose next attempt is due.
  mutating func retry(at now: Instant, into changes: inout [Change]) {
    for index in records.indices {
      if case .waiting(let entry, _, _, let next?) = records[index].state, next <= now {
        tryOpening(index, entry: entry, at: now, isTimed: true, into: &changes)
      }
      if case .lost(let entry, let told, let next?) = records[index].state, next <= now {
        openAgain(index, entry: entry, told, at: now, into: &changes)
      }
    }
  }

  /// Tries again to open the node with this path, if it waits, because its access rights may have changed.
  mutating func touched(_ path: String, at now: Instant, into changes: inout [Change]) {
    for index in records.indices where records[index].node.path == path {
      if case .waiting(let entry, _, _, _) = records[index].state {
        tryOpening(index, entry: entry, at: now, isTimed: false, into: &changes)
      }
      if case .lost(let entry, let told?, _?) = records[index].state {
        openAgain(index, entry: entry, told, at: now, into: &changes)
      }
    }
  }

  /// Handles a change of the profile: finds the entry of each node again, and opens or closes nodes. A node that had no
  /// entry and gets none is not reported again.
  mutating func profileChanged(
    _ matches: @escaping (DeviceDescription) -> Int?, at now: Instant, into changes: inout [Change]
  ) {
    self.matches = matches
    for index in records.indices {
      if case .unmatched = records[index].state, matches(records[index].node.description) == nil { continue }
      review(index, at: now, renewed: true, into: &changes)
    }
  }

  /// Handles a change of the seats whose devices may be read: closes and opens nodes.
  mutating func seatsChanged(_ seats: SeatsInFront, at now: Instant, into changes: inout [Change]) {
    self.seats = seats
    for index in records.indices {
      switch records[index].state {
      case .withheld where seats.contains(records[index].node.seat),
        .open where !seats.contains(records[index].node.seat),
        .waiting where !seats.contains(records[index].node.seat):
        review(index, at: now, renewed: false, into: &changes)
      case .withheld, .open, .waiting, .unmatched, .lost: break
      }
    }
  }

  /// Opens the nodes that are offered now, and closes the nodes that are no longer offered. Call this after every other
  /// change.
  mutating func settleOffers(into changes: inout [Change]) {
    for index in records.indices {
      let node = records[index].node
      let isInFront = seats.contains(node.seat)
      var isOffered = false
      if case .unmatched = records[index].state { isOffered = isInFront && offers(node.description) }
      switch records[index].offer {
      case .closed where isOffered:
        records[index].offer = .failed
        guard case .success(let opened) = open(node) else { continue }
        lastID += 1
        records[index].offer = .open(NodeID(rawValue: lastID))
        changes.append(.opened(NodeID(rawValue: lastID), entry: nil, node: opened, node))
      case .open(let id) where !isOffered:
        records[index].offer = .closed
        changes.append(.closed(id, entry: nil, node, isInFront ? .unmatched : .inactive))
      case .failed where !isOffered: records[index].offer = .closed
      case .closed, .open, .failed: break
      }
    }
  }

  /// Handles a failure to read an open node. Until the node's removal is announced, attempts are made to open it again,
  /// at increasing intervals, because only access to it may have been revoked. A node that is only offered is not
  /// opened again.
  mutating func lost(_ id: NodeID, at now: Instant, into changes: inout [Change]) {
    for index in records.indices {
      if case .open(id) = records[index].offer {
        records[index].offer = .failed
        changes.append(.closed(id, entry: nil, records[index].node, .unplugged))
      }
      if case .open(id, let entry) = records[index].state {
        let next = now + Backoff.wait(after: records[index].losses)
        records[index].losses += 1
        records[index].state = .lost(entry: entry, told: nil, next: next)
        changes.append(.closed(id, entry: entry, records[index].node, .unplugged))
      }
    }
  }

  private func index(of systemPath: String) -> Int? { records.firstIndex { $0.node.systemPath == systemPath } }

  private mutating func remove(_ index: Int, into changes: inout [Change]) {
    let record = records.remove(at: index)
    if case .open(let id) = record.offer { changes.append(.closed(id, entry: nil, record.node, .unplugged)) }
    switch record.state {
    case .open(let id, let entry): changes.append(.closed(id, entry: entry, record.node, .unplugged))
    case .waiting(let entry, _, _, _): changes.append(.removed(entry: entry, record.node))
    case .unmatched: changes.append(.removed(entry: nil, record.node))
    case .lost, .withheld: break
    }
  }

  /// Finds the node's entry again, and opens or closes the node. `renewed` says whether the profile or the node is new.
  private mutating func review(_ index: Int, at now: Instant, renewed: Bool, into changes: inout [Change]) {
    let node = records[index].node
    let entry = matches(node.description)
    if entry != nil, !seats.contains(node.seat) { return withhold(index, into: &changes) }
    switch records[index].state {
    case .lost(_, let told, let next):
      // The entry may have another index in a new profile.
      records[index].state = .lost(entry: entry ?? 0, told: told, next: entry == nil ? nil : next ?? now)
    case .open(let id, let old):
      if let entry {
        records[index].state = .open(id, entry: entry)
        if renewed || entry != old { changes.append(.rematched(id, entry: entry, node)) }
      } else {
        records[index].state = .unmatched
        changes.append(.closed(id, entry: old, node, .unmatched))
      }
    case .unmatched, .withheld:
      if let entry {
        tryOpening(index, entry: entry, at: now, isTimed: true, into: &changes)
      } else {
        if case .unmatched = records[index].state, !renewed { return }
        records[index].state = .unmatched
        changes.append(.unmatched(node))
      }
    case .waiting:
      if let entry {
        tryOpening(index, entry: entry, at: now, isTimed: false, into: &changes)
      } else {
        records[index].state = .unmatched
        changes.append(.unmatched(node))
      }
    }
  }

  private mutating func withhold(_ index: Int, into changes: inout [Change]) {
    switch records[index].state {
    case .lost, .withheld: return
    case .open(let id, let entry):
      records[index].state = .withheld
      changes.append(.closed(id, entry: entry, records[index].node, .inactive))
    case .unmatched, .waiting: records[index].state = .withheld
    }
  }

  private mutating func openAgain(
    _ index: Int, entry: Int, _ told: NodeFailure?, at now: Instant, into changes: inout [Change]
  ) {
    let node = records[index].node
    guard seats.contains(node.seat) else {
      records[index].state = .withheld
      return
    }
    switch open(node) {
    case .success(let opened): setOpen(index, entry: entry, opened, into: &changes)
    case .failure(let failure):
      let next = now + Backoff.wait(after: records[index].losses)
      records[index].losses += 1
      let isOver = failure == .gone && records[index].losses >= Self.attemptsAtGone
      records[index].state = .lost(entry: entry, told: failure, next: isOver ? nil : next)
      if failure != told && failure != .gone { changes.append(.failed(entry: entry, node, failure)) }
    }
  }

  private mutating func setOpen(_ index: Int, entry: Int, _ opened: Node, into changes: inout [Change]) {
    lastID += 1
    records[index].state = .open(NodeID(rawValue: lastID), entry: entry)
    changes.append(.opened(NodeID(rawValue: lastID), entry: entry, node: opened, records[index].node))
  }

  /// - Parameter isTimed: whether this attempt makes the interval until the next one longer. An attempt after a change
  ///   of the node does not.
  private mutating func tryOpening(
    _ index: Int, entry: Int, at now: Instant, isTimed: Bool, into changes: inout [Change]
  ) {
    let node = records[index].node
    switch open(node) {
    case .success(let opened): setOpen(index, entry: entry, opened, into: &changes)
    case .failure(let failure):
      var attempts = 0
      var next: Instant?
      var told: NodeFailure?
      if case .waiting(_, let before, let count, let due) = records[index].state {
        (told, attempts, next) = (before, count, due)
      }
      if isTimed || next == nil {
        // Before this time, a change of the node can start another attempt.
        next = now + Backoff.wait(after: attempts)
        attempts += 1
      }
      if failure == .gone && attempts >= Self.attemptsAtGone { next = nil }
      records[index].state = .waiting(entry: entry, failure, attempts: attempts, next: next)
      if failure != told && failure != .gone { changes.append(.failed(entry: entry, node, failure)) }
    }
  }
}
