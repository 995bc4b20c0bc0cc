import Glibc
import SwitchwayProtocol

// While a program runs in the active terminal, the keys that switches type would reach that program and then the shell:
// Tab at a prompt lists files, and Enter runs a command that is half typed.
enum TypingPause {
  /// Whether switches should stop typing, because they would type into the terminal of this process. They should not
  /// stop over SSH: then the terminal is a window of another computer, and the person's own desktop must keep working.
  /// They should not stop for a program in a pipe either: it may run for hours while the person uses other programs.
  static func isWanted(environment: [String: String], isTerminal: Bool) -> Bool {
    isTerminal && ["SSH_CONNECTION", "SSH_TTY"].allSatisfy { environment[$0]?.isEmpty ?? true }
  }

  static var isWanted: Bool {
    isWanted(
      environment: ProcessContext.current().environment,
      isTerminal: isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1)
  }

  /// Returns the request that stops the typing, or allows it again.
  static func request(_ isOn: Bool) -> Wire.Request { .suspend(Wire.Request.Suspending(isOn)) }
}

extension DaemonDialogue {
  /// Stops the typing of switches while this connection lasts. When the connection ends, a scanning clock that types
  /// waits for the next press. Has no effect if this program has no terminal of this computer, or if the daemon is too
  /// old to know the request.
  mutating func pauseTyping(_ isOn: Bool = true) throws(CommandFailure) {
    guard TypingPause.isWanted else { return }
    _ = try ask(TypingPause.request(isOn))
  }

  /// Opens a connection that only stops the typing. Returns `nil` if no daemon runs, or if this program has no terminal
  /// of this computer.
  static func pausingTyping(socket: String?) -> DaemonDialogue? {
    guard TypingPause.isWanted, var dialogue = try? DaemonDialogue(socket: socket),
      (try? dialogue.ask(.observe(Wire.Request.Observe([])))) != nil, (try? dialogue.pauseTyping()) != nil
    else { return nil }
    return dialogue
  }

  /// Answers pings until `descriptor` is readable, or the daemon has ended.
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
