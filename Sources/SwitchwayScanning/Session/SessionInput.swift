extension Session {
  /// What the session is told. Times are µs of the machine's monotonic clock.
  public enum Input: Hashable, Sendable {
    // The daemon.

    /// There is a connection. What was pressed and asked before it is forgotten.
    case connected(Daemon)
    /// The connection is lost.
    case disconnected
    /// A `command` line, also of others.
    case command(Command)
    /// A `press` line.
    case press(switch: String, isDown: Bool)
    /// A `pending` line.
    case pending(switch: String, until: Int64)
    /// A `rejected` line.
    case rejected(switch: String)
    /// A `warning` with the code `stuck`.
    case stuck(switch: String)
    /// A `scan` line.
    case clock(Clock)
    /// A `profile` or `config` line: the profile may be another one.
    case renewed
    /// The commands that a keyboard's bindings give now, by `get bindings`.
    case bindings(Set<String>)
    /// A `question` line that asks.
    case question(id: Int, command: String)
    /// A `question` line with its answer.
    case questionClosed(id: Int)
    /// Whether anything may be shown; see `Daemon.isAllowed`.
    case allowed(Bool)
    /// The answer to `Effect.scan` of this page.
    case scanned(page: Int, ScanAnswer)

    // The windows.

    /// The window, menu or dialog in front, as it was read. The same `id` as before: its contents were read again.
    /// nil: there is none, or none whose program can be asked.
    case window(Window?)
    /// Something in this window has changed. It is read again by `Effect.read` once it has settled.
    case changed(window: Int)
    /// The answer to `Effect.check`.
    case checked(attempt: Int, Check)
    /// The answer to `Effect.act`, `Effect.close` and `Effect.key`.
    case acted(attempt: Int, Outcome)

    // The person and the time.

    /// A place of the bar was touched or clicked.
    case touched(place: Int)
    /// `nextDeadline` has come.
    case time
  }

  /// What the daemon's `state` and `bindings` say at a connection.
  public struct Daemon: Hashable, Sendable {
    /// nil: the profile has none.
    public var clock: Clock?
    /// The names of the switches that are down.
    public var switchesDown: Set<String>
    /// The open question.
    public var question: Question?
    /// Whether the session is in front and not locked, and this client's claim is the newest. Else nothing is shown.
    public var isAllowed: Bool
    /// The commands that a keyboard's bindings give.
    public var keyboardCommands: Set<String>

    public init(
      clock: Clock?, switchesDown: Set<String> = [], question: Question? = nil, isAllowed: Bool = true,
      keyboardCommands: Set<String> = []
    ) {
      (self.clock, self.switchesDown, self.question) = (clock, switchesDown, question)
      (self.isAllowed, self.keyboardCommands) = (isAllowed, keyboardCommands)
    }
  }

  /// A question of the daemon: whether this command is meant.
  public struct Question: Hashable, Sendable {
    public var id: Int
    public var command: String

    public init(id: Int, command: String) { (self.id, self.command) = (id, command) }
  }

  /// A `scan` line, or that member of `state`. Raw values are the words on the wire.
  public struct Clock: Hashable, Sendable {
    public enum Style: String, Sendable {
      case auto, step, inverse
      case frontEnd = "front-end"
    }
    public enum State: String, Sendable {
      case off, running, frozen, holding, resting, paused
    }

    public var style: Style
    public var state: State
    /// nil: nobody has said.
    public var page: Int?

    public init(style: Style, state: State, page: Int? = nil) {
      (self.style, self.state, self.page) = (style, state, page)
    }
  }

  /// A `command` line, as far as it matters here.
  public struct Command: Hashable, Sendable {
    public var name: String
    /// As written, such as `by=group`.
    public var arguments: [String]
    /// Whether its phase is `end`: what began is over.
    public var isEnd: Bool
    public var page: Int?
    public var item: Int?
    public var pressed: Int64
    /// The name of the switch that gave it. nil: a chord, a key, a client or the clock did.
    public var switchName: String?
    /// Whether its source is the clock in the style `auto`.
    public var isOfAutoClock: Bool
    /// Whether it is for this client.
    public var isMine: Bool

    public init(
      name: String, arguments: [String] = [], isEnd: Bool = false, page: Int? = nil, item: Int? = nil, pressed: Int64,
      switchName: String? = nil, isOfAutoClock: Bool = false, isMine: Bool = true
    ) {
      (self.name, self.arguments, self.isEnd, self.page, self.item) = (name, arguments, isEnd, page, item)
      (self.pressed, self.switchName) = (pressed, switchName)
      (self.isOfAutoClock, self.isMine) = (isOfAutoClock, isMine)
    }
  }

  /// What became of a `scan` request.
  public enum ScanAnswer: Hashable, Sendable {
    /// Scanned since this time.
    case ok(time: Int64)
    /// This client's claim does not cover it, or the request failed.
    case refused
    /// The profile has no clock.
    case unsupported
  }

  /// The window, menu or dialog in front.
  public struct Window: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      case window, menu, dialog
    }

    /// A number of the caller's own: the same for as long as it is the same window.
    public var id: Int
    public var kind: Kind
    /// The program's name, for messages.
    public var program: String
    /// Its first page. nil: the program does not answer.
    public var pages: Group?

    public init(id: Int, kind: Kind = .window, program: String = "", pages: Group?) {
      (self.id, self.kind, self.program, self.pages) = (id, kind, program, pages)
    }
  }

  /// What reading an item again has shown.
  public enum Check: Hashable, Sendable {
    case unchanged, changed, gone
  }

  /// What became of acting.
  public enum Outcome: Hashable, Sendable {
    case done, failed
    /// Its key was not typed, and why: a reason of `typing` in the daemon's state, or its message.
    case typingRefused(String)
  }
}
