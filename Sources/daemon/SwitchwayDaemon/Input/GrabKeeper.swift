import SwitchwayCore
import SwitchwayDevices
import SwitchwayTime

/// A change of a grab, to be reported.
enum GrabChange: Hashable, Sendable {
  case grabbed(NodeID)
  case released(NodeID)
  /// The node is read without a grab, so the desktop also gets its events. A reason is reported once until it changes.
  case failed(NodeID, GrabFailure)
  /// These keys of the node have been down for `KeySet.stuckAfter`. The kernel was made to release them, so that the
  /// node can be grabbed.
  case setAside(NodeID, KeySet)
}

/// The reason why a node that should be grabbed is not.
typealias GrabFailure = Interpreter.GrabFailure

extension GrabFailure {
  /// The program that received the press must also receive the release.
  static let keyDown = Self(
    reason: "key-down",
    message: "one of its keys is down; it is grabbed when all are up, or after 10 s without the keys that stay down")
  /// The same reason, and the node cannot be written to.
  static let keyStays = Self(
    reason: "key-down",
    message: "one of its keys has been down for 10 s; release it, or unplug the device")
  /// Whether it waits for keys.
  var isKeyDown: Bool { reason == GrabFailure.keyDown.reason }

  static func node(_ failure: NodeFailure) -> Self { Self(reason: failure.word, message: failure.message) }
}

/// Grabs nodes when all their keys are up: all nodes of a device, or none.
///
/// A key that stays down prevents a grab for at most `KeySet.stuckAfter`: then the kernel is made to release it, which
/// the desktop also notices, and the device is grabbed as usual. Otherwise the desktop would
/// repeat the key for as long as the device is grabbed.
///
/// It waits without polling: for the node's next frame while a key is down; for a retry time while another program
/// holds the node or its keys cannot be read. A node that comes while others of its device are grabbed waits for the
/// keys of all of them. After the grab the kernel's key state is read again; a key that went down in between ends the
/// grab. A change of the profile keeps the grab of a node that the new profile also grabs.
///
///     key      ──▇▇▇▇▇▇──────────
///     grab       ✗      ✓            at the frame after which all keys are up
struct GrabKeeper {
  private struct Member {
    let id: NodeID
    let node: any InputNode
    var isGrabbed = false
    /// The moment before the last grab.
    var since: Instant?
    /// Whether the grab of the former profile continues, and `settle` has not reported it yet.
    var isCarried = false
    /// The reason why the last attempt failed.
    var failure: GrabFailure?
    var attempts = 0
    /// The time to retry, or `nil` if no retry is scheduled.
    var next: Instant?
    /// The keys that were found down, and when.
    var held: [(code: UInt16, since: Instant)] = []
    /// The time when all of them will have been down long enough. `nil` if none is down, or the node cannot release
    /// them.
    var overdue: Instant? {
      cannotRelease || isGrabbed ? nil : held.map(\.since).max().map { $0 + KeySet.stuckAfter }
    }
    /// The keys that were released in the kernel.
    var setAside = KeySet()
    /// The number of times that that was done since the node was added.
    var releases = 0
    var cannotRelease = false
  }

  /// The number of times that keys that the device sends again before the grab are released at once. Arbitrary.
  private static let mostReleases = 5

  /// The members in the order in which they were added.
  private var members: [Member] = []
  /// Grabs of the former profile that the new profile has not decided about yet.
  private var carried: [Member] = []

  /// The time to call `settle`, or `nil` if no retry is scheduled.
  var nextRetry: Instant? { members.flatMap { [$0.next, $0.overdue] }.compactMap(\.self).min() }

  /// Whether a frame could make a grab possible.
  var waitsForKeys: Bool { members.contains { $0.failure?.isKeyDown ?? false } }

  /// The nodes that wait for keys, with the keys that are down and the reason why they prevent the grab.
  var waiting: [(id: NodeID, down: [UInt16], failure: GrabFailure)] {
    members.compactMap { member in
      guard let failure = member.failure, failure.isKeyDown else { return nil }
      return (member.id, member.held.map(\.code).sorted(), failure)
    }
  }

  func isGrabbed(_ id: NodeID) -> Bool { members.contains { $0.id == id && $0.isGrabbed } }

  /// Whether the node was already grabbed when an event of it with this time happened.
  func wasGrabbed(_ id: NodeID, at time: Instant) -> Bool {
    members.contains { $0.id == id && $0.isGrabbed && $0.since ?? time <= time }
  }

  /// Whether the node is grabbed, or waits until another program releases it.
  func holdsOrRetries(_ id: NodeID) -> Bool { members.contains { $0.id == id && ($0.isGrabbed || $0.next != nil) } }

  /// Whether the node should be grabbed and is not.
  func waits(_ id: NodeID) -> Bool { members.contains { $0.id == id && !$0.isGrabbed } }

  /// The moment before the node was grabbed, or `nil` if it is not, or if the grab of the former profile continues.
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
  /// before `endChange` stays grabbed all the time, so the desktop never sees the middle of a press.
  mutating func beginChange() -> [NodeID] {
    carried = members.filter(\.isGrabbed)
    members.removeAll()
    return carried.map(\.id)
  }

  /// Ends the grabs that the new profile does not want.
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

  /// Retries the node at the next `settle`, because something about it changed.
  mutating func hurry(_ id: NodeID, at now: Instant) {
    for index in members.indices where members[index].id == id && members[index].next != nil {
      members[index].next = now
    }
  }

  /// Tries to grab every device with a node that is not grabbed, unless one of its nodes waits for a later time.
  ///
  /// - Parameter isReady: whether the node's events can be passed on. It is called when the node's keys are up.
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
    for index in fresh where !members[index].isCarried {
      do throws(NodeFailure) {
        members[index].since = MonotonicClock.now()
        try members[index].node.grab()
        taken.append(index)
      } catch {
        return giveUp(index, .node(error), indices, taken, at: now, into: &changes)
      }
    }
    for index in taken where !members[index].isCarried {
      do throws(NodeFailure) {
        let down = try members[index].node.keysDownNow()
        guard down.isEmpty else { return wait(for: index, indices, taken, at: now, into: &changes) }
      } catch {
        return giveUp(index, .node(error), indices, taken, at: now, into: &changes)
      }
    }
    for index in taken {
      members[index].isGrabbed = true
      members[index].isCarried = false
      members[index].failure = nil
      members[index].attempts = 0
      members[index].next = nil
      changes.append(.grabbed(members[index].id))
    }
  }

  /// Follows which keys of a node are down, and since when.
  private mutating func follow(_ index: Int, at now: Instant) {
    let down = members[index].node.down
    members[index].held.removeAll { !down.contains($0.code) }
    let member = members[index]
    for code in down.codes where !member.held.contains(where: { $0.code == code }) {
      let isKnown = member.setAside.contains(code) && member.releases < GrabKeeper.mostReleases
      members[index].held.append((code, isKnown ? now - KeySet.stuckAfter : now))
    }
  }

  /// Releases keys that have been down for too long, if no other key of the device is down. The nodes are read before
  /// the next attempt.
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

  /// A key of the node at `index` is down. Nodes of the device that are grabbed stay grabbed, because the key may be
  /// theirs; the others wait.
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
    // Other nodes of the device are checked again from the start.
    for one in indices where one != index {
      members[one].failure = nil
      members[one].next = nil
    }
    if members[index].failure != failure { changes.append(.failed(members[index].id, failure)) }
    members[index].failure = failure
    // When the key is released, the node sends a frame.
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
