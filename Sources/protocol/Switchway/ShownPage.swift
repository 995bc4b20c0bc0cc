import SwitchwayProtocol

/// The page that a front end announced last, and what the daemon knows about it.
///
/// The daemon forgets pages with a connection, refuses one while the claim is lost, and waits after a choice until the
/// client announces a page. A front end cannot answer a choice that never reached it. In these cases the page is sent
/// again, because the highlight would otherwise stop for ever.
struct ShownPage: Sendable {
  /// The members of the request. `nil` if none was announced.
  private(set) var members: JSONObject?
  /// The page that was announced before it.
  private var earlier: JSONObject?
  /// Requests without an answer.
  private var waiting = 0
  /// Whether the daemon has accepted this page on the present connection.
  private var isKnown = false
  /// Whether a choice from it has come.
  private var isChosen = false

  private static let moves = ["next", "previous", "edge"]

  /// The front end announces a page.
  mutating func show(_ new: JSONObject) {
    if waiting == 0 { earlier = members }
    members = new
    waiting += 1
  }

  /// The page is sent again.
  mutating func repeated() { waiting += 1 }

  /// The front end gives up its claim, and its page with it.
  mutating func forget() { self = ShownPage() }

  /// There is a new connection, on which the daemon has accepted this page, or no page if `nil`.
  mutating func connect(knowing page: JSONObject?) {
    (waiting, isKnown, isChosen) = (0, page != nil && page == members, false)
  }

  /// The daemon has answered the oldest request.
  mutating func answered(_ answer: Result<JSONValue, ClientError>) {
    waiting = max(0, waiting - 1)
    // The answer is to an earlier page.
    guard waiting == 0 else { return }
    switch answer {
    case .success: (isKnown, isChosen) = (true, false)
    // The page that was announced before it still counts.
    case .failure(.refused(code: "bad-argument", _, _)): members = earlier
    case .failure: isKnown = false
    }
  }

  /// A command for this client has come.
  mutating func receive(_ command: Command) {
    guard command.isMine, command.phase != .end, let item = command.item, let page = command.page,
      let shown = members, Wire.Request.Page(shown).page.value == Int64(page)
    else { return }
    members = Wire.Request.Page.members(shown, at: Int64(item))
    if !Self.moves.contains(command.name) { isChosen = true }
  }

  /// The page to send again while this client's claim is valid. `scan`: the state of the daemon's clock.
  func missing(from scan: Wire.Scan?) -> JSONObject? {
    guard let members, waiting == 0 else { return nil }
    if !isKnown { return members }
    let page = Wire.Request.Page(members)
    let waitsForAnswer = scan?.state == "holding" && scan?.page == page.page.value && page.hold.value != true
    return waitsForAnswer && !isChosen ? members : nil
  }
}
