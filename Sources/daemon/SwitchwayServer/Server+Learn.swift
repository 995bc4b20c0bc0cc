import SwitchwayCore
import SwitchwayProtocol

// One client at a time learns. Only that client gets the input of devices, which has no other effect meanwhile.
extension Server {
  /// Performs a client's request `learn`.
  func learn(_ isOn: Bool, events: Bool, seen: Bool, _ client: Client) throws(RequestError) {
    if !isOn { endLearning(of: client) }
    // A client that has already gone does not begin to learn.
    guard isOn, !client.isGone, !client.isLearning else { return schedulePings() }
    if let other = learner {
      throw RequestError(
        .refused, .otherLearner, "learn: '\(other.name)' is learning, and only one client can at a time")
    }
    client.isLearning = true
    client.wantsSights = seen
    delegate.setLearning(true, events: events)
  }

  /// The client that learns. `nil` if there is none.
  private var learner: Client? { clients.first(where: \.isLearning) }

  /// Ends learning, if this client learns.
  func endLearning(of client: Client) {
    guard client.isLearning else { return }
    client.isLearning = false
    delegate.setLearning(false, events: false)
  }

  /// Queues a `learn` line for the client that learns. The client must be connected, because no other program gets the
  /// press.
  func tellLearner(_ head: LineHead, _ line: LineBuffer) {
    guard let client = learner, client.wantsSights || !head.isSight else { return }
    client.expectAnswer()
    if client.observed.contains(MessageTypes(.learn)) { client.gather(line, head) }
  }
}
