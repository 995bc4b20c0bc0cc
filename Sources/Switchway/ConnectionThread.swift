import CLinuxInput
import Glibc
import SwitchwayConnection
import SwitchwayJSON
import SwitchwayProtocol

/// The thread that owns the connection. It connects, connects again, and carries lines both ways until the mailbox is
/// closed.
final class ConnectionThread {
  /// How long the daemon may take for its first lines, in µs. Chosen: it answers within milliseconds or not at all.
  private static let patience: Int64 = 5_000_000
  /// Pauses before further attempts to connect, in ms. The last one is repeated. Chosen.
  private static let pauses: [Int32] = [50, 100, 200, 500, 1_000, 2_000]

  private let mailbox: Mailbox
  private let path: String?
  private let reconnects: Bool
  private var lines: [LineDecoder.Item] = []

  private init(_ mailbox: Mailbox, path: String?, reconnects: Bool) {
    self.mailbox = mailbox
    self.path = path
    self.reconnects = reconnects
  }

  /// Starts the thread. It ends and releases the mailbox soon after that is closed.
  static func start(_ mailbox: Mailbox, path: String?, reconnects: Bool) {
    let one = ConnectionThread(mailbox, path: path, reconnects: reconnects)
    let pointer = unsafe Unmanaged.passRetained(one).toOpaque()
    var thread = pthread_t()
    let failure = unsafe pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer = unsafe pointer else { return nil }
        unsafe Unmanaged<ConnectionThread>.fromOpaque(pointer).takeRetainedValue().run()
        return nil
      }, pointer)
    if failure == 0 {
      pthread_detach(thread)
    } else {
      unsafe Unmanaged<ConnectionThread>.fromOpaque(pointer).release()
      mailbox.close()
    }
  }

  private func run() {
    var attempt = 0
    while !mailbox.isClosed {
      do throws(ClientError) {
        let socket = try connect()
        attempt = 0
        try serve(socket)
      } catch {
        mailbox.disconnect(error)
        if case .disconnected(let reason) = error { mailbox.put(.event(.disconnected(reason))) }
        guard reconnects else {
          if case .disconnected = error {} else { mailbox.put(.event(.disconnected("\(error)"))) }
          return mailbox.close()
        }
        _ = wait(nil, 0, Self.pauses[min(attempt, Self.pauses.count - 1)])
        attempt += 1
      }
    }
  }

  // MARK: Connecting

  /// Connects, sets this client's name, and claims its commands.
  private func connect() throws(ClientError) -> Connection {
    let socket = try DaemonSearch.connect(to: path)
    lines = []
    let end = sw_monotonic_microseconds() + Self.patience
    let hello = try first("hello", of: socket, by: end)
    guard hello["protocol"]?.integerValue == ProtocolVersion.current else {
      throw .notSwitchway("it speaks another protocol")
    }
    var state = try first("state", of: socket, by: end)
    let wanted = mailbox.wanted
    var requests: [UInt8] = []
    if let name = wanted.name {
      requests += LineBuffer.request("hello", id: "hello", ["name": .string(name), "protocol": .integer(1)])
    }
    if let types = wanted.types(withClaim: wanted.claim != nil) {
      requests += LineBuffer.request("observe", id: "observe", ["types": .array(types.map { .string($0) })])
    }
    if let claim = wanted.claim { requests += LineBuffer.request("claim", id: "claim", claim) }
    let page = wanted.claim == nil ? nil : mailbox.page
    if let page { requests += LineBuffer.request("scan", id: "scan", page) }
    requests += LineBuffer.request("get", id: "state", ["what": "state"])
    var rest = requests[...]
    guard send(&rest, to: socket), rest.isEmpty else { throw .disconnected("it does not read") }
    var early: [Message] = []
    var (hasClaimed, knowsPage) = (false, false)
    while true {
      let message = try next(of: socket, by: end)
      if message.type == "ok", message["id"] == .string("state") {
        if let result = message["result"], let now = Message(result) { state = now }
        break
      }
      if message.type == "ok", message["id"] == .string("claim") { hasClaimed = true }
      if message["id"] == .string("scan") {
        knowsPage = message.type == "ok"
      } else if message.type != "ok" {
        early.append(message)
      }
    }
    // The daemon lists the newest claim first, and this one was just made.
    let mine = hasClaimed ? state["consumers"]?[0]?["client"]?.stringValue : nil
    mailbox.connect(as: mine, showing: knowsPage ? page : nil)
    mailbox.showAgain(state.value)
    if hasClaimed { mailbox.put(.claimed) }
    mailbox.put(.event(.connected(hello: hello, state: state)))
    for message in early { put(message) }
    return socket
  }

  private func first(_ type: String, of socket: Connection, by end: Int64) throws(ClientError) -> Message {
    let message = try next(of: socket, by: end)
    if message.type == "error" {
      throw .refused(code: message["code"]?.stringValue ?? "", message: message["message"]?.stringValue ?? "")
    }
    guard message.type == type else { throw .notSwitchway("it begins with '\(message.type)'") }
    return message
  }

  private func next(of socket: Connection, by end: Int64) throws(ClientError) -> Message {
    while lines.isEmpty {
      let left = end - sw_monotonic_microseconds()
      guard left > 0, !mailbox.isClosed else { throw .disconnected("it does not answer") }
      if wait(socket, POLLIN, Int32(clamping: left / 1_000 + 1)) { try read(socket) }
    }
    return try message(lines.removeFirst())
  }

  // MARK: Serving

  private func serve(_ socket: Connection) throws(ClientError) {
    var outgoing: ArraySlice<UInt8> = []
    while !mailbox.isClosed {
      while !lines.isEmpty, mailbox.hasRoom {
        let message = try message(lines.removeFirst())
        put(message)
        if message.type == "bye" { throw .disconnected(message["reason"]?.stringValue ?? "") }
      }
      outgoing += mailbox.takeOutgoing()
      guard send(&outgoing, to: socket) else { throw .disconnected("it reads no more") }
      var events: Int32 = 0
      if lines.isEmpty { events |= POLLIN }
      if !outgoing.isEmpty { events |= POLLOUT }
      if wait(socket, events, -1), lines.isEmpty { try read(socket) }
    }
  }

  /// Delivers a message to the request that waits for it, or as an event.
  private func put(_ message: Message) {
    if message.type == "ping", let number = message["n"]?.integerValue { return mailbox.put(ping: number) }
    if let id = message["id"]?.stringValue, message.type == "ok" || message.type == "error" {
      let result: Result<JSONValue, ClientError> =
        message.type == "ok"
        ? .success(message["result"] ?? .null)
        : .failure(
          .refused(code: message["code"]?.stringValue ?? "", message: message["message"]?.stringValue ?? ""))
      if mailbox.answer(id, result) { return }
    }
    if message.type == "state" { mailbox.showAgain(message.value) }
    if let command = Command(message, name: mailbox.knownAs) {
      mailbox.receive(command)
      mailbox.put(.event(.command(command)))
    } else {
      mailbox.put(.event(.message(message)))
    }
  }

  private func message(_ item: LineDecoder.Item) throws(ClientError) -> Message {
    guard case .line(let bytes) = item, let value = try? JSONValue.parse(bytes), let message = Message(value) else {
      throw .disconnected("it sent what is no message")
    }
    return message
  }

  private func read(_ socket: Connection) throws(ClientError) {
    let reception = try? socket.receive(into: &lines)
    guard let reception, reception != .end else { throw .disconnected("the daemon has closed it") }
  }

  /// Sends what the kernel takes, and removes it from `bytes`. Returns false if the other end no longer reads.
  private func send(_ bytes: inout ArraySlice<UInt8>, to socket: Connection) -> Bool {
    while !bytes.isEmpty {
      guard let taken = try? socket.send(bytes) else { return false }
      if taken == 0 { return true }
      bytes = bytes.dropFirst(taken)
    }
    return true
  }

  /// Waits for the socket, or until another thread wakes this one. Returns whether the socket is ready.
  private func wait(_ socket: Connection?, _ events: Int32, _ milliseconds: Int32) -> Bool {
    var polled = [
      pollfd(fd: mailbox.wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: socket?.descriptor ?? -1, events: Int16(events), revents: 0),
    ]
    guard unsafe poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return false }
    if polled[0].revents != 0 { mailbox.wakeUp.drain() }
    return polled[1].revents != 0
  }
}
