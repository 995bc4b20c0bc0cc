import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayReport
import SwitchwayServer

// Types for clients. Nothing here writes what is typed to the log.
extension Daemon {
  /// Types a text or a chord, and answers when all of it was handed to the kernel.
  func type(_ wanted: TypedInput, for client: EscapedText, _ done: @escaping (RequestError?) -> Void) {
    let begun: Result<Int, TypingRefusal>?
    let (name, keyboard) = (ClientName(client), input?.typedKeys)
    switch wanted {
    case .text(let text): begun = act { $0.interpreter.type(text: text, on: keyboard, for: name, at: $1) }
    case .keys(let text):
      do throws(CommandError) {
        let chord = try KeyChord(typed: text)
        begun = act { $0.interpreter.type(keys: chord, on: keyboard, for: name, at: $1) }
      } catch {
        let words = PrintableName.of("\(error.message); \(error.help)", limit: 400)
        return done(RequestError(.badArgument, "type: keys: " + words))
      }
    }
    switch begun ?? .failure(.noKeyboard) {
    case .success(let number):
      typing[number] = done
      // A short request is done already.
      answerTyped()
    case .failure(let refusal): done(RequestError(refusal))
    }
  }

  /// Answers the requests that were typed, or that stopped.
  func answerTyped() {
    for (number, refusal) in performer?.takeTyped() ?? [] {
      typing.removeValue(forKey: number)?(refusal.map { RequestError($0) })
    }
  }
}

extension RequestError {
  /// The error as the protocol has it. The message never contains what was to be typed.
  fileprivate init(_ refusal: TypingRefusal) {
    let (code, words): (ErrorCode, String) =
      switch refusal {
      case .policy:
        (.refused, "the profile does not let front ends type: write 'policy: {typing: yes}' into the key-remap file")
      case .noClaim: (.refused, "only a client with a claim may type: 'claim' first")
      case .inactive: (.refused, "the person's session is not in front: ask again when mode 'active' is on")
      case .locked: (.refused, "the screen is locked: ask again when mode 'locked' is off")
      case .panic: (.refused, "the panic chord has released everything: 'resume' first")
      case .resting: (.refused, "presses rest: ask again when mode 'rest' is off")
      case .noKeyboard: (.refused, "there is no virtual keyboard: 'switchway doctor' shows why")
      case .busy:
        (.busy, "too many keys wait, and 50 a second are typed: wait for the answers to earlier requests")
      case .noCharacter(let position):
        (
          .badArgument,
          "text: the keyboard layout has no keys for character \(position); nothing was typed: leave it out, or set "
            + "'layout' in the key-remap file"
        )
      case .noKey: (.badArgument, "keys: the keyboard layout does not have all keys of the chord: use other keys")
      case .ended: (.refused, "typing stopped: another profile came into force, or switchwayd ends; ask again")
      }
    self.init(code, "type: " + words)
  }
}
