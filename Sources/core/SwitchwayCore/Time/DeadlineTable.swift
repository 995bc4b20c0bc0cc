import SwitchwayTime

/// The reason why the core must wake up at a deadline. Deadlines at the same time fire in the order of the cases.
public enum DeadlineReason: Int, Comparable, Sendable {
  /// A press has been held for `hold-duration`, and has waited for its neighbours.
  case accept
  /// A contact during ignore-repeat has lasted for `override`.
  case overriding
  /// An opening has lasted for `debounce`, so it is a release.
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
  /// The time of the press whose gesture is due: it orders gestures that are due at the same time. `Instant(0)` for
  /// other reasons.
  var pressed: Instant
  /// The index of the switch in the profile, or the code of the key: it orders deadlines that are otherwise equal.
  var index: Int

  init(time: Instant, reason: DeadlineReason, pressed: Instant = Instant(0), index: Int) {
    self.time = time
    self.reason = reason
    self.pressed = pressed
    self.index = index
  }

  public static func < (left: Deadline, right: Deadline) -> Bool {
    if left.time != right.time { return left.time < right.time }
    if left.reason != right.reason { return left.reason < right.reason }
    if left.pressed != right.pressed { return left.pressed < right.pressed }
    return left.index < right.index
  }
}

/// The deadlines of a fixed number of switches or keys. Each has at most one.
///
/// The table is an indexed binary heap. To set, move or remove a deadline costs O(log n) in the number of deadlines
/// that are set; to read the earliest costs O(1). Nothing is allocated after `init`. Two deadlines are never equal,
/// because each has its own `index`.
struct DeadlineTable: Sendable {
  private var heap: [Deadline] = []
  /// The position in `heap` of each index's deadline; −1 if the index has none.
  private var positions: [Int]

  /// Makes a table for the indices 0 ..< `count`.
  init(count: Int) {
    positions = Array(repeating: -1, count: count)
    heap.reserveCapacity(count)
  }

  /// The earliest deadline. `nil` if none is set.
  var first: Deadline? { heap.first }

  /// Sets the deadline of this index. `nil` removes it. The deadline must have the same `index`.
  mutating func set(_ deadline: Deadline?, of index: Int) {
    var position = positions[index]
    if let deadline {
      if position < 0 {
        position = heap.count
        heap.append(deadline)
      } else {
        guard heap[position] != deadline else { return }
        heap[position] = deadline
      }
    } else {
      guard position >= 0 else { return }
      positions[index] = -1
      let last = heap.removeLast()
      guard position < heap.count else { return }
      heap[position] = last
    }
    settle(from: position)
  }

  /// Moves the deadline at this position, which is new there, up or down to its place in the heap.
  private mutating func settle(from start: Int) {
    var position = start
    positions[heap[position].index] = position
    while position > 0, heap[position] < heap[(position - 1) / 2] {
      swap(position, (position - 1) / 2)
      position = (position - 1) / 2
    }
    while true {
      let left = 2 * position + 1
      var least = position
      for child in left..<min(left + 2, max(heap.count, left)) where heap[child] < heap[least] { least = child }
      guard least != position else { return }
      swap(position, least)
      position = least
    }
  }

  private mutating func swap(_ one: Int, _ other: Int) {
    heap.swapAt(one, other)
    positions[heap[one].index] = one
    positions[heap[other].index] = other
  }
}
