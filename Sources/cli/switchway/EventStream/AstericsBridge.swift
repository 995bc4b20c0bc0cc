import CLinuxInput
import Glibc
import Switchway
import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayFiles

/// Passes the person's commands on to pages of AsTeRICS Grid, until a signal arrives. Sleeps while nothing happens.
///
/// It is a client of the daemon only while a page is open. While no page is open, no command is claimed.
struct AstericsBridge {
  let server: StreamServer
  let claim: Claim
  let socket: String?
  private var client: Client?
  private var reports = DaemonReports()

  /// The greatest age of a command that is passed on, in microseconds. The daemon has the same limit. A later command
  /// would choose the item that is highlighted by then.
  private static let patience: Int64 = 1_000_000

  init(server: StreamServer, claim: Claim, socket: String?) {
    (self.server, self.claim, self.socket) = (server, claim, socket)
  }

  mutating func run() throws(CommandFailure) {
    let interrupts = try Interrupts()
    while interrupts.next() == nil {
      server.work()
      follow()
      while let event = client?.take() { handle(event) }
      follow()
      _ = Readiness.wait(
        [interrupts.descriptor, client?.fileDescriptor ?? -1] + server.descriptors, until: server.deadline)
    }
  }

  /// Connects to the daemon when the first page connects, and disconnects when the last page has gone.
  private mutating func follow() {
    for news in server.takeNews() { Terminal.complain(Self.words(for: news, claim: claim)) }
    guard (server.pages > 0) != (client != nil) else { return }
    client =
      server.pages > 0 ? Client(name: "asterics-grid", claiming: claim, observing: ["command"], path: socket) : nil
  }

  /// Returns the line on the terminal about a connected, disconnected or refused program.
  static func words(for news: StreamServer.News, claim: Claim) -> String {
    func who(_ origin: String?) -> String {
      origin.map { "a page of \(Terminal.printable($0))" } ?? "one of your programs that is not a web page"
    }
    switch news {
    case .opened(let origin):
      let commands =
        if case .commands(let names, items: _) = claim { names.joined(separator: ", ") } else { "all commands" }
      return "connected: \(who(origin)); until it disconnects, it gets \(commands)"
    case .closed(let origin): return "disconnected: \(who(origin))"
    case .stranger(let user):
      let name = UserIdentity.account(user)?.name ?? "number \(user)"
      return "refused: a program of another user, \(Terminal.printable(name)); only your own programs get commands"
    case .unknownOwner:
      return "refused: a connection whose user /proc/net/tcp does not show; only your own programs get commands"
    case .forbidden:
      return "a page was refused\nhelp: allow a Grid of your own with --origin, such as https://example.org"
    case .obstacle(let code):
      return unsafe "pages cannot connect at the moment: \(String(cString: strerror(code)))"
    }
  }

  private mutating func handle(_ event: Event) {
    switch event {
    case .connected(let hello, _): reports.connected(hello)
    case .disconnected(let reason): reports.lost(reason)
    case .command(let command):
      if let event = Self.event(for: command, at: reports.sharesClock ? sw_monotonic_microseconds() : nil) {
        server.send(event)
      }
    case .message(let message) where message.type == "error" && Wire.Refusal(message.value).id == .text("claim"):
      Terminal.complain("pages get no commands: \(Terminal.printable(Wire.Refusal(message.value).message ?? ""))")
    case .message, .answer: break
    }
  }

  /// Returns the event that a page gets for a command. Returns `nil` if the command belongs to another client, marks
  /// the end of an earlier command, or is late.
  ///
  /// In the Grid, a person records which events count as a press. The Grid then records all events that arrive within a
  /// second. Later, every event whose data equals the data of one of them counts as a press. So the end of a hold is
  /// not sent as an event. The Grid shows `channelId` and `targetComponentId` of the data.
  ///
  /// - Parameter now: the present time on the daemon's clock, in microseconds, or `nil` if it is not known.
  static func event(for command: Command, at now: Int64?) -> String? {
    guard command.isMine, command.phase != .end, (now ?? command.accepted) - command.accepted <= patience else {
      return nil
    }
    let channel = CommandWords.written(command.name, command.arguments)
    let data: JSONValue = ["channelId": .string(channel), "targetComponentId": "switchway"]
    return "event: event\ndata: \(data.line)\n"
  }
}
