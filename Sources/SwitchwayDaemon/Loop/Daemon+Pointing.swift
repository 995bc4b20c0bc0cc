import SwitchwayCore
import SwitchwayEngine
import SwitchwayProtocol

// Points for clients.
extension Daemon {
  /// Moves the pointer and clicks, and answers when all of it was handed to the kernel.
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

extension RequestError {
  /// The error as the protocol has it.
  init(_ refusal: PointingRefusal) {
    let (code, reason, words): (ErrorCode, ErrorReason, String) =
      switch refusal {
      case .obstacle(let obstacle): (.refused, ErrorReason(obstacle), Self.words(for: obstacle))
      case .noClaim: (.refused, .noClaim, "only a client with a claim may point: 'claim' first")
      case .inhibited: (.refused, .inhibited, "pointing stopped, because this client inhibits presses: 'rearm' first")
      case .busy:
        (.busy, .tooManyStrokes, "too many movements and clicks wait: wait for the answers to earlier requests")
      case .buttonDown: (.refused, .buttonDown, "a 'press' holds the button down: the same client must 'release' first")
      case .ended:
        (.refused, .stopped, "pointing stopped: another profile became active, or switchwayd is ending; ask again")
      }
    self.init(code, reason, "point: " + words)
  }

  private static func words(for obstacle: PointingObstacle) -> String {
    switch obstacle {
    case .policy: "the profile does not let front ends point: write 'policy: {pointing: yes}' into the profile"
    case .inactive: "the person's session is not active: ask again when mode 'active' is on"
    case .locked: "the screen is locked: ask again when mode 'locked' is off"
    case .panic: "the emergency release is active: 'resume' first"
    case .rest: "switches are paused: ask again when mode 'rest' is off"
    case .noPointer: "there is no virtual pointer: 'switchway doctor' shows why"
    }
  }
}

extension ErrorReason {
  /// The same word as in a `state`.
  fileprivate init(_ obstacle: PointingObstacle) {
    switch obstacle {
    case .policy: self = .policy
    case .inactive: self = .inactive
    case .locked: self = .locked
    case .panic: self = .panic
    case .rest: self = .rest
    case .noPointer: self = .noPointer
    }
  }
}
