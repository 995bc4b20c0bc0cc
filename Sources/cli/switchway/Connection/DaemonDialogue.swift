import CLinuxInput
import Glibc
import Switchway
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayTime

/// Sends requests to the daemon, and finds their answers among the other lines that the daemon sends.
struct DaemonDialogue {
  typealias Line = DaemonLink.Line

  private let link: DaemonLink
  private var lastID: Int64 = 0
  /// The request with which this program has begun to listen for presses. `nil` if it does not listen, or if it records
  /// events, because a recording must not have a gap.
  private var learning: Wire.Request?
  /// The number of the last request that repeated `learning`.
  private var repeatedID: Int64?
  /// The request with which this program has stopped the typing of switches. `nil` if it has not.
  private var suspending: Wire.Request?
  /// Whether all lines that arrive before the answer to a request are kept for `event`. If not, only `learn` lines are
  /// kept.
  var keepsEvents = false
  /// Lines that came before the answer to a request, and that `event` has not returned yet.
  private var waiting: [Line] = []
  /// The daemon's clock minus the monotonic clock, in microseconds. It is far from 0 only if the daemon plays a
  /// recording.
  private let clockOffset: Int64
  /// The question that the daemon asked last, while it is open. `nil` if there is none, or if the daemon asked it
  /// before the connection began.
  private(set) var question: Wire.Question?
  /// How the last question ended: `confirm`, `reject` or `dropped`. `nil` while the question is open.
  private(set) var answer: String?
  /// The first line that the daemon sends. The second line is `state`.
  let hello: Wire.Hello
  let state: Wire.State
  /// The line of `state` as it was received.
  let stateText: String

  /// Connects to the daemon, and reads its first two lines.
  init(socket: String?) throws(CommandFailure) {
    link = try DaemonLink.open(socket)
    let greetings = try link.greetings()
    hello = Self.read(greetings.hello.value, "hello")
    state = Self.read(greetings.state.value, "state")
    stateText = greetings.state.text
    clockOffset = hello.time.map { $0 - sw_monotonic_microseconds() } ?? 0
  }

  /// Reads a message. Members that cannot be read are left out and reported.
  private static func read<Value: WireValue>(_ value: JSONValue, _ name: String) -> Value {
    let unread = UnreadMembers()
    let message = Value(value, unread: unread)
    UnreadNotes.text(unread, of: name).map(Terminal.complain)
    return message
  }

  /// A dialogue with the daemon, or `nil` if no daemon runs and no socket is named.
  static func ifRunning(_ socket: String?) throws(CommandFailure) -> DaemonDialogue? {
    do throws(CommandFailure) { return try DaemonDialogue(socket: socket) } catch {
      guard error.status == .noDaemon, socket == nil else { throw error }
      return nil
    }
  }

  /// The descriptor for `poll`. It is readable when there may be a line.
  var descriptor: Int32 { link.descriptor }

  /// Converts a time on the daemon's clock to a time on the monotonic clock, in microseconds.
  func monotonic(_ time: Instant) -> Int64 { time.microseconds - clockOffset }

  /// The present time on the daemon's clock, in microseconds. The times of the daemon's events are on the same clock.
  var now: Int64 { sw_monotonic_microseconds() + clockOffset }

  /// The daemon's process, or `nil` if the kernel does not report it.
  var process: Int32? { link.process }

  /// - Parameter end: the time until which to wait for the line, on the monotonic clock, in microseconds.
  private func next(
    until end: Int64 = sw_monotonic_microseconds() + DaemonLink.patience
  ) throws(CommandFailure) -> Line {
    guard let bytes = try link.take(within: end - sw_monotonic_microseconds()) else {
      throw CommandFailure(DaemonLink.Failure.ended)
    }
    do throws(JSONError) { return try Line(bytes) } catch { throw CommandFailure(.noJSON(error.message)) }
  }

  /// Sends a request, and waits for its answer.
  mutating func ask(_ request: Wire.Request) throws(CommandFailure) -> Line {
    switch request {
    case .learn(let wanted):
      learning = wanted.isOn.value == true && wanted.seen.value == true ? request : nil
      repeatedID = nil
    case .suspend(let wanted): suspending = wanted.isOn.value == true ? request : nil
    default: break
    }
    let id = try post(request)
    let end = sw_monotonic_microseconds() + DaemonLink.patience
    while true {
      let answer = try next(until: end)
      try note(answer)
      let event = Wire.Event(answer.value)
      switch event {
      case .ok(let ok) where ok.id == .integer(id): return answer
      // An error without an id is about the whole connection, so it answers this request too.
      case .error(let refusal) where refusal.id == nil || refusal.id == .integer(id): return answer
      default: break
      }
      if keepsEvents || answer.type == "learn" { waiting.append(answer) }
      if case .bye(let bye)? = event { throw CommandFailure(.bye(bye.reason)) }
      // The time is checked after each line, because the daemon may send any number of other lines before the answer.
      guard sw_monotonic_microseconds() < end else { throw CommandFailure(DaemonLink.Failure.silent) }
    }
  }

  /// Sends a request, and returns its number.
  private mutating func post(_ request: Wire.Request) throws(CommandFailure) -> Int64 {
    lastID += 1
    try link.post(request.line(id: .integer(lastID)))
    return lastID
  }

  /// Returns the next line that the daemon sends by itself, not as an answer. A `ping` is answered, and also returned.
  /// Returns `nil` if nothing arrives within `patience` microseconds, if the daemon has closed the connection, or if
  /// the line is not JSON.
  mutating func event(within patience: Int64) throws(CommandFailure) -> Line? {
    if !waiting.isEmpty { return waiting.removeFirst() }
    guard hasEvent(within: patience), let bytes = try link.take(), let line = try? Line(bytes) else { return nil }
    try note(line)
    return line
  }

  enum Wake {
    case line(Line)
    /// Another descriptor is readable, or a signal has arrived.
    case other
    case time
    case closed
  }

  /// Waits for the next line that the daemon sends by itself.
  ///
  /// - Parameters:
  ///   - descriptors: other descriptors that end the wait. They are checked first, even during a flood of lines.
  ///   - deadline: the end of the wait, as a time on the daemon's clock, in microseconds. `nil` means no limit.
  mutating func next(or descriptors: [Int32], until deadline: Int64? = nil) throws(CommandFailure) -> Wake {
    let end = hasEvent ? 0 : deadline.map { $0 - clockOffset }
    guard let ready = Readiness.wait(descriptors + [link.descriptor], until: end), !ready.dropLast().contains(true)
    else { return .other }
    guard hasEvent else { return .time }
    guard let line = try event(within: 0), line.type != "bye" else { return .closed }
    return .line(line)
  }

  /// Whether `event` returns at once, with a line or because the daemon has ended.
  var hasEvent: Bool { hasEvent(within: 0) }

  /// Whether `event` would return within `patience` microseconds.
  func hasEvent(within patience: Int64) -> Bool {
    !waiting.isEmpty || link.hasMore(until: sw_monotonic_microseconds() + patience)
  }

  /// Waits for a line of standard input. Returns `nil` if another client or a switch answers the open question first.
  /// Returns an empty line at the end of the input, and after a Ctrl-C that is caught.
  mutating func lineOfInput() throws(CommandFailure) -> String? {
    while question != nil {
      if link.hasMore() {
        try note(try next())
        continue
      }
      guard let ready = Readiness.wait([STDIN_FILENO, link.descriptor]) else { return "" }
      if ready[0] { return readLine() ?? "" }
    }
    return nil
  }

  /// Handles the messages that no caller handles: answers a `ping`, and stores a question or its end. If this program
  /// stood still, the daemon has ended its requests to learn and to suspend, so they are repeated.
  private mutating func note(_ line: Line) throws(CommandFailure) {
    switch Wire.Event(line.value) {
    case .ping(let ping): try link.post(ping.pong)
    case .question(let change):
      answer = change.answer
      question = answer == nil ? change.question : nil
    // The warning may be about another client. Then the request to learn changes nothing.
    case .warning(let warning) where warning.code == WarningCode.consumerLost.rawValue: try learnAgain()
    // The warning is among the lines that a program misses while it does not read.
    case .missed:
      if let suspending { _ = try post(suspending) }
      try learnAgain()
    case .error(let refusal) where repeatedID != nil && refusal.id == repeatedID.map({ .integer($0) }):
      throw CommandFailure(line, to: "learn")
    default: break
    }
  }

  private mutating func learnAgain() throws(CommandFailure) {
    if let learning { repeatedID = try post(learning) }
  }

  /// Sends a request, and returns its answer. With `json`, prints the answer. Throws if the daemon refuses.
  @discardableResult
  mutating func demand(
    _ request: Wire.Request, json: Bool = false
  ) throws(CommandFailure) -> JSONValue {
    let answer = try ask(request)
    if json { try StandardOutput.write(answer.text) }
    if json, answer.type == "error" { throw CommandFailure(.failed) }
    return try accepted(answer, to: request.type.rawValue)
  }

  /// Returns the value of the answer to a request of type `type`. Throws if the answer is a refusal.
  func accepted(_ answer: Line, to type: String) throws(CommandFailure) -> JSONValue {
    guard answer.type == "error" else { return answer.value }
    throw CommandFailure(answer, to: type)
  }

  /// Asks the daemon for its present state.
  mutating func freshState() throws(CommandFailure) -> Wire.State { Self.read(try get("state"), "state") }

  /// Asks the daemon for its files and the active profile: the request `get` with `config`.
  mutating func configuration() throws(CommandFailure) -> Wire.Configuration {
    Self.read(try get("config"), "config")
  }

  /// Asks the daemon for its statistics.
  mutating func statistics() throws(CommandFailure) -> Wire.Statistics {
    Self.read(try get("statistics"), "statistics")
  }

  /// Reads the bindings in the result of `get("bindings")`.
  static func bindings(_ result: JSONValue) -> [Wire.Binding] {
    let unread = UnreadMembers()
    let rows = Wire.Binding.list(result, unread: unread)
    UnreadNotes.text(unread, of: "bindings").map(Terminal.complain)
    return rows
  }

  /// Sends the request `get`, and returns the `result` in its answer. The daemon sends `config` and `bindings` in
  /// pages, which are joined to one value.
  mutating func get(_ what: String) throws(CommandFailure) -> JSONValue {
    var pages = JoinedPages()
    repeat {
      try pages.add(demand(.get(Wire.Request.Get(what, from: pages.next))))
    } while pages.next != nil
    return pages.result
  }
}

extension Wire.Ping {
  /// The line that answers this `ping`.
  var pong: [UInt8] { Wire.Request.pong(Wire.Request.Pong(count)).line() }
}
