import SwitchwayProtocol

/// The page of items that a front end has announced last, and whether the daemon knows it.
///
/// In three cases the page is sent again, because otherwise the highlight would stop for ever: after a new connection,
/// because the daemon forgets pages with a connection; after a lost claim, because the daemon refuses pages of a client
/// without a claim; and if a command that chose an item was lost. After a choice, the daemon waits until the client
/// announces a page, and a client cannot do so for a choice that it never received.
struct ShownPage: Sendable {
  /// The members of the request that announced the page. `nil` if no page was announced.
  private(set) var members: JSONObject?
  /// The page that was announced before `members`.
  private var earlier: JSONObject?
  /// The number of requests `scan` that are not answered yet.
  private var waiting = 0
  /// Whether the daemon has accepted this page on the present connection.
  private var isKnown = false
  /// Whether the client has received a choice from the page.
  private var isChosen = false

  private static let moves = ["next", "previous", "edge"]

  /// Records that the front end announces a page.
  mutating func show(_ new: JSONObject) {
    if waiting == 0 { earlier = members }
    members = new
    waiting += 1
  }

  /// Records that the page is sent again.
  mutating func repeated() { waiting += 1 }

  /// Forgets the page, because the front end has ended its claim.
  mutating func forget() { self = ShownPage() }

  /// Records a new connection, on which the daemon has accepted `page`, or no page if it is `nil`.
  mutating func connect(knowing page: JSONObject?) {
    (waiting, isKnown, isChosen) = (0, page != nil && page == members, false)
  }

  /// Records that the daemon has answered the oldest request.
  mutating func answered(_ answer: Result<JSONValue, ClientError>) {
    waiting = max(0, waiting - 1)
    // Only the answer to the newest request is about this page.
    guard waiting == 0 else { return }
    switch answer {
    case .success: (isKnown, isChosen) = (true, false)
    // The daemon has refused the page as invalid, so the page before is still scanned.
    case .failure(.refused(code: "bad-argument", _, _)): members = earlier
    case .failure: isKnown = false
    }
  }

  /// Records a command that the client has received.
  mutating func receive(_ command: Command) {
    guard command.isMine, command.phase != .end, let item = command.item, let page = command.page,
      let shown = members, Wire.Request.Page(shown).page.value == Int64(page)
    else { return }
    members = Wire.Request.Page.members(shown, at: Int64(item))
    if !Self.moves.contains(command.name) { isChosen = true }
  }

  /// Returns the page if it must be sent again, otherwise `nil`. `scan` is the state of the daemon's scanning clock.
  func missing(from scan: Wire.Scan?) -> JSONObject? {
    guard let members, waiting == 0 else { return nil }
    if !isKnown { return members }
    let page = Wire.Request.Page(members)
    let waitsForAnswer = scan?.state == "holding" && scan?.page == page.page.value && page.hold.value != true
    return waitsForAnswer && !isChosen ? members : nil
  }
}
