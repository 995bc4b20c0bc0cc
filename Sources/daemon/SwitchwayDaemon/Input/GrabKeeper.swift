import SwitchwayCore
import SwitchwayDevices
import SwitchwayTime

/// A change of a grab that must be reported.
enum GrabChange: Hashable, Sendable {
  case grabbed(NodeID)
  case released(NodeID)
  /// The node could not be grabbed and is read without a grab, so the desktop also gets its events. This is reported
  /// again only when the reason changes.
  case failed(NodeID, GrabFailure)
  /// These keys of the node have been down for `KeySet.stuckAfter`. The kernel was made to release them, so that the
  /// node can be grabbed.
  case setAside(NodeID, KeySet)
}

/// The reason why a node that should be grabbed is not.
typealias GrabFailure = Interpreter.GrabFailure

extension GrabFailure {
  /// A key of the node is down. The node is grabbed only after its release, because the program that received the press
  /// must also receive the release.
  static let keyDown = Self(
    reason: "key-down",
    message: "one of its keys is down; the device is grabbed when all are up, or after 10 s; keys that are still down "
      + "are then ignored")
  /// A key of the node stays down, and the kernel cannot be made to release it, because the node cannot be written to.
  static let keyStays = Self(
    reason: "key-down",
    message: "one of its keys has been down for 10 s; release it, or unplug the device")
  /// Whether the node waits for a release of keys.
  var isKeyDown: Bool { reason == GrabFailure.keyDown.reason }

  static func node(_ failure: NodeFailure) -> Self { Self(reason: failure.word, message: failure.message) }
}

/// Grabs nodes when all their keys are up: all nodes of a device, or none.
///
/// A key that stays down prevents a grab for at most `KeySet.stuckAfter`. Then the kernel is made to release the key,
/// and the device is grabbed as usual. The desktop also receives this release; without it, the desktop would repeat the
/// key for as long as the device is grabbed.
///
/// It never polls. While a key is down, it waits for the node's next frame. While another program grabs the node, or
/// the node's keys cannot be read, it waits until the time of the next attempt. A node that is added while other nodes
/// of its device are grabbed waits until the keys of all these nodes are up. After a grab, the kernel's key state is
/// read again, and a key that went down in between ends the grab. When the profile changes, a node that the new profile
/// also grabs stays grabbed.
///
///     key      ──▇▇▇▇▇▇──────────
///     grab       ✗      ✓            at the frame after which all keys are up
struct GrabKeeper {
  private struct Member {
    let id: NodeID
    let node: any InputNode
    var isGrabbed = false
    /// The time immediately before the last attempt to grab. `nil` if there was none.
    var since: Instant?
    /// Whether the grab from the former profile continues, and `settle` has not reported it for the new profile yet.
    var isCarried = false
    /// The reason why the last attempt failed. `nil` if it did not fail.
    var failure: GrabFailure?
    var attempts = 0
    /// The time of the next attempt, or `nil` if none is scheduled.
    var next: Instant?
    /// The keys that are down, each with the time at which it was first found down.
    var held: [(code: UInt16, since: Instant)] = []
    /// The time at which all keys in `held` will have been down for `KeySet.stuckAfter`. `nil` if none is down, the
    /// node is grabbed, or the keys cannot be released through the node.
    var overdue: Instant? {
      cannotRelease || isGrabbed ? nil : held.map(\.since).max().map { $0 + KeySet.stuckAfter }
    }
    /// The keys that the kernel was made to release.
    var setAside = KeySet()
    /// How often the kernel was made to release keys of the node since the node was added.
    var releases = 0
    var cannotRelease = false
  }

  /// A device may send a key again after the kernel was made to release it. Up to this number of releases per node,
  /// such a key is released at once, without a second wait for `KeySet.stuckAfter`. Arbitrary.
  private static let mostReleases = 5

  /// The nodes to grab, in the order in which they were added.
  private var members: [Member] = []
  /// While the profile changes: the nodes that were grabbed for the former profile, and that the new profile has not
  /// added yet.
  private var carried: [Member] = []

  /// The time to call `settle` even if no frame comes, or `nil` if no attempt is scheduled.
  var nextRetry: Instant? { members.flatMap { [$0.next, $0.overdue] }.compactMap(\.self).min() }

  /// Whether a node waits for a release of keys, so that a frame could make its grab possible.
  var waitsForKeys: Bool { members.contains { $0.failure?.isKeyDown ?? false } }

  /// The nodes that wait for keys, with the keys that are down and the reason why they prevent the grab.
  var waiting: [(id: NodeID, down: [UInt16], failure: GrabFailure)] {
    members.compactMap { member in
      guard let failure = member.failure, failure.isKeyDown else { return nil }
      return (member.id, member.held.map(\.code).sorted(), failure)
    }
  }

  func isGrabbed(_ id: NodeID) -> Bool { members.contains { $0.id == id && $0.isGrabbed } }

  /// Whether the node was already grabbed at the time of one of its events.
  func wasGrabbed(_ id: NodeID, at time: Instant) -> Bool {
    members.contains { $0.id == id && $0.isGrabbed && $0.since ?? time <= time }
  }

  /// Whether the node is grabbed, or its next attempt is scheduled because the last one failed.
  func holdsOrRetries(_ id: NodeID) -> Bool { members.contains { $0.id == id && ($0.isGrabbed || $0.next != nil) } }

  /// Whether the node should be grabbed but is not.
  func waits(_ id: NodeID) -> Bool { members.contains { $0.id == id && !$0.isGrabbed } }

  /// The time immediately before the last attempt to grab the node. `nil` if there was none since the profile became
  /// active: the node was not grabbed, or its grab from the former profile continues.
  func timeOfGrab(_ id: NodeID) -> Instant? { members.first { $0.id == id }?.since }

  mutating func add(_ id: NodeID, _ node: any InputNode) {
    guard !members.contains(where: { $0.id == id }) else { return }
    let former = carried.firstIndex { $0.id == id }
    members.append(Member(id: id, node: node, isCarried: former != nil))
    if let former { carried.remove(at: former) }
  }

  mutating func remove(_ id: NodeID) {
    if let former = carried.firstIndex(where: { $0.id == id }) { try? carried.remove(at: former).node.ungrab() }
    guard let index = members.firstIndex(where: { $0.id == id }) else { return }
    if members[index].isGrabbed || members[index].isCarried { try? members[index].node.ungrab() }
    members.remove(at: index)
  }

  /// Begins a change of the profile: removes all nodes, and returns those that were grabbed. A node that is added again
  /// before `endChange` stays grabbed without a gap, so the desktop never gets a part of a press.
  mutating func beginChange() -> [NodeID] {
    carried = members.filter(\.isGrabbed)
    members.removeAll()
    return carried.map(\.id)
  }

  /// Ends the change of the profile: ends the grabs of nodes that were not added again.
  mutating func endChange() {
    for member in carried { try? member.node.ungrab() }
    carried.removeAll()
  }

  /// Ends all grabs and removes all nodes. Returns the nodes that were grabbed.
  mutating func removeAll() -> [NodeID] {
    let held = members.filter(\.isGrabbed)
    for member in held { try? member.node.ungrab() }
    members.removeAll()
    return held.map(\.id)
  }

  /// Makes `settle` try the node at its next call instead of at the scheduled time, because something about the node
  /// has changed.
  mutating func hurry(_ id: NodeID, at now: Instant) {
    for index in members.indices where members[index].id == id && members[index].next != nil {
      members[index].next = now
    }
  }

  /// Tries to grab each device that has a node that is not grabbed, unless the device's next attempt is scheduled for a
  /// later time.
  ///
  /// - Parameter isReady: returns whether the node's events can be passed on. It is called when all keys of the device
  ///   are up.
  mutating func settle(at now: Instant, isReady: (NodeID) -> Bool = { _ in true }) -> [GrabChange] {
    guard members.contains(where: { !$0.isGrabbed }) else { return [] }
    var changes: [GrabChange] = []
    let groups = DeviceGroups.of(members.map(\.node.description))
    for group in Set(groups).sorted() {
      let indices = groups.indices.filter { groups[$0] == group }
      let isWaiting = indices.contains { members[$0].next.map { $0 > now } ?? false }
      if !isWaiting, indices.contains(where: { !members[$0].isGrabbed }) {
        attempt(indices, at: now, isReady, into: &changes)
      }
    }
    return changes
  }

  private mutating func attempt(
    _ indices: [Int], at now: Instant, _ isReady: (NodeID) -> Bool, into changes: inout [GrabChange]
  ) {
    let fresh = indices.filter { !members[$0].isGrabbed }
    var taken = fresh.filter { members[$0].isCarried }
    for index in indices where !members[index].isCarried { follow(index, at: now) }
    let held = indices.filter { !members[$0].held.isEmpty }
    if let index = held.first {
      releaseOverdue(held, at: now, into: &changes)
      return wait(for: index, indices, taken, at: now, into: &changes)
    }
    guard fresh.allSatisfy({ isReady(members[$0].id) }) else {
      return giveUp(indices, taken, into: &changes)
    }
    // A key that comes during a grab that is given up again is lost, so nodes that failed are asked before.
    let failed = fresh.filter { !members[$0].isCarried && members[$0].attempts > 0 }
    guard areUp(failed, of: indices, taken, at: now, into: &changes) else { return }
    for index in fresh where !members[index].isCarried {
      do throws(NodeFailure) {
        members[index].since = MonotonicClock.now()
        try members[index].node.grab()
        taken.append(index)
      } catch {
        return giveUp(index, .node(error), indices, taken, at: now, into: &changes)
      }
    }
    let asked = taken.filter { !members[$0].isCarried }
    guard areUp(asked, of: indices, taken, at: now, into: &changes) else { return }
    for index in taken {
      members[index].isGrabbed = true
      members[index].isCarried = false
      members[index].failure = nil
      members[index].attempts = 0
      members[index].next = nil
      changes.append(.grabbed(members[index].id))
    }
  }

  /// Asks the kernel whether all keys of these nodes are up. If not, or if a node cannot be asked, ends the attempt and
  /// returns false.
  private mutating func areUp(
    _ asked: [Int], of indices: [Int], _ taken: [Int], at now: Instant, into changes: inout [GrabChange]
  ) -> Bool {
    for index in asked {
      do throws(NodeFailure) {
        if try members[index].node.keysDownNow().isEmpty { continue }
        wait(for: index, indices, taken, at: now, into: &changes)
      } catch {
        giveUp(index, .node(error), indices, taken, at: now, into: &changes)
      }
      return false
    }
    return true
  }

  /// Updates which keys of a node are down, and since when.
  private mutating func follow(_ index: Int, at now: Instant) {
    let down = members[index].node.down
    members[index].held.removeAll { !down.contains($0.code) }
    let member = members[index]
    for code in down.codes where !member.held.contains(where: { $0.code == code }) {
      let isKnown = member.setAside.contains(code) && member.releases < GrabKeeper.mostReleases
      members[index].held.append((code, isKnown ? now - KeySet.stuckAfter : now))
    }
  }

  /// Makes the kernel release the keys of a device, if all keys that are down have been down for `KeySet.stuckAfter`.
  /// The nodes are then read before the next attempt.
  private mutating func releaseOverdue(_ held: [Int], at now: Instant, into changes: inout [GrabChange]) {
    let free = held.filter { !members[$0].isGrabbed }
    guard free.allSatisfy({ members[$0].overdue.map { $0 <= now } ?? false }) else { return }
    for index in free {
      let keys = KeySet(members[index].held.map(\.code))
      do throws(NodeFailure) {
        try members[index].node.release(keys)
        members[index].releases += 1
        members[index].held = []
        for code in keys.codes { members[index].setAside.insert(code) }
        changes.append(.setAside(members[index].id, keys))
      } catch {
        members[index].cannotRelease = true
      }
    }
  }

  /// Handles a key of the node at `index` that is down. Nodes of the device that are already grabbed stay grabbed,
  /// because the key may belong to them. The other nodes wait for its release.
  private mutating func wait(
    for index: Int, _ indices: [Int], _ taken: [Int], at now: Instant, into changes: inout [GrabChange]
  ) {
    let fresh = indices.filter { !members[$0].isGrabbed }
    let failure = members[index].cannotRelease ? GrabFailure.keyStays : .keyDown
    guard fresh.count < indices.count, let first = fresh.first else {
      return giveUp(index, failure, indices, taken, at: now, into: &changes)
    }
    giveUp(members[index].isGrabbed ? first : index, failure, fresh, taken, at: now, into: &changes)
  }

  /// Ends all grabs of a device, because the node at `index` could not be grabbed.
  private mutating func giveUp(
    _ index: Int, _ failure: GrabFailure, _ indices: [Int], _ taken: [Int], at now: Instant,
    into changes: inout [GrabChange]
  ) {
    giveUp(indices, taken, into: &changes)
    // The failures of the device's other nodes are forgotten, because the next attempt checks these nodes again.
    for one in indices where one != index {
      members[one].failure = nil
      members[one].next = nil
    }
    if members[index].failure != failure { changes.append(.failed(members[index].id, failure)) }
    members[index].failure = failure
    // No attempt is scheduled while a key is down, because the node sends a frame when the key is released.
    members[index].next = failure.isKeyDown ? nil : now + Backoff.wait(after: members[index].attempts)
    members[index].attempts = failure.isKeyDown ? 0 : members[index].attempts + 1
  }

  /// Ends all grabs of a device.
  private mutating func giveUp(_ indices: [Int], _ taken: [Int], into changes: inout [GrabChange]) {
    for one in taken {
      try? members[one].node.ungrab()
      members[one].isCarried = false
    }
    for one in indices where members[one].isGrabbed {
      try? members[one].node.ungrab()
      members[one].isGrabbed = false
      changes.append(.released(members[one].id))
    }
  }
}
