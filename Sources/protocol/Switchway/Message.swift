import SwitchwayProtocol

/// A message of the daemon, as it was received.
///
/// Ignore members and types that you do not know, because they can be added without a new version of the protocol.
public struct Message: Hashable, Sendable {
  /// The whole message, which is always a JSON object.
  public let value: JSONValue

  /// Makes a message from its value, or returns `nil` if the value is not a message.
  init?(_ value: JSONValue) {
    guard Wire.type(of: value) != nil else { return nil }
    self.value = value
  }

  /// The type of the message: `press`, `rejected`, `mode` …
  public var type: String { Wire.type(of: value) ?? "" }

  /// The member of the message with this name. `nil` if there is none.
  public subscript(name: String) -> JSONValue? { value[name] }
}

/// A scan command, by which the person says what a front end should do.
public struct Command: Hashable, Sendable {
  /// Whether the command is done at once, begins, or ends. The raw values are the words of the protocol.
  public enum Phase: String, Sendable {
    case once = "do"
    case begin, end
  }

  /// The number of the command, counted from 1 since the start of the daemon.
  public let sequence: Int
  /// The name of the command: `next`, `select`, `move` …
  public let name: String
  /// The arguments as they were written. Arguments that were left out are not added.
  public let arguments: [String]
  public let phase: Phase
  /// Which command of a repetition this is: 1 for the first command, then 2, 3 … while it repeats.
  public let count: Int
  /// The name of the client that has claimed the command. `nil` if no client has.
  public let owner: String?
  /// Whether this client has claimed the command and must act on it.
  public let isMine: Bool
  /// The time when the press really began, in µs of `CLOCK_MONOTONIC`. Compare it with what your program showed at that
  /// time.
  public let pressed: Int64
  /// The time when the command was decided, in µs of `CLOCK_MONOTONIC`.
  public let accepted: Int64
  /// The page that this client has announced with ``Client/scan(items:page:item:hold:)``, and the item on it that is
  /// chosen or highlighted. Both are `nil` if the command is not about an item.
  public let page: Int?
  public let item: Int?
  /// The whole message of the command.
  public let message: Message

  /// Reads a command, or returns `nil` if the message is not a command. `name` is this client's name at the daemon.
  init?(_ message: Message, name mine: String?) {
    guard case .command(let command)? = Wire.Event(message.value), let sequence = command.sequence,
      !command.name.isEmpty, let phase = Phase(rawValue: command.phase)
    else { return nil }
    self.sequence = Int(sequence)
    name = command.name
    self.phase = phase
    arguments = command.arguments
    count = Int(command.count)
    owner = command.owner
    isMine = owner != nil && owner == mine
    pressed = command.pressed ?? 0
    accepted = command.accepted ?? 0
    page = command.page.map(Int.init)
    item = command.item.map(Int.init)
    self.message = message
  }
}

/// An event that a client receives.
public enum Event: Hashable, Sendable {
  /// The client is connected, and has set its name and made its claims. `hello` and `state` are the daemon's first
  /// lines. Events from before the connection are not repeated, so begin from this state.
  case connected(hello: Message, state: Message)
  /// The connection was lost. The value is the reason. The client connects again, unless it was made with `reconnects:
  /// false`.
  case disconnected(String)
  case command(Command)
  /// Any other message.
  case message(Message)
  /// The answer to the request of ``Client/submit(_:_:)`` with this id.
  case answer(String, Result<JSONValue, ClientError>)
}
