import Glibc
import SwitchwayProtocol

// While a program runs in the terminal that is in front, what switches type would go to that program, and then to the
// shell: the clock's Tab at a prompt lists files, and Enter runs what is half typed.
enum TypingPause {
  /// Whether switches type into the terminal of this process: it is one of this machine. Over SSH it is a window of
  /// another machine, and the person's own desktop must go on. A program in a pipe may run for hours beside others.
  static func isWanted(environment: [String: String], isTerminal: Bool) -> Bool {
    isTerminal && ["SSH_CONNECTION", "SSH_TTY"].allSatisfy { environment[$0]?.isEmpty ?? true }
  }

  static var isWanted: Bool {
    isWanted(
      environment: ProcessContext.current().environment,
      isTerminal: isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1)
  }

  /// The request.
  static func request(_ isOn: Bool) -> Wire.Request { .suspend(Wire.Request.Suspending(isOn)) }
}

extension DaemonDialogue {
  /// Lets switches type nothing while this connection lasts. At its end the scanning clock rests. Does nothing if this
  /// program has no terminal of this machine, or if the daemon is an older one that does not know it.
  mutating func pauseTyping(_ isOn: Bool = true) throws(CommandFailure) {
    guard TypingPause.isWanted else { return }
    _ = try ask(TypingPause.request(isOn))
  }

  /// A connection that does so and hears nothing else. `nil` if there is no daemon, or no such terminal.
  static func pausingTyping(socket: String?) -> DaemonDialogue? {
    guard TypingPause.isWanted, var dialogue = try? DaemonDialogue(socket: socket),
      (try? dialogue.ask(.observe(Wire.Request.Observe([])))) != nil, (try? dialogue.pauseTyping()) != nil
    else { return nil }
    return dialogue
  }

  /// Answers pings until `descriptor` is readable, or the daemon has gone.
  mutating func serve(until descriptor: Int32) {
    while let wake = try? next(or: [descriptor]) {
      switch wake {
      case .line, .time: continue
      case .closed: return
      case .other: if Readiness.isReadable(descriptor) { return }
      }
    }
  }
}
