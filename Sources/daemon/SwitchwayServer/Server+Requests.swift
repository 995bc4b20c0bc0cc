import SwitchwayProtocol
import SwitchwayCore
import SwitchwayLines
import SwitchwayTime

// Requests of clients, and their answers.
extension Server {
  func handle(_ events: DescriptorReadiness, of client: Client) {
    guard !client.isClosed else { return }
    if events.contains(.hangUp), !client.isGone {
      client.markGone()
      farewell(client)
    }
    if events.contains(.writable) { client.hasRoom() }
    flush(client)
    catchUp(client)
    handleWaiting(client)
    if !client.isClosed, client.canBeRead, !events.isDisjoint(with: [.readable, .hangUp]) {
      readOnce(client)
    }
    guard !client.isClosed else { return }
    catchUp(client)
    // Requests that a client sent before it went are still performed. Without `unwatch`, the loop would report the
    // hang-up again and again meanwhile.
    if client.isGone, client.isAwaiting { return client.unwatch() }
    if client.isGone, client.hasEnded { return drop(client) }
    client.updateInterest()
  }

  /// Brings a client up to date that was behind and has read everything: sends how much it missed, and the present
  /// state.
  func catchUp(_ client: Client) {
    guard client.isCaughtUp else { return }
    var line = LineBuffer()
    line.writeMissed(count: client.takeMissed())
    guard client.observed.contains(.state) else { return client.send(line, LineHead(.missed)) }
    client.put(line, LineHead(.missed))
    line.clear()
    line.writeState(state())
    client.send(line, LineHead(.state))
  }

  /// Reads and handles what a client has sent, in a limited number of turns, until its `ping` is answered.
  func readAll(_ client: Client) {
    for _ in 0..<LineDecoder.maximumLength / Self.readATurnOfFlood where client.ping != nil && !client.isClosed {
      handle(.readable, of: client)
    }
  }

  /// Sends a client the lines that were held back.
  func resume(_ client: Client) {
    flush(client)
    client.updateInterest()
  }

  /// Sends the lines that wait, except for commands that are too old.
  private func flush(_ client: Client) {
    if let commandLifetime { client.expire(at: delegate.now(), lifetime: commandLifetime) }
    client.flush()
  }

  private func readOnce(_ client: Client) {
    let most = client.machine.isFlooded ? Self.readATurnOfFlood : Self.readATurn
    var items: [LineDecoder.Item] = []
    switch try? client.connection.receive(atMost: most, into: &items) {
    case .bytes: break
    case .nothing:
      // The client has gone, and there is nothing left to read: the loop reported an error, but the connection has no
      // end of file.
      if client.isGone { client.hasEnded = true }
      return
    case .end, nil:
      client.hasEnded = true
      return
    }
    client.hear(at: clock())
    flush(client)
    catchUp(client)
    for item in items { takeIn(item, of: client) }
    handleWaiting(client)
  }

  /// Finds out what a line requests. The answer to a `ping` overtakes requests that wait, because it shows that the
  /// client responds now.
  private func takeIn(_ item: LineDecoder.Item, of client: Client) {
    let line = client.machine.handle(item, at: clock())
    if case .success(.pong(let ping)) = line.request {
      if client.answered(ping) { schedulePings() }
      return
    }
    if case .line(let bytes) = item { client.waitingBytes += bytes.count }
    // A size besides the line itself (arbitrary), so that many short lines also count.
    client.waitingBytes += 64
    client.waiting.append(line)
  }

  private func handleWaiting(_ client: Client) {
    while !client.isClosed, !client.isPaused, !client.waiting.isEmpty {
      client.cork()
      while !client.isClosed, !client.isPaused, let line = client.waiting.popFirst() {
        answer(line, to: client)
        // Long answers and published lines would fill the queue even of a client that keeps reading.
        if client.mustHandOver() { flush(client) }
      }
      client.uncork()
    }
    if client.waiting.isEmpty { client.waiting = [] }
  }

  private func answer(_ line: AskedLine, to client: Client) {
    switch line.request {
    case .success(let request): perform(request, line.id, for: client)
    case .failure(let error): send(.refused(error), line.id, to: client)
    }
    guard let reason = line.farewell else { return }
    sayBye(client, reason: reason)
    drop(client)
  }

  private func send(_ reply: Wire.Reply, _ id: RequestID?, to client: Client) {
    var line = LineBuffer()
    line.write(reply, id: id)
    client.send(line, LineHead(reply.type))
  }

  /// Performs a request, and answers it at once or when it is done. The client's next requests wait until then, unless
  /// the request is `type` or `point`: a page that is shown meanwhile must not wait for the end of a text.
  private func perform(_ request: Request, _ id: RequestID?, for client: Client) {
    switch request {
    case .type, .point: return type(request, id, for: client)
    default: break
    }
    // False until the delegate has returned. If it replies before that, the caller handles the requests that wait.
    var hasReturned = false
    client.isAwaiting = true
    decide(request, for: client) { [weak self, weak client] reply in
      guard let self, let client, !client.isClosed else { return }
      // If the client could not be read, it now gets the whole time for its answer to a `ping`.
      if client.hasTooManyWaiting { client.ping?.sent = clock() }
      client.isAwaiting = false
      if client.ping != nil { schedulePings() }
      send(reply, id, to: client)
      guard hasReturned else { return }
      handle([], of: client)
      while client.isGone, !client.isClosed, !client.isAwaiting { handle(.readable, of: client) }
    }
    hasReturned = true
  }

  /// Performs `type` or `point`. While the text is typed, the client is sent a `ping` each second.
  private func type(_ request: Request, _ id: RequestID?, for client: Client) {
    client.texts += 1
    decide(request, for: client) { [weak self, weak client] reply in
      guard let self, let client, !client.isClosed else { return }
      client.texts -= 1
      if client.texts == 0, client.nextTextPing != nil {
        client.nextTextPing = nil
        schedulePings()
      }
      send(reply, id, to: client)
    }
    guard client.texts > 0, client.nextTextPing == nil else { return }
    client.nextTextPing = clock() + Client.silence
    schedulePings()
  }

  /// The one place where requests are decided: requests about clients here, all others by the delegate. `reply` is
  /// called once.
  private func decide(_ request: Request, for client: Client, _ reply: @escaping (Wire.Reply) -> Void) {
    do throws(RequestError) {
      switch request {
      case .ping, .pong: break
      case .hello(let name):
        if let name { try changeClaims { _ in client.rename(unusedName(name, for: client)) } }
      case .observe(let types): client.observed = types.union(.always)
      case .state:
        var result = LineBuffer()
        result.putState(state())
        return reply(.result(result))
      case .claim(let commands, let items, let lockedUse):
        try claim(commands, items: items, lockedUse: lockedUse, for: client)
      case .release: try release(client)
      case .context(let kind, let items): try setContext(kind, items: items, for: client)
      case .inhibit: inhibit(for: client)
      case .rearm: rearm(client)
      case .suspend(let isOn): suspend(isOn, for: client)
      case .learn(let isOn, let events, let seen): try learn(isOn, events: events, seen: seen, client)
      case .unhandled: return delegate.perform(request, from: nameAtLastCommand(of: client), reply)
      case .get, .send, .setProfile, .setRest, .setPassThrough, .setBridge, .type, .point, .answer, .resume, .reload,
        .scan:
        return delegate.perform(request, from: client.escapedName, reply)
      }
      reply(.done)
    } catch {
      reply(.refused(error))
    }
  }
}
