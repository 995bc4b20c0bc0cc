import SwitchwayProtocol
import Synchronization

/// Passes events from the connection's thread to the front end's tasks, and requests from the tasks to the thread. When
/// `limit` events wait, the thread stops reading the socket, so the daemon notices that the front end does not read.
final class Mailbox: Sendable {
  static let limit = 1_024

  /// An item that waits for the front end. A `ping` is answered only when the front end receives it, so that a front
  /// end that hangs does not answer. But while a task waits for the answer to a request, a `ping` is answered at once,
  /// because this may be the task that receives items.
  enum Item: Sendable {
    case event(Event)
    case ping(Int64)
    /// The daemon has accepted the claim. From this item on, the claim is valid.
    case claimed
  }

  /// What this client requests on each new connection.
  struct Wanted: Sendable {
    var name: String?
    var observed: [String]?
    var claim: JSONObject?

    /// The types of messages that show that the claim was lost.
    static let claimTypes = ["consumer", "state"]

    /// Returns the types of messages to observe. `nil` means all types. A client with a claim also observes
    /// `claimTypes`.
    func types(withClaim isClaiming: Bool) -> [String]? {
      observed.map { types in types + (isClaiming ? Self.claimTypes.filter { !types.contains($0) } : []) }
    }
  }

  typealias Answer = Result<JSONValue, ClientError>

  /// A request that waits for its answer.
  private struct Waiter {
    var type: String
    var members: JSONObject
    /// The pages of the answer so far.
    var pages = JoinedPages()
    /// The task that waits for the answer. `nil` if the answer is delivered as an event.
    var continuation: CheckedContinuation<Answer, Never>?
  }

  private struct State {
    var items: [Item] = []
    var taker: CheckedContinuation<Item?, Never>?
    var isClosed = false
    var isConnected = false
    var outgoing: [UInt8] = []
    var answers: [String: Waiter] = [:]
    var lastID = 0
    var wanted: Wanted
    /// The name of the client with the newest claim, as the daemon has last reported it.
    var newest: String?
    /// The name of this client at the daemon. `nil` if it has no claim.
    var knownAs: String?
    /// Whether the claim is valid according to the items that the front end has received.
    var hasClaim = false
    var shown = ShownPage()

    /// Forgets the claim and the page, so that they are not sent again.
    mutating func forgetWantedClaim() {
      (wanted.claim, hasClaim) = (nil, false)
      shown.forget()
    }

    /// Adds a page to the answer to a request, and requests the next page. Returns false if there is no further page.
    mutating func asksOn(after page: JSONValue, of id: String) -> Bool {
      answers[id]?.pages.add(page)
      guard let waiter = answers[id], let next = waiter.pages.next else { return false }
      outgoing += LineBuffer.request(
        waiter.type, id: .string(id), Wire.Request.Get.next(of: waiter.members, from: next))
      return true
    }
  }

  let wakeUp = WakeUp()
  /// Wakes the front end: its descriptor is readable while items wait, and after the end.
  let arrived = WakeUp()
  private let state: Mutex<State>

  init(_ wanted: Wanted) { state = Mutex(State(wanted: wanted)) }

  // MARK: The front end's side

  var wanted: Wanted { state.withLock { $0.wanted } }
  var knownAs: String? { state.withLock { $0.knownAs } }
  var isClosed: Bool { state.withLock { $0.isClosed } }
  func want(_ change: @Sendable (inout Wanted) -> Void) { state.withLock { change(&$0.wanted) } }
  var newest: String? { state.withLock { $0.newest } }

  /// Waits for the next item and returns it. Returns `nil` at the end, and if the task is cancelled.
  func take() async -> Item? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { taker in
        let item: Item?? = state.withLock { state in
          if !state.items.isEmpty { return .some(next(&state)) }
          if state.isClosed || Task.isCancelled || state.taker != nil { return .some(nil) }
          state.taker = taker
          return nil
        }
        guard let item else { return }
        wakeUp.wake()
        taker.resume(returning: item)
      }
    } onCancel: {
      state.withLock { state in
        defer { state.taker = nil }
        return state.taker
      }?.resume(returning: nil)
    }
  }

  /// Returns the next item that has already come, or `nil` if there is none.
  func takeWaiting() -> Item? {
    let item = state.withLock { state in state.items.isEmpty ? nil : next(&state) }
    if item != nil { wakeUp.wake() }
    return item
  }

  /// Handles an item when the front end receives it. Returns the event in it, or `nil` if the item is not for the front
  /// end.
  func handle(_ item: Item) -> Event? {
    switch item {
    case .ping(let number): post(Self.pong(number))
    case .claimed: state.withLock { $0.hasClaim = true }
    case .event(let event):
      if case .disconnected = event { forgetClaim() }
      guard case .message(let message) = event, Wanted.claimTypes.contains(message.type) else { return event }
      claimAgain(after: message)
      let isWanted = wanted.observed?.contains(message.type) ?? true
      return isWanted ? event : nil
    }
    return nil
  }

  func forgetClaim() { state.withLock { $0.hasClaim = false } }

  func forgetWantedClaim() { state.withLock { $0.forgetWantedClaim() } }

  func forgetName() { state.withLock { $0.knownAs = nil } }

  /// Sends the page again if the daemon's state shows that this is needed. `daemon` is a message, or the result of a
  /// `get`, with the state.
  func showAgain(_ daemon: JSONValue) {
    state.withLock { state in
      guard state.isConnected, let name = state.knownAs,
        Wire.ConsumerChange(daemon).consumers.contains(where: { $0.client == name }),
        let page = state.shown.missing(from: Wire.State(daemon).scan)
      else { return }
      state.shown.repeated()
      state.outgoing += LineBuffer.request("scan", id: "scan", page)
    }
    wakeUp.wake()
  }

  /// Claims again if a message shows that the claim was lost. This is done when the front end receives the message, and
  /// not by the thread, because a front end that hangs must not claim.
  private func claimAgain(after message: Message) {
    let claim: JSONObject? = state.withLock { state in
      let names = Wire.ConsumerChange(message.value).consumers.map(\.client)
      guard state.hasClaim, let name = state.knownAs, !names.contains(name) else { return nil }
      state.hasClaim = false
      return state.wanted.claim
    }
    if let claim { post(LineBuffer.request("claim", id: "claim", claim)) }
  }

  private func next(_ state: inout State) -> Item {
    let item = state.items.removeFirst()
    if state.items.isEmpty, !state.isClosed { arrived.drain() }
    return item
  }

  /// Sends a request, waits for the answer and returns it.
  func ask(_ type: String, _ members: JSONObject) async -> Answer {
    await withCheckedContinuation { answer in
      let refusal = state.withLock { state in
        queue(Waiter(type: type, members: members, continuation: answer), &state).refusal
      }
      if let refusal { return answer.resume(returning: .failure(refusal)) }
      wakeUp.wake()
    }
  }

  /// Sends a request whose answer is delivered as an event. Returns the request's id.
  func submit(_ type: String, _ members: JSONObject) -> String {
    let (id, refusal) = state.withLock { state in
      if type == "claim" { state.wanted.claim = members }
      if type == "release" { state.forgetWantedClaim() }
      return queue(Waiter(type: type, members: members, continuation: nil), &state)
    }
    if let refusal { putItem(.event(.answer(id, .failure(refusal)))) }
    wakeUp.wake()
    return id
  }

  private func queue(_ waiter: Waiter, _ state: inout State) -> (id: String, refusal: ClientError?) {
    state.lastID += 1
    let id = "r\(state.lastID)"
    if state.isClosed { return (id, .closed) }
    if waiter.type == "scan" { state.shown.show(waiter.members) }
    guard state.isConnected else { return (id, .disconnected("there is none yet")) }
    state.answers[id] = waiter
    state.outgoing += LineBuffer.request(waiter.type, id: .string(id), waiter.members)
    // Pings that already wait are answered, because the task that receives events may be the task that waits now.
    if waiter.continuation != nil { answerPings(&state) }
    return (id, nil)
  }

  /// Answers and removes the pings that wait among the items.
  private func answerPings(_ state: inout State) {
    guard !state.items.isEmpty else { return }
    state.items.removeAll { item in
      guard case .ping(let number) = item else { return false }
      state.outgoing += Self.pong(number)
      return true
    }
    if state.items.isEmpty, !state.isClosed { arrived.drain() }
  }

  private static func pong(_ number: Int64) -> [UInt8] { Wire.Request.pong(Wire.Request.Pong(number)).line() }

  /// Sends a line that has no answer.
  func post(_ bytes: [UInt8]) {
    state.withLock { if $0.isConnected { $0.outgoing += bytes } }
    wakeUp.wake()
  }

  /// Ends the thread and fails all requests. The task that receives events still gets the events that have already
  /// come.
  func close() {
    state.withLock { $0.isClosed = true }
    arrived.wake()
    disconnect(.closed)
    state.withLock { state in
      defer { state.taker = nil }
      return state.taker
    }?.resume(returning: nil)
    wakeUp.wake()
  }

  // MARK: The thread's side

  var hasRoom: Bool { state.withLock { $0.items.count < Mailbox.limit } }

  /// Handles a `ping`: answers it at once if a task waits for an answer, otherwise adds it to the items. It is called
  /// by the connection's thread, which then also sends the answer.
  func putPing(_ number: Int64) {
    let taker: CheckedContinuation<Item?, Never>? = state.withLock { state in
      // The ping must be added in the same critical section as this check. Otherwise a request that begins in between
      // would leave this ping unanswered.
      guard state.answers.values.contains(where: { $0.continuation != nil }) else {
        return add(.ping(number), to: &state)
      }
      if state.isConnected { state.outgoing += Self.pong(number) }
      return nil
    }
    taker?.resume(returning: .ping(number))
  }

  func putItem(_ item: Item) {
    let taker = state.withLock { add(item, to: &$0) }
    taker?.resume(returning: item)
  }

  /// Adds an item to the waiting items, or returns the task that waits for an item and must be given this one.
  private func add(_ item: Item, to state: inout State) -> CheckedContinuation<Item?, Never>? {
    if state.isClosed { return nil }
    guard let taker = state.taker else {
      if state.items.isEmpty { arrived.wake() }
      state.items.append(item)
      return nil
    }
    state.taker = nil
    return taker
  }

  /// The page to announce with a new claim.
  var page: JSONObject? { state.withLock { $0.shown.members } }

  /// Records a new connection, on which the daemon has accepted `page`, or no page if it is `nil`.
  func connect(as name: String?, showing page: JSONObject?) {
    state.withLock { state in
      state.isConnected = true
      state.outgoing = []
      state.knownAs = name
      state.shown.connect(knowing: page)
    }
  }

  /// Stores which client has the newest claim, if the message has that.
  func hear(_ message: Message) {
    guard Wanted.claimTypes.contains(message.type) else { return }
    state.withLock { $0.newest = Wire.ConsumerChange(message.value).consumers.first?.client }
  }

  func receive(_ command: Command) { state.withLock { $0.shown.receive(command) } }

  /// Records that there is no connection, and fails all requests that wait for an answer.
  func disconnect(_ error: ClientError) {
    let waiting = state.withLock { state in
      defer { state.answers = [:] }
      state.isConnected = false
      state.outgoing = []
      return state.answers.sorted { $0.key < $1.key }
    }
    for (id, waiter) in waiting { deliver(.failure(error), to: waiter, id) }
  }

  func takeOutgoing() -> [UInt8] {
    state.withLock { state in
      defer { state.outgoing = [] }
      return state.outgoing
    }
  }

  /// Delivers an answer to its request, when all its pages have come. A success is the line `ok`. Returns false if the
  /// front end must get the answer as a message, because no request has this id, or because the daemon has refused a
  /// claim that this client has made again.
  func answer(_ id: String, _ answer: Answer) -> Bool {
    if case .success(let page) = answer, state.withLock({ $0.asksOn(after: page, of: id) }) { return true }
    let waiter = state.withLock { $0.answers.removeValue(forKey: id) }
    let result: Answer = answer.map { waiter?.pages.result ?? Wire.OK($0).result ?? .null }
    // The requests that this client makes by itself have their type as their id, and no task waits for their answers.
    let type = waiter?.type ?? id
    switch (type, result) {
    case ("claim", .success):
      // The daemon reports a claim before it answers the request, so the newest claim is this one. Later it may be
      // another.
      state.withLock { $0.knownAs = $0.newest }
      putItem(.claimed)
      if waiter?.continuation == nil { post(Wire.Request.get(Wire.Request.Get("state")).line(id: "get")) }
    case ("scan", _): state.withLock { $0.shown.answered(result) }
    case ("get", .success(let daemon)) where waiter == nil: showAgain(daemon)
    default: break
    }
    if let waiter { deliver(result, to: waiter, id) }
    return switch (id, result) {
    case ("claim", .success), ("scan", _), ("get", _): true
    default: waiter != nil
    }
  }

  private func deliver(_ answer: Answer, to waiter: Waiter, _ id: String) {
    if let continuation = waiter.continuation {
      continuation.resume(returning: answer)
    } else {
      putItem(.event(.answer(id, answer)))
    }
  }
}
