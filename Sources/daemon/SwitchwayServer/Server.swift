import CLinuxInput
import Glibc
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayLines
import SwitchwayText
import SwitchwayTime

/// Serves the clients of the socket: accepts them, answers them, and sends each client the events that it observes.
///
/// At most `maximumClients` clients are connected at a time; further ones get the error `busy` and are closed. Only
/// processes of `owner` and root may connect; the connection of any other user is closed without being read. All
/// functions must be called in the loop's thread.
public final class Server {
  /// The largest number of clients at a time. Source: the protocol.
  public static let maximumClients = 32
  /// The largest number of connections that are accepted in one turn of the loop, so that devices are also served.
  /// Arbitrary.
  private static let acceptedATurn = 16
  /// The largest number of bytes that are read from a client in one turn of the loop. They contain a few requests of
  /// ordinary size, so that a client that floods delays devices only by these. Longer input is read in several turns.
  static let readATurn = 512
  /// The largest number of bytes that are read in one turn while the client's requests are refused because there are
  /// too many. They contain one or two requests.
  static let readATurnOfFlood = 64

  private let socket: ListeningSocket
  private let loop: any DescriptorLoop
  unowned let delegate: any ServerDelegate
  private let software: String
  private let boot: String
  private let owner: UInt32
  let clock: () -> Instant
  let commandLifetime: Microseconds?
  var clients: [Client] = []
  /// The clients that have claimed commands, and the commands of each. Only `changeClaims` changes it.
  public internal(set) var claims = ClaimTable()
  /// The client that was the owner of the last command with an owner, and its name at that time.
  var lastOwner: (client: Int, name: EscapedText)?
  /// Whether any client inhibits presses.
  var isInhibited = false
  /// The timer that `schedulePings` sets.
  var pingTimer: (any LoopTimer)?
  private var listenerWatch: (any DescriptorWatch)?
  private var connections = 0
  /// A spare descriptor, which is freed to accept and close a connection when no other descriptor is left. Otherwise
  /// the waiting connection would wake the loop again and again.
  private var spare: Int32
  private var isClosed = false

  /// Serves `socket`.
  ///
  /// - `software`: the name and version of the daemon, for `hello`.
  /// - `boot`: the id of this run of the daemon.
  /// - `owner`: the uid of the user who may connect. `nil` means the user of this process.
  /// - `commandLifetime`: how long after it was accepted a command may still be sent. The protocol says one second.
  ///   `nil` means no limit.
  /// - `clock`: the clock for counting requests per second and for the answers to `ping`. It is the computer's clock,
  ///   even if the delegate has the clock of a recording.
  ///
  /// Throws if the loop cannot watch the socket.
  package init(
    socket: ListeningSocket, loop: any DescriptorLoop, delegate: any ServerDelegate, software: String, boot: String,
    owner: UInt32? = nil, commandLifetime: Microseconds? = .seconds(1),
    clock: @escaping () -> Instant = { Instant(sw_monotonic_microseconds()) }
  ) throws(SystemFailure) {
    self.socket = socket
    self.loop = loop
    self.delegate = delegate
    self.software = software
    self.boot = boot
    self.owner = owner ?? geteuid()
    self.clock = clock
    self.commandLifetime = commandLifetime
    spare = Self.openSpare()
    try watchListener()
    pingTimer = try loop.timer { [unowned self] in checkPings() }
  }

  /// The number of connected clients.
  public var clientCount: Int { clients.count }

  /// Whether no lines wait for clients that can still read them.
  public var isDrained: Bool { clients.allSatisfy { $0.isGone || $0.queue.isEmpty } }

  /// Whether another program has removed or replaced the socket.
  public var wasRemoved: Bool { !isClosed && socket.wasRemoved() }

  /// Binds the socket again. Connected clients stay connected.
  public func rebind() throws(ListeningSocketError) {
    guard !isClosed else { return }
    // First accept the clients that already wait at the old socket.
    if listenerWatch != nil { accept() }
    listenerWatch?.cancel()
    listenerWatch = nil
    try socket.rebind()
    do throws(SystemFailure) {
      try watchListener()
    } catch {
      throw .system(error)
    }
  }

  private func watchListener() throws(SystemFailure) {
    listenerWatch = try loop.watch(socket.listener, for: .readable) { [unowned self] _ in accept() }
  }

  // MARK: Events

  /// Queues one line for every client that observes its type. `sendGathered` sends all lines of one decision together,
  /// so that they wake a client only once.
  public func gather(_ head: LineHead, _ line: LineBuffer) {
    if head.type == .learn { return tellLearner(head, line) }
    let bit = MessageTypes(head.type)
    for client in clients where client.observed.contains(bit) { client.gather(line, head) }
    if head.type == .command { noteOwner(of: head) }
  }

  /// Sends the collected lines, with one system call per client, and without allocating memory while the clients read.
  /// Clients that turn out to have gone, and consumers that do not read, lose their claims.
  public func sendGathered() {
    var hasPinged = false
    var sleeps = false
    repeat {
      for client in clients {
        if client.sendGathered(clock: clock) { hasPinged = true }
        if client.isAsleep { sleeps = true }
      }
    } while endHoldsOfLost()
    if hasPinged { schedulePings() }
    guard sleeps else { return }
    for client in clients where client.isAsleep {
      client.wakeIfRead()
      catchUp(client)
      client.updateInterest()
    }
  }

  /// Sends the lines that wait and `bye` to every client, as far as this is possible without waiting. Then closes all
  /// connections and the socket.
  public func close(reason: String) {
    guard !isClosed else { return }
    isClosed = true
    listenerWatch?.cancel()
    listenerWatch = nil
    pingTimer?.set(to: nil)
    for client in clients { sayBye(client, reason: reason) }
    clients = []
    socket.close()
    if spare >= 0 { Glibc.close(spare) }
  }

  // MARK: Connections

  private func accept() {
    for _ in 0..<Self.acceptedATurn where !isClosed {
      do throws(Connection.Failure) {
        welcome(try Connection.accept(from: socket.listener))
      } catch {
        switch error {
        case .system(EMFILE), .system(ENFILE): guard turnAwayWithSpare() else { return }
        case .system(EINTR), .system(ECONNABORTED), .unknownPeer, .foreign: break
        case .system: return
        }
      }
    }
  }

  private static func openSpare() -> Int32 { unsafe open("/dev/null", O_RDONLY | O_CLOEXEC) }

  /// Turns a connection away when no descriptor is left: frees the spare descriptor, accepts the connection and closes
  /// it. Returns false if this also fails.
  private func turnAwayWithSpare() -> Bool {
    guard spare >= 0 else { return false }
    Glibc.close(spare)
    let isTurnedAway = (try? Connection.accept(from: socket.listener)) != nil
    spare = Self.openSpare()
    return isTurnedAway
  }

  /// Whether a process of the user `peer` may connect. Only the owner may read a person's presses, and root can do so
  /// anyway.
  static func mayConnect(peer: UInt32, owner: UInt32) -> Bool { peer == owner || peer == 0 }

  private func welcome(_ connection: Connection) {
    guard Self.mayConnect(peer: connection.peer, owner: owner) else { return }
    connections += 1
    let client = Client(number: connections, connection: connection, name: "", heard: clock())
    guard clients.count < Self.maximumClients else {
      turnAway(client, "\(Self.maximumClients) clients are connected, and no more are accepted: close one of them")
      return
    }
    client.rename(unusedName("client-\(connections)", for: client))
    do throws(SystemFailure) {
      client.watch = try loop.watch(connection.descriptor, for: .readable) { [unowned self, unowned client] events in
        handle(events, of: client)
      }
    } catch {
      turnAway(client, "no more connections can be watched")
      return
    }
    clients.append(client)
    var line = LineBuffer()
    line.writeHello(server: software, boot: boot, time: delegate.now().microseconds)
    client.put(line, LineHead(.hello))
    line.clear()
    line.writeState(state())
    client.send(line, LineHead(.state))
    if let diagnostics = delegate.failureAtStart() {
      line.clear()
      line.writeConfig(loaded: false, diagnostics: diagnostics)
      client.send(line, LineHead(.config))
    }
    delegate.clientConnected()
  }

  private func turnAway(_ client: Client, _ message: String) {
    var line = LineBuffer()
    line.writeError(RequestError(.busy, .tooManyClients, message), id: nil)
    client.send(line, LineHead(.error))
    sayBye(client, reason: "busy")
  }

  func sayBye(_ client: Client, reason: String) {
    var line = LineBuffer()
    line.writeBye(reason: reason)
    client.letGo()
    client.cork()
    client.send(line, LineHead(.bye))
    client.uncork()
    client.close()
  }

  func drop(_ client: Client) {
    client.close()
    clients.removeAll { $0 === client }
    farewell(client)
  }

  /// Returns `name`. If another client has this name, adds `-2`, `-3` and so on, until no other client has it.
  func unusedName(_ name: String, for client: Client) -> String {
    let base = PrintableName.of(name)
    var candidate = base
    var number = 2
    while clients.contains(where: { $0 !== client && $0.name == candidate }) {
      let suffix = "-\(number)"
      candidate = PrintableName.of(base, limit: PrintableName.limit - suffix.unicodeScalars.count) + suffix
      number += 1
    }
    return candidate
  }
}
