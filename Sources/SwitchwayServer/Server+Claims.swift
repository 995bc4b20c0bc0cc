import SwitchwayCore
import SwitchwayProtocol

// Which client acts on which commands, and whether it still responds.
extension Server {
  /// How long a `ping` may stay unanswered. Source: the protocol.
  static let patience = Microseconds.seconds(1)

  /// The present state of everything, for one client.
  func state() -> StateMessage {
    var state = delegate.state()
    state.consumers = consumers
    state.context = context
    return state
  }

  private var consumers: [ConsumerMessage] {
    claims.consumers.map { consumer in
      var names: EscapedList?
      if case .names(let list) = consumer.commands { names = EscapedList(list) }
      return ConsumerMessage(client: name(of: consumer.client), commands: names)
    }
  }

  private var context: ContextMessage? {
    claims.context.map { ContextMessage(kind: EscapedText($0.kind.rawValue), items: $0.items) }
  }

  private func name(of number: Int) -> EscapedText {
    clients.first { $0.number == number }?.escapedName ?? EscapedText("")
  }

  /// Records which client a command belongs to. That client is pinged even if it does not observe commands, so that a
  /// frozen front end loses its claims and withholds no key.
  func noteOwner(of command: LineHead) {
    guard let name = command.owner, let owner = clients.first(where: { $0.isConsumer && $0.escapedName == name })
    else { return }
    lastOwner = (owner.number, name)
    owner.noteCommand()
  }

  /// The name that this client had at the last owned command. A client may have another name since. Empty if that
  /// command was for another client.
  func nameAtLastCommand(of client: Client) -> EscapedText {
    if let lastOwner, lastOwner.client == client.number { lastOwner.name } else { EscapedText("") }
  }

  // MARK: Changes

  /// Changes claims or the context, and sends `consumer` and `context` events if they changed.
  func changeClaims(_ body: (inout ClaimTable) throws(RequestError) -> Void) throws(RequestError) {
    let (before, contextBefore) = (consumers, context)
    try body(&claims)
    for client in clients {
      client.isConsumer = claims.isHeld(by: client.number)
      if client.isConsumer { claims.setName(of: client.number, ClientName(client.escapedName)) }
    }
    let time = delegate.now().microseconds
    let (now, contextNow) = (consumers, context)
    if now != before {
      var line = LineBuffer()
      line.writeConsumers(now, time: time)
      gather(LineHead(.consumer), line)
    }
    if contextNow != contextBefore {
      var line = LineBuffer()
      line.writeContext(contextNow, time: time)
      gather(LineHead(.context), line)
    }
    sendGathered()
    delegate.handle(.claimsChanged(claims))
  }

  /// Performs a request about claims. Does nothing for a client that is already gone.
  func performClaim(_ request: Request, for client: Client) throws(RequestError) {
    guard !client.isGone else { return }
    switch request {
    case .claim(let commands, let items):
      client.hasLost = false
      try changeClaims { claims throws(RequestError) in
        do throws(ClaimError) {
          try claims.claim(commands, items: items, by: client.number, at: delegate.now())
        } catch {
          throw RequestError(error)
        }
      }
    case .release:
      try changeClaims { claims throws(RequestError) in claims.end(client.number) }
      client.forgetPing()
      schedulePings()
    case .context(let kind, let items):
      try changeClaims { claims throws(RequestError) in
        do throws(ClaimError) {
          try claims.setContext(kind, items: items, by: client.number)
        } catch {
          throw RequestError(error)
        }
      }
    case .inhibit: setInhibiting(client, true)
    case .rearm: setInhibiting(client, false)
    default: break
    }
  }

  private func setInhibiting(_ client: Client, _ isInhibiting: Bool) {
    let before = !inhibiting.isEmpty
    if isInhibiting { inhibiting.insert(client.number) } else { inhibiting.remove(client.number) }
    if before == inhibiting.isEmpty { delegate.handle(before ? .rearm : .inhibit) }
  }

  /// Cleans up after a client that is gone: it no longer inhibits, learns or claims.
  func farewell(_ client: Client) {
    setInhibiting(client, false)
    endLearning(of: client)
    client.forgetPing()
    endClaims(of: client, "'\(client.name)' is gone: its commands are for others, or for nobody")
    delegate.handle(.left(client: client.number))
    schedulePings()
  }

  /// Ends the claims of consumers that are found to be gone or not to read. Returns false if there are none.
  func endClaimsOfLost() -> Bool {
    guard !claims.isEmpty else { return false }
    var isAny = false
    for client in clients where client.isConsumer && (client.isGone || client.hasLost) {
      isAny = true
      client.fallAsleep()
      endClaims(
        of: client,
        "'\(client.name)' \(client.isGone ? "is gone" : "does not read"): its commands are for others, or for nobody")
    }
    return isAny
  }

  private func endClaims(of client: Client, _ message: String) {
    guard claims.isHeld(by: client.number) else { return }
    client.isConsumer = false
    var line = LineBuffer()
    line.writeWarning(.consumerLost, about: nil, message: EscapedText(message), time: delegate.now().microseconds)
    gather(LineHead(.warning), line)
    // Ending a claim is never refused.
    try? changeClaims { claims throws(RequestError) in claims.end(client.number) }
  }

  // MARK: Pings

  /// Sets the timer to the deadline of the oldest unanswered `ping`. The timer is off while all are answered.
  func schedulePings() {
    let first = clients.filter { $0.isConsumer && !$0.isAwaiting }.compactMap { $0.ping?.sent }.min()
    pingTimer?.set(to: first.map { $0 + Self.patience })
  }

  /// Ends the claims of consumers that have not answered in time. Nothing more is sent to one that does not read
  /// either. A client is not read while its request is being performed, so it is checked later.
  func checkPings() {
    for client in clients where client.isConsumer && !client.isAwaiting {
      guard let ping = client.ping, clock() - ping.sent >= Self.patience else { continue }
      // The answer may have arrived already if it was this process that did not run.
      readAll(client)
      guard !client.isClosed, client.isConsumer, client.ping?.number == ping.number else { continue }
      client.forgetPing()
      if client.hasUnread { client.fallAsleep() } else { resume(client) }
      endClaims(of: client, "'\(client.name)' does not answer: its commands are for others, or for nobody")
    }
    schedulePings()
  }
}

extension RequestError {
  /// The error as the protocol has it.
  init(_ error: ClaimError) {
    let code: ErrorCode =
      switch error.reason {
      case .full: .busy
      case .tooLong: .badArgument
      case .noClaim: .refused
      }
    self.init(code, error.message)
  }
}

extension ClientName {
  /// The name as lines contain it.
  public init(_ name: EscapedText) { self.init(name.bytes) }
}

extension EscapedText {
  /// The name as lines contain it.
  public init(_ name: ClientName) { self.init(escaped: name.bytes) }
}
