import CLinuxInput
import Glibc
import Switchway
import SwitchwayProtocol

/// `switchway monitor` on a terminal: reads the daemon's lines and the person's keys, and draws the screen. It changes
/// nothing, except that switches do not type while its terminal is active.
///
/// It draws after each event, and regularly while a switch is down. If many events arrive at once, it draws only once.
struct LiveMonitor {
  /// The interval, in microseconds, at which the bar of a press is drawn while the switch is down. After `longPress` it
  /// is `longTick`. Arbitrary.
  private static let tick: Int64 = 100_000
  private static let longTick: Int64 = 1_000_000
  private static let longPress: Int64 = 10_000_000
  /// The shortest time between two requests for the figures about rejected presses, in microseconds. Arbitrary.
  private static let pause: Int64 = 1_000_000
  /// The largest number of lines that are read before the screen is drawn. Reading them takes a few milliseconds.
  private static let most = 1_000

  private var dialogue: DaemonDialogue
  private let socket: String?
  private var state = MonitorState()
  private let clock: PressWords
  private var advice: String?
  private var nextFigures: Int64 = 0
  private var said = UnreadNotes()

  init(socket: String?) throws(CommandFailure) {
    dialogue = try DaemonDialogue(socket: socket)
    dialogue.keepsEvents = true
    try dialogue.pauseTyping()
    self.socket = socket
    clock = PressWords(hello: dialogue.hello)
  }

  /// Returns the daemon's last message when the daemon ends, or `nil` when the person ends the monitor.
  mutating func run() throws(CommandFailure) -> String? {
    handle(.state(dialogue.state))
    askForSettings()
    askForFigures()
    let screen = try Screen()
    defer { screen.close() }
    while state.farewell == nil {
      try draw(on: screen)
      switch try screen.next(dialogue.descriptor, until: dialogue.hasEvent ? 0 : deadline) {
      case .key(.escape), .key(.character("q")), .key(.character("Q")), .ended(SIGINT): return nil
      case .ended(let signal):
        screen.close()
        Interrupts.end(by: signal)
      // While another window is active, switches may type, because their keys go to that window.
      case .key(.focus(let isInFront)): try dialogue.pauseTyping(isInFront)
      case .key, .stale: break
      case .deadline, .readable:
        guard try read() else { return "the daemon has closed the connection" }
      }
      if state.lacksFigures, sw_monotonic_microseconds() >= nextFigures { askForFigures() }
    }
    return "the daemon has ended: \(Terminal.printable(state.farewell ?? ""))"
  }

  private var deadline: Int64? {
    let now = sw_monotonic_microseconds()
    let figures = state.lacksFigures ? max(nextFigures, now) : nil
    let bar = state.runningSince.map { now + (dialogue.now &- $0 > Self.longPress ? Self.longTick : Self.tick) }
    return [figures, bar].compactMap { $0 }.min()
  }

  private func draw(on screen: Screen) throws(CommandFailure) {
    let picture = MonitorScreen(state: state, clock: clock, now: dialogue.now, advice: advice)
    let least = MonitorScreen.least
    try screen.show(atLeast: least.columns, least.rows) { picture.draw(on: &$0) }
  }

  // MARK: Lines

  /// Returns false when the daemon has closed the connection.
  private mutating func read() throws(CommandFailure) -> Bool {
    var left = Self.most
    while left > 0, state.farewell == nil, dialogue.hasEvent {
      guard let line = try dialogue.event(within: 0) else { return false }
      let unread = UnreadMembers()
      if let event = Wire.Event(line.value, unread: unread) { handle(event) }
      if let text = said.text(unread, of: line.type ?? "") { state.note(unread: text) }
      left -= 1
    }
    return true
  }

  private mutating func handle(_ event: Wire.Event) {
    state.handle(event)
    switch event {
    case .state(let fresh): advice = NextStep.text(state: fresh, hello: dialogue.hello, socket: socket)
    case .profile, .config: askForSettings()
    default: break
    }
  }

  // Errors of these requests are ignored: the daemon may refuse them, not answer, or end, and `read` notices its end.

  private mutating func askForSettings() {
    if let config = try? dialogue.configuration() { state.use(config: config) }
  }

  private mutating func askForFigures() {
    state.lacksFigures = false
    nextFigures = sw_monotonic_microseconds() + Self.pause
    if let figures = try? dialogue.statistics() { state.use(statistics: figures) }
  }
}
