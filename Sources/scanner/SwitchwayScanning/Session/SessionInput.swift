import SwitchwayClock

extension Session {
  /// What happened. Times are µs of the machine's monotonic clock; names and numbers are those of the wire.
  public enum Input: Hashable, Sendable {
    /// There is a connection, or after `missed` a fresh `state`: the clock (`nil` if the profile has none), the
    /// switches that are down, the open question, and `allowed`.
    case connected(clock: Clock?, down: Set<String>, question: Question?, isAllowed: Bool)
    case disconnected
    /// Whether anything may be shown: the session is in front and not locked, and this client gets what is chosen.
    case allowed(Bool)
    /// The commands that a keyboard's bindings give now, by `get bindings`.
    case bindings(Set<String>)
    /// A `profile` or `config` line.
    case renewed
    /// `first-item-pause` and `reaction` of the profile's clock, µs.
    case pace(firstItemPause: Int64, reaction: Int64)
    /// The person's layout, as the daemon types it. `nil` if no key can be typed.
    case layout(KeyboardLayout?)

    // Lines of these types. `stuck`: the warning of this code. `command`: also those for others.
    case command(Command)
    case press(switch: String, isDown: Bool)
    case pending(switch: String, until: Int64)
    case rejected(switch: String)
    case stuck(switch: String)
    case clock(Clock)
    case question(Question)
    case questionClosed(id: Int)

    /// The answer to `Effect.scan` of this page.
    case scanned(page: Int, ScanAnswer)
    /// The answer to `Effect.check`.
    case checked(attempt: Int, isUnchanged: Bool)
    /// The answer to `Effect.act`, `Effect.type` and `Effect.point`.
    case acted(attempt: Int, Outcome)

    /// The window, menu or dialog in front, as it was read; the same `id`: it was read again. `nil` if there is none.
    case window(Window?)
    /// The screen is locked, or no more.
    case locked(Bool)
    /// The answer to `Effect.look`.
    case looked(attempt: Int, Keyboard)
    /// Something in this window has changed. `Effect.read` asks for it once that has settled.
    case changed(window: Reference)
    /// Whether anything can be shown on the screen, so that the person sees what a press chooses.
    case display(canShow: Bool)
    /// Whether the daemon lets this client point.
    case pointing(Bool)
    /// The screens, in the desktop's pixels, from left to right.
    case screens([Rect])
    /// All windows of the desktop, in an order that stays. `nil` if no program reports them.
    case windows([OpenWindow]?)
    /// The programs that can be started, each once.
    case programs([InstalledProgram])
    /// What was asked for without an answer has failed, and what is to be said of it.
    case failed(Message)
    /// The words of `Effect.say` of this number are over, were cut off, or could not be said.
    case spoken(number: Int)
    /// A place of the bar was touched or clicked.
    case touched(place: Int)
    /// `nextDeadline` has come.
    case time
  }

  /// A question of the daemon: whether this command is meant.
  public struct Question: Hashable, Sendable {
    public var id: Int
    public var command: String

    public init(id: Int, command: String) { (self.id, self.command) = (id, command) }
  }

  /// A `scan` line, or that member of `state`.
  public struct Clock: Hashable, Sendable {
    public var style: ClockStyle
    public var state: ClockState
    /// `nil` if the line does not name it.
    public var page: Int?
    /// For an item, µs. `nil` if the line does not name it.
    public var interval: Int64?
    /// Since when, µs. `nil` means since it was reported.
    public var time: Int64?

    public init(
      style: ClockStyle, state: ClockState, page: Int? = nil, interval: Int64? = nil, time: Int64? = nil
    ) {
      (self.style, self.state, self.page, self.interval, self.time) = (style, state, page, interval, time)
    }
  }

  /// A `command` line.
  public struct Command: Hashable, Sendable {
    public var name: String
    public var arguments: [String] = []
    /// Whether its phase is `end`.
    public var isEnd = false
    public var page: Int?
    public var item: Int?
    public var pressed: Int64
    /// When a press that chooses by its release was released. `nil` if that is not known.
    public var released: Int64?
    /// A touch of the bar gave it.
    var isTouch = false
    /// The switch that gave it. `nil` if a chord, a key, a client or the clock did.
    public var switchName: String?
    /// The style of the clock that made it. `nil` if a press, a key or a client did.
    public var clock: ClockStyle?
    /// Whether it is for this client.
    public var isMine = true

    /// Whether the daemon's clock holds after it, until the next `scan`.
    var isChoice: Bool { !["next", "previous", "increment", "decrement", "scroll"].contains(name) }

    public init(name: String, pressed: Int64) { (self.name, self.pressed) = (name, pressed) }
  }

  /// What became of `scan`. `refused`: no claim covers it, or the request failed; `unsupported`: there is no clock.
  public enum ScanAnswer: Hashable, Sendable { case ok(time: Int64), refused, unsupported }

  /// What became of acting. `focused`: the item has the focus, and a key does the rest; `failed`: the program has
  /// refused it, is gone, or does not answer; `typingRefused`: the key was not typed, or the pointer did nothing, with
  /// the daemon's message and its word for the reason, which is `nil` if it gave none.
  public enum Outcome: Hashable, Sendable { case done, focused, failed, typingRefused(String, reason: String? = nil) }

  /// The window, menu or dialog in front.
  public struct Window: Hashable, Sendable {
    /// What the root of its tree is known by.
    public var id: Reference
    public var kind: WindowKind
    /// The program's name, for messages.
    public var program: String
    /// Its first page. `nil` if the program does not answer.
    public var pages: Group?

    public init(id: Reference, kind: WindowKind = .window, program: String = "", pages: Group?) {
      (self.id, self.kind, self.program, self.pages) = (id, kind, program, pages)
    }
  }
}
