/// Why the core must wake up at a deadline. Deadlines at the same time fire in the order of the cases.
public enum DeadlineReason: Int, Comparable, Sendable {
  /// A muted node is heard again.
  case unmute
  /// A press has been held for `hold-duration`, and has waited for its neighbours.
  case accept
  /// A contact inside the dead time has lasted for `override`.
  case overriding
  /// An opening has lasted for `debounce`: it is a release.
  case release
  /// A press has lasted for `stuck-after`.
  case stuck
  /// A gesture's deadline: `hold.after`, or the next `repeat`.
  case gesture

  public static func < (left: DeadlineReason, right: DeadlineReason) -> Bool { left.rawValue < right.rawValue }
}

/// A time at which something is decided if no input comes before.
public struct Deadline: Hashable, Comparable, Sendable {
  public var time: Instant
  public var reason: DeadlineReason
  /// Orders gestures at the same time by their presses' times. `Instant(0)` for other reasons.
  var pressed: Instant
  /// Then by the index in the key-remap file.
  var place: Int

  init(time: Instant, reason: DeadlineReason, pressed: Instant = Instant(0), place: Int) {
    self.time = time
    self.reason = reason
    self.pressed = pressed
    self.place = place
  }

  public static func < (left: Deadline, right: Deadline) -> Bool {
    if left.time != right.time { return left.time < right.time }
    if left.reason != right.reason { return left.reason < right.reason }
    if left.pressed != right.pressed { return left.pressed < right.pressed }
    return left.place < right.place
  }
}

/// The deadlines of a fixed number of owners, at most one each.
///
/// An indexed binary heap. Setting, moving and removing cost O(log n) in the number of deadlines that are set; reading
/// the earliest costs O(1). Nothing is allocated after `init`. Two owners never tie, because their `place` differs.
struct DeadlineTable: Sendable {
  private var heap: [(deadline: Deadline, owner: Int)] = []
  /// The index of an owner's deadline in `heap`; −1 if it has none.
  private var position: [Int]

  /// A table for owners 0 ..< `owners`.
  init(owners: Int) {
    position = Array(repeating: -1, count: owners)
    heap.reserveCapacity(owners)
  }

  /// The earliest deadline and its owner.
  var first: (deadline: Deadline, owner: Int)? { heap.first }

  /// The time of the earliest deadline.
  var firstTime: Instant? { heap.isEmpty ? nil : heap[0].deadline.time }

  /// Inlined: mostly an owner has no deadline, before and after.
  @inline(__always) mutating func set(_ deadline: Deadline?, of owner: Int) {
    let at = position[owner]
    guard let deadline else {
      if at >= 0 { remove(at: at) }
      return
    }
    set(deadline, of: owner, at: at)
  }

  @inline(never) private mutating func set(_ deadline: Deadline, of owner: Int, at: Int) {
    if at < 0 {
      position[owner] = heap.count
      heap.append((deadline, owner))
      rise(from: heap.count - 1)
    } else if heap[at].deadline != deadline {
      heap[at].deadline = deadline
      rise(from: at)
      sink(from: position[owner])
    }
  }

  private mutating func remove(at index: Int) {
    position[heap[index].owner] = -1
    let last = heap.removeLast()
    guard index < heap.count else { return }
    heap[index] = last
    position[last.owner] = index
    rise(from: index)
    sink(from: position[last.owner])
  }

  private mutating func rise(from start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard heap[index].deadline < heap[parent].deadline else { return }
      swap(index, parent)
      index = parent
    }
  }

  private mutating func sink(from start: Int) {
    var index = start
    while true {
      let left = 2 * index + 1
      let right = left + 1
      var least = index
      if left < heap.count, heap[left].deadline < heap[least].deadline { least = left }
      if right < heap.count, heap[right].deadline < heap[least].deadline { least = right }
      guard least != index else { return }
      swap(index, least)
      index = least
    }
  }

  private mutating func swap(_ one: Int, _ other: Int) {
    heap.swapAt(one, other)
    position[heap[one].owner] = one
    position[heap[other].owner] = other
  }
}
