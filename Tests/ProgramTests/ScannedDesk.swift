import ProgramFixtures
import SwitchwayClock
import SwitchwayProtocol
import SwitchwayScanning

/// The desktop scanner's session at a real daemon. A test plays the desktop.
final class ScannedDesk {
  typealias Session = SwitchwayScanning.Session

  /// A busy machine has stopped the test for longer than the daemon waits for an answer, or than a place is lit.
  struct BusyMachine: Error {}

  /// Runs a test. If the machine was too busy for it, runs it again in another scene.
  static func play(_ body: (Scene) throws -> Void) throws {
    try eventually("a machine that is not too busy") {
      do {
        try body(try Scene())
        return true
      } catch is BusyMachine {
        return false
      }
    }
  }

  private let client: Client
  private var session = Session()
  private(set) var light: Session.Light?
  private(set) var message: Session.Message?
  /// The texts that the daemon was asked to type.
  private(set) var typed: [String] = []
  /// The lines that have come.
  private(set) var lines: [JSONValue] = []
  /// The `scan` requests that were answered: the page, and since when it is scanned; nil: it is not.
  private(set) var scans: [(page: Int, time: Int64?)] = []
  /// The items that were to be checked, by reference.
  private(set) var checks: [String] = []
  /// Whether it says at once that an item is unchanged, and acted on.
  var acts = true
  private var attempt = 0
  private var window: Session.Window

  /// Connects, with this window in front.
  init(_ scene: Scene, _ pages: Group) throws {
    window = Session.Window(id: windowID(1), pages: pages)
    client = try Client(scene.socket)
    try client.lines(until: "state")
    _ = try client.ask(#"{"type":"hello","name":"desk","protocol":1}"#)
    let state = try client.ask(#"{"type":"get","what":"state"}"#)["result"]
    tell(.window(window))
    tell(
      .connected(clock: Self.clock(state?["scan"] ?? .null), down: [], question: nil, isAllowed: true))
  }

  /// The names of the places, the lit one in brackets.
  var shown: String {
    guard let light else { return "nothing" }
    return light.places.map(\.sketch).enumerated().map { $0 == light.lit ? "[\($1)]" : $1 }.joined(separator: " ")
  }

  /// Commands of this name for the session so far.
  func commands(_ name: String) -> [JSONValue] {
    lines.filter { $0["command"]?.stringValue == name && $0["for"]?.stringValue == "desk" }
  }

  /// The window has other contents, or with another id another window is in front.
  func show(_ pages: Group, id: Int = 1, kind: WindowKind = .window) {
    window = Session.Window(id: windowID(id), kind: kind, pages: pages)
    tell(.window(window))
  }

  /// The person's layout is known.
  func setLayout(_ layout: KeyboardLayout) { tell(.layout(layout)) }

  /// The person touches a place of the bar.
  func touch(_ place: Int) { tell(.touched(place: place)) }

  /// The person opens the panel, its keyboard and the letters, and touches q, each when it can be touched.
  func touchLetter() throws {
    for (place, shown) in [(2, "call for help"), (1, "space"), (1, "q"), (0, "q")] {
      let pages = scans.count
      try run(for: 450_000)
      touch(place)
      try run(until: shown) { self.shown.contains(shown) && scans.count > pages }
    }
  }

  /// Says what was found and done.
  func act() {
    tell(.checked(attempt: attempt, isUnchanged: true))
    tell(.acted(attempt: attempt, .done))
  }

  /// Handles lines and deadlines until something is true.
  func run(until what: String, _ condition: () -> Bool) throws {
    let end = microseconds() + patience
    while !condition() {
      guard microseconds() < end else { throw ProgramError("\(what): not in time; shown: \(shown)") }
      if try client.lines.hasNext(by: min(session.nextDeadline ?? end, microseconds() + 50_000)) {
        guard let line = try client.next() else { throw ProgramError("the daemon has ended") }
        try handle(line.message)
      } else {
        tell(.time)
      }
    }
  }

  /// Handles lines and deadlines for this long, µs.
  func run(for time: Int64) throws {
    let end = microseconds() + time
    try run(until: "\(time) µs") { microseconds() >= end }
  }

  // MARK: Effects

  private func tell(_ input: Session.Input) {
    for effect in session.handle(input, at: microseconds()) { perform(effect) }
  }

  private func perform(_ effect: Session.Effect) {
    switch effect {
    case .claim(let names): send("claim", #""commands":[\#(names.map { "\"\($0)\"" }.joined(separator: ","))]"#)
    case .release: try? client.send(#"{"type":"release"}"# + "\n")
    case .scan(let items, let page, let item, _):
      send("scan", #""items":\#(items),"page":\#(page),"item":\#(item)"#, page)
    case .answer(let question, let confirm): send("answer", #""question":\#(question),"confirm":\#(confirm)"#)
    case .send(let name, let arguments):
      send("send", #""command":"\#(name)","args":[\#(arguments.map { "\"\($0)\"" }.joined(separator: ","))]"#)
    case .light(let new): light = new
    case .read: tell(.window(window))
    case .look(let number): tell(.looked(attempt: number, .window(window.id)))
    case .check(let number, let item, _):
      checks.append(item.reference.path)
      attempt = number
      if acts { act() }
    case .type(let number, .text(let text)):
      typed.append(text)
      try? client.send(#"{"type":"type","id":"type \#(number)","text":"\#(text)"}"# + "\n")
    case .type(let number, .chord): tell(.acted(attempt: number, .done))
    case .message(let new): message = new
    case .act, .point, .observe, .volume, .end, .listWindows, .raise, .listPrograms, .start, .say, .speakingRate,
      .nextVoice, .line:
      break
    }
  }

  private func send(_ type: String, _ members: String, _ page: Int? = nil) {
    try? client.send(#"{"type":"\#(type)","id":"\#(page.map { "\($0)" } ?? type)",\#(members)}"# + "\n")
  }

  // MARK: Lines

  private func handle(_ line: JSONValue) throws {
    lines.append(line)
    let name = line["switch"]?.stringValue ?? ""
    switch line["type"]?.stringValue ?? "" {
    case "ok", "error":
      if let words = line["id"]?.stringValue?.split(separator: " "), words.count == 2, let number = Int(words[1]) {
        let (message, reason) = (line["message"]?.stringValue, line["reason"]?.stringValue)
        return tell(.acted(attempt: number, message.map { .typingRefused($0, reason: reason) } ?? .done))
      }
      guard let page = line["id"]?.stringValue.flatMap({ Int($0) }) else { return }
      let time = line["result"]?["time"]?.integerValue
      scans.append((page, time))
      let isUnsupported = line["code"]?.stringValue == "unsupported"
      tell(.scanned(page: page, time.map { .ok(time: $0) } ?? (isUnsupported ? .unsupported : .refused)))
    case "ping": try? client.send(#"{"type":"pong","n":\#(line["n"]?.integerValue ?? 0)}"# + "\n")
    case "command": if let command = Self.command(line) { tell(.command(command)) }
    case "press": tell(.press(switch: name, isDown: line["down"] == .bool(true)))
    case "pending": tell(.pending(switch: name, until: line["until"]?.integerValue ?? 0))
    case "rejected": tell(.rejected(switch: name))
    case "scan": if let clock = Self.clock(line) { tell(.clock(clock)) }
    case "profile", "config": tell(.renewed)
    // It has not read lines in time, or lost its claim as it did not answer.
    case "missed": throw BusyMachine()
    case "warning" where line["code"] == .string("consumer-lost") && line["client"] == .string("desk"):
      throw BusyMachine()
    default: break
    }
  }

  private static func clock(_ value: JSONValue) -> Session.Clock? {
    guard let style = value["style"]?.stringValue.flatMap({ ClockStyle(rawValue: $0) }),
      let state = value["state"]?.stringValue.flatMap({ ClockState(rawValue: $0) })
    else { return nil }
    return Session.Clock(style: style, state: state, page: value["page"]?.integerValue.map { Int($0) })
  }

  private static func command(_ line: JSONValue) -> Session.Command? {
    guard let name = line["command"]?.stringValue, let pressed = line["pressed"]?.integerValue else { return nil }
    var command = Session.Command(name: name, pressed: pressed)
    command.arguments = line["args"]?.arrayValue?.compactMap(\.stringValue) ?? []
    command.isEnd = line["phase"]?.stringValue == "end"
    command.page = line["page"]?.integerValue.map { Int($0) }
    command.item = line["item"]?.integerValue.map { Int($0) }
    command.switchName = line["source"]?["switch"]?.stringValue
    command.clock = line["source"]?["clock"]?.stringValue.flatMap(ClockStyle.init(rawValue:))
    command.isMine = line["for"]?.stringValue == "desk"
    return command
  }
}

private func windowID(_ number: Int) -> Reference { Reference(bus: ":1.1", path: "\(number)") }

extension Place {
  /// Its label, but of a group its name.
  fileprivate var sketch: String { if case .group(let group) = self, !group.name.isEmpty { group.name } else { label } }
}
