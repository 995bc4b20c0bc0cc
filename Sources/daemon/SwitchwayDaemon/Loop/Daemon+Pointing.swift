import SwitchwayCore
import SwitchwayEngine
import SwitchwayProtocol

// Handles the request `point` of clients.
extension Daemon {
  /// Moves the pointer and clicks as requested, and answers when the kernel has received all events.
  func point(_ wanted: PointedInput, for client: EscapedText, _ done: @escaping (RequestError?) -> Void) {
    ask(.point(wanted, hasPointer: input?.hasPointer == true), for: client) { reply in
      if case .pointed(let refusal?) = reply { done(RequestError(refusal)) } else { done(nil) }
    }
  }

  /// The reason why the request `point` would be refused now to a client with a claim. `nil` if it would be accepted.
  var pointingObstacle: PointingObstacle? {
    performer?.interpreter.pointingObstacle ?? (input?.hasPointer == true ? nil : .noPointer)
  }
}
