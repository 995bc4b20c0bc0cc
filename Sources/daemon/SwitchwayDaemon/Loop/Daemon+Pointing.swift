import SwitchwayCore
import SwitchwayEngine
import SwitchwayProtocol

// Points for clients.
extension Daemon {
  /// Moves the pointer and clicks, and answers when the kernel has received all events.
  func point(_ wanted: PointedInput, for client: EscapedText, _ done: @escaping (RequestError?) -> Void) {
    ask(.point(wanted, hasPointer: input?.hasPointer == true), for: client) { reply in
      if case .pointed(let refusal?) = reply { done(RequestError(refusal)) } else { done(nil) }
    }
  }

  /// The reason to refuse `point` to a client with a claim now. `nil` if it is accepted.
  var pointingObstacle: PointingObstacle? {
    performer?.interpreter.pointingObstacle ?? (input?.hasPointer == true ? nil : .noPointer)
  }
}
