import SwitchwayTime

// Moves the pointer and clicks for clients.
extension Interpreter {
  /// Starts the pointer request `number` of a client. Returns the reason if the request is refused, otherwise `nil`.
  mutating func point(
    _ wanted: PointedInput, hasPointer: Bool, for client: ClientName, number: Int, at time: Instant
  ) -> PointingRefusal? {
    if let obstacle = pointingObstacle { return .obstacle(obstacle) }
    guard let client = claims.client(named: client) else { return .noClaim }
    guard hasPointer else { return .obstacle(.noPointer) }
    if let refusal = pointing.add(wanted, as: number, for: client, at: time) { return refusal }
    performStrokes(to: time)
    return nil
  }

  /// The reason why `point` is refused to every client now, apart from a missing pointer. `nil` if it is allowed.
  public var pointingObstacle: PointingObstacle? {
    if !profile.policy.allowsPointing { return .policy }
    if !isActive { return .inactive }
    if isLocked { return .locked }
    if hasPanicked { return .panic }
    return isResting ? .rest : nil
  }

  /// Performs the strokes that are due at or before `time`. If pointing is no longer allowed, stops between two
  /// strokes.
  mutating func performStrokes(to time: Instant) {
    while let due = pointing.nextDeadline, due <= time {
      if let obstacle = pointingObstacle {
        endPointing(.obstacle(obstacle), at: due) { _ in true }
      } else if let (stroke, due, completed) = pointing.next(to: time) {
        if let stroke { effects.append(.stroke(stroke, at: due)) }
        if let completed { effects.append(.reply(completed, .pointed(nil))) }
      }
    }
  }

  /// Releases a button that is down if pointing is no longer allowed. Called after each input and each deadline.
  mutating func checkPointing(at time: Instant) {
    if let obstacle = pointingObstacle { endPointing(.obstacle(obstacle), at: time) { _ in true } }
  }

  /// Ends the pointer requests of the clients that `isDropped` selects, and releases a button that they hold down.
  mutating func endPointing(_ reason: PointingRefusal, at time: Instant, where isDropped: (_ client: Int) -> Bool) {
    guard pointing.isBusy else { return }
    let (requests, released) = pointing.drop(where: isDropped)
    if let released { effects.append(.stroke(.button(released, down: false), at: time)) }
    for number in requests { effects.append(.reply(number, .pointed(reason))) }
  }
}
