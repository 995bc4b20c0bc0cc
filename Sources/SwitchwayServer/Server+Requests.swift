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
    if client.isGone, client.hasEnded { return drop(client) }
    client.updateInterest()
  }

  /// A client that fell behind and has read all that waited for it: what it lost, and how things are now.
  func catchUp(_ client: Client) {
    guard client.isCaughtUp else { return }
    var lines = LineBuffer()
    lines.writeMissed(count: client.takeMissed())
    if client.observed.contains(.state) { lines.writeState(state()) }
    client.send(lines)
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
    var line = LineBuffer()
    switch action {
    case .answered(let ping):
      if client.answered(ping) { schedulePings() }
    case .perform(let request, let id):
      do throws(RequestError) {
        var result = try perform(request, for: client)
        let page = request.firstEntry.flatMap { result?.cutToPage(from: $0) }
        line.writeOK(id: id, result: result, page: page ?? AnswerPage())
      } catch {
        line.writeError(id: id, code: error.code, message: error.message, diagnostics: error.diagnostics)
      }
      client.send(line)
    case .refuse(let error, let id):
      line.writeError(id: id, code: error.code, message: error.message, diagnostics: error.diagnostics)
      client.send(line)
    case .refuseAndClose(let error, let id, let reason):
      line.writeError(id: id, code: error.code, message: error.message, diagnostics: error.diagnostics)
      client.send(line)
      sayBye(client, reason: reason)
      drop(client)
    }
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
    case .send(let command, let arguments):
      try delegate.send(command: command, arguments: arguments, client: client.escapedName)
      return nil
    case .answer(let question, let confirm):
      try delegate.answer(question: question, confirm: confirm)
      return nil
    case .setRest(let isOn):
      try delegate.setRest(isOn)
      return nil
    case .setPassThrough(let word):
      try delegate.setPassThrough(word)
      return nil
    case .setBridge(let name):
      try delegate.setBridge(name)
      return nil
    case .unhandled(let number):
      try delegate.unhandled(number, client: nameAtLastCommand(of: client))
      return nil
    case .resume:
      try delegate.resume()
      return nil
    case .setProfile(let name):
      try delegate.setProfile(name)
      return nil
    case .reload:
      try delegate.reload()
      return nil
    }
    return result
  }
}
