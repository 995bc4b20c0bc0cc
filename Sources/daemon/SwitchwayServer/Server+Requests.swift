import SwitchwayProtocol
import SwitchwayCore
import SwitchwayLines
import SwitchwayTime

// Reads the requests of clients, performs them, and sends the answers.
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
    // The requests that a client has sent before it has gone are still performed. Meanwhile the loop must not watch the
    // client, because it would report the hang-up in each turn.
    if client.isGone, client.isAwaiting { return client.unwatch() }
    if client.isGone, client.hasEnded { return drop(client) }
    client.updateInterest()
  }

  /// If a client has lost events and has now read everything, sends it the number of lost events and the present state.
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

  /// Reads and handles what a client has sent, until its `ping` is answered, but at most as much as a line of the
  /// largest length.
  func readAll(_ client: Client) {
    for _ in 0..<LineDecoder.maximumLength / Self.readATurnOfFlood where client.ping != nil && !client.isClosed {
      handle(.readable, of: client)
    }
  }

  /// Sends a client the lines that wait, and updates what the loop watches.
  func resume(_ client: Client) {
    flush(client)
    client.updateInterest()
  }

  /// Sends a client the lines that wait, except commands that are too old.
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
      // If the client has gone, there is nothing left to read. Its connection may have an error instead of an end of
      // file.
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

  /// Finds out what a line requests, and adds the request to those that wait. An answer to a `ping` is handled at once,
  /// before requests that wait, because it shows that the client responds now.
  private func takeIn(_ item: LineDecoder.Item, of client: Client) {
    let line = client.machine.handle(item, at: clock())
    if case .success(.pong(let ping)) = line.request {
      if client.answered(ping) { schedulePings() }
      return
    }
    if case .line(let bytes) = item { client.waitingBytes += bytes.count }
    // Each line also counts 64 bytes, so that many short lines are not cheap. Arbitrary.
    client.waitingBytes += 64
    client.waiting.append(line)
  }

  private func handleWaiting(_ client: Client) {
    while !client.isClosed, !client.isPaused, !client.waiting.isEmpty {
      client.cork()
      while !client.isClosed, !client.isPaused, let line = client.waiting.popFirst() {
        answer(line, to: client)
        // Flush between requests. Otherwise long answers and published lines could fill the queue of a client that
        // reads.
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

  /// Performs a request, and answers it at once or when it is done. The client's next requests wait until then, except
  /// after `type` and `point`: for example, a new page of items must not wait until a text is typed.
  private func perform(_ request: Request, _ id: RequestID?, for client: Client) {
    switch request {
    case .type, .point: return type(request, id, for: client)
    default: break
    }
    // Whether `decide` has returned. If the reply comes earlier, the caller of this function handles the requests that
    // wait.
    var hasReturned = false
    client.isAwaiting = true
    decide(request, for: client) { [weak self, weak client] reply in
      guard let self, let client, !client.isClosed else { return }
      // If the client was not read meanwhile, the time for its answer to a `ping` begins only now.
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

  /// Performs `type` or `point`. While this lasts, the client is sent a `ping` each second.
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

  /// Performs requests about clients here, and passes all other requests to the delegate. Calls `reply` once.
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
