import SwitchwayCore
import SwitchwayProtocol

// One client at a time learns. Only that client gets the input of devices, which has no other effect meanwhile.
extension Server {
  /// Does what a client asks with `learn`.
  func learn(_ isOn: Bool, events: Bool, seen: Bool, _ client: Client, _ reply: @escaping (Answer) -> Void) {
    if !isOn { endLearning(of: client) }
    // A client that is already gone does not begin to learn.
    guard isOn, !client.isGone, !client.isLearning else {
      schedulePings()
      return reply(.done)
    }
    if let other = learner {
      return reply(
        .refused(
          RequestError(
            .refused, .otherLearner, "learn: '\(other.name)' is learning, and only one client can at a time")))
    }
    client.isLearning = true
    client.wantsSights = seen
    delegate.handle(.learn(true, events: events), from: client.escapedName) { [weak client] answer in
      if case .refused = answer { client?.isLearning = false }
      reply(answer)
    }
  }

  /// The client that learns. nil: none.
  private var learner: Client? { clients.first(where: \.isLearning) }

  /// Ends learning, if this client learns.
  func endLearning(of client: Client) {
    guard client.isLearning else { return }
    client.isLearning = false
    delegate.handle(.learn(false))
  }

  /// Queues a `learn` line for the client that learns. It must be there, because nobody else gets the press.
  func tellLearner(_ head: LineHead, _ line: LineBuffer) {
    guard let client = learner, client.wantsSights || !head.isSight else { return }
    client.expectAnswer()
    if client.observed.contains(MessageTypes(.learn)) { client.gather(line, head) }
  }
}
