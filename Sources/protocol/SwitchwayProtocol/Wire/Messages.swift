/// The source of a command.
public enum CommandSource: Hashable, Sendable {
  /// A press: the switch, its device, and the gesture, such as `tap`.
  case press(switchName: EscapedText, device: EscapedText, gesture: String)
  /// A key of a keyboard. The message never says which key.
  case key(device: EscapedText, gesture: String)
  /// A client's `send`.
  case client(EscapedText)
  /// The scanning clock: its style.
  case clock(String)

  var switchName: EscapedText? { if case .press(let name, _, _) = self { name } else { nil } }

  var isKeyOrClock: Bool {
    switch self {
    case .key, .clock: true
    case .press, .client: false
    }
  }
}

/// The facts that the server needs about a line, so that it never parses its own lines.
public struct LineHead: Hashable, Sendable {
  public var type: MessageType
  /// The name of the client that has claimed it. `nil` if none has.
  public var owner: EscapedText?
  /// Whether a command ends a phase.
  public var isEnd = false
  /// A time of a command, in µs.
  public var pressed: Int64 = 0
  /// A time of a command, in µs.
  public var accepted: Int64 = 0
  /// The switch that made a command. `nil` if no switch did.
  public var switchName: EscapedText?
  /// Whether a key or the scanning clock made it, and no press of a switch. If it is too late, no `rejected` is sent.
  public var expiresSilently = false
  /// For a `learn` line: whether it reports an event that is not a press, for clients that asked for that.
  public var isSight = false

  /// The head of a line that is not a command.
  public init(_ type: MessageType) { self.type = type }

  /// The head of the line of a command.
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

  /// Whether the line is dropped after it has waited too long. An `end` is always sent.
  public var expires: Bool { type == .command && !isEnd }
}

/// A problem in a profile file, in the form of `config` lines and of the answer to a failed `reload`.
public struct DiagnosticMessage: Hashable, Sendable {
  public var file: String
  /// The line, counted from 1.
  public var line: Int
  /// The column, counted from 1.
  public var column: Int
  /// `error`, `warning` or `note`.
  public var severity: String
  public var message: String
  /// It is absent if there is no advice.
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

/// The `id` of a request, repeated in its answer.
public enum RequestID: Hashable, Sendable {
  case integer(Int64)
  case text(String)
}
