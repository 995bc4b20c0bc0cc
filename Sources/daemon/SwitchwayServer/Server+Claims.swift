import SwitchwayCore
import SwitchwayLines
import SwitchwayProtocol
import SwitchwayTime

// Claims of clients: which client acts on which commands, and whether the client still responds.
extension Server {
  /// The time for which a `ping` may stay unanswered. Source: the protocol.
  static let patience = Microseconds.seconds(1)

  /// Returns the present state, with the clients' claims, for a `state` line.
  func state() -> StateMessage {
    var state = delegate.state()
    state.consumers = consumers
    state.context = claims.context
    return state
  }

  private var consumers: [StateMessage.Consumer] {
    claims.consumers.map { StateMessage.Consumer(client: name(of: $0.client), commands: $0.commands) }
  }

  private func name(of number: Int) -> String { clients.first { $0.number == number }?.name ?? "" }

  /// Records which client a command is for. This client may be sent a `ping` even if it does not observe commands, so
  /// that a frozen client loses its claims, and the keys that it has claimed are typed again.
  func noteOwner(of command: LineHead) {
    guard let name = command.owner, let owner = clients.first(where: { $0.isConsumer && $0.escapedName == name })
    else { return }
    lastOwner = (owner.number, name)
    owner.noteCommand()
  }

  /// Returns the name that the client had when the last command with an owner was for it. The client may have changed
  /// its name since then. Empty if this command was for another client.
  func nameAtLastCommand(of client: Client) -> EscapedText {
    if let lastOwner, lastOwner.client == client.number { lastOwner.name } else { EscapedText("") }
  }

  // MARK: Changes

  /// Changes claims or the context. Sends a `consumer` or a `context` event if it has changed.
  func changeClaims(_ body: (inout ClaimTable) throws(ClaimError) -> Void) throws(RequestError) {
    let (before, contextBefore) = (consumers, claims.context)
    do throws(ClaimError) { try body(&claims) } catch { throw RequestError(error) }
    for client in clients {
      client.isConsumer = claims.isHeld(by: client.number)
      if client.isConsumer { claims.setName(of: client.number, ClientName(client.escapedName)) }
    }
    let (time, now) = (delegate.now(), consumers)
    var line = LineBuffer()
    if now != before {
      line.writeConsumers(now, at: time)
      gather(LineHead(.consumer), line)
    }
    if claims.context != contextBefore {
      line.clear()
      line.writeContext(claims.context, at: time)
      gather(LineHead(.context), line)
    }
    sendGathered()
    delegate.claimsChanged(claims)
  }

  // The following requests have no effect if their client has already gone.

  func claim(
    _ commands: ClaimedCommands, items: Int64?, lockedUse: LockedUse, for client: Client
  ) throws(RequestError) {
    guard !client.isGone else { return }
    client.hasLost = false
    try changeClaims { claims throws(ClaimError) in
      try claims.claim(commands, items: items, lockedUse: lockedUse, by: client.number, at: delegate.now())
    }
  }

  func release(_ client: Client) throws(RequestError) {
    guard !client.isGone else { return }
    try changeClaims { $0.end(client.number) }
    schedulePings()
  }

  func setContext(_ kind: ContextKind, items: Int64?, for client: Client) throws(RequestError) {
    guard !client.isGone else { return }
    try changeClaims { claims throws(ClaimError) in
      try claims.setContext(kind, items: items, by: client.number)
    }
  }

  func inhibit(for client: Client) {
    guard !client.isGone else { return }
    setInhibiting(client, true)
    // The request also stops the client's texts, even if another client already inhibits presses.
    if client.texts > 0 { delegate.endTexts(of: client.escapedName) }
  }

  func rearm(_ client: Client) {
    guard !client.isGone else { return }
    setInhibiting(client, false)
    schedulePings()
  }

  func suspend(_ isOn: Bool, for client: Client) {
    guard !client.isGone else { return }
    setSuspending(client, isOn)
    if !isOn { schedulePings() }
  }

  private func setInhibiting(_ client: Client, _ isInhibiting: Bool) {
    client.isInhibiting = isInhibiting
    let isAny = clients.contains(where: \.isInhibiting)
    guard isAny != isInhibited else { return }
    isInhibited = isAny
    delegate.setInhibited(isAny)
  }

  /// Begins or ends a suspension for a client. A request to begin it is always passed on, because the person may have
  /// ended the suspension since the last request.
  private func setSuspending(_ client: Client, _ isOn: Bool) {
    guard isOn || client.isSuspending else { return }
    client.isSuspending = isOn
    guard isOn || !clients.contains(where: \.isSuspending) else { return }
    delegate.setSuspended(isOn)
  }

  /// Ends the claims and other requests of a client that has gone.
  func farewell(_ client: Client) {
    endHolds(of: client, claims.isHeld(by: client.number) ? "is gone" : nil)
    delegate.clientLeft(client.number)
    schedulePings()
  }

  /// Ends the claims and other requests of clients that turn out to have gone, and of consumers that have lost events
  /// because they do not read. Returns whether there was such a client.
  func endHoldsOfLost() -> Bool {
    var isAny = false
    for client in clients where client.mustAnswer && (client.isGone || client.isConsumer && client.hasLost) {
      isAny = true
      client.fallAsleep()
      endHolds(of: client, client.isGone ? "is gone" : "does not read")
    }
    return isAny
  }

  /// Ends everything that makes presses and keys depend on a client: its claims, with its texts, and its requests to
  /// inhibit, suspend or learn. Warns with `reason`, or does not warn if it is `nil`.
  private func endHolds(of client: Client, _ reason: String?) {
    guard client.mustAnswer else { return }
    if let reason {
      let result =
        client.isConsumer
        ? "its claims have ended"
        : client.isLearning
          ? "it no longer learns"
          : client.isInhibiting ? "it no longer holds presses back" : "switches type again"
      var line = LineBuffer()
      let warning = Wire.Warning(
        .consumerLost, about: .client(client.name), message: "'\(client.name)' \(reason): \(result)",
        time: delegate.now().microseconds)
      line.putLine(warning.json)
      gather(LineHead(.warning), line)
    }
    setInhibiting(client, false)
    setSuspending(client, false)
    endLearning(of: client)
    guard claims.isHeld(by: client.number) else { return sendGathered() }
    client.isConsumer = false
    // This cannot fail, because ending a claim is never refused.
    try? changeClaims { $0.end(client.number) }
  }

  // MARK: Pings

  /// Records that a press or a command does nothing because of clients that inhibit, suspend or learn. These clients
  /// may then be sent a `ping`, to check that they still respond.
  public func noteHeldBack() {
    for client in clients where client.holdsBack { client.expectAnswer() }
  }

  /// Sets the timer to the time at which an unanswered `ping` is too old, or the next `ping` is due while a text is
  /// being typed. Turns the timer off if there is no such time.
  func schedulePings() {
    var first: Instant?
    for client in clients {
      if !client.mustAnswer { client.ping = nil }
      let answer = client.hasTooManyWaiting ? nil : client.ping.map { $0.sent + Self.patience }
      for time in [answer, client.mustAnswer ? client.nextTextPing : nil] {
        if let time { first = first.map { min($0, time) } ?? time }
      }
    }
    pingTimer?.set(to: first)
  }

  /// Sends each `ping` that is due while a text is being typed, and ends the claims and other requests of clients that
  /// have not answered in time.
  func checkPings() {
    for client in clients where !client.isClosed {
      if isOverdue(client) {
        // The answer may have arrived without being read, if this process was stopped.
        readAll(client)
        if !client.isClosed, isOverdue(client) { giveUp(client) }
      }
      guard client.mustAnswer, let due = client.nextTextPing, due <= clock() else { continue }
      client.nextTextPing = clock() + Client.silence
      if client.ping == nil { client.sendPing(at: clock()) }
    }
    schedulePings()
  }

  private func isOverdue(_ client: Client) -> Bool {
    guard client.mustAnswer, !client.hasTooManyWaiting, let ping = client.ping else { return false }
    return clock() - ping.sent >= Self.patience
  }

  /// Ends the claims and other requests of a client that does not answer. If the client does not read either, nothing
  /// more is sent to it.
  private func giveUp(_ client: Client) {
    client.ping = nil
    if client.hasUnread { client.fallAsleep() } else { resume(client) }
    endHolds(of: client, "does not answer")
  }
}

extension RequestError {
  /// Makes the error in the protocol's form.
  init(_ error: ClaimError) {
    let (code, reason): (ErrorCode, ErrorReason) =
      switch error.reason {
      case .full: (.busy, .tooManyClaims)
      case .tooLong: (.badArgument, .claimTooLong)
      case .noClaim: (.refused, .noClaim)
      }
    self.init(code, reason, error.message)
  }
}
