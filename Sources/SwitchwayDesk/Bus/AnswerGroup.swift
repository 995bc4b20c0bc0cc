import SwitchwayScanning

/// Calls that are sent together, and what is done when all of them have been answered.
final class AnswerGroup {
  /// One of the calls was not answered in time.
  private(set) var isLate = false
  private let calls: ProgramCalls
  private let isUrgent: Bool
  /// The calls that are not answered yet, and 1 until `whenAnswered`.
  private var left = 1
  private var done: (() -> Void)?

  init(_ calls: ProgramCalls, isUrgent: Bool = false) { (self.calls, self.isUrgent) = (calls, isUrgent) }

  /// Sends a call. `read` gets its values; it is not called if there are none.
  func send(_ call: Call, _ read: @escaping (Reply) -> Void) {
    left += 1
    calls.send(call, isUrgent: isUrgent) { [self] answer in
      if let reply = answer.values { read(reply) }
      if answer.isLate { isLate = true }
      leave()
    }
  }

  /// Reads a property.
  func get(
    _ object: Reference, _ interface: String, _ property: String, as type: String, _ read: @escaping (Reply) -> Void
  ) {
    send(.get(object, interface, property)) { reply in
      if reply.enter("v", type) { read(reply) }
    }
  }

  /// Calls `done` after the last answer; at once if no call is unanswered. Called once, after all calls were sent.
  func whenAnswered(_ done: @escaping () -> Void) {
    self.done = done
    leave()
  }

  private func leave() {
    left -= 1
    guard left == 0, let due = done else { return }
    done = nil
    due()
  }
}
