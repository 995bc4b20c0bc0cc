import SwitchwayConnection
import SwitchwayJSON
import SwitchwayProtocol
import Synchronization

/// What passes between the tasks of a front end and the thread that has the connection: events one way, requests the
/// other. At `limit` events that nobody has taken, the thread reads no more of the socket: the daemon sees that.
final class Mailbox: Sendable {
  static let limit = 1_024

  /// A `ping` is answered when whoever takes events comes to it: a front end that hangs does not.
  enum Item: Sendable {
    case event(Event)
    case ping(Int64)
    /// From here on what was claimed stands.
    case claimed
  }

  /// What a new connection is told.
  struct Wanted: Sendable {
    var name: String?
    var observed: [String]?
    var claim: JSONObject?

    /// What says that a claim is lost.
    static let claimTypes = ["consumer", "state"]

    /// The types that the daemon is asked for; nil: all.
    func types(withClaim isClaiming: Bool) -> [String]? {
      observed.map { types in types + (isClaiming ? Self.claimTypes.filter { !types.contains($0) } : []) }
    }
  }

  /// Who waits for the answer to a request.
  private struct Waiter {
    var isClaim: Bool
    var continuation: CheckedContinuation<Result<JSONValue, ClientError>, Never>
  }

  private struct State {
    var items: [Item] = []
    var taken = 0
    var taker: CheckedContinuation<Item?, Never>?
    var isClosed = false
    var isConnected = false
    var outgoing: [UInt8] = []
    var answers: [String: Waiter] = [:]
    var lastID = 0
    var wanted: Wanted
    var knownAs: String?
    /// What was claimed stands, as far as has been taken.
    var hasClaim = false
    var count: Int { items.count - taken }
  }

  let wakeUp = WakeUp()
  /// Can be read while items wait, and after the end.
  let arrived = WakeUp()
  private let state: Mutex<State>

  init(_ wanted: Wanted) { state = Mutex(State(wanted: wanted)) }

  // MARK: The front end's side

  var wanted: Wanted { state.withLock { $0.wanted } }
  var knownAs: String? { state.withLock { $0.knownAs } }
  var isClosed: Bool { state.withLock { $0.isClosed } }
  func want(_ change: @Sendable (inout Wanted) -> Void) { state.withLock { change(&$0.wanted) } }
  func know(_ name: String?) { state.withLock { $0.knownAs = name } }

  /// The next item; nil at the end, and for a task that is cancelled.
  func take() async -> Item? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { taker in
        let item: Item?? = state.withLock { state in
          if state.taken < state.items.count { return .some(next(&state)) }
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

  /// The next item that waits; nil: none does.
  func takeWaiting() -> Item? {
    let item = state.withLock { state in state.taken < state.items.count ? next(&state) : nil }
    if item != nil { wakeUp.wake() }
    return item
  }

  /// What whoever takes events does with an item; the event that is for the front end, if there is one.
  func handle(_ item: Item) -> Event? {
    switch item {
    case .ping(let number): post(LineBuffer.request("pong", ["n": .integer(number)]))
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

  /// Claims again where the daemon says that the claim is lost. Here, and not in the thread: a front end that hangs is
  /// none.
  private func claimAgain(after message: Message) {
    let claim: JSONObject? = state.withLock { state in
      let names = message["consumers"]?.arrayValue?.compactMap { $0["client"]?.stringValue } ?? []
      guard state.hasClaim, let name = state.knownAs, !names.contains(name) else { return nil }
      state.hasClaim = false
      return state.wanted.claim
    }
    if let claim { post(LineBuffer.request("claim", id: "claim", claim)) }
  }

  private func next(_ state: inout State) -> Item {
    let item = state.items[state.taken]
    state.taken += 1
    if state.taken == state.items.count, !state.isClosed { arrived.drain() }
    if state.taken == state.items.count || state.taken > Mailbox.limit {
      state.items.removeFirst(state.taken)
      state.taken = 0
    }
    return item
  }

  /// Asks, and waits for the answer.
  func ask(_ type: String, _ members: JSONObject) async -> Result<JSONValue, ClientError> {
    await withCheckedContinuation { answer in
      let refusal: ClientError? = state.withLock { state in
        if state.isClosed { return .closed }
        guard state.isConnected else { return .disconnected("there is none yet") }
        state.lastID += 1
        let id = "r\(state.lastID)"
        state.answers[id] = Waiter(isClaim: type == "claim", continuation: answer)
        state.outgoing += LineBuffer.request(type, id: .string(id), members)
        return nil
      }
      if let refusal { return answer.resume(returning: .failure(refusal)) }
      wakeUp.wake()
    }
  }

  /// Sends bytes that nothing answers.
  func post(_ bytes: [UInt8]) {
    state.withLock { if $0.isConnected { $0.outgoing += bytes } }
    wakeUp.wake()
  }

  /// Ends everything: the thread, whoever waits for an answer, and whoever takes events, once they are taken.
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

  var hasRoom: Bool { state.withLock { $0.count < Mailbox.limit } }

  func put(_ item: Item) {
    let taker: CheckedContinuation<Item?, Never>? = state.withLock { state in
      if state.isClosed { return nil }
      guard let taker = state.taker else {
        if state.count == 0 { arrived.wake() }
        state.items.append(item)
        return nil
      }
      state.taker = nil
      return taker
    }
    taker?.resume(returning: item)
  }

  func connect(as name: String?) {
    state.withLock { state in
      state.isConnected = true
      state.outgoing = []
      state.knownAs = name
    }
  }

  /// Whoever waits for an answer is told that none comes.
  func disconnect(_ error: ClientError) {
    let waiting = state.withLock { state in
      defer { state.answers = [:] }
      state.isConnected = false
      state.outgoing = []
      return state.answers.values.map(\.continuation)
    }
    for answer in waiting { answer.resume(returning: .failure(error)) }
  }

  func takeOutgoing() -> [UInt8] {
    state.withLock { state in
      defer { state.outgoing = [] }
      return state.outgoing
    }
  }

  /// Hands an answer to who asked; false: nobody here did.
  func answer(_ id: String, _ result: Result<JSONValue, ClientError>) -> Bool {
    let waiter = state.withLock { $0.answers.removeValue(forKey: id) }
    // Nobody waits for the answer to a claim that was made again.
    let isClaim = waiter?.isClaim ?? (id == "claim")
    if isClaim, case .success = result { put(.claimed) }
    waiter?.continuation.resume(returning: result)
    return waiter != nil || isClaim
  }
}
