extension Session {
  /// What the caller must do, in the order in which `handle` returns it. An `attempt` is a number that comes back with
  /// the answer.
  public enum Effect: Hashable, Sendable {
    /// Claim these commands instead of the earlier ones.
    case claim([String])
    /// Give up all claims.
    case release
    /// Send the request `scan` to the daemon, in order with the other requests; answered by `Input.scanned`. It is also
    /// sent if the profile has no clock; the answer is then `unsupported`. `stands`: whether the highlight must not
    /// move by itself until the next `scan`.
    case scan(items: Int, page: Int, item: Int, stands: Bool)
    /// Answer the daemon's question.
    case answer(question: Int, confirm: Bool)
    /// Send this command, such as `scan` with `pause`.
    case send(String, [String])

    /// Switch the events of programs on or off.
    case observe(Bool)
    /// Read this window again; answered by `Input.window`.
    case read(window: Reference)
    /// Find out which window has the keyboard, by a new request; answered by `Input.looked`.
    case look(attempt: Int)
    /// Read the item again and compare it with the earlier reading; answered by `Input.checked`. `comparesName`:
    /// whether another name counts as a change.
    case check(attempt: Int, Item, comparesName: Bool)
    /// Act on the item, which is unchanged; answered by `Input.acted`.
    case act(attempt: Int, Item, Act)
    /// Type this once for the active program; answered by `Input.acted`.
    case type(attempt: Int, Typed)
    /// Perform this action once with the pointer; answered by `Input.acted`.
    case point(attempt: Int, PointRequest)
    /// Make the sound louder or quieter by a step. `Input.failed` follows if that is not possible.
    case volume(isUp: Bool)
    /// Speak faster or slower by a step.
    case speakingRate(isUp: Bool)
    /// Speak with the next voice; `Input.voice` or `Input.failed` follows.
    case nextVoice
    /// End the scanner.
    case end
    /// Report the windows of the desktop again, with `Input.windows`.
    case listWindows
    /// Read the programs again; answered by `Input.programs`.
    case listPrograms
    /// Start this program; answered by `Input.acted`. `Input.failed` follows if that is not possible.
    case start(attempt: Int, InstalledProgram)
    /// Bring this window to the front; answered by `Input.acted`.
    case raise(attempt: Int, OpenWindow)

    /// Show this instead of the earlier contents, or nothing if `nil`.
    case light(Light?)
    /// Show the gliding line at this position: one pixel wide or high, in the desktop's pixels. With `nil`, show no
    /// line. The rest of the picture has not changed.
    case line(Rect?)
    /// Show this message instead of the earlier one, or none if `nil`.
    case message(Message?)
    /// Speak this at once, instead of earlier words; answered by `Input.spoken`. With `nil`, be silent; then no answer
    /// comes.
    case say(number: Int, Spoken?)

    /// Stops the daemon's clock until `startClock`.
    static let stopClock = Effect.send("scan", ["pause"])
    static let startClock = Effect.send("scan", ["resume"])
  }

  /// The keys to type: a text, or a chord such as `esc`.
  public enum Typed: Hashable, Sendable { case text(String), chord(String) }

  /// How to operate an item.
  public enum Act: Hashable, Sendable {
    /// Operates the item in the way that its kind needs.
    case use
    /// Changes its value by this many steps, down if it is negative. Never 0, within ±1,000.
    case change(by: Int)
    /// Opens its menu.
    case menu
    /// Gives the item the focus, if that is possible, so that the key scrolls the pane around the item.
    case scroll(Scrolling)
    /// Runs this action of `Node.actions`.
    case action(String)
    /// Does nothing. The answer is `focused` if the item has the focus, otherwise `failed`.
    case look
  }

  /// The highlighted place, and the whole page.
  public struct Light: Hashable, Sendable {
    /// `pressed`: a switch is down. `pending`: a press waits. `rejected`: the press did nothing; this lasts half a
    /// second.
    public enum Look: Hashable, Sendable { case lit, pressed, pending, rejected }

    /// The places of the page. The list is never empty.
    public var places: [Place]
    /// The index of the highlighted place.
    public var lit: Int
    public var look: Look
    /// The `id` of the window with these places. `nil` if they are the panel's own.
    public var window: Reference?
    /// Whether the places are keys of the panel's keyboard.
    public var isOfKeyboard = false
    /// The part of the screens that is highlighted, or at which an action is performed, in the desktop's pixels. `nil`
    /// if there is none.
    public var area: Rect?
    /// The part of the screens to show enlarged. `nil` if there is none.
    public var enlarged: Rect?
  }

  /// A message in the bar, beside its places. In the order of the cases: the daemon is gone; this program does not
  /// answer; a key could not be typed, and why; the command that a question is about; whether the scanner should end;
  /// help was called; the volume cannot be changed; this program cannot be started; the screen is locked; this voice
  /// speaks now; this voice cannot speak.
  public enum Message: Hashable, Sendable {
    case daemonGone, notAnswering(String), typingRefused(String, reason: String? = nil), question(String), ending
    case helpCalled, noVolume, notStarted(String), locked, voice(String), voiceRefused(String)
    /// The pointer did nothing, with the reason.
    case pointingRefused(String, reason: String? = nil)
  }
}

/// The keys that scroll the pane with the focus.
public enum Scrolling: Sendable {
  /// Scroll by a page; `right` and `left` scroll by a line.
  case down, up, right, left, bottom, top
  case lineDown, lineUp

  /// The places of the panel's page for scrolling.
  static let places: [Scrolling] = [.down, .up, .right, .left, .bottom, .top]

  /// Reads the arguments of the command `scroll`, such as `down` and `edge`. Without an amount, it scrolls by a line.
  /// `nil` if none of the arguments is one of these words.
  init?(_ arguments: [String]) {
    let (isPage, isEdge) = (arguments.contains("page"), arguments.contains("edge"))
    switch arguments.first {
    case "down": self = isEdge ? .bottom : isPage ? .down : .lineDown
    case "up": self = isEdge ? .top : isPage ? .up : .lineUp
    case "right": self = .right
    case "left": self = .left
    default: return nil
    }
  }

  /// The key that scrolls in this way. Programs offer no other way to scroll a pane by a step.
  var key: String {
    switch self {
    case .down: "pagedown"
    case .up: "pageup"
    case .right, .left: "\(self)"
    case .lineDown: "down"
    case .lineUp: "up"
    case .bottom: "ctrl+end"
    case .top: "ctrl+home"
    }
  }
}

extension Item {
  /// The key that operates an item after it has the focus, if it has no action. Source: GTK 3 and 4, Qt 5, Chromium.
  public var key: String { [Role.link, .listItem, .treeItem].contains(node.role) ? "enter" : "space" }
}
