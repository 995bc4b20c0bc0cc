import SwitchwayTime

/// The reason why the core must wake up at a deadline. Deadlines at the same time fire in the order of the cases.
public enum DeadlineReason: Int, Comparable, Sendable {
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
  /// After that, by the index in the profile.
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

/// The deadlines of a fixed number of switches or keys, at most one each.
///
/// An indexed binary heap. Setting, moving and removing cost O(log n) in the number of deadlines that are set; reading
/// the earliest costs O(1). Nothing is allocated after `init`. Two deadlines are never equal, because their `index`
/// differs.
struct DeadlineTable: Sendable {
  private var heap: [Deadline] = []
  /// By `Deadline.index`: where its deadline is in `heap`; −1 if it has none.
  private var positions: [Int]

  /// A table for the indices 0 ..< `count`.
  init(count: Int) {
    positions = Array(repeating: -1, count: count)
    heap.reserveCapacity(count)
  }

  /// The earliest deadline.
  var first: Deadline? { heap.first }

  /// Sets the deadline of an index, which is its own `index`. `nil` removes it.
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

  /// Moves the new deadline at this position to where it belongs.
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
