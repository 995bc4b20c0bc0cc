import SwitchwayJSON

/// A front end's connection to Switchway's daemon: an asynchronous sequence of what it tells.
///
/// ```swift
/// let client = Client(name: "board", claiming: .commands(["next", "select"]))
/// for await event in client {
///   if case .command(let command) = event, command.isMine { perform(command) }
/// }
/// ```
///
/// Connects by itself, and again when the daemon has gone; names and claims are made anew each time. Events are for one
/// task. Keep taking them: the daemon's pings are answered as they are come to, so that a front end that hangs loses its
/// claims within about a second, and the person's keys work alone again. When it takes events again, it claims again.
///
/// Ends with ``close()``, or with the last reference to it.
public final class Client: AsyncSequence, Sendable {
  /// What a front end is told.
  public typealias Element = Event

  private let mailbox: Mailbox

  /// Begins to connect.
  ///
  /// - Parameters:
  ///   - name: how the daemon calls this client; another one of that name gets `-2`, and so on.
  ///   - claim: which commands this client acts on; nil: it only looks on.
  ///   - observing: the types of messages that are wanted; nil: all.
  ///   - path: of the socket; nil: `$SWITCHWAY_SOCKET`, then where the daemon listens for this user.
  ///   - reconnects: whether to connect again when the connection is lost, or cannot be made yet. Otherwise the events
  ///     end with ``Event/disconnected(_:)``.
  public init(
    name: String? = nil, claiming claim: Claim? = nil, observing: [String]? = nil, path: String? = nil,
    reconnects: Bool = true
  ) {
    mailbox = Mailbox(Mailbox.Wanted(name: name, observed: observing, claim: claim?.members))
    ConnectionThread.start(mailbox, path: path, reconnects: reconnects)
  }

  deinit { mailbox.close() }

  /// Lets go of the connection: events end, and so does the wait for answers.
  public func close() { mailbox.close() }

  // MARK: Events

  /// Takes events one by one.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let client: Client

    /// The next event; nil after ``Client/close()``, and where the task is cancelled.
    public mutating func next() async -> Event? {
      while let item = await client.mailbox.take() {
        if let event = client.mailbox.handle(item) { return event }
      }
      return nil
    }
  }

  /// For the one task that takes events.
  public func makeAsyncIterator() -> Iterator { Iterator(client: self) }

  /// Can be read while events wait, and after the end: for a loop that watches descriptors. Only watch it: ``take()``
  /// empties it. It is the same for as long as this client is there.
  public var fileDescriptor: Int32 { mailbox.arrived.descriptor }

  /// The next event that waits; nil: none does. For programs without tasks, in place of the sequence.
  public func take() -> Event? {
    while let item = mailbox.takeWaiting() {
      if let event = mailbox.handle(item) { return event }
    }
    return nil
  }

  /// No event comes any more but those that wait.
  public var isClosed: Bool { mailbox.isClosed }

  // MARK: Claims

  /// Claims these commands now, in place of those before, and again with every new connection.
  ///
  /// - Throws: ``ClientError/refused(code:message:)`` where a name is unknown or there are too many claims: then the ones
  ///   before stand. ``ClientError/disconnected(_:)``.
  public func claim(_ claim: Claim) async throws(ClientError) {
    let members = claim.members
    if let types = mailbox.wanted.types(withClaim: true) {
      try await request("observe", ["types": .array(types.map { .string($0) })])
    }
    _ = try await ask("claim", members)
    mailbox.want { $0.claim = members }
    // The newest claim is told first, and it was just made.
    let state = try await get("state")
    mailbox.know(state["consumers"]?[0]?["client"]?.stringValue)
  }

  /// Gives up what was claimed.
  public func release() async throws(ClientError) {
    mailbox.want { $0.claim = nil }
    mailbox.forgetClaim()
    _ = try await request("release")
    mailbox.know(nil)
  }

  // MARK: Requests

  /// Publishes a command as if a switch had made it.
  public func send(_ command: String, _ arguments: [String] = []) async throws(ClientError) {
    _ = try await request("send", ["command": .string(command), "args": .array(arguments.map { .string($0) })])
  }

  /// `state`, `bindings`, `statistics` or `config`, as it is now.
  public func get(_ what: String) async throws(ClientError) -> JSONValue {
    try await request("get", ["what": .string(what)])
  }

  /// Asks anything of the protocol, and gives the `result` of the answer, `null` where it has none.
  ///
  /// - Throws: ``ClientError/refused(code:message:)``; ``ClientError/disconnected(_:)`` where there is no connection, or
  ///   it goes before the answer comes; ``ClientError/closed``.
  @discardableResult
  public func request(_ type: String, _ members: [String: JSONValue] = [:]) async throws(ClientError) -> JSONValue {
    try await ask(type, JSONObject(members))
  }

  private func ask(_ type: String, _ members: JSONObject) async throws(ClientError) -> JSONValue {
    try await mailbox.ask(type, members).get()
  }
}
