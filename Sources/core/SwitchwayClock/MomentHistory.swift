/// The last eight changes of a value, to look up its value at a given time.
///
///     begin(0)   append(1)  append(2)
///     |----------|----------|---------->
///     0          1          2             a change applies from its own time on
///
/// A time before the first kept change gives the first change's value. At the limit the oldest change is dropped.
struct MomentHistory: Equatable, Sendable {
  static let capacity = 8

  private var times = InlineArray<8, Int64>(repeating: 0)
  private var values = InlineArray<8, Int>(repeating: 0)
  private var start = 0
  private(set) var count = 1

  init(_ value: Int, at time: Int64) { begin(value, at: time) }

  mutating func begin(_ value: Int, at time: Int64) {
    start = 0
    count = 1
    times[0] = time
    values[0] = value
  }

  /// - Parameter time: not before the last change.
  mutating func append(_ value: Int, at time: Int64) {
    if count == MomentHistory.capacity {
      start = slot(1)
      count -= 1
    }
    times[slot(count)] = time
    values[slot(count)] = value
    count += 1
  }

  func value(at moment: Int64) -> Int {
    for age in 1..<count + 1 where times[slot(count - age)] <= moment { return values[slot(count - age)] }
    return values[slot(0)]
  }

  mutating func add(_ difference: Int, from time: Int64) {
    for index in 0..<count where times[slot(index)] >= time { values[slot(index)] &+= difference }
  }

  private func slot(_ index: Int) -> Int { (start + index) % MomentHistory.capacity }

  static func == (left: MomentHistory, right: MomentHistory) -> Bool {
    guard left.count == right.count else { return false }
    for index in 0..<left.count {
      let (l, r) = (left.slot(index), right.slot(index))
      if left.times[l] != right.times[r] || left.values[l] != right.values[r] { return false }
    }
    return true
  }
}
