import SwitchwayTime

/// The pointer that clients move: their requests, one after the other, and the button that they hold down.
///
/// A `press` leaves the button down until the same client asks for `release`. One stroke is 40 ms:
///
///     request   click press        release
///     stroke    m-↓-↑-m-↓          m-↑
///
/// At most one button is down: requests follow one another, and while a `press` holds the button, no other request that
/// presses is accepted. It is a pure value, like `PacedQueue`.
struct ClientPointing: Sendable {
  private var queue = PacedQueue<PointerStroke>.ofStrokes
  /// The button that is down now, and the client that pressed it.
  private var down: (button: UInt16, client: Int)?
  /// The client whose `press` leaves the button down after all waiting requests. `nil` if there is none.
  private var holder: Int?

  /// The time when the next stroke is due. `nil` if no stroke waits.
  var nextDeadline: Instant? { queue.nextDeadline }

  /// Whether strokes wait, or a button is down.
  var isBusy: Bool { down != nil || queue.nextDeadline != nil }

  /// Adds the request of this number. Returns why it is refused.
  mutating func add(
    _ wanted: PointedInput, as number: Int, for client: Int, at time: Instant
  ) -> PointingRefusal? {
    guard holder == nil || holder == client && !wanted.presses else { return .buttonDown }
    guard !queue.isFull else { return .busy }
    switch wanted.action {
    case .press: holder = client
    case .release: holder = nil
    default: break
    }
    queue.add(wanted.strokes.map { [$0] }, as: number, for: client, at: time)
    return nil
  }

  /// The delay is as in `PacedQueue.delay`.
  mutating func delay(to time: Instant) -> Bool { queue.delay(to: time) }

  /// Removes the next stroke if it is due at or before `time`. Also returns when it is due, and the number of the
  /// request if that was its last stroke. The release of a button that is not down is ignored, and makes no stroke.
  mutating func next(to time: Instant) -> (stroke: PointerStroke?, due: Instant, completed: Int?)? {
    guard let due = queue.nextDeadline, due <= time, let client = queue.jobs.first?.client else { return nil }
    let (steps, completed) = queue.next(gap: .zero)
    guard let stroke = steps.first else { return nil }
    guard case .button(let button, let isDown) = stroke else { return (stroke, due, completed) }
    if !isDown, down == nil { return (nil, due, completed) }
    down = isDown ? (button, client) : nil
    return (stroke, due, completed)
  }

  /// Ends the requests of these clients. Returns the numbers of their requests, and the button to release.
  mutating func drop(where isDropped: (_ client: Int) -> Bool) -> (requests: [Int], released: UInt16?) {
    let requests = queue.drop { isDropped($0.client) }
    if let client = holder, isDropped(client) { holder = nil }
    guard let (button, client) = down, isDropped(client) else { return (requests, nil) }
    down = nil
    return (requests, button)
  }
}
