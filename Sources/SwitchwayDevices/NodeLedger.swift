import SwitchwayCore

/// What became of a node, for the daemon to act on and to tell.
public enum RegistryChange<Node> {
  /// A node that the entry takes was opened: read it from now on.
  case opened(NodeID, entry: Int, node: Node, NodeAnnouncement)
  /// An open node now belongs to another entry, or to the same one of a new profile, or is described anew.
  case rematched(NodeID, entry: Int, NodeAnnouncement)
  /// An open node is to be closed: it went, or no entry takes it any more.
  case closed(NodeID, entry: Int, NodeAnnouncement, ClosingReason)
  /// A node that the entry takes could not be opened. Told once for each kind of failure; taken as soon as it can be.
  case failed(entry: Int, NodeAnnouncement, NodeFailure)
  /// A node that no entry takes: it stays closed.
  case unmatched(NodeAnnouncement)
  /// A node that was not open went.
  case removed(entry: Int?, NodeAnnouncement)
}

/// Which nodes there are, who takes them, and which of them wait to be opened. Pure but for the opening, which is given;
/// time is a parameter.
///
/// Several nodes of a device and several equal devices are just several nodes; one that comes back is a new one,
/// whatever its number.
struct NodeLedger<Node> {
  typealias Change = RegistryChange<Node>

  /// Openings of a node that is not there, after which its next announcement is waited for.
  static var attemptsAtGone: Int { 6 }

  private enum State {
    case unmatched
    case open(NodeID, entry: Int)
    case waiting(entry: Int, NodeFailure, attempts: Int, next: Instant?)
    /// Was open, reading it failed: it was unplugged, or the opening was revoked. Its removal, or `next`, is waited for.
    case lost(entry: Int, told: NodeFailure?, next: Instant?)
    /// An entry takes it, but its seat is not ours now: neither opened nor told.
    case withheld
  }

  private struct Record {
    var node: NodeAnnouncement
    var state: State
    /// How often reading it has failed, or opening it after that.
    var losses = 0
  }

  /// In the order of announcement.
  private var records: [Record] = []
  /// The input devices that this process made, by their paths in sysfs. What it types is never read back, whatever the
  /// profile matches.
  private var own: Set<String> = []
  private var lastID = 0
  private var matches: (DeviceDescription) -> Int?
  private var seats: SeatsInFront
  private let open: (NodeAnnouncement) -> Result<Node, NodeFailure>

  init(
    seats: SeatsInFront = .all, matches: @escaping (DeviceDescription) -> Int?,
    open: @escaping (NodeAnnouncement) -> Result<Node, NodeFailure>
  ) {
    self.seats = seats
    self.matches = matches
    self.open = open
  }

  /// When `retry` is to be called; nil while nothing waits for a time.
  var nextRetry: Instant? {
    records.compactMap { record in
      switch record.state {
      case .waiting(_, _, _, let next), .lost(_, _, let next): next
      case .open, .unmatched, .withheld: nil
      }
    }.min()
  }

  /// Whether a node waits to be opened.
  var isWaiting: Bool {
    records.contains { record in
      switch record.state {
      case .waiting: true
      case .lost(_, let told, let next): told != nil && next != nil
      case .open, .unmatched, .withheld: false
      }
    }
  }

  /// Takes an announcement.
  mutating func handle(_ event: NodeEvent, at now: Instant, into changes: inout [Change]) {
    switch event {
    case .added(let node), .changed(let node):
      guard !own.contains(device(of: node.systemPath)) else { return }
      if let index = index(of: node.systemPath) {
        records[index].node = node
        if case .lost = records[index].state {} else { review(index, at: now, renewed: false, into: &changes) }
      } else {
        records.append(Record(node: node, state: .unmatched))
        review(records.count - 1, at: now, renewed: true, into: &changes)
      }
    case .removed(let systemPath):
      own.remove(device(of: systemPath))
      if let index = index(of: systemPath) { remove(index, into: &changes) }
    }
  }

  /// This process made the input device at `systemPath` (`…/inputN`): its nodes are as if they were not there.
  mutating func disown(_ systemPath: String, into changes: inout [Change]) {
    for record in records where device(of: record.node.systemPath) == systemPath {
      if let index = index(of: record.node.systemPath) { remove(index, into: &changes) }
    }
    own.insert(systemPath)
  }

  /// What happened, where this is the whole list of nodes now and announcements were lost: what is not in it went.
  func difference(to nodes: [NodeAnnouncement]) -> [NodeEvent] {
    let present = Set(nodes.map(\.systemPath))
    return records.map(\.node.systemPath).filter { !present.contains($0) }.map { .removed(systemPath: $0) }
      + nodes.map { .added($0) }
  }

  /// Tries what is due.
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

  /// Tries the node of this path if it waits: something about it changed.
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

  /// Another profile is in force: nodes change hands, are opened or closed. One that stays untaken is not told again.
  mutating func profileChanged(
    _ matches: @escaping (DeviceDescription) -> Int?, at now: Instant, into changes: inout [Change]
  ) {
    self.matches = matches
    for index in records.indices {
      if case .unmatched = records[index].state, matches(records[index].node.description) == nil { continue }
      review(index, at: now, renewed: true, into: &changes)
    }
  }

  /// Other seats are ours now: nodes of the others are closed, nodes of ours opened.
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

  /// Reading the node failed. Does nothing for a node that is not open. It is opened again with back-off while its removal
  /// is not announced: it may have been revoked.
  mutating func lost(_ id: NodeID, at now: Instant, into changes: inout [Change]) {
    for index in records.indices {
      if case .open(id, let entry) = records[index].state {
        let next = now + Backoff.wait(after: records[index].losses)
        records[index].losses += 1
        records[index].state = .lost(entry: entry, told: nil, next: next)
        changes.append(.closed(id, entry: entry, records[index].node, .unplugged))
      }
    }
  }

  /// The input device (`…/inputN`) of a node (`…/inputN/eventM`).
  private func device(of systemPath: String) -> String {
    systemPath.lastIndex(of: "/").map { String(systemPath[..<$0]) } ?? systemPath
  }

  private func index(of systemPath: String) -> Int? { records.firstIndex { $0.node.systemPath == systemPath } }

  private mutating func remove(_ index: Int, into changes: inout [Change]) {
    let record = records.remove(at: index)
    switch record.state {
    case .open(let id, let entry): changes.append(.closed(id, entry: entry, record.node, .unplugged))
    case .waiting(let entry, _, _, _): changes.append(.removed(entry: entry, record.node))
    case .unmatched: changes.append(.removed(entry: nil, record.node))
    case .lost, .withheld: break
    }
  }

  /// Decides again who takes a node. `renewed`: the profile is another, or the node is.
  private mutating func review(_ index: Int, at now: Instant, renewed: Bool, into changes: inout [Change]) {
    let node = records[index].node
    let entry = matches(node.description)
    if entry != nil, !seats.contains(node.seat) { return withhold(index, into: &changes) }
    switch records[index].state {
    case .lost(_, let told, let next):
      // Entries of another profile have other numbers.
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

  /// Opens a node again that could not be read any more.
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

  /// The node is open from now on, under an id of its own.
  private mutating func setOpen(_ index: Int, entry: Int, _ opened: Node, into changes: inout [Change]) {
    lastID += 1
    records[index].state = .open(NodeID(rawValue: lastID), entry: entry)
    changes.append(.opened(NodeID(rawValue: lastID), entry: entry, node: opened, records[index].node))
  }

  /// - Parameter isTimed: counts for the back-off; what the node's own changes bring about does not.
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
        // The node's own changes are watched besides.
        next = now + Backoff.wait(after: attempts)
        attempts += 1
      }
      if failure == .gone && attempts >= Self.attemptsAtGone { next = nil }
      records[index].state = .waiting(entry: entry, failure, attempts: attempts, next: next)
      if failure != told && failure != .gone { changes.append(.failed(entry: entry, node, failure)) }
    }
  }
}
