extension Session {
  /// What the caller shall do, in this order. An `attempt` is a number to be given back with the answer.
  public enum Effect: Hashable, Sendable {
    /// Claim these commands in place of earlier ones.
    case claim([String])
    /// Send `scan`, in order with the other requests; answered by `Input.scanned`. It is sent without a clock, too: the
    /// answer `unsupported` says so.
    case scan(items: Int, page: Int, item: Int)
    /// Answer the daemon's question.
    case answer(question: Int, confirm: Bool)
    /// Send this command, such as `scan` with `pause`.
    case send(String, [String])

    /// Read this window again; answered by `Input.window`.
    case read(window: Int)
    /// Receive the events of programs, or none.
    case observe(Bool)
    /// Read the item again and compare; answered by `Input.checked`. `comparesName`: whether another name is a change.
    case check(attempt: Int, Item, comparesName: Bool)
    /// Act on the item; answered by `Input.acted`. Always after a check that found it unchanged.
    case act(attempt: Int, Item, Act)
    /// Close a menu or dialog by its own cancel or by Escape; answered by `Input.acted`.
    case close(attempt: Int, window: Int)
    /// Type this chord for the program in front; answered by `Input.acted`.
    case key(attempt: Int, String)
    /// Scroll the pane that this item is in, with the arguments of `scroll`, such as `down` and `page`.
    case scroll(Item, [String])

    /// Show this in place of what was shown. nil: nothing.
    case light(Light?)
    /// Say this in place of what was said. nil: nothing.
    case message(Message?)
  }

  /// How an item is acted on.
  public enum Act: Hashable, Sendable {
    /// By its kind. `.focus`: then `Item.key` is typed.
    case use
    /// Changes its value by this many steps, down if it is negative. Never 0, within ±1,000.
    case change(by: Int)
    /// Opens its menu.
    case menu
    /// Runs this action of `Node.actions`.
    case action(String)
  }

  /// What is lit, and the whole page that it is of.
  public struct Light: Hashable, Sendable {
    public enum Look: Hashable, Sendable {
      case lit
      /// A switch is down.
      case pressed
      /// A press waits for a decision.
      case pending
      /// The press did nothing. It lasts for half a second.
      case rejected
    }

    /// The places of the page. Never empty.
    public var places: [PagePlace]
    /// The index of the lit place.
    public var lit: Int
    public var look: Look
    /// The `id` of the window that the places are in. nil: they are the panel's own.
    public var window: Int?

    /// The names of the places.
    public var labels: [String] { places.map(\.label) }
  }

  /// What the bar says besides its places.
  public enum Message: Hashable, Sendable {
    /// The daemon is gone; the session waits for it.
    case daemonGone
    /// This program does not answer.
    case notAnswering(String)
    /// A key could not be typed, and why.
    case typingRefused(String)
    /// Whether this command is meant.
    case question(String)
  }
}

extension Item {
  /// The key that acts on an item that only takes the focus. Source: GTK 3 and 4, Qt 5, Chromium.
  public var key: String { [Role.link, .listItem, .treeItem].contains(node.role) ? "enter" : "space" }
}
