import SwitchwayProtocol

/// A message of the daemon, as it was received.
///
/// Ignore members and types that you do not know: they can be added without a new version of the protocol.
public struct Message: Hashable, Sendable {
  /// The whole message. Always an object.
  public let value: JSONValue

  /// `nil` if the value is not a message.
  init?(_ value: JSONValue) {
    guard Wire.type(of: value) != nil else { return nil }
    self.value = value
  }

  /// The type of the message: `press`, `rejected`, `mode` …
  public var type: String { Wire.type(of: value) ?? "" }

  /// A member of the message. `nil` if there is none.
  public subscript(name: String) -> JSONValue? { value[name] }
}

/// A scan command: a person's wish.
public struct Command: Hashable, Sendable {
  /// Whether the command is done at once, begins, or ends. Raw values are the words on the wire.
  public enum Phase: String, Sendable {
    case once = "do"
    case begin, end
  }

  /// Counts the commands of a run of the daemon, from 1.
  public let sequence: Int
  /// `next`, `select`, `move` …
  public let name: String
  /// The arguments as they were written. Defaults are not filled in.
  public let arguments: [String]
  public let phase: Phase
  /// 1 for the first command, then 2, 3 … while it repeats.
  public let count: Int
  /// The name of the client that has claimed it. `nil` if none has.
  public let owner: String?
  /// Whether this client has claimed it and must act on it.
  public let isMine: Bool
  /// The time when the press really happened, in µs of `CLOCK_MONOTONIC`. Compare it with what your program showed at
  /// that time.
  public let pressed: Int64
  /// The time when the command was decided, in µs of `CLOCK_MONOTONIC`.
  public let accepted: Int64
  /// The page that this client announced with ``Client/scan(items:page:item:hold:)``, and the item of it that is chosen
  /// or highlighted. `nil` if the command is not about an item.
  public let page: Int?
  public let item: Int?
  /// The whole line.
  public let message: Message

  /// `nil` if the message is not a command. `name`: this client's name at the daemon.
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
  /// The client is connected, with its name and its claims. `hello` and `state` are the daemon's lines. Events from
  /// before the connection are not repeated: begin from this state.
  case connected(hello: Message, state: Message)
  /// The connection is lost, with the reason. The client connects again, unless it was made not to.
  case disconnected(String)
  case command(Command)
  /// Any other message.
  case message(Message)
  /// The answer to the request of ``Client/submit(_:_:)`` with this id.
  case answer(String, Result<JSONValue, ClientError>)
}
