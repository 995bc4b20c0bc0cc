import SwitchwayCore
import SwitchwayDevices

/// A node that can be taken from everybody else.
protocol Grabbable: AnyObject {
  func grab() throws(NodeFailure)
  func ungrab() throws(NodeFailure)
  /// The keys that are down, as the events read so far say.
  var down: KeySet { get }
  /// The keys that are down now, whatever is still unread.
  func keysDownNow() throws(NodeFailure) -> KeySet
}

extension EvdevNode: Grabbable {}

/// What became of a grab, to be told.
enum GrabChange: Hashable, Sendable {
  case grabbed(NodeID)
  case released(NodeID)
  /// It is read all the same, and the desktop gets it too. Told once for each reason in a row.
  case failed(NodeID, GrabFailure)
}

/// Why a node that is to be grabbed is not.
enum GrabFailure: Hashable, Sendable {
  /// A key of it is down, and whoever has seen it go down must see it come up.
  case keyDown
  /// What moves the cursor, or is touched, is not grabbed.
  case movesPointer
  /// What moves the cursor, or is touched, is no keyboard.
  case noKeyboard
  /// It sends what the virtual keyboard cannot pass on: what that is, in words.
  case cannotPass(String)
  /// The same, of a keyboard of which keys are switches.
  case cannotPassSwitches(String)
  case node(NodeFailure)

  /// A word for the wire.
  var word: String {
    switch self {
    case .keyDown: "key-down"
    case .movesPointer, .noKeyboard: "pointer"
    case .cannotPass, .cannotPassSwitches: "cannot-pass"
    case .node(let failure): failure.word
    }
  }

  /// What is wrong and how to mend it, for people.
  var message: String {
    switch self {
    case .keyDown: "a key of it is down; it is grabbed once all its keys are up"
    case .movesPointer: "it moves the cursor or is touched, which nothing could pass on; take `grab: yes` out"
    case .noKeyboard:
      "it moves the cursor or is touched, and is no keyboard; take its device out of `keyboard.devices`"
    case .cannotPass(let what):
      "it also sends \(what), which would be lost; it types as ever, and gives no commands"
    case .cannotPassSwitches(let what):
      "it also sends \(what), which would be lost; all its keys type, those that are switches too"
    case .node(let failure): failure.message
    }
  }
}

/// Grabs nodes when all their keys are up: all nodes of a device, or none of them.
///
/// Waits without spinning: for the node's own next frame while a key is down, for a time where another program holds
/// it or where its keys cannot be asked for. What the kernel has is asked once more after the grab: a key that came down in between ends it again.
///
///     key      ──▇▇▇▇▇▇──────────
///     grab       ✗      ✓            at the frame that leaves all keys up
struct GrabKeeper<Node: Grabbable> {
  private struct Member {
    let id: NodeID
    let node: Node
    let description: DeviceDescription
    var isGrabbed = false
    /// Why it could not be grabbed the last time.
    var failure: GrabFailure?
    var attempts = 0
    /// When it is tried again; nil: not by time.
    var next: Instant?
  }

  /// In the order in which they came.
  private var members: [Member] = []

  /// When `settle` is to be called; nil while nothing waits for a time.
  var nextRetry: Instant? { members.compactMap(\.next).min() }

  /// Whether a frame of a node could let a grab be made.
  var waitsForKeys: Bool { members.contains { $0.failure == .keyDown } }

  /// Whether the node is grabbed now.
  func isGrabbed(_ id: NodeID) -> Bool { members.contains { $0.id == id && $0.isGrabbed } }

  /// A node that is to be grabbed; `settle` tries it.
  mutating func add(_ id: NodeID, _ node: Node, _ description: DeviceDescription) {
    members.append(Member(id: id, node: node, description: description))
  }

  /// The node is not to be grabbed any more: it is given back.
  mutating func remove(_ id: NodeID) {
    guard let index = members.firstIndex(where: { $0.id == id }) else { return }
    if members[index].isGrabbed { try? members[index].node.ungrab() }
    members.remove(at: index)
  }

  /// Gives all nodes back and forgets them; tells which were grabbed.
  mutating func removeAll() -> [NodeID] {
    let held = members.filter(\.isGrabbed)
    for member in held { try? member.node.ungrab() }
    members.removeAll()
    return held.map(\.id)
  }

  /// Something about the node changed: it is tried at the next `settle`, whatever the time.
  mutating func hurry(_ id: NodeID, at now: Instant) {
    for index in members.indices where members[index].id == id && members[index].next != nil {
      members[index].next = now
    }
  }

  /// Tries every device of which a node is not grabbed and none waits for a later time.
  mutating func settle(at now: Instant) -> [GrabChange] {
    guard members.contains(where: { !$0.isGrabbed }) else { return [] }
    var changes: [GrabChange] = []
    let groups = DeviceGroups.of(members.map(\.description))
    for group in Set(groups).sorted() {
      let indices = groups.indices.filter { groups[$0] == group }
      let isWaiting = indices.contains { members[$0].next.map { $0 > now } ?? false }
      if !isWaiting, indices.contains(where: { !members[$0].isGrabbed }) {
        attempt(indices, at: now, into: &changes)
      }
    }
    return changes
  }

  private mutating func attempt(_ indices: [Int], at now: Instant, into changes: inout [GrabChange]) {
    let fresh = indices.filter { !members[$0].isGrabbed }
    var taken: [Int] = []
    for index in indices where !members[index].node.down.isEmpty {
      return giveUp(index, .keyDown, indices, taken, at: now, into: &changes)
    }
    for index in fresh {
      do throws(NodeFailure) {
        try members[index].node.grab()
        taken.append(index)
      } catch {
        return giveUp(index, .node(error), indices, taken, at: now, into: &changes)
      }
    }
    for index in taken {
      do throws(NodeFailure) {
        let down = try members[index].node.keysDownNow()
        guard down.isEmpty else { return giveUp(index, .keyDown, indices, taken, at: now, into: &changes) }
      } catch {
        return giveUp(index, .node(error), indices, taken, at: now, into: &changes)
      }
    }
    for index in taken {
      members[index].isGrabbed = true
      members[index].failure = nil
      members[index].attempts = 0
      members[index].next = nil
      changes.append(.grabbed(members[index].id))
    }
  }

  /// `index` could not be grabbed: none of its device is.
  private mutating func giveUp(
    _ index: Int, _ failure: GrabFailure, _ indices: [Int], _ taken: [Int], at now: Instant,
    into changes: inout [GrabChange]
  ) {
    for one in taken { try? members[one].node.ungrab() }
    for one in indices where members[one].isGrabbed {
      try? members[one].node.ungrab()
      members[one].isGrabbed = false
      changes.append(.released(members[one].id))
    }
    // What another node of the device was waiting for is over, or is found again.
    for one in indices where one != index {
      members[one].failure = nil
      members[one].next = nil
    }
    if members[index].failure != failure { changes.append(.failed(members[index].id, failure)) }
    members[index].failure = failure
    switch failure {
    case .keyDown, .movesPointer, .noKeyboard, .cannotPass, .cannotPassSwitches:
      members[index].next = nil
      members[index].attempts = 0
    case .node:
      members[index].next = now + Backoff.wait(after: members[index].attempts)
      members[index].attempts += 1
    }
  }
}
