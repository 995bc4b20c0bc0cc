import CLinuxInput
import Glibc
import SwitchwayProtocol

/// The thread that owns the connection to the daemon. Until the mailbox is closed, it connects, connects again after a
/// loss, and passes lines in both directions.
final class ConnectionThread {
  /// The pauses before the next attempts to connect, in ms. The last pause is used again and again. Arbitrary.
  private static let pauses: [Int64] = [50, 100, 200, 500, 1_000, 2_000]

  private let mailbox: Mailbox
  private let path: String?
  private let reconnects: Bool

  private init(_ mailbox: Mailbox, path: String?, reconnects: Bool) {
    self.mailbox = mailbox
    self.path = path
    self.reconnects = reconnects
  }

  /// Starts the thread, which ends soon after the mailbox is closed.
  static func start(_ mailbox: Mailbox, path: String?, reconnects: Bool) {
    let one = ConnectionThread(mailbox, path: path, reconnects: reconnects)
    let pointer = unsafe Unmanaged.passRetained(one).toOpaque()
    var thread = pthread_t()
    // This thread blocks all signals, so that they are delivered to the program's own threads. A program that waits for
    // signals with a descriptor needs that.
    var (all, former) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &former)
    let failure = unsafe pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer = unsafe pointer else { return nil }
        unsafe Unmanaged<ConnectionThread>.fromOpaque(pointer).takeRetainedValue().run()
        return nil
      }, pointer)
    unsafe pthread_sigmask(SIG_SETMASK, &former, nil)
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
      do throws(DaemonLink.Failure) {
        let link = try connect()
        attempt = 0
        try serve(link)
      } catch {
        let error = ClientError(error)
        mailbox.disconnect(error)
        if case .disconnected(let reason) = error { mailbox.putItem(.event(.disconnected(reason))) }
        guard reconnects else {
          if case .disconnected = error {} else { mailbox.putItem(.event(.disconnected("\(error)"))) }
          return mailbox.close()
        }
        let end = sw_monotonic_microseconds() + 1_000 * Self.pauses[min(attempt, Self.pauses.count - 1)]
        _ = Readiness.wait([mailbox.wakeUp.descriptor], until: end)
        mailbox.wakeUp.drain()
        attempt += 1
      }
    }
  }

  // MARK: Connecting

  /// Connects, sets this client's name, and claims its commands.
  private func connect() throws(DaemonLink.Failure) -> DaemonLink {
    let link = try DaemonLink(to: path, interruption: mailbox.wakeUp.descriptor)
    let end = sw_monotonic_microseconds() + DaemonLink.patience
    let greetings = try link.greetings(until: end) { isOver }
    guard let hello = Message(greetings.hello.value), var state = Message(greetings.state.value) else { throw .ended }
    let wanted = mailbox.wanted
    var requests: [UInt8] = []
    if let name = wanted.name {
      requests += Wire.Request.hello(Wire.Request.Hello(name: name)).line(id: "hello")
    }
    if let types = wanted.types(withClaim: wanted.claim != nil) {
      requests += Wire.Request.observe(Wire.Request.Observe(types)).line(id: "observe")
    }
    if let claim = wanted.claim { requests += LineBuffer.request("claim", id: "claim", claim) }
    let page = wanted.claim == nil ? nil : mailbox.page
    if let page { requests += LineBuffer.request("scan", id: "scan", page) }
    requests += Wire.Request.get(Wire.Request.Get("state")).line(id: "state")
    try link.send(requests)
    var early: [Message] = []
    var mine: String?
    var knowsPage = false
    while true {
      let message = try message(of: link, until: end)
      let answer = Wire.OK(message.value)
      if message.type == "ok", answer.id == .text("state") {
        if let result = answer.result, let now = Message(result) { state = now }
        break
      }
      mailbox.hear(message)
      if message.type == "ok", answer.id == .text("claim") { mine = mailbox.newest }
      if answer.id == .text("scan") {
        knowsPage = message.type == "ok"
      } else if message.type != "ok" {
        early.append(message)
      }
    }
    mailbox.connect(as: mine, showing: knowsPage ? page : nil)
    mailbox.showAgain(state.value)
    if mine != nil { mailbox.putItem(.claimed) }
    mailbox.putItem(.event(.connected(hello: hello, state: state)))
    for message in early { putMessage(message) }
    return link
  }

  /// Whether the mailbox is closed. Reading this also discards what has woken this thread.
  private var isOver: Bool {
    mailbox.wakeUp.drain()
    return mailbox.isClosed
  }

  private func message(of link: DaemonLink, until end: Int64? = nil) throws(DaemonLink.Failure) -> Message {
    while !isOver {
      guard let line = try link.nextJSON(until: end) else { continue }
      guard let message = Message(line.value) else { throw .noJSON("a line without a type") }
      return message
    }
    throw .ended
  }

  // MARK: Serving

  private func serve(_ link: DaemonLink) throws(DaemonLink.Failure) {
    var outgoing: ArraySlice<UInt8> = []
    while !isOver {
      while link.hasLine, mailbox.hasRoom {
        let message = try message(of: link)
        putMessage(message)
        if message.type == "bye" { throw .bye(Wire.Bye(message.value).reason) }
      }
      outgoing += mailbox.takeOutgoing()
      try link.send(&outgoing)
      try link.wait(isWriting: !outgoing.isEmpty)
    }
  }

  /// Delivers a message to the request that waits for it, or as an event.
  private func putMessage(_ message: Message) {
    if message.type == "ping", let number = Wire.Ping(message.value).count { return mailbox.putPing(number) }
    if message.type == "ok" || message.type == "error", case .text(let id) = Wire.OK(message.value).id {
      let answer: Mailbox.Answer =
        message.type == "ok"
        ? .success(message.value) : .failure(ClientError(refusal: message.value))
      if mailbox.answer(id, answer) { return }
    }
    mailbox.hear(message)
    if message.type == "state" { mailbox.showAgain(message.value) }
    if let command = Command(message, name: mailbox.knownAs) {
      mailbox.receive(command)
      mailbox.putItem(.event(.command(command)))
    } else {
      mailbox.putItem(.event(.message(message)))
    }
  }
}
