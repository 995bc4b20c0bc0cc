import SwitchwayConfig
import SwitchwayCore

/// Drives an interpreter with scripts, and writes what it decides as words. `Tests/Timelines/README.md` lists both.
struct TimelineRun {
  var interpreter: Interpreter
  /// What `profile(NAME)` puts in force.
  private var others: [String: Profile] = [:]
  private let shows: Set<String>
  private let devices: [DeviceDescription]
  private var claims = ClaimTable()
  private var clients = ["board"]
  private(set) var clock = Instant(0)
  private var came: [Came] = []
  private var effects: [Effect] = []

  init(_ settings: Timeline.Settings) throws {
    guard let profile = settings.profile else { throw Timeline.Mistake("no 'profile:' comes before it") }
    self.init(profile, claims: settings.claims, devices: settings.devices, shows: settings.shows)
    others = settings.others
  }

  /// `claims`: those of the client `board`, from the beginning; nil: nobody has claimed anything.
  init(
    _ profile: Profile, layout: LayoutKeys = .us, claims: ClaimedCommands? = nil,
    devices: [DeviceDescription] = [.keyboard, .keyboard], shows: Set<String> = []
  ) {
    self.shows = shows
    self.devices = devices
    if let claims { self.claims = ClaimTable(permanent: claims, name: ClientName(Array("board".utf8))) }
    interpreter = Interpreter(profile: profile, layout: layout, claims: self.claims)
    for index in devices.indices { attach(index, down: KeySet()) }
    take()
    came = []
  }

  // MARK: Input

  /// Plays a script. Returns what came of it.
  mutating func play(_ script: String) throws -> [Came] {
    for word in script.parts(at: " ") where !word.isEmpty {
      do {
        try play(word: word)
      } catch let mistake as Timeline.Mistake {
        throw Timeline.Mistake("'\(word)': \(mistake.text)")
      }
      take()
    }
    defer { came = [] }
    return came
  }

  /// The same in its short form.
  mutating func words(_ script: String) throws -> [String] { try play(script).map(\.short) }

  private mutating func play(word: String) throws {
    if word == "end" { return advance(to: max(clock, interpreter.latest) + .seconds(60)) }
    if word.hasPrefix("@") { return advance(to: try Timeline.instant(word.dropFirst())) }
    if word.hasPrefix(">") {
      clock = try Timeline.instant(word.dropFirst())
      return
    }
    let number = word.prefix { $0.isNumber || $0 == "." }
    if !number.isEmpty, let sign = word.dropFirst(number.count).first, "+-~*".contains(sign) {
      clock = try Timeline.instant(number)
      return try edge(word.dropFirst(number.count), of: 0)
    }
    let end = word.firstIndex(of: "(") ?? word.endIndex
    guard let colon = word[..<end].firstIndex(of: ":") else { return try play(word[...], by: nil) }
    try play(word[word.index(after: colon)...], by: String(word[..<colon]))
  }

  private mutating func advance(to time: Instant) {
    clock = time
    interpreter.advance(to: time)
  }

  /// `who`: a device by its number, or a client; nil: the first device, or `board`.
  private mutating func play(_ text: Substring, by who: String?) throws {
    if let sign = text.first, "+-~*".contains(sign) { return try edge(text, of: try device(who)) }
    let open = text.firstIndex(of: "(") ?? text.endIndex
    guard open == text.endIndex || text.hasSuffix(")") else { throw Timeline.Mistake("a ')' is missing") }
    let name = text[..<open]
    let argument = String(text[open...].dropFirst().dropLast())
    if try !happens(name, argument, who), try !asks(name, argument, who ?? "board") {
      throw Timeline.Mistake("not a word of timelines: Tests/Timelines/README.md lists them")
    }
  }

  private func device(_ who: String?) throws -> Int {
    let number = who.map { Int($0) ?? 0 } ?? 1
    guard devices.indices.contains(number - 1) else {
      throw Timeline.Mistake("no device '\(who ?? "")': there are \(devices.count)")
    }
    return number - 1
  }

  /// A key or a switch by name.
  private func code(_ name: some StringProtocol) throws -> UInt16 {
    if let found = interpreter.profile.switches.first(where: { $0.name == name }),
      case .key(let code)? = found.inputs.first?.selector
    {
      return code
    }
    guard let code = EventNames.key(String(name)) else { throw Timeline.Mistake("no key or switch '\(name)'") }
    return code
  }

  private func codes(_ names: String) throws -> KeySet { KeySet(try names.split(separator: " ").map { try code($0) }) }

  private mutating func edge(_ word: Substring, of device: Int) throws {
    let values: [Character: Int32] = ["+": 1, "-": 0, "~": 2, "*": 0]
    let sign = word.first ?? "+"
    let event = InputEvent(
      time: clock, type: EventType.key, code: try code(word.dropFirst()), value: values[sign] ?? 0)
    var frame = [event]
    // The kernel marks what it releases itself with a report of value 1.
    if sign == "*" { frame.append(InputEvent(time: clock, type: EventType.syn, code: SynCode.report, value: 1)) }
    interpreter.handle(frame[...], from: NodeID(rawValue: device + 1))
    clock = clock + .milliseconds(10)
  }

  private mutating func attach(_ index: Int, down: KeySet) {
    let entry = interpreter.profile.entry(for: devices[index])
    interpreter.attach(NodeID(rawValue: index + 1), devices[index], entry: entry, down: down, at: clock)
  }

  /// What happens to devices, to the session and by the clock.
  private mutating func happens(_ name: Substring, _ argument: String, _ who: String?) throws -> Bool {
    switch name {
    case "unplug": interpreter.detach(NodeID(rawValue: try device(who) + 1), at: clock)
    case "plug": attach(try device(who), down: try codes(argument))
    case "lost":
      let node = NodeID(rawValue: try device(who) + 1)
      interpreter.resync(node, down: try codes(argument), axes: [], at: clock)
    case "grabbed": interpreter.setGrabbed(NodeID(rawValue: try device(who) + 1), try isOn(argument), at: clock)
    case "leave":
      interpreter.detach(devices.indices.map { NodeID(rawValue: $0 + 1) }, at: clock, reason: .inactive)
    case "finish": interpreter.finish(at: clock)
    case "active": interpreter.setActive(try isOn(argument), at: clock)
    case "lock": interpreter.setLocked(try isOn(argument), at: clock)
    case "oldest": interpreter.oldestAccepted = try Timeline.instant(argument)
    case "modes": came.append(Came([modes]))
    default: return false
    }
    return true
  }

  /// What clients ask for.
  private mutating func asks(_ name: Substring, _ argument: String, _ client: String) throws -> Bool {
    switch name {
    case "claim": try claim(argument, by: client)
    case "text":
      let (kind, identifier): (ContextKind, Int) = (try isOn(argument) ? .text : .items, identifier(of: client))
      try setClaims { try $0.setContext(kind, items: nil, by: identifier) }
    case "rest": interpreter.setRest(try isOn(argument), at: clock)
    case "inhibit": interpreter.setInhibited(try isOn(argument), at: clock)
    case "learn": interpreter.setLearning(try isOn(argument), at: clock)
    case "pass-through":
      if argument != "once" { _ = try isOn(argument) }
      interpreter.setPassThrough(argument, at: clock)
    case "send":
      let word = try parsed(argument)
      let refusal = interpreter.send(word, from: ClientName(Array(client.utf8)), at: clock)
      answer(refusal.map { "refused \($0.rawValue)" })
    case "unhandled":
      guard let number = Int64(argument) else { throw Timeline.Mistake("expected the number of a command") }
      let isTyped = interpreter.unhandled(number, client: ClientName(Array(client.utf8)), at: clock)
      answer(isTyped ? nil : "nothing")
    case "confirm", "reject":
      guard let number = Int(argument) else { throw Timeline.Mistake("expected the number of a question") }
      answer(interpreter.answer(number, confirm: name == "confirm", at: clock) ? nil : "not open")
    case "resume": answer(interpreter.resume(at: clock) ? nil : "refused")
    case "profile":
      guard let other = others[argument] else { throw Timeline.Mistake("no setting 'profile \(argument):'") }
      interpreter.use(other, at: clock)
    default: return false
    }
    return true
  }

  private func parsed(_ command: String) throws -> ScanCommand {
    do { return try CommandVocabulary.parse(command) } catch { throw Timeline.Mistake("\(error)") }
  }

  private mutating func answer(_ text: String?) {
    take()
    if let text { came.append(Came([text])) }
  }

  private func isOn(_ argument: String) throws -> Bool {
    guard ["on", "off"].contains(argument) else { throw Timeline.Mistake("expected (on) or (off)") }
    return argument == "on"
  }

  private mutating func identifier(of client: String) -> Int {
    if let known = clients.firstIndex(of: client) { return known }
    clients.append(client)
    return clients.count - 1
  }

  /// `names`: `all`, names of commands, or nothing to give the claim up.
  private mutating func claim(_ names: String, by client: String) throws {
    let identifier = identifier(of: client)
    let time = clock
    try setClaims { table in
      guard !names.isEmpty else { return table.end(identifier) }
      let words = names.parts(at: ",").map { String($0.drop { $0 == " " }) }
      try table.claim(words == ["all"] ? .all : .names(words), items: nil, by: identifier, at: time)
      table.setName(of: identifier, ClientName(Array(client.utf8)))
    }
  }

  private mutating func setClaims(_ change: (inout ClaimTable) throws -> Void) throws {
    do {
      try change(&claims)
    } catch let error as ClaimError {
      throw Timeline.Mistake(error.message)
    }
    interpreter.setClaims(claims, at: clock)
  }

  private var modes: String {
    let on = [
      "pass-through": interpreter.isPassingThrough, "gesture": interpreter.isGesturing,
      "panic": interpreter.hasPanicked, "rest": interpreter.isResting, "locked": interpreter.isLocked,
      "learn": interpreter.isLearning, "inactive": !interpreter.isActive,
    ].filter(\.value).keys.sorted()
    return (["modes"] + (on.isEmpty ? ["none"] : on)).joined(separator: " ")
  }

  // MARK: Output

  /// Takes what the interpreter has decided.
  private mutating func take() {
    interpreter.takeEffects(into: &effects)
    for effect in effects {
      if let words = words(of: effect) { came.append(words) }
    }
    effects.removeAll(keepingCapacity: true)
  }

  /// What came through the interpreter itself, without a script.
  mutating func taken() -> [Came] {
    take()
    defer { came = [] }
    return came
  }

  private func words(of effect: Effect) -> Came? {
    switch effect {
    case .decided(let output, _): return words(of: output)
    case .published(let command, _, let owner): return words(of: command, owner)
    case .refused(let command, let reason):
      let who = command.press.map { name(of: $0.origin) } ?? ""
      return Came(at: command.accepted, [who, "rejected", "?\(Timeline.text(command.pressed))", reason.rawValue])
    case .asked(let question): return Came(at: question.command.accepted, ["question", text(question.command.word)])
    case .answered(_, let answer, let time): return Came(at: time, ["question", answer.rawValue])
    case .attention(let command):
      let press = command.press.map { ["?" + name(of: $0.origin), "?" + $0.gesture.rawValue] } ?? []
      return Came(at: command.accepted, ["attention"] + press + ["?\(Timeline.text(command.pressed))"])
    case .mode(let mode, let isOn, let time): return Came(at: time, ["mode", mode.rawValue, isOn ? "on" : "off"])
    case .sticky(let name, let state, let time):
      return Came(at: time, ["mode", "sticky-\(name.rawValue)", state.rawValue])
    case .key(let code, let down, let time): return Came(at: time, [(down ? "+" : "-") + key(code)])
    case .node(let change, let facts, let time):
      let name = facts.entry.map { interpreter.profile.devices[$0].name } ?? "null"
      return shows.contains("devices") ? Came(at: time, ["device", name, "\(change)"]) : nil
    case .learned(let edge, _):
      guard case .key(let code) = edge.input else { return Came(at: edge.time, ["learn", "axis"]) }
      return Came(at: edge.time, ["learn", (edge.down ? "+" : "-") + key(code)])
    case .wantsProfile(let name, let time): return Came(at: time, ["wants", name])
    case .profile(let name, _, let time): return Came(at: time, ["profile", name])
    case .sharedInput(_, _, let time): return Came(at: time, ["shared"])
    case .flood, .profileInForce: return nil
    }
  }

  private func words(of output: Output) -> Came? {
    let t = Timeline.text
    func name(_ index: Int) -> String { interpreter.profile.switches[index].name }
    let isShown = shows.contains("presses")
    switch output {
    case .press(let index, let down, let time, let accepted):
      return isShown ? Came(at: accepted, [name(index), down ? "down" : "up", "?\(t(time))"]) : nil
    case .pending(let index, let pressed, let until, let reason):
      return isShown ? Came([name(index), "pending", t(pressed), "until", t(until), reason.rawValue]) : nil
    case .rejected(let index, let pressed, let time, let reason):
      return Came(at: time, [name(index), "rejected", "?\(t(pressed))", reason.rawValue])
    case .command: return nil
    case .stuck(let index, let after, let time):
      return Came(at: time, [name(index), "stuck", "\(after.value / 1_000)"])
    case .muted(_, let time): return Came(at: time, ["muted"])
    case .unmuted(_, let time): return Came(at: time, ["unmuted"])
    case .recalibrate(let figures, let time):
      return Came(at: time, ["recalibrate", "\(figures.rejected)/\(figures.closings)"])
    case .clockWentBack(_, let time): return Came(at: time, ["clock"])
    }
  }

  private func words(of command: Command, _ owner: ClientName?) -> Came {
    var words: [String] = []
    switch command.source {
    case .press(let press):
      // With the switch's name, the command's may be left out.
      words += ["~" + text(command.word), "?" + name(of: press.origin), press.gesture.rawValue]
    case .key(let key):
      words.append(text(command.word))
      if key.gesture != .chord { words.append(key.gesture.rawValue) }
    case .client(let client): words += [text(command.word), "?by", "?" + String(decoding: client.bytes, as: UTF8.self)]
    }
    let released = command.released.map { "-" + Timeline.text($0) } ?? ""
    words.append("?\(Timeline.text(command.pressed))\(released)")
    if command.phase != .once { words.append(command.phase.rawValue) }
    if command.count > 1 { words.append("#\(command.count)") }
    if command.isUncertain { words.append("uncertain") }
    words += owner.map { ["?for", "?" + String(decoding: $0.bytes, as: UTF8.self)] } ?? ["null"]
    return Came(at: command.accepted, words)
  }

  private func name(of origin: CommandOrigin) -> String {
    switch origin {
    case .single(let index): interpreter.profile.switches[index].name
    case .chord(let index): interpreter.profile.chords[index].name
    }
  }

  private func text(_ word: ScanCommand) -> String {
    word.arguments.isEmpty ? word.name : "\(word.name)(\(word.arguments.joined(separator: ", ")))"
  }

  private func key(_ code: UInt16) -> String {
    let name = EventNames.shown(type: EventType.key, code).lowercased()
    return name.hasPrefix("key_") ? String(name.dropFirst(4)) : name
  }
}

/// Something that came of a script, as words. An expectation may leave out words that are optional.
struct Came: Sendable {
  /// `?word` may be left out; so may `~word`, which the short form has all the same.
  private let words: [String]

  init(at time: Instant? = nil, _ words: [String]) {
    self.words = (time.map { ["?" + Timeline.text($0)] } ?? []) + words.flatMap { $0.parts(at: " ") }
  }

  /// All of it.
  var text: String { words.map { "?~".contains($0.first ?? " ") ? String($0.dropFirst()) : $0 }.joined(separator: " ") }

  /// As short as a timeline writes it.
  var short: String {
    words.filter { !$0.hasPrefix("?") }.map { $0.hasPrefix("~") ? String($0.dropFirst()) : $0 }.joined(separator: " ")
  }

  func matches(_ expected: String) -> Bool { matches(expected.parts(at: " ")[...], words[...]) }

  private func matches(_ expected: ArraySlice<String>, _ words: ArraySlice<String>) -> Bool {
    guard let word = words.first else { return expected.isEmpty }
    let isOptional = "?~".contains(word.first ?? " ")
    let text = isOptional ? String(word.dropFirst()) : word
    if expected.first == text, matches(expected.dropFirst(), words.dropFirst()) { return true }
    return isOptional && matches(expected, words.dropFirst())
  }
}

extension Timeline {
  /// Milliseconds, with up to three decimals.
  static func instant(_ text: some StringProtocol) throws -> Instant {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let decimals = parts.count > 1 ? String(parts[1]) : ""
    let padded = decimals + String(repeating: "0", count: max(0, 3 - decimals.count))
    guard parts.count <= 2, padded.count == 3, let whole = Int64(parts[0]), let rest = Int64(padded) else {
      throw Mistake("'\(text)' is no time: expected ms, such as 100 or 99.999")
    }
    return Instant(whole * 1_000 + rest)
  }

  static func text(_ time: Instant) -> String {
    let (whole, part) = time.microseconds.quotientAndRemainder(dividingBy: 1_000)
    guard part != 0 else { return "\(whole)" }
    let digits = String(abs(part))
    return "\(whole)." + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
