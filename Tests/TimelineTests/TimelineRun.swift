import SwitchwayClock
import SwitchwayConfig
import SwitchwayCore
import SwitchwayText
import SwitchwayTime

/// Drives an interpreter with scripts, and writes what it decides as words. `Tests/Timelines/README.md` lists both.
struct TimelineRun {
  var interpreter: Interpreter
  /// What `profile(NAME)` puts in force.
  private var others: [String: Profile] = [:]
  let shows: Set<String>
  private let devices: [DeviceDescription]
  private var claims = ClaimTable()
  private var clients = ["board"]
  private(set) var clock = Instant(0)
  /// The keys of the virtual keyboard; nil: there is none.
  private var keyboard: KeySet? = KeySet((1...247).map { UInt16($0) })
  private var came: [Came] = []
  private var effects: [Effect] = []
  /// Commands that were accepted before this time are too late. nil: none is.
  private var oldest: Instant?
  /// The number of requests.
  private var requests = 0

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
    handle(.time(time))
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
    handle(.frame(frame[...], from: NodeID(rawValue: device + 1)))
    clock = clock + .milliseconds(10)
  }

  /// A frame of movements: `rel_x 5, rel_y -2`.
  private mutating func move(_ argument: String, of device: Int) throws {
    let frame = try argument.parts(at: ",").map { part in
      let words = part.split(separator: " ")
      guard words.count == 2, let code = EventNames.movement(String(words[0])), let value = Int32(words[1]) else {
        throw Timeline.Mistake("expected axes and counts, such as rel_x 5, rel_y -2")
      }
      return InputEvent(time: clock, type: EventType.relative, code: code, value: value)
    }
    handle(.frame(frame[...], from: NodeID(rawValue: device + 1)))
    clock = clock + .milliseconds(10)
  }

  private mutating func attach(_ index: Int, down: KeySet) {
    let entry = interpreter.profile.entry(for: devices[index])
    handle(.attached(NodeID(rawValue: index + 1), devices[index], entry: entry, down: down, at: clock))
  }

  /// What happens to devices, to the session and by the clock.
  private mutating func happens(_ name: Substring, _ argument: String, _ who: String?) throws -> Bool {
    switch name {
    case "unplug": handle(.detached([NodeID(rawValue: try device(who) + 1)], at: clock))
    case "plug": attach(try device(who), down: try codes(argument))
    case "lost":
      let node = NodeID(rawValue: try device(who) + 1)
      handle(.resynced(node, down: try codes(argument), axes: [], at: clock))
    case "grabbed": handle(.grabbed(NodeID(rawValue: try device(who) + 1), try isOn(argument), at: clock))
    case "leave":
      handle(.detached(devices.indices.map { NodeID(rawValue: $0 + 1) }, at: clock, reason: .inactive))
    case "finish": handle(.finished(at: clock))
    case "active": handle(.active(try isOn(argument), at: clock))
    case "lock": handle(.locked(try isOn(argument), at: clock))
    case "oldest": oldest = try Timeline.instant(argument)
    case "uinput":
      keyboard = try isOn(argument) ? KeySet((1...247).map { UInt16($0) }) : nil
      if keyboard == nil {
        handle(.keyboardFailed)
        handle(.pointerFailed)
      }
    case "move": try move(argument, of: try device(who))
    case "caps": handle(.capsLock(try isOn(argument), at: clock))
    case "modes": came.append(Came([modes]))
    default: return false
    }
    return true
  }

  /// What clients ask for.
  private mutating func asks(_ name: Substring, _ argument: String, _ client: String) throws -> Bool {
    switch name {
    case "claim": try claim(argument, by: client)
    case "page": try page(argument, by: client)
    case "gone":
      try claim("", by: client)
      handle(.clientGone(identifier(of: client), at: clock))
    case "bridge": handle(.bridge(try bridge(argument), at: clock))
    case "text":
      let (kind, identifier): (ContextKind, Int) = (try isOn(argument) ? .text : .items, identifier(of: client))
      try setClaims { try $0.setContext(kind, items: nil, by: identifier) }
    case "rest":
      if let length = Int64(argument) {
        handle(.rest(true, until: clock + .milliseconds(length), at: clock))
      } else {
        handle(.rest(try isOn(argument), at: clock))
      }
    case "inhibit":
      if try isOn(argument) {
        handle(.inhibited(true, by: ClientName(Array(client.utf8)), at: clock))
      } else {
        handle(.inhibited(false, at: clock))
      }
    case "suspend": handle(.suspended(try isOn(argument), at: clock))
    case "learn": handle(.learning(try isOn(argument), at: clock))
    case "pass-through":
      if argument != "once" { _ = try isOn(argument) }
      handle(.passThrough(argument, at: clock))
    case "send":
      let word = try parsed(argument)
      if case .refused(let reason)? = ask(.send(word), client) { answer("refused \(reason.rawValue)") }
    case "type", "keys":
      let request: Input.Request =
        name == "type" ? .type(argument, on: keyboard) : .typeChord(try KeyChord(typed: argument), on: keyboard)
      if case .typed(let reason?)? = ask(request, client) { answer("refused \(text(reason))") }
    case "point":
      let request = Input.Request.point(try Timeline.pointed(argument), hasPointer: keyboard != nil)
      if case .pointed(let reason?)? = ask(request, client) { answer("refused \(text(reason))") }
    case "unhandled":
      guard let number = Int64(argument) else { throw Timeline.Mistake("expected the number of a command") }
      answer(ask(.unhandled(number), client) == .notNow ? "nothing" : nil)
    case "confirm", "reject":
      guard let number = Int(argument) else { throw Timeline.Mistake("expected the number of a question") }
      answer(ask(.answer(number, confirm: name == "confirm"), client) == .notNow ? "not open" : nil)
    case "resume":
      if case .keysDown(let keys)? = ask(.resume, client) { answer("refused " + keys.map(key).joined(separator: " ")) }
    case "profile":
      guard let other = others[argument] else { throw Timeline.Mistake("no setting 'profile \(argument):'") }
      handle(.profile(other, at: clock))
    default: return false
    }
    return true
  }

  /// `on`, `off`, or the times of the profile's table: its gap and its press.
  private func bridge(_ argument: String) throws -> BridgeTable? {
    var table = interpreter.profile.bridge
    let times = argument.parts(at: ",").compactMap { Int64($0.drop { $0 == " " }) }
    guard times.count == 2 else { return try isOn(argument) ? table : nil }
    table?.gap = .milliseconds(times[0])
    table?.press = .milliseconds(times[1])
    return table
  }

  private func parsed(_ command: String) throws -> ScanCommand {
    do { return try CommandVocabulary.parse(command) } catch { throw Timeline.Mistake("\(error)") }
  }

  /// Asks for a client. Returns the reply, unless it is that all was typed or pointed.
  private mutating func ask(_ request: Input.Request, _ client: String) -> Reply? {
    take()
    requests += 1
    handle(.request(request, from: ClientName(Array(client.utf8)), number: requests, at: clock))
    let found = effects.firstIndex {
      if case .reply(requests, let reply) = $0 { reply != .typed(nil) && reply != .pointed(nil) } else { false }
    }
    guard let found, case .reply(_, let reply) = effects.remove(at: found) else { return nil }
    return reply
  }

  mutating func handle(_ input: Input) { interpreter.handle(input, oldest: oldest, into: &effects) }

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

  /// `names`: `all`, names of commands, or nothing to give the claim up; then, perhaps, `when-locked` and its word.
  private mutating func claim(_ names: String, by client: String) throws {
    let identifier = identifier(of: client)
    let time = clock
    try setClaims { table in
      guard !names.isEmpty else { return table.end(identifier) }
      var words = names.parts(at: ",").map { String($0.drop { $0 == " " }) }
      let lockedUse = words.last.flatMap { LockedUse(rawValue: String($0.trimmingPrefix("when-locked "))) }
      if lockedUse != nil { words.removeLast() }
      try table.claim(
        words == ["all"] ? .all : .names(words), items: nil, lockedUse: lockedUse ?? .nothing, by: identifier, at: time)
      table.setName(of: identifier, ClientName(Array(client.utf8)))
    }
  }

  /// `argument`: how many items, the page's number, the highlighted item, and `hold`.
  private mutating func page(_ argument: String, by client: String) throws {
    var words = argument.parts(at: ",").map { String($0.drop { $0 == " " }) }
    let hold = words.last == "hold"
    if hold { words.removeLast() }
    let numbers = words.compactMap { Int($0) }
    let page = ClockPage(
      items: numbers.first ?? -1, page: numbers.count > 1 ? numbers[1] : 1, item: numbers.count > 2 ? numbers[2] : 0,
      hold: hold)
    guard numbers.count == words.count, page != nil || numbers == [0] else {
      throw Timeline.Mistake("expected the number of items, of the page, and of an item, and 'hold'")
    }
    if case .pageRefused(let refusal)? = ask(.page(page), client) { answer("refused \(refusal)") }
  }

  private mutating func setClaims(_ change: (inout ClaimTable) throws -> Void) throws {
    do {
      try change(&claims)
    } catch let error as ClaimError {
      throw Timeline.Mistake(error.message)
    }
    handle(.claims(claims, at: clock))
  }

  private var modes: String {
    let on = [
      "pass-through": interpreter.isPassingThrough, "gesture": interpreter.isGesturing,
      "panic": interpreter.hasPanicked, "rest": interpreter.isResting, "locked": interpreter.isLocked,
      "learn": interpreter.isLearning, "inactive": !interpreter.isActive,
      "suspended": interpreter.isSuspended,
    ].filter(\.value).keys.sorted()
    return (["modes"] + (on.isEmpty ? ["none"] : on)).joined(separator: " ")
  }

  // MARK: Output

  /// Takes what the interpreter has decided.
  private mutating func take() {
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

extension Timeline {
  /// What a client asks of the pointer: `click 0.5 0.25`, `drag 0 0 to 1 1`, `scroll 0.5 0.5 down 2`.
  static func pointed(_ text: String) throws -> PointedInput {
    let words = text.split(separator: " ").map(String.init)
    func place(_ index: Int) throws -> ScreenPoint {
      guard words.count > index + 1, let x = Double(words[index]), let y = Double(words[index + 1]),
        let place = ScreenPoint(fractions: x, y)
      else { throw Mistake("expected a place, such as 0.5 0.25") }
      return place
    }
    let plain: [String: PointedInput.Action] = [
      "move": .move, "click": .click, "double": .double, "right": .right, "middle": .middle, "press": .press,
      "release": .release,
    ]
    let start = try place(1)
    if let action = plain[words[0]], words.count == 3 { return PointedInput(action, at: start) }
    if words[0] == "drag", words.count == 6, words[3] == "to" {
      return PointedInput(.drag(to: try place(4)), at: start)
    }
    if words[0] == "scroll", words.count == 5, let direction = ScrollDirection(rawValue: words[3]),
      let notches = Int(words[4])
    {
      return PointedInput(.scroll(direction, notches: notches), at: start)
    }
    throw Mistake("expected what the pointer does, such as click 0.5 0.25")
  }
}
