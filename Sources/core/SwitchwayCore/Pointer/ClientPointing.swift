import SwitchwayTime

/// The pointer that clients move: its queue of requests, and the button that a client holds down.
///
/// A `press` leaves the button down until the same client asks for `release`. In the drawing, one stroke takes 40 ms,
/// `m` moves the pointer, and the arrows press and release the button:
///
///     request   click press        release
///     stroke    m-↓-↑-m-↓          m-↑
///
/// At most one button is down: requests are carried out one after the other, and while a `press` holds the button, no
/// other request that presses a button is accepted. The pointer is a pure value, like `PacedQueue`.
struct ClientPointing: Sendable {
  private var queue = PacedQueue<PointerStroke>.ofStrokes
  /// The button that is down now, and the client that pressed it.
  private var down: (button: UInt16, client: Int)?
  /// The client whose `press` will hold the button down when all waiting requests are done. `nil` if there is none.
  private var holder: Int?

  /// The time when the next stroke is due. `nil` if no stroke waits.
  var nextDeadline: Instant? { queue.nextDeadline }

  /// Whether strokes wait, or a button is down.
  var isBusy: Bool { down != nil || queue.nextDeadline != nil }

  /// Adds the request with this number. Returns the reason if it is refused, otherwise `nil`.
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

  /// Postpones late strokes, as `PacedQueue.delay(to:)` does.
  mutating func delay(to time: Instant) -> Bool { queue.delay(to: time) }

  /// Removes the next stroke if it is due at or before `time`, and returns it with its time. Also returns the number of
  /// the request if this was the request's last stroke. The release of a button that is not down makes no stroke.
  mutating func next(to time: Instant) -> (stroke: PointerStroke?, due: Instant, completed: Int?)? {
    guard let due = queue.nextDeadline, due <= time, let client = queue.jobs.first?.client else { return nil }
    let (steps, completed) = queue.next(gap: .zero)
    guard let stroke = steps.first else { return nil }
    guard case .button(let button, let isDown) = stroke else { return (stroke, due, completed) }
    if !isDown, down == nil { return (nil, due, completed) }
    down = isDown ? (button, client) : nil
    return (stroke, due, completed)
  }

  /// Ends the requests of the clients that `isDropped` selects. Returns the numbers of these requests, and the button
  /// that must be released.
  mutating func drop(where isDropped: (_ client: Int) -> Bool) -> (requests: [Int], released: UInt16?) {
    let requests = queue.drop { isDropped($0.client) }
    if let client = holder, isDropped(client) { holder = nil }
    guard let (button, client) = down, isDropped(client) else { return (requests, nil) }
    down = nil
    return (requests, button)
  }
}
