import CLinuxInput
import Glibc
import Switchway
import SwitchwayConnection
import SwitchwayJSON
import SwitchwayProtocol

/// `switchway monitor` on a terminal: reads the daemon's lines and keys, and draws. It only observes.
///
/// It draws when something has happened, and while a switch is down. Many events at once are drawn once.
struct LiveMonitor {
  /// How often a running bar is drawn, µs; more seldom after `longPress`. Chosen.
  private static let tick: Int64 = 100_000
  private static let longTick: Int64 = 1_000_000
  private static let longPress: Int64 = 10_000_000
  /// The least time between two requests for the numbers of rejected presses, µs. Chosen.
  private static let pause: Int64 = 1_000_000

  private let link: DaemonLink
  private let socket: String?
  private var state = MonitorState()
  private var clock = PressWords(hello: .null)
  /// Our time minus the daemon's: 0 unless it plays a recording.
  private var shift: Int64 = 0
  private var advice: String?
  /// What was asked for, by the request's id, and the pages that have come.
  private var questions: [Int64: (what: String, from: Int64, pages: JSONValue)] = [:]
  private var lastID: Int64 = 0
  private var nextFigures: Int64 = 0

  init(_ link: DaemonLink, socket: String?) { (self.link, self.socket) = (link, socket) }

  /// Returns the daemon's last words, when it ends; nil when the person ends it.
  mutating func run() throws(CommandFailure) -> String? {
    while state.state.isEmpty, state.farewell == nil {
      guard let line = try link.take() else { break }
      if let message = try? JSONValue.parse(line) { try handle(message) }
    }
    let screen = try Screen()
    defer { screen.close() }
    while state.farewell == nil {
      try draw(on: screen)
      switch try screen.next(link.descriptor, until: deadline) {
      case .key(.escape), .key(.character("q")), .key(.character("Q")), .ended(SIGINT): return nil
      case .ended(let signal): screen.end(by: signal)
      case .key, .stale, .deadline: break
      case .readable:
        guard try read() else { return "the daemon has closed the connection" }
      }
      try askForFigures()
    }
    return "the daemon has ended: \(Terminal.printable(state.farewell ?? ""))"
  }

  private var deadline: Int64? {
    let now = sw_monotonic_microseconds()
    let figures = state.lacksFigures ? max(nextFigures, now) : nil
    let bar = state.runningSince.map { now + (now &- shift &- $0 > Self.longPress ? Self.longTick : Self.tick) }
    return [figures, bar].compactMap { $0 }.min()
  }

  private func draw(on screen: Screen) throws(CommandFailure) {
    let picture = MonitorScreen(
      state: state, clock: clock, now: sw_monotonic_microseconds() &- shift, advice: advice)
    let least = MonitorScreen.least
    try screen.show(atLeast: least.columns, least.rows) { picture.draw(on: &$0) }
  }

  // MARK: Lines

  /// Returns false when the daemon has closed the connection.
  private mutating func read() throws(CommandFailure) -> Bool {
    guard let lines = try link.takeArrived() else { return false }
    for line in lines {
      guard let message = try? JSONValue.parse(line) else { continue }
      try handle(message)
    }
    return true
  }

  private mutating func handle(_ message: JSONValue) throws(CommandFailure) {
    if let id = message["id"]?.integerValue, let question = questions.removeValue(forKey: id) {
      return try answer(message, question)
    }
    state.handle(message)
    switch message["type"]?.stringValue {
    case "hello":
      clock = PressWords(hello: message)
      shift = sw_monotonic_microseconds() &- (message["time"]?.integerValue ?? 0)
      try ask("config")
      try ask("statistics")
    case "state": advice = NextStep.text(state: message, hello: state.hello, socket: socket)
    case "profile", "config": try ask("config")
    default: break
    }
  }

  private mutating func askForFigures() throws(CommandFailure) {
    let now = sw_monotonic_microseconds()
    guard state.lacksFigures, now >= nextFigures else { return }
    state.lacksFigures = false
    nextFigures = now + Self.pause
    try ask("statistics")
  }

  private mutating func ask(_ what: String, from: Int64? = nil, pages: JSONValue = .null) throws(CommandFailure) {
    lastID += 1
    questions[lastID] = (what, from ?? 0, pages)
    var members: JSONObject = ["what": .string(what)]
    members["from"] = from.map { .integer($0) }
    try link.post(LineBuffer.request("get", id: .integer(lastID), members))
  }

  private mutating func answer(
    _ message: JSONValue, _ question: (what: String, from: Int64, pages: JSONValue)
  ) throws(CommandFailure) {
    guard let result = message["result"] else { return }
    let all = question.pages == .null ? result : DaemonDialogue.joined(question.pages, result)
    // If `next` does not grow, the same page would be requested for ever.
    if let next = message["next"]?.integerValue, next > question.from {
      return try ask(question.what, from: next, pages: all)
    }
    if question.what == "config" { state.use(config: all) } else { state.use(statistics: all) }
  }
}
