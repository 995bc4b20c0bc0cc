import SwitchwayCore
import SwitchwayProtocol

// One client at a time learns. Only that client gets the input of devices, which has no other effect meanwhile.
extension Server {
  /// A client that has not read its `learn` lines for about this long is taken to be frozen, and learning ends.
  /// Otherwise nobody would get the person's presses. Chosen: longer than any pause of a client that still works.
  static let learnPatience = Microseconds.seconds(10)
  /// Further checks, 1 s apart. A single check could find a line that was sent just before it.
  static let learnLooks = 3

  /// Does what a client asks with `learn`.
  func learn(_ isOn: Bool, events: Bool, _ client: Client, _ reply: @escaping (Answer) -> Void) {
    if !isOn { endLearning(of: client) }
    // A client that is already gone does not begin to learn.
    guard isOn, !client.isGone, learner != client.number else { return reply(.done) }
    guard learner == nil else {
      let other = clients.first { $0.number == learner }?.name ?? ""
      return reply(.refused(RequestError(.refused, "learn: '\(other)' learns just now, and one client does at a time")))
    }
    learner = client.number
    delegate.handle(.learn(true, events: events), from: client.escapedName) { [weak self] answer in
      if case .refused = answer { self?.learner = nil }
      reply(answer)
    }
  }

  /// Ends learning, if this client learns.
  func endLearning(of client: Client) {
    guard learner == client.number else { return }
    learner = nil
    unreadLooks = 0
    learnTimer?.set(to: nil)
    delegate.handle(.learn(false))
  }

  /// Queues a `learn` line for the client that learns.
  func tellLearner(_ line: LineBuffer) {
    guard let client = clients.first(where: { $0.number == learner }),
      client.observed.contains(MessageTypes(.learn))
    else { return }
    if unreadLooks == 0 || !client.hasUnread && client.queue.isEmpty {
      unreadLooks = 1
      learnTimer?.set(to: clock() + Self.learnPatience)
    }
    client.gather(line, LineHead(.learn))
  }

  /// Checks whether the client that learns has read the lines that it was sent a while ago.
  func checkLearner() {
    guard let client = clients.first(where: { $0.number == learner }) else { return }
    guard client.hasUnread || !client.queue.isEmpty else {
      unreadLooks = 0
      return
    }
    unreadLooks += 1
    guard unreadLooks > Self.learnLooks else {
      learnTimer?.set(to: clock() + .seconds(1))
      return
    }
    endLearning(of: client)
    var line = LineBuffer()
    line.writeWarning(
      .consumerLost, about: nil, message: EscapedText("'\(client.name)' does not read: it learns no more"),
      time: delegate.now().microseconds)
    gather(LineHead(.warning), line)
    sendGathered()
  }
}
