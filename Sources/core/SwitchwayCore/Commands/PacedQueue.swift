import SwitchwayTime

/// Carries out the requests of clients one after the other, with a minimum gap between steps: keys of texts, or strokes
/// of the pointer.
///
/// One character is 20 ms; the gap is 40 ms. A second client requests `xy` while `abc` is being typed:
///
///     request   abc xy
///     key       a-b-c-x-y
///
/// The steps of a group are done at once, so that no other step comes between them, such as the two keys of a character
/// that a dead key begins. The next group then waits two gaps. It is a pure value: requests and time go in, steps to do
/// come out. A
/// request is refused while more than `mostWaiting` steps wait.
struct PacedQueue<Step: Sendable>: Sendable {
  /// A request that is not yet complete.
  struct Job: Sendable {
    /// The number of the request.
    let number: Int
    /// The number of the client, which stays the same when its name changes.
    let client: Int
    /// The groups of steps, the last group first.
    var rest: [[Step]]
  }

  let shortestGap: Microseconds
  /// How late a step may be without delaying the steps after it.
  let mostLate: Microseconds
  let mostWaiting: Int
  private(set) var jobs: [Job] = []
  /// The time when the next step may be done.
  private(set) var ready = Instant(.min)

  init(shortestGap: Microseconds, mostLate: Microseconds, mostWaiting: Int) {
    self.shortestGap = shortestGap
    self.mostLate = mostLate
    self.mostWaiting = mostWaiting
  }

  /// Whether a request must be refused because too many steps wait.
  var isFull: Bool { !jobs.isEmpty && jobs.reduce(0) { $0 + $1.rest.reduce(0) { $0 + $1.count } } > mostWaiting }

  /// The time when the next step is done, or `nil` if none waits.
  var nextDeadline: Instant? { jobs.isEmpty ? nil : ready }

  /// Adds the request of this number, which was made at `time`.
  mutating func add(_ groups: [[Step]], as number: Int, for client: Int, at time: Instant) {
    if jobs.isEmpty { ready = max(ready, time) }
    jobs.append(Job(number: number, client: client, rest: groups.reversed()))
  }

  /// If the next step is more than `mostLate` late at `time`, it waits until `time`. Returns whether it is so late. A
  /// step that is less late keeps its time, so that the run of keys does not end before it.
  mutating func delay(to time: Instant) -> Bool {
    guard !jobs.isEmpty, ready + mostLate < time else { return false }
    ready = time
    return true
  }

  /// Removes the steps of the next group. `gap`: the time from one step to the next. Also returns the number of the
  /// request if that was its last group.
  mutating func next(gap: Microseconds) -> (steps: [Step], completed: Int?) {
    guard !jobs.isEmpty, let steps = jobs[0].rest.popLast() else { return ([], nil) }
    for _ in steps { ready = ready + max(gap, shortestGap) }
    guard jobs[0].rest.isEmpty else { return (steps, nil) }
    return (steps, jobs.removeFirst().number)
  }

  /// Removes requests. Returns their numbers.
  mutating func drop(where isDropped: (Job) -> Bool) -> [Int] {
    let dropped = jobs.filter(isDropped).map(\.number)
    jobs.removeAll(where: isDropped)
    return dropped
  }
}

extension PacedQueue<TypedChord> {
  /// Keys of texts: 50 per second. Source: the protocol. As many keys may wait as the longest text has, so that two
  /// clients can each send one. A key may be a gap late: the kernel keeps two keys at once. Arbitrary.
  static var ofKeys: PacedQueue {
    PacedQueue(shortestGap: .milliseconds(20), mostLate: .milliseconds(20), mostWaiting: 200)
  }
}

extension PacedQueue<PointerStroke> {
  /// Strokes of the pointer. libinput ignores the edges of a button for 25 ms after another one
  /// (`DEBOUNCE_TIMEOUT_BOUNCE`), so the gap is longer than that, even after a stroke that was late: otherwise the
  /// second click of a double click is lost. Fifty strokes take two seconds. Arbitrary.
  static var ofStrokes: PacedQueue {
    PacedQueue(shortestGap: .milliseconds(40), mostLate: .milliseconds(10), mostWaiting: 50)
  }
}
