import SwitchwayConfig
import SwitchwayCore
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayText

// Handles the request `type` of clients. No function in this file writes the text to the log.
extension Daemon {
  /// Types a text or a chord, and answers when the kernel has received all events.
  func type(_ wanted: TypedInput, for client: EscapedText, _ done: @escaping (RequestError?) -> Void) {
    let request: Input.Request
    switch wanted {
    case .text(let text): request = .type(text, on: input?.typedKeys)
    case .keys(let text):
      do throws(CommandError) {
        request = .typeChord(try KeyChord(typed: text), on: input?.typedKeys)
      } catch {
        let words = PrintableName.of("\(error.message); \(error.help)", limit: 400)
        return done(RequestError(.badArgument, .badMember, "type: keys: " + words))
      }
    }
    ask(request, for: client) { reply in
      if case .typed(let refusal?) = reply { done(RequestError(refusal)) } else { done(nil) }
    }
  }
}

extension ErrorReason {
  /// Makes the reason why a request is refused from the same reason for presses. Both have the same word.
  init(_ rejection: RejectionReason) {
    switch rejection {
    case .inactive: self = .inactive
    case .inhibited: self = .inhibited
    case .panic: self = .panic
    case .rest: self = .rest
    case .question: self = .question
    case .nothingBefore: self = .nothingBefore
    // These reasons occur only for presses, not for requests.
    case .stale, .tooShort, .repeated, .neighbour, .deviceLost, .syncLost, .chordBroken, .noGesture, .downAtArrival,
      .stillDown:
      self = .stale
    }
  }
}
