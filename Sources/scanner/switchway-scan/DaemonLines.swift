import Switchway
import SwitchwayClock
import SwitchwayProtocol
import SwitchwayScanning

/// Turns the daemon's messages into the session's inputs.
struct DaemonLines {
  /// The name by which the daemon knows this client. `nil` if there is no connection.
  private var name: String?
  /// Whether the session is active.
  private var isActive = true
  /// Whether the daemon reports that the screen is locked.
  private(set) var isLocked = false
  /// How often a mode of the daemon has changed that can be a reason to refuse requests.
  private(set) var modeChanges = 0
  /// The client that receives the choices.
  private var owner: String?
  private var wasAllowed = true

  /// The inputs of the session that an event makes. Answers to requests make none. `name`: the name by which the daemon
  /// knows this client at present.
  mutating func inputs(of event: Event, as name: String?) -> [Session.Input] {
    switch event {
    case .connected(_, let state):
      self.name = name
      return begin(Wire.State(state.value))
    case .disconnected:
      self.name = nil
      return [.disconnected]
    case .command(let command): return [.command(Self.read(command))]
    case .message(let message): return Wire.Event(message.value).map { inputs(of: $0) } ?? []
    case .answer: return []
    }
  }

  private mutating func begin(_ state: Wire.State) -> [Session.Input] {
    isActive = !state.modes.isOff(.active)
    isLocked = state.modes.isOn(.locked)
    owner = Self.owner(state.consumers)
    wasAllowed = isAllowed
    return [
      .connected(
        clock: state.scan.flatMap(Self.clock), down: Set(state.switches.filter(\.isDown).map(\.name)),
        question: state.question.flatMap(Self.question), isAllowed: isAllowed)
    ]
  }

  private mutating func inputs(of event: Wire.Event) -> [Session.Input] {
    switch event {
    case .press(let press): return press.switchName.map { [.press(switch: $0, isDown: press.isDown)] } ?? []
    case .pending(let pending):
      return pending.switchName.map { [.pending(switch: $0, until: pending.until ?? 0)] } ?? []
    case .rejected(let rejected): return rejected.switchName.map { [.rejected(switch: $0)] } ?? []
    case .warning(let warning) where warning.code == WarningCode.stuck.rawValue:
      return warning.switchName.map { [.stuck(switch: $0)] } ?? []
    case .scan(let change):
      guard var clock = Self.clock(change.scan) else { return [] }
      clock.time = change.time
      return [.clock(clock)]
    case .profile: return [.renewed]
    case .config(let change): return change.isLoaded ? [.renewed] : []
    case .question(let change):
      guard let question = Self.question(change.question) else { return [] }
      return [change.answer == nil ? .question(question) : .questionClosed(id: question.id)]
    case .state(let state): return name == nil ? [] : begin(state)
    case .mode(let change):
      let isOn = change.state == .on
      switch Wire.Modes.Name(rawValue: change.mode) {
      case .active: isActive = isOn
      case .locked: isLocked = isOn
      case .rest, .panic: break
      // These modes do not matter to the scanner.
      case .gesture, .suspended, .passThrough, nil: return allowance()
      }
      modeChanges += 1
      return allowance()
    case .consumer(let change):
      owner = Self.owner(change.consumers)
      return allowance()
    default: return []
    }
  }

  /// The question in a `question` line or in the state.
  private static func question(_ question: Wire.Question) -> Session.Question? {
    question.id.map { Session.Question(id: Int(clamping: $0), command: question.command) }
  }

  private var isAllowed: Bool { isActive && owner == name }

  /// The client with the newest claim that covers `select`.
  private static func owner(_ consumers: [Wire.Consumer]) -> String? {
    consumers.first { $0.covers("select") }?.client
  }

  private mutating func allowance() -> [Session.Input] {
    guard isAllowed != wasAllowed else { return [] }
    wasAllowed = isAllowed
    return [.allowed(isAllowed)]
  }

  /// The clock in a `scan` line or in the state. `nil` if there is no clock, or if its style is not known here.
  private static func clock(_ scan: Wire.Scan) -> Session.Clock? {
    guard let style = ClockStyle(rawValue: scan.style), let state = ClockState(rawValue: scan.state ?? "")
    else { return nil }
    return Session.Clock(
      style: style, state: state, page: scan.page.map(Int.init(clamping:)), interval: scan.interval)
  }

  private static func read(_ command: Switchway.Command) -> Session.Command {
    let line = Wire.Command(command.message.value)
    let source = line.source
    var read = Session.Command(name: command.name, pressed: command.pressed)
    (read.arguments, read.isEnd) = (command.arguments, command.phase == .end)
    (read.page, read.item) = (command.page, command.item)
    read.switchName = source.switchName
    read.released = line.released
    read.clock = source.clock.flatMap(ClockStyle.init(rawValue:))
    read.isMine = command.isMine
    return read
  }

  /// The answer to `get bindings`: the commands that the chords and keys of a keyboard give.
  static func bindings(_ bindings: JSONValue) -> Session.Input {
    let ofKeys = Wire.Binding.list(bindings).filter { $0.chord != nil && $0.switchName == nil }
    return .bindings(Set(ofKeys.map(\.command)))
  }
}
