import SwitchwayJSON

/// A message of the daemon, as it came.
///
/// Ignore members and types that you do not know: new ones are no new version of the protocol.
public struct Message: Hashable, Sendable {
  /// All of it: always an object.
  public let value: JSONValue

  /// nil where it is no message.
  init?(_ value: JSONValue) {
    guard value["type"]?.stringValue != nil else { return nil }
    self.value = value
  }

  /// What it is about: `press`, `rejected`, `mode` …
  public var type: String { value["type"]?.stringValue ?? "" }

  /// A member; nil where there is none.
  public subscript(name: String) -> JSONValue? { value[name] }
}

/// A scan command: what the person wants done.
public struct Command: Hashable, Sendable {
  /// Whether it is done at once, begins, or ends. Raw values are the wire's words.
  public enum Phase: String, Sendable {
    case once = "do"
    case begin, end
  }

  /// Counts the commands of a run of the daemon, from 1.
  public let sequence: Int64
  /// `next`, `select`, `move` …
  public let name: String
  /// As they were written; nothing is filled in.
  public let arguments: [String]
  public let phase: Phase
  /// 1, then 2, 3 … while it repeats.
  public let count: Int64
  /// The name of the client that has claimed it; nil: nobody has.
  public let owner: String?
  /// This client is its owner, and is to act on it.
  public let isMine: Bool
  /// The true press, µs of `CLOCK_MONOTONIC`: match it to what was shown then.
  public let pressed: Int64
  /// When it was decided, µs of `CLOCK_MONOTONIC`.
  public let accepted: Int64
  /// The whole line.
  public let message: Message

  /// nil where it is no command. `name`: this client's, as the daemon calls it.
  init?(_ message: Message, name mine: String?) {
    guard message.type == "command", let sequence = message["seq"]?.integerValue,
      let name = message["command"]?.stringValue, let phase = Phase(rawValue: message["phase"]?.stringValue ?? "")
    else { return nil }
    self.sequence = sequence
    self.name = name
    self.phase = phase
    arguments = message["args"]?.arrayValue?.compactMap(\.stringValue) ?? []
    count = message["count"]?.integerValue ?? 1
    owner = message["for"]?.stringValue
    isMine = owner != nil && owner == mine
    pressed = message["pressed"]?.integerValue ?? 0
    accepted = message["accepted"]?.integerValue ?? 0
    self.message = message
  }
}

/// What a client is told.
public enum Event: Hashable, Sendable {
  /// A connection is there, named and with its claims: the daemon's `hello` and its `state`. What happened while there
  /// was none is not made up for: begin from this state.
  case connected(hello: Message, state: Message)
  /// The connection is gone, and why. Another is being made.
  case disconnected(String)
  case command(Command)
  /// Everything else.
  case message(Message)
}
