/// The source of a command.
public enum CommandSource: Hashable, Sendable {
  /// A press of a switch. The values are the names of the switch and of its device's entry, and the gesture, such as
  /// `tap`.
  case press(switchName: EscapedText, device: EscapedText, gesture: String)
  /// A key of a keyboard. The message does not say which key.
  case key(device: EscapedText, gesture: String)
  /// A client, by its request `send`. The value is the client's name.
  case client(EscapedText)
  /// The scanning clock. The value is the clock's style.
  case clock(String)

  var switchName: EscapedText? { if case .press(let name, _, _) = self { name } else { nil } }

  var isKeyOrClock: Bool {
    switch self {
    case .key, .clock: true
    case .press, .client: false
    }
  }
}

/// The facts about a line that the server needs, so that it need not parse the lines that the daemon has written.
public struct LineHead: Hashable, Sendable {
  public var type: MessageType
  /// For a command: the name of the client that has claimed it. `nil` if no client has.
  public var owner: EscapedText?
  /// Whether the line is a command with the phase `end`.
  public var isEnd = false
  /// For a command: its `pressed`, in µs.
  public var pressed: Int64 = 0
  /// For a command: its `accepted`, in µs.
  public var accepted: Int64 = 0
  /// For a command: the name of the switch that made it. `nil` if no switch did.
  public var switchName: EscapedText?
  /// For a command: whether a key or the scanning clock made it. If such a command is too late, no `rejected` is sent.
  public var expiresSilently = false
  /// For a `learn` line: whether it reports an event that is not a press. Only clients that have asked for such events
  /// get it.
  public var isSight = false

  /// Makes the head of a line that is not a command.
  public init(_ type: MessageType) { self.type = type }

  /// Makes the head of a `command` line.
  package init(
    of source: CommandSource, isEnd: Bool, owner: EscapedText?, pressed: Int64, accepted: Int64
  ) {
    type = .command
    self.owner = owner
    self.isEnd = isEnd
    self.pressed = pressed
    self.accepted = accepted
    switchName = source.switchName
    expiresSilently = source.isKeyOrClock
  }

  /// Whether the line is dropped if it has waited too long. A command with the phase `end` is always sent.
  public var expires: Bool { type == .command && !isEnd }
}

/// A problem in a profile file, as `config` lines and the answer to a failed `reload` contain it.
public struct DiagnosticMessage: Hashable, Sendable {
  public var file: String
  /// The line, counted from 1.
  public var line: Int
  /// The column, counted from 1.
  public var column: Int
  /// How serious the problem is: `error`, `warning` or `note`.
  public var severity: String
  public var message: String
  /// Advice on how to correct the problem. `nil` if there is none.
  public var help: String?

  public init(file: String, line: Int, column: Int, severity: String, message: String, help: String? = nil) {
    self.file = file
    self.line = line
    self.column = column
    self.severity = severity
    self.message = message
    self.help = help
  }
}

/// The `id` of a request, which its answer repeats.
public enum RequestID: Hashable, Sendable {
  case integer(Int64)
  case text(String)
}
