import Glibc
import SwitchwayCore
import SwitchwayProtocol

// What clients ask, and what they are answered.
extension Server {
  func handle(_ events: DescriptorEvents, of client: Client) {
    guard !client.isClosed else { return }
    if events.contains(.hangUp), !client.isGone {
      client.markGone()
      farewell(client)
    }
    if events.contains(.writable) { client.hasRoom() }
    flush(client)
    catchUp(client)
    handleWaiting(client)
    if !client.isClosed, !client.hasEnded, !client.isPaused, !events.isDisjoint(with: [.readable, .hangUp]) {
      readOnce(client)
    }
    guard !client.isClosed else { return }
    catchUp(client)
    // What it asked for before it went is still done. The loop would tell of its end without an end meanwhile.
    if client.isGone, client.isAwaiting { return client.unwatch() }
    if client.isGone, client.hasEnded { return drop(client) }
    client.updateInterest()
  }

  /// A client that fell behind and has read all that waited for it: what it lost, and how things are now.
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

  /// Handles all that a client has said, as far as it is not too much.
  func readAll(_ client: Client) {
    for _ in 0..<LineDecoder.maximumLength / Self.readATurnOfFlood where client.ping != nil && !client.isClosed {
      handle(.readable, of: client)
    }
  }

  /// Sends a client what was held back.
  func resume(_ client: Client) {
    flush(client)
    client.updateInterest()
  }

  /// Sends what waits, but for commands that are too old.
  private func flush(_ client: Client) {
    if let commandLifetime { client.expire(at: delegate.now(), lifetime: commandLifetime) }
    client.flush()
  }

  private func readOnce(_ client: Client) {
    let most = client.machine.isFlooded ? Self.readATurnOfFlood : scratch.count
    let count = unsafe scratch.withUnsafeMutableBytes { raw in
      unsafe read(client.descriptor, raw.baseAddress, most)
    }
    if count < 0 && (errno == EAGAIN || errno == EINTR) {
      // Gone, and nothing left to read: an error that the loop told of without an end.
      if client.isGone && errno == EAGAIN { client.hasEnded = true }
      return
    }
    guard count > 0 else {
      client.hasEnded = true
      return
    }
    client.hear(at: clock())
    flush(client)
    catchUp(client)
    var items: [LineDecoder.Item] = []
    client.decoder.decode(scratch[..<count], into: &items)
    client.waiting.append(contentsOf: items)
    handleWaiting(client)
  }

  private func handleWaiting(_ client: Client) {
    while !client.isClosed, !client.isPaused, !client.waiting.isEmpty {
      client.cork()
      while !client.isClosed, !client.isPaused, let item = client.waiting.popFirst() {
        answer(client.machine.handle(item, at: clock()), to: client)
        // Long answers, and what requests publish, would fill the queue of one that reads all the time.
        if client.mustHandOver() { flush(client) }
      }
      client.uncork()
    }
    if client.waiting.isEmpty { client.waiting = [] }
  }

  private func answer(_ action: ClientStateMachine.Action, to client: Client) {
    switch action {
    case .answered(let ping):
      if client.answered(ping) { schedulePings() }
    case .perform(let request, let id):
      guard !performLater(request, id, for: client) else { return }
      do throws(RequestError) {
        var result = try perform(request, for: client)
        let page = request.firstEntry.flatMap { result?.cutToPage(from: $0) }
        accept(id, client, result: result, page: page ?? AnswerPage())
      } catch {
        refuse(error, id, client)
      }
    case .refuse(let error, let id): refuse(error, id, client)
    case .refuseAndClose(let error, let id, let reason):
      refuse(error, id, client)
      sayBye(client, reason: reason)
      drop(client)
    }
  }

  private func accept(
    _ id: RequestID?, _ client: Client, result: LineBuffer? = nil, page: AnswerPage = AnswerPage()
  ) {
    var line = LineBuffer()
    line.writeOK(id: id, result: result, page: page)
    client.send(line, LineHead(.ok))
  }

  private func refuse(_ error: RequestError, _ id: RequestID?, _ client: Client) {
    var line = LineBuffer()
    line.writeError(id: id, code: error.code, message: error.message, diagnostics: error.diagnostics)
    client.send(line, LineHead(.error))
  }

  private func perform(_ request: Request, for client: Client) throws(RequestError) -> LineBuffer? {
    var result = LineBuffer()
    switch request {
    case .ping: return nil
    case .hello(let name):
      if let name { try changeClaims { _ throws(RequestError) in client.rename(unusedName(name, for: client)) } }
      return nil
    case .claim, .release, .context, .inhibit, .rearm:
      try performClaim(request, for: client)
      return nil
    case .learn(let isOn):
      try learn(isOn, client)
      return nil
    case .observe(let types):
      client.observed = types.union(.always)
      return nil
    case .getState: result.putState(state())
    case .getConfig, .getPage(of: .config, _): delegate.writeConfigResult(into: &result)
    case .getBindings, .getPage(of: .bindings, _): delegate.writeBindingsResult(into: &result)
    case .getStatistics: delegate.writeStatisticsResult(into: &result)
    case .answer(let question, let confirm):
      try delegate.answer(question: question, confirm: confirm)
      return nil
    case .setRest(let isOn):
      try delegate.setRest(isOn)
      return nil
    case .setPassThrough(let word):
      try delegate.setPassThrough(word)
      return nil
    case .unhandled(let number):
      try delegate.unhandled(number, client: nameAtLastCommand(of: client))
      return nil
    case .resume:
      try delegate.resume()
      return nil
    case .send, .setBridge, .setProfile, .reload: return nil
    }
    return result
  }

  /// Begins what may take a while, and answers it when it is done. False: it is none of those.
  private func performLater(_ request: Request, _ id: RequestID?, for client: Client) -> Bool {
    // Whether `done` is called before the delegate returns: the requests that wait are handled by the caller then.
    var hasReturned = false
    let done: (RequestError?) -> Void = { [weak self, weak client] error in
      guard let self, let client, !client.isClosed else { return }
      client.isAwaiting = false
      if client.isConsumer { schedulePings() }
      if let error { refuse(error, id, client) } else { accept(id, client) }
      guard hasReturned else { return }
      handle([], of: client)
      while client.isGone, !client.isClosed, !client.isAwaiting { handle(.readable, of: client) }
    }
    switch request {
    case .send, .setBridge, .setProfile, .reload: client.isAwaiting = true
    default: return false
    }
    switch request {
    case .send(let command, let arguments):
      delegate.send(command: command, arguments: arguments, client: client.escapedName, done)
    case .setBridge(let name): delegate.setBridge(name, done)
    case .setProfile(let name): delegate.setProfile(name, done)
    default: delegate.reload(done)
    }
    hasReturned = true
    return true
  }
}
