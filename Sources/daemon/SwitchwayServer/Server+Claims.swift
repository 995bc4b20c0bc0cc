import SwitchwayCore
import SwitchwayLines
import SwitchwayProtocol
import SwitchwayTime

// Which client acts on which commands, and whether it still responds.
extension Server {
  /// The time for which a `ping` may stay unanswered. Source: the protocol.
  static let patience = Microseconds.seconds(1)

  /// The present state of everything, for one client.
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

  /// Records which client a command belongs to. That client is pinged even if it does not observe commands, so that a
  /// frozen front end loses its claims and no longer withholds keys.
  func noteOwner(of command: LineHead) {
    guard let name = command.owner, let owner = clients.first(where: { $0.isConsumer && $0.escapedName == name })
    else { return }
    lastOwner = (owner.number, name)
    owner.noteCommand()
  }

  /// The name that this client had when it last received a command as owner. A client may have changed its name since
  /// then. Empty if that command was for another client.
  func nameAtLastCommand(of client: Client) -> EscapedText {
    if let lastOwner, lastOwner.client == client.number { lastOwner.name } else { EscapedText("") }
  }

  // MARK: Changes

  /// Changes claims or the context, and sends `consumer` and `context` events if they changed.
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

  // Requests about claims. They have no effect for a client that has already gone.

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
    // It stops the client's texts, even if presses are already held back.
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

  /// Each request to suspend is passed on, because the person may have ended the suspension since the last one.
  private func setSuspending(_ client: Client, _ isOn: Bool) {
    guard isOn || client.isSuspending else { return }
    client.isSuspending = isOn
    guard isOn || !clients.contains(where: \.isSuspending) else { return }
    delegate.setSuspended(isOn)
  }

  /// Cleans up after a client that has gone.
  func farewell(_ client: Client) {
    endHolds(of: client, claims.isHeld(by: client.number) ? "is gone" : nil)
    delegate.clientLeft(client.number)
    schedulePings()
  }

  /// Releases the claims and holds of clients that turn out to have gone, and of consumers that do not read. Returns
  /// false if there
  /// are none.
  func endHoldsOfLost() -> Bool {
    var isAny = false
    for client in clients where client.mustAnswer && (client.isGone || client.isConsumer && client.hasLost) {
      isAny = true
      client.fallAsleep()
      endHolds(of: client, client.isGone ? "is gone" : "does not read")
    }
    return isAny
  }

  /// Ends everything in which presses and keys depend on a client: its claims, with its texts, and its requests to
  /// inhibit, suspend or learn. `reason`: for the warning. `nil` if there is no warning.
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
    // Ending a claim is never refused.
    try? changeClaims { $0.end(client.number) }
  }

  // MARK: Pings

  /// Records that a press or a command does nothing because of clients that inhibit, suspend or learn. These clients
  /// must be connected.
  public func noteHeldBack() {
    for client in clients where client.holdsBack { client.expectAnswer() }
  }

  /// Sets the timer to when a `ping` has been unanswered for too long, or the next one is due while a text is typed.
  /// The timer is off if there is neither.
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

  /// Sends the pings that are due while texts are typed, and ends the claims and holds of clients that have not
  /// answered in time.
  func checkPings() {
    for client in clients where !client.isClosed {
      if isOverdue(client) {
        // The answer may have arrived already, if it was this process that did not run.
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

  /// Ends the claims and holds of a client that does not answer. If the client does not read either, nothing more is
  /// sent to it.
  private func giveUp(_ client: Client) {
    client.ping = nil
    if client.hasUnread { client.fallAsleep() } else { resume(client) }
    endHolds(of: client, "does not answer")
  }
}

extension RequestError {
  /// The error in the protocol's form.
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
