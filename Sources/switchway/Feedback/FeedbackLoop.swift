import CLinuxInput
import Glibc
import Switchway
import SwitchwayConnection
import SwitchwayJSON

/// Listens to the daemon and gives cues, until a signal comes. Uses the client library, which connects again when the
/// daemon was restarted. Sleeps while nothing happens.
struct FeedbackLoop {
  var rules: CueRules
  let giver: CueGiver
  let interrupts: Interrupts
  let socket: String?
  /// Whether it waits for a daemon if none runs at the beginning.
  let waits: Bool
  /// Whether the daemon's times are of our clock. Those of a recording are not, and then nothing is too late.
  private var sharesClock = false
  private var wasConnected = false
  private var isWaiting = false

  init(rules: CueRules, giver: CueGiver, interrupts: Interrupts, socket: String?, waits: Bool) {
    (self.rules, self.giver, self.interrupts, self.socket, self.waits) = (rules, giver, interrupts, socket, waits)
  }

  mutating func run() throws(CommandFailure) {
    // The first attempt tells why it fails. It has ended then, and the next client tries again by itself.
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
    if !wasConnected, !waits {
      // This knows the reasons in more detail.
      _ = try DaemonLink.open(socket)
      throw CommandFailure(.noDaemon, Terminal.printable(reason))
    }
    // Further attempts that fail are no news.
    if !isWaiting { Terminal.complain("\(Terminal.printable(reason)): waiting for the daemon") }
    isWaiting = true
  }

  private mutating func handle(_ event: Event) {
    switch event {
    case .connected(let hello, _):
      sharesClock = abs(sw_monotonic_microseconds() - (hello["time"]?.integerValue ?? 0)) < 1_000_000
      Terminal.complain(wasConnected ? "connected again" : "connected; Ctrl-C ends it")
      (wasConnected, isWaiting) = (true, false)
    case .message(let message):
      guard let given = rules.cue(of: message.value) else { return }
      giver.offer(given.cue, words: given.words, decided: sharesClock ? given.decided : nil)
    case .command, .disconnected, .answer: break
    }
  }
}
