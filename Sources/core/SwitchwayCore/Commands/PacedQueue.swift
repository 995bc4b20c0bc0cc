import SwitchwayTime

/// Carries out the requests of clients one after the other, with a minimum gap between steps. A step is a key of a
/// text, or a stroke of the pointer.
///
/// In the drawing, one character is 20 ms, and the gap is 40 ms. A second client requests `xy` while `abc` is being
/// typed:
///
///     request   abc xy
///     key       a-b-c-x-y
///
/// The steps of a group are done at once, so that no other step comes between them. An example is a character that a
/// dead key begins: its two keys are a group. The group after it waits one gap for each of the two steps. The queue is
/// a pure value: requests and times go in, and the steps to do come out. A request is refused while more than
/// `mostWaiting` steps wait.
struct PacedQueue<Step: Sendable>: Sendable {
  /// A request that is not yet complete.
  struct Job: Sendable {
    /// The number of the request.
    let number: Int
    /// The number of the client, which stays the same when its name changes.
    let client: Int
    /// The groups of steps that are still to be done, the last group first.
    var rest: [[Step]]
  }

  let shortestGap: Microseconds
  /// How late a step may be without delaying the steps that follow.
  let mostLate: Microseconds
  let mostWaiting: Int
  private(set) var jobs: [Job] = []
  /// The earliest time at which the next step may be done.
  private(set) var ready = Instant(.min)

  init(shortestGap: Microseconds, mostLate: Microseconds, mostWaiting: Int) {
    self.shortestGap = shortestGap
    self.mostLate = mostLate
    self.mostWaiting = mostWaiting
  }

  /// Whether a request must be refused because too many steps wait.
  var isFull: Bool { !jobs.isEmpty && jobs.reduce(0) { $0 + $1.rest.reduce(0) { $0 + $1.count } } > mostWaiting }

  /// The time when the next step is due, or `nil` if no step waits.
  var nextDeadline: Instant? { jobs.isEmpty ? nil : ready }

  /// Adds the request of this number, which was made at `time`.
  mutating func add(_ groups: [[Step]], as number: Int, for client: Int, at time: Instant) {
    if jobs.isEmpty { ready = max(ready, time) }
    jobs.append(Job(number: number, client: client, rest: groups.reversed()))
  }

  /// If the next step is more than `mostLate` late at `time`, postpones it to `time`, and returns `true`. A step that
  /// is less late keeps its time; otherwise each small delay would make the whole text take longer.
  mutating func delay(to time: Instant) -> Bool {
    guard !jobs.isEmpty, ready + mostLate < time else { return false }
    ready = time
    return true
  }

  /// Removes the steps of the next group and returns them, with the number of the request if this was its last group.
  /// `gap` is the time from one step to the next; at least `shortestGap` is used.
  mutating func next(gap: Microseconds) -> (steps: [Step], completed: Int?) {
    guard !jobs.isEmpty, let steps = jobs[0].rest.popLast() else { return ([], nil) }
    for _ in steps { ready = ready + max(gap, shortestGap) }
    guard jobs[0].rest.isEmpty else { return (steps, nil) }
    return (steps, jobs.removeFirst().number)
  }

  /// Removes the requests that `isDropped` selects. Returns their numbers.
  mutating func drop(where isDropped: (Job) -> Bool) -> [Int] {
    let dropped = jobs.filter(isDropped).map(\.number)
    jobs.removeAll(where: isDropped)
    return dropped
  }
}

extension PacedQueue<TypedChord> {
  /// The queue for keys of texts, 50 per second. Source: the protocol. As many keys may wait as the longest text has,
  /// so that two clients can each send one text. A key may be one gap late, so that the next key follows it at once:
  /// the kernel keeps both. The figures that the protocol does not give are arbitrary.
  static var ofKeys: PacedQueue {
    PacedQueue(shortestGap: .milliseconds(20), mostLate: .milliseconds(20), mostWaiting: 200)
  }
}

extension PacedQueue<PointerStroke> {
  /// The queue for strokes of the pointer. After an edge of a button, libinput ignores other edges of it for 25 ms
  /// (`DEBOUNCE_TIMEOUT_BOUNCE`). The gap is longer than that, even after a late stroke: otherwise the second click of
  /// a double click would be lost. Fifty strokes take two seconds. The figures are otherwise arbitrary.
  static var ofStrokes: PacedQueue {
    PacedQueue(shortestGap: .milliseconds(40), mostLate: .milliseconds(10), mostWaiting: 50)
  }
}
