import SwitchwayProtocol

/// A front end's connection to Switchway's daemon: an asynchronous sequence of events.
///
/// ```swift
/// let client = Client(name: "board", claiming: .commands(["next", "select"]))
/// for await event in client {
///   if case .command(let command) = event, command.isMine { perform(command) }
/// }
/// ```
///
/// It connects by itself, and connects again when the connection was lost. On each new connection it sets its name and
/// makes its claim again.
///
/// One task receives the events, and must continue to do so. A ping of the daemon waits among the events, and is
/// answered when the task reaches it. So a front end that hangs loses its claims within about a second, and the
/// person's keys then work as if it did not run. When the front end receives events again, it claims again. While a
/// request waits for its answer, pings are answered at once, because the task that receives events may itself be
/// waiting for a long text to be typed.
///
/// The connection ends with ``close()``, or with the last reference to the client.
public final class Client: AsyncSequence, Sendable {
  /// The events that a front end receives.
  public typealias Element = Event

  private let mailbox: Mailbox

  /// Begins to connect.
  ///
  /// - Parameters:
  ///   - name: the name of this client at the daemon. If another client has this name, the daemon adds `-2`, `-3` and
  ///     so on.
  ///   - claim: the commands that this client acts on. `nil` if it only observes. If the daemon refuses the claim, on
  ///     the first or on a later connection, this client only observes, and gets the daemon's `error` with the id
  ///     `claim` as a message.
  ///   - observing: the types of messages to receive. `nil` means all types.
  ///   - path: the path of the socket. `nil` means `$SWITCHWAY_SOCKET`, otherwise the paths at which the daemon listens
  ///     for this user.
  ///   - reconnects: whether to connect again when the connection was lost or could not be made. Otherwise the events
  ///     end with ``Event/disconnected(_:)``.
  public init(
    name: String? = nil, claiming claim: Claim? = nil, observing: [String]? = nil, path: String? = nil,
    reconnects: Bool = true
  ) {
    mailbox = Mailbox(Mailbox.Wanted(name: name, observed: observing, claim: claim?.members))
    ConnectionThread.start(mailbox, path: path, reconnects: reconnects)
  }

  /// Begins to connect, for a program of this package. Its claim may also say which commands it still gets while the
  /// screen is locked.
  package init(name: String, claiming claim: Wire.Request.Claim, path: String?) {
    mailbox = Mailbox(Mailbox.Wanted(name: name, observed: nil, claim: claim.members))
    ConnectionThread.start(mailbox, path: path, reconnects: true)
  }

  deinit { mailbox.close() }

  /// Closes the connection. The sequence of events ends, and requests that wait for an answer fail.
  public func close() { mailbox.close() }

  // MARK: Events

  /// Receives events one by one.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let client: Client

    /// Waits for the next event and returns it. Returns `nil` after ``Client/close()``, and if the task is cancelled.
    public mutating func next() async -> Event? {
      while let item = await client.mailbox.take() {
        if let event = client.mailbox.handle(item) { return event }
      }
      return nil
    }
  }

  /// Returns an iterator. Only one task may receive events.
  public func makeAsyncIterator() -> Iterator { Iterator(client: self) }

  /// A descriptor for programs that poll. It is readable while events wait, and after the end of the events. Do not
  /// read from it: ``take()`` does that. It stays the same for the lifetime of this client.
  public var fileDescriptor: Int32 { mailbox.arrived.descriptor }

  /// Returns the next event that has already come, or `nil` if there is none. Programs without tasks use this instead
  /// of the sequence.
  public func take() -> Event? {
    while let item = mailbox.takeWaiting() {
      if let event = mailbox.handle(item) { return event }
    }
    return nil
  }

  /// Whether the client is closed. Then only events that have already come are still delivered.
  public var isClosed: Bool { mailbox.isClosed }

  // MARK: Claims

  /// The name of this client at the daemon, which commands for this client have as their owner. `nil` if this client
  /// has no claim.
  public var name: String? { mailbox.knownAs }

  /// Claims these commands instead of the commands that were claimed before, now and on every new connection.
  ///
  /// - Throws: ``ClientError/refused(code:message:)`` if a name is unknown or there are too many claims. Then the
  ///   earlier claim stays. ``ClientError/disconnected(_:)``.
  public func claim(_ claim: Claim) async throws(ClientError) {
    let members = claim.members
    if let types = mailbox.wanted.types(withClaim: true) {
      try await ask(.observe(Wire.Request.Observe(types)))
    }
    _ = try await ask("claim", members)
    mailbox.want { $0.claim = members }
    mailbox.showAgain(try await get("state"))
  }

  /// Ends the claim. The page of ``scan(items:page:item:hold:)`` is not announced again.
  public func release() async throws(ClientError) {
    mailbox.forgetWantedClaim()
    try await ask(.release)
    mailbox.forgetName()
  }

  // MARK: Requests

  /// Publishes a command as if a switch had made it.
  public func send(_ command: String, _ arguments: [String] = []) async throws(ClientError) {
    try await ask(.send(Wire.Request.Send(command, arguments)))
  }

  /// Tells the daemon's scanning clock which items the person can choose from. The clock scans these items until the
  /// next call. Commands then have the number of this page, and the item that they choose or highlight.
  ///
  /// The client stores the page, even if the daemon refuses it because the claim was lost. It announces the page again
  /// on a new connection, when it claims again, and if a command that chose an item was lost. Then the highlight begins
  /// at the item of the last command.
  ///
  /// - Parameters:
  ///   - items: the number of items, 1…1000. With 0, no items of this client are scanned until the next call.
  ///   - page: the number of the page, which the client chooses.
  ///   - item: the highlighted item, from 0.
  ///   - hold: whether the highlight stays where it is until the next call.
  /// - Returns: the time since which the page is scanned, in µs of the monotonic clock.
  /// - Throws: ``ClientError/refused(code:message:)`` if this client has not claimed `next`, `previous` and `select`,
  ///   or the profile has no clock. ``ClientError/disconnected(_:)``.
  @discardableResult
  public func scan(
    items: Int, page: Int = 0, item: Int = 0, hold: Bool = false
  ) async throws(ClientError) -> Int64? {
    let page = Wire.Request.Page(items: Int64(items), page: Int64(page), item: Int64(item), hold: hold)
    return Wire.PageTime(try await ask(.scan(page))).time
  }

  /// Types a text of 1 to 200 characters on Switchway's keyboard, in the person's layout. Returns when everything is
  /// typed. The profile must have `policy: {typing: yes}`, and this client must have a claim. Other requests are not
  /// delayed by the text; ``release()`` and `inhibit` stop it.
  public func type(text: String) async throws(ClientError) { try await ask(.type(Wire.Request.Typing(text: text))) }

  /// Types a chord, such as `ctrl+c`, under the same conditions as a text.
  public func type(keys: String) async throws(ClientError) { try await ask(.type(Wire.Request.Typing(keys: keys))) }

  /// Uses the pointer at a place: `move`, `click`, `double`, `right`, `middle`, `press` or `release`. Returns when this
  /// is done. The profile must have `policy: {pointing: yes}`, and this client must have a claim. A button that a
  /// `press` holds down is also released by ``release()``, by `inhibit` and when this client ends.
  ///
  /// - Parameter x, y: parts of the width and the height of the whole layout of monitors, from 0 to 1.
  public func point(_ action: String = "click", x: Double, y: Double) async throws(ClientError) {
    try await ask(.point(Wire.Request.Pointing(action, x: x, y: y)))
  }

  /// Drags from one place to another with the left button down, under the same conditions as ``point(_:x:y:)``.
  public func drag(fromX x: Double, y: Double, toX: Double, y toY: Double) async throws(ClientError) {
    try await ask(.point(Wire.Request.Pointing("drag", x: x, y: y, to: (toX, toY))))
  }

  /// Turns the wheel at a place by 1 to 20 notches, under the same conditions as ``point(_:x:y:)``. `direction` is
  /// `up`, `down`, `left` or `right`.
  public func scroll(
    _ direction: String, notches: Int = 3, x: Double, y: Double
  ) async throws(ClientError) {
    let pointing = Wire.Request.Pointing("scroll", x: x, y: y, direction: direction, notches: Int64(notches))
    try await ask(.point(pointing))
  }

  /// Returns the present `state`, `bindings`, `statistics` or `config`, with all pages of the answer joined.
  public func get(_ what: String) async throws(ClientError) -> JSONValue {
    try await ask(.get(Wire.Request.Get(what)))
  }

  /// Makes any request of the protocol. Returns the `result` of the answer, with its pages joined, or `null` if the
  /// answer has no `result`.
  ///
  /// - Throws: ``ClientError/refused(code:message:)``. ``ClientError/disconnected(_:)`` if there is no connection, or
  ///   the connection is lost before the answer. ``ClientError/closed``.
  @discardableResult
  public func request(_ type: String, _ members: [String: JSONValue] = [:]) async throws(ClientError) -> JSONValue {
    try await ask(type, JSONObject(members))
  }

  /// Makes any request of the protocol without waiting. This is for programs without tasks. It returns an id, and the
  /// answer, or the failure, comes among the events, as ``Event/answer(_:_:)`` with this id. A `claim` is made again on
  /// each new connection, and a `scan` is repeated as ``scan(items:page:item:hold:)`` says.
  @discardableResult
  public func submit(_ type: String, _ members: [String: JSONValue] = [:]) -> String {
    mailbox.submit(type, JSONObject(members))
  }

  /// Makes a request without waiting, as `submit(_:_:)` does, for programs of this package.
  @discardableResult
  package func submit(_ request: Wire.Request) -> String { mailbox.submit(request.type.rawValue, request.members) }

  @discardableResult
  private func ask(_ request: Wire.Request) async throws(ClientError) -> JSONValue {
    try await ask(request.type.rawValue, request.members)
  }

  private func ask(_ type: String, _ members: JSONObject) async throws(ClientError) -> JSONValue {
    try await mailbox.ask(type, members).get()
  }
}
