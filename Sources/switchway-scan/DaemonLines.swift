import Switchway
import SwitchwayClock
import SwitchwayJSON
import SwitchwayScanning

/// Turns the daemon's messages into the session's inputs.
struct DaemonLines {
  /// The name of this client at the daemon. nil: there is no connection.
  private var name: String?
  /// The session is in front.
  private var isActive = true
  /// Whether the daemon says that the screen is locked.
  private(set) var isLocked = false
  /// The client that gets what is chosen.
  private var owner: String?
  private var wasAllowed = true

  /// The inputs of an event; answers to requests give none. `name`: of this client at the daemon now.
  mutating func inputs(of event: Event, as name: String?) -> [Session.Input] {
    switch event {
    case .connected(_, let state):
      self.name = name
      return begin(state.value)
    case .disconnected:
      self.name = nil
      return [.disconnected]
    case .command(let command): return [.command(Self.read(command))]
    case .message(let message): return inputs(of: message)
    case .answer: return []
    }
  }

  private mutating func begin(_ state: JSONValue) -> [Session.Input] {
    isActive = state["modes"]?["active"]?.boolValue ?? true
    isLocked = state["modes"]?["locked"]?.boolValue ?? false
    owner = Self.owner(state["consumers"])
    wasAllowed = isAllowed
    let switches = state["switches"]?.arrayValue ?? []
    let down = switches.filter { $0["down"]?.boolValue == true }.compactMap { $0["switch"]?.stringValue }
    return [
      .connected(
        clock: Self.clock(state["scan"]), down: Set(down), question: Self.question(state["question"]),
        isAllowed: isAllowed)
    ]
  }

  private mutating func inputs(of message: Message) -> [Session.Input] {
    switch (message.type, message["switch"]?.stringValue) {
    case ("press", let name?): return [.press(switch: name, isDown: message["down"]?.boolValue ?? false)]
    case ("pending", let name?): return [.pending(switch: name, until: message["until"]?.integerValue ?? 0)]
    case ("rejected", let name?): return [.rejected(switch: name)]
    case ("warning", let name?) where message["code"] == "stuck": return [.stuck(switch: name)]
    case ("scan", _): return Self.clock(message.value).map { [.clock($0)] } ?? []
    case ("profile", _): return [.renewed]
    case ("config", _): return message["change"] == "loaded" ? [.renewed] : []
    case ("question", _):
      guard let question = Self.question(message.value) else { return [] }
      return [message["answer"] == nil ? .question(question) : .questionClosed(id: question.id)]
    case ("state", _): return name == nil ? [] : begin(message.value)
    case ("mode", _):
      let isOn = message["on"]?.boolValue ?? false
      if message["mode"] == "active" { isActive = isOn }
      if message["mode"] == "locked" { isLocked = isOn }
      return allowance()
    case ("consumer", _):
      owner = Self.owner(message["consumers"])
      return allowance()
    default: return []
    }
  }

  /// A `question` line or that member of the state.
  private static func question(_ value: JSONValue?) -> Session.Question? {
    guard let id = value?["id"]?.integerValue else { return nil }
    return Session.Question(id: Int(clamping: id), command: value?["command"]?.stringValue ?? "")
  }

  private var isAllowed: Bool { isActive && owner == name }

  /// The newest claim that covers `select`.
  private static func owner(_ consumers: JSONValue?) -> String? {
    consumers?.arrayValue?.first { consumer in
      let commands = consumer["commands"]
      return commands == "all" || commands?.arrayValue?.contains("select") == true
    }?["client"]?.stringValue
  }

  private mutating func allowance() -> [Session.Input] {
    guard isAllowed != wasAllowed else { return [] }
    wasAllowed = isAllowed
    return [.allowed(isAllowed)]
  }

  /// A `scan` line or that member of the state. nil: there is no clock, or a style that is not known here.
  private static func clock(_ value: JSONValue?) -> Session.Clock? {
    guard let style = ClockStyle(rawValue: value?["style"]?.stringValue ?? ""),
      let state = ClockState(rawValue: value?["state"]?.stringValue ?? "")
    else { return nil }
    return Session.Clock(style: style, state: state, page: value?["page"]?.integerValue.map(Int.init(clamping:)))
  }

  private static func read(_ command: Switchway.Command) -> Session.Command {
    let source = command.message["source"]
    var read = Session.Command(name: command.name, pressed: command.pressed)
    (read.arguments, read.isEnd) = (command.arguments, command.phase == .end)
    (read.page, read.item) = (command.page, command.item)
    read.switchName = source?["switch"]?.stringValue
    read.clock = source?["clock"]?.stringValue.flatMap(ClockStyle.init(rawValue:))
    read.isMine = command.isMine
    return read
  }

  /// The answer to `get bindings`: the commands that the chords and keys of a keyboard give.
  static func bindings(_ bindings: JSONValue) -> Session.Input {
    let ofKeys = (bindings.arrayValue ?? []).filter { $0["chord"] != nil && $0["switch"] == nil }
    return .bindings(Set(ofKeys.compactMap { $0["command"]?.stringValue }))
  }
}
