import Glibc
import Switchway
import SwitchwayProtocol

/// Listens to the daemon and gives cues, until a signal arrives. Uses the client library, which connects again after
/// the daemon was restarted. Sleeps while nothing happens.
struct FeedbackLoop {
  var rules: CueRules
  let giver: CueGiver
  let interrupts: Interrupts
  let socket: String?
  /// Whether the command waits for a daemon if none runs when the command starts.
  let waits: Bool
  private var reports = DaemonReports()

  init(rules: CueRules, giver: CueGiver, interrupts: Interrupts, socket: String?, waits: Bool) {
    (self.rules, self.giver, self.interrupts, self.socket, self.waits) = (rules, giver, interrupts, socket, waits)
  }

  mutating func run() throws(CommandFailure) {
    // The first client tries to connect only once, so that a failure is reported with its reason. The second client
    // tries again by itself.
    var client = connect(reconnects: false)
    var isFirst = true
    while true {
      while let event = client.take() {
        if case .disconnected(let reason) = event {
          try lose(reason)
          if isFirst { client = connect(reconnects: true) }
          isFirst = false
        } else {
          handle(event)
        }
      }
      giver.work()
      _ = Readiness.wait([interrupts.descriptor, client.fileDescriptor], until: giver.deadline)
      while let signal = interrupts.next() {
        if signal != SIGCHLD { return giver.end() }
      }
    }
  }

  private func connect(reconnects: Bool) -> Client {
    Client(name: "feedback", observing: rules.types, path: socket, reconnects: reconnects)
  }

  private mutating func lose(_ reason: String) throws(CommandFailure) {
    if !reports.wasConnected, !waits {
      // The error of this attempt has more details.
      _ = try DaemonLink.open(socket)
      throw CommandFailure(.noDaemon, Terminal.printable(reason))
    }
    reports.lost(reason)
  }

  private mutating func handle(_ event: Event) {
    switch event {
    case .connected(let hello, _): reports.connected(hello, welcome: "connected; Ctrl-C ends it")
    case .message(let message):
      guard let given = Wire.Event(message.value).flatMap({ rules.cue(of: $0) }) else { return }
      giver.offer(given.cue, words: given.words, decided: reports.sharesClock ? given.decided : nil)
    case .command, .disconnected, .answer: break
    }
  }
}
