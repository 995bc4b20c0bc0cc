import SwitchwayCore
import SwitchwayProtocol

// At most one client learns at a time. Meanwhile, the input of devices is sent only to this client, and has no other
// effect.
extension Server {
  /// Performs a client's request `learn`.
  func learn(_ isOn: Bool, events: Bool, seen: Bool, _ client: Client) throws(RequestError) {
    if !isOn { endLearning(of: client) }
    // Learning does not begin for a client that has already gone.
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

  /// Ends learning if this client learns.
  func endLearning(of client: Client) {
    guard client.isLearning else { return }
    client.isLearning = false
    delegate.setLearning(false, events: false)
  }

  /// Queues a `learn` line for the client that learns. This client may be sent a `ping`, because no other program gets
  /// the press.
  func tellLearner(_ head: LineHead, _ line: LineBuffer) {
    guard let client = learner, client.wantsSights || !head.isSight else { return }
    client.expectAnswer()
    if client.observed.contains(MessageTypes(.learn)) { client.gather(line, head) }
  }
}
