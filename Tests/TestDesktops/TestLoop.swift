import CLibsystemd

/// An event loop that a test turns.
@safe package final class TestLoop {
  package let event: OpaquePointer

  package init() throws {
    var made: OpaquePointer?
    guard unsafe sd_event_new(&made) >= 0, let event = unsafe made else {
      throw TestDesktop.Failure(description: "no event loop")
    }
    unsafe self.event = event
  }

  deinit { unsafe _ = sd_event_unref(event) }

  /// Runs the loop until something is true, for four minutes at most: a busy machine is slow.
  ///
  /// - Parameter turn: what the program does in each turn.
  package func wait(_ what: String, turn: () throws -> Void, until condition: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(240)
    while ContinuousClock.now < end {
      try turn()
      if try condition() { return }
      guard unsafe sd_event_run(event, 50_000) >= 0 else { break }
    }
    throw TestDesktop.Failure(description: "\(what): not in time")
  }
}
