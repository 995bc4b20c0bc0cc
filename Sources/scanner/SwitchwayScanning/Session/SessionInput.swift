import SwitchwayClock

extension Session {
  /// An event that the session handles. Times are µs of the computer's monotonic clock; names and numbers are those of
  /// the protocol.
  public enum Input: Hashable, Sendable {
    /// The connection to the daemon was made, or a new `state` came after a line `missed`. The values are the clock
    /// (`nil` if the profile has none), the switches that are down, the open question, and `allowed`.
    case connected(clock: Clock?, down: Set<String>, question: Question?, isAllowed: Bool)
    case disconnected
    /// Whether anything may be shown: the session is active and not locked, and this client receives the choices.
    case allowed(Bool)
    /// The commands that a keyboard's bindings give at present, as `get bindings` reports them.
    case bindings(Set<String>)
    /// A line `profile` or `config` came: the daemon uses another profile, or has loaded it again.
    case renewed
    /// `first-item-pause` and `reaction` of the profile's clock, µs.
    case pace(firstItemPause: Int64, reaction: Int64)
    /// The person's layout, as the daemon types it. `nil` if no key can be typed.
    case layout(KeyboardLayout?)

    // Lines of the daemon, of the types that the cases name. `stuck` is a warning with this code. `command` also comes
    // for commands to other clients.
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

    /// The active window, menu or dialog, as it was read. If its `id` is the same as before, it was read again. `nil`
    /// if there is none.
    case window(Window?)
    /// The screen was locked or unlocked.
    case locked(Bool)
    /// The answer to `Effect.look`.
    case looked(attempt: Int, Keyboard)
    /// Something in this window has changed. `Effect.read` requests the window when it has settled.
    case changed(window: Reference)
    /// Whether anything can be shown on the screen, so that the person sees what a press chooses.
    case display(canShow: Bool)
    /// Whether the daemon allows this client to point.
    case pointing(Bool)
    /// The screens, in the desktop's pixels, from left to right.
    case screens([Rect])
    /// All windows of the desktop, in a constant order. `nil` if no program reports them.
    case windows([OpenWindow]?)
    /// The programs that can be started, each once.
    case programs([InstalledProgram])
    /// A request without an answer has failed, with the message to show.
    case failed(Message)
    /// Whether the speech server offers several voices of the person's language.
    case voices(areSeveral: Bool)
    /// The voice with this name speaks from now on.
    case voice(String)
    /// The words of the `Effect.say` with this number have ended, were cut off, or could not be spoken.
    case spoken(number: Int)
    /// A place of the bar was touched or clicked.
    case touched(place: Int)
    /// `nextDeadline` has come.
    case time
  }

  /// A question of the daemon, whether the person really wants this command.
  public struct Question: Hashable, Sendable {
    public var id: Int
    public var command: String

    public init(id: Int, command: String) { (self.id, self.command) = (id, command) }
  }

  /// The state of the daemon's scanning clock: a line `scan`, or the member `scan` of a line `state`.
  public struct Clock: Hashable, Sendable {
    public var style: ClockStyle
    public var state: ClockState
    /// The number of the page that the clock scans. `nil` if the line does not name it.
    public var page: Int?
    /// The time per item, µs. `nil` if the line does not name it.
    public var interval: Int64?
    /// The time since which the clock has this state, µs. `nil` means since the line came.
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
    /// Whether the command's phase is `end`.
    public var isEnd = false
    public var page: Int?
    public var item: Int?
    public var pressed: Int64
    /// The time when the switch was released, if the release chooses. `nil` if unknown.
    public var released: Int64?
    /// Whether a touch of the bar made the command.
    var isTouch = false
    /// The switch that made the command. `nil` if a chord, a key, a client or the clock made it.
    public var switchName: String?
    /// The style of the clock that made the command. `nil` if a press, a key or a client made it.
    public var clock: ClockStyle?
    /// Whether the command is for this client.
    public var isMine = true

    /// Whether the command chooses. Then the daemon's clock stops until the next `scan`.
    var isChoice: Bool { !["next", "previous", "increment", "decrement", "scroll"].contains(name) }

    public init(name: String, pressed: Int64) { (self.name, self.pressed) = (name, pressed) }
  }

  /// The answer to the request `scan`. `refused`: this client has no claim that allows it, or the request failed.
  /// `unsupported`: the profile has no clock.
  public enum ScanAnswer: Hashable, Sendable { case ok(time: Int64), refused, unsupported }

  /// The result of acting. `focused`: the item has the focus, and a key must perform the remaining step. `failed`: the
  /// program has refused the act, has gone, or does not answer. `typingRefused`: the key was not typed, or the pointer
  /// did nothing; the values are the daemon's message, and its word for the reason (`nil` if there is none).
  public enum Outcome: Hashable, Sendable { case done, focused, failed, typingRefused(String, reason: String? = nil) }

  /// The active window, menu or dialog.
  public struct Window: Hashable, Sendable {
    /// The reference of the first node of the window's tree.
    public var id: Reference
    public var kind: WindowKind
    /// The name of the window's program, for messages.
    public var program: String
    /// The window's first page. `nil` if the program does not answer.
    public var pages: Group?

    public init(id: Reference, kind: WindowKind = .window, program: String = "", pages: Group?) {
      (self.id, self.kind, self.program, self.pages) = (id, kind, program, pages)
    }
  }
}
