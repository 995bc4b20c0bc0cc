import SwitchwayJSON
import SwitchwayProtocol

/// What the live monitor knows of the daemon, from the lines that it sends. Pure.
///
/// Keeps at most `mostPresses` presses and `mostNotes` notes; the oldest go first.
struct MonitorState {
  /// Chosen: more than the rows of a screen.
  static let mostPresses = 200
  static let mostNotes = 50

  /// A message that the person should see, and its time; nil: when the connection began.
  struct Note: Equatable {
    let time: Int64?
    let text: String
    let isUrgent: Bool
  }

  /// The last `state`, with what has changed since: profile, modes, consumers, question, scan, context.
  private(set) var state: [String: JSONValue] = [:]
  private(set) var limits: [String: PressLimits] = [:]
  /// The newest last.
  private(set) var presses: [ShownPress] = []
  private(set) var notes: [Note] = []
  /// The last command, whoever made it.
  private(set) var command: JSONValue?
  private(set) var bridge: String?
  /// Why the daemon has ended.
  private(set) var farewell: String?

  /// The begin of the earliest press that is down.
  var runningSince: Int64? { presses.lazy.filter(\.isDown).map(\.pressed).min() }

  /// Whether `get` `statistics` would tell more about a rejection. The reader of that sets it to false.
  var lacksFigures = false
  /// The reasons of which it tells the times.
  private static let withFigures: Set = ["too-short", "repeat"]

  // MARK: Lines

  /// Handles a line of the daemon that is not an answer.
  mutating func handle(_ message: JSONValue) {
    switch MessageType(rawValue: message.text("type")) {
    case .state: use(message)
    case .profile:
      state["profile"] = ["name": message["name"] ?? .null, "label": message["label"] ?? .null]
      note(message, isUrgent: false)
    case .pending: pending(message)
    case .press: press(message)
    case .rejected: rejected(message)
    case .command: command(message)
    case .question: question(message)
    case .scan: state["scan"] = message
    case .context: state["context"] = message["context"]
    case .consumer:
      state["consumers"] = message["consumers"]
      note(message, isUrgent: false)
    case .mode: mode(message)
    case .device:
      device(message)
      note(message, isUrgent: message["change"] == "failed")
    case .warning, .attention, .missed, .error: note(message, isUrgent: true)
    case .config: note(message, isUrgent: message["change"] != "loaded")
    case .bye: farewell = message.text("reason")
    case .hello, .ping, .learn, .ok, nil: break
    }
  }

  private mutating func use(_ message: JSONValue) {
    state = message.objectValue ?? [:]
    // A fresh state follows lost lines, so what was down may be up.
    let down = Set(switches.filter { $0["down"] == true }.compactMap { $0["switch"]?.stringValue })
    for index in presses.indices where presses[index].isDown && !down.contains(presses[index].name) {
      presses[index].end = presses[index].pressed
    }
  }

  var switches: [JSONValue] { state["switches"]?.arrayValue ?? [] }
  var devices: [JSONValue] { state["devices"]?.arrayValue ?? [] }

  private mutating func device(_ message: JSONValue) {
    let same: (JSONValue) -> Bool = { one in ["device", "name", "id"].allSatisfy { one[$0] == message[$0] } }
    var list = devices
    let index = list.firstIndex(where: same)
    switch message["change"]?.stringValue {
    case "added" where message["device"] != .null && index == nil: list.append(message)
    case "removed": index.map { _ = list.remove(at: $0) }
    case "grabbed", "released":
      guard let index else { return }
      list[index]["grabbed"] = .bool(message["change"] == "grabbed")
    default: return
    }
    state["devices"] = .array(list)
  }

  private mutating func mode(_ message: JSONValue) {
    if let name = message["mode"]?.stringValue {
      if let isOn = message["on"] { state["modes"]?[name] = isOn }
      // Sticky modifiers have three states.
      if let text = message["state"] { state["modes"]?[name] = text == "off" ? false : text }
    }
    note(message, isUrgent: false)
  }

  private mutating func note(_ message: JSONValue, isUrgent: Bool) {
    guard let text = EventWords.text(of: message) else { return }
    let time = (message["time"] ?? message["pressed"])?.integerValue
    notes.append(Note(time: time, text: text.replacing("\n", with: "; "), isUrgent: isUrgent))
    if notes.count > Self.mostNotes { notes.removeFirst() }
  }

  // MARK: Presses

  private func lastDown(_ name: String) -> Int? { presses.lastIndex { $0.name == name && $0.isDown } }

  private mutating func append(_ press: ShownPress) {
    // A press whose end was not told has ended by now.
    if let index = lastDown(press.name) { presses[index].end = presses[index].pressed }
    presses.append(press)
    if presses.count > Self.mostPresses { presses.removeFirst() }
  }

  private mutating func pending(_ message: JSONValue) {
    let (name, reason) = (message.text("switch"), message.text("reason"))
    guard let pressed = message["pressed"]?.integerValue else { return }
    if let index = presses.lastIndex(where: { $0.name == name && $0.pressed == pressed }) {
      presses[index].outcome = .waiting(reason: reason)
    } else {
      append(ShownPress(name: name, pressed: pressed, outcome: .waiting(reason: reason)))
    }
  }

  private mutating func press(_ message: JSONValue) {
    let name = message.text("switch")
    guard let time = message["time"]?.integerValue else { return }
    setDown(message["down"] ?? false, name)
    let index = lastDown(name)
    if message["down"] == true {
      if let index, case .waiting = presses[index].outcome {
        // The beginning may have been found earlier than the contact that was told as pending.
        presses[index].pressed = time
        presses[index].outcome = .accepted
      } else {
        append(ShownPress(name: name, pressed: time, outcome: .accepted))
      }
    } else if let index {
      presses[index].end = time
    }
  }

  private mutating func setDown(_ isDown: JSONValue, _ name: String) {
    var list = switches
    for index in list.indices where list[index]["switch"] == .string(name) { list[index]["down"] = isDown }
    state["switches"] = .array(list)
  }

  private mutating func rejected(_ message: JSONValue) {
    let name = message.text("switch")
    guard !name.isEmpty, let pressed = message["pressed"]?.integerValue, let time = message["time"]?.integerValue else {
      return note(message, isUrgent: false)
    }
    let reason = message.text("reason")
    let outcome = ShownPress.Outcome.rejected(reason: reason)
    if Self.withFigures.contains(reason) { lacksFigures = true }
    let parts = name.split(separator: "+").map(String.init)
    if let index = presses.lastIndex(where: { parts.contains($0.name) && $0.pressed == pressed }) {
      presses[index].outcome = outcome
      // A switch that was accepted tells its release itself.
      if !isDown(presses[index].name) { presses[index].end = presses[index].end ?? time }
    } else {
      append(ShownPress(name: name, pressed: pressed, end: time, outcome: outcome))
    }
  }

  private func isDown(_ name: String) -> Bool {
    switches.contains { $0["switch"] == .string(name) && $0["down"] == true }
  }

  private mutating func command(_ message: JSONValue) {
    command = message
    if let page = message["page"], let item = message["item"] {
      state["scan"]?["page"] = page
      state["scan"]?["item"] = item
    }
    guard let name = message["source"]?["switch"]?.stringValue else { return }
    let written = CommandWords.written(message)
    decide(message, name, .command(written, details: Self.details(message)))
  }

  /// `tap, for board; page 1, item 3`
  private static func details(_ message: JSONValue) -> String {
    var text = (message["source"]?["gesture"]?.stringValue ?? "") + CommandWords.course(of: message)
    if let owner = message["for"]?.stringValue { text += ", for \(owner)" }
    return text + (ScanWords.item(of: message).map { "; \($0)" } ?? "")
  }

  private mutating func question(_ message: JSONValue) {
    let isOpen = message["answer"] == nil
    state["question"] = isOpen ? message : .null
    note(message, isUrgent: isOpen)
    if isOpen, let pressed = message["pressed"]?.integerValue {
      let name = presses.last { $0.pressed <= pressed }?.name ?? ""
      decide(message, name, .question(CommandWords.written(message)))
    }
  }

  /// Sets the outcome of all presses of a gesture or chord: those of its switches since its first press.
  private mutating func decide(_ message: JSONValue, _ name: String, _ outcome: ShownPress.Outcome) {
    guard let pressed = message["pressed"]?.integerValue else { return }
    let parts = name.split(separator: "+").map(String.init)
    for index in presses.indices where parts.contains(presses[index].name) && presses[index].pressed >= pressed {
      if !presses[index].isRejected { presses[index].outcome = outcome }
    }
  }

  // MARK: Answers

  /// The result of `get` `config`.
  mutating func use(config: JSONValue) {
    let inForce = config["in-force"] ?? .null
    bridge = inForce["bridge"]?.stringValue
    limits = [:]
    for one in inForce.list("switches") {
      func steady(_ name: String) -> Int64 { one["steady"]?[name]?.integerValue ?? 0 }
      let hold = one["gestures"]?.arrayValue?.first { $0["gesture"] == "hold" }?["after"]?.integerValue
      limits[one.text("switch")] = PressLimits(
        holdDuration: steady("hold-duration"), ignoreRepeat: steady("ignore-repeat"), hold: hold ?? 0)
    }
  }

  /// The result of `get` `statistics`: the last presses, with the numbers that explain them. At the beginning they are
  /// the presses that were before.
  mutating func use(statistics: JSONValue) {
    let told = statistics.list("presses")
    let isBeginning = presses.isEmpty
    for (index, one) in told.enumerated() where one["outcome"] != "pending" {
      guard let pressed = one["pressed"]?.integerValue else { continue }
      let name = one.text("switch")
      if isBeginning {
        let end = pressed &+ one.number("length")
        presses.append(ShownPress(name: name, pressed: pressed, end: end, outcome: Self.outcome(of: one)))
      }
      guard one["outcome"] == "rejected",
        let press = presses.lastIndex(where: { $0.name == name && $0.pressed == pressed && $0.isRejected })
      else { continue }
      if let length = one["length"]?.integerValue { presses[press].end = pressed &+ length }
      presses[press].figures = PressWords.rejection(one, gap: PressWords.gap(before: one, told[..<index]))
    }
  }

  private static func outcome(of one: JSONValue) -> ShownPress.Outcome {
    switch one["outcome"]?.stringValue {
    case "rejected": .rejected(reason: one.text("reason"))
    case "question": .question(CommandWords.written(one))
    default: .command(CommandWords.written(one), details: one.text("gesture"))
    }
  }
}
