import SwitchwayConfig
import SwitchwayCore
import SwitchwayJSON
import SwitchwayProtocol
import SwitchwayReport
import SwitchwayServer
import Testing

/// Drives an engine with the keys of keyboards, and keeps what becomes of them as short words, in order.
///
/// A script is words: `+z` and `-z` are edges of a key (`2:+z`: of the second keyboard), 10 ms apart; `@800` sets the
/// clock to 800 ms and lets what is due happen; `>800` only sets it, for the next edge; `@799.999` has µs.
///
/// The answer is words, too: `+f10` and `-f10` for what is typed, `actions` for a command (then `begin` or `end`, how
/// it came about if not by a chord, `#2` for a repeat, `null` where it is nobody's), `mode rest on`, `question restart`.
final class KeyRig: LineSink, KeySink {
  private(set) var words: [String] = []
  private(set) var lines: [String] = []
  /// What `take` answered last, as lines.
  private(set) var lastLines: [String] = []
  private var made: Performer?
  /// Names of commands that a front end has claimed; nil: all.
  private var claims: Set<String>?
  /// Microseconds.
  private var clock: Int64 = 0
  private var isFlushed = true
  private(set) var keyboards = [NodeID(rawValue: 1), NodeID(rawValue: 2)]
  static let device = DeviceDescription(
    name: "Test Keyboard", bus: 3, vendor: 0x1209, product: 2, kind: .keyboard,
    keys: KeySet((1...248).map { UInt16($0) } + [0x110, 0x111, 0x1D0]))

  init(_ profile: Profile, layout: LayoutKeys = .us, claims: Set<String>? = []) {
    self.claims = claims
    let engine = Performer(
      profile: profile, layout: layout,
      audience: .clients(clock: { Instant(0) }), sink: self)
    made = engine
    engine.keys = self
    engine.interpreter.setClaims(table(), at: Instant(0))
    for keyboard in keyboards { attach(keyboard) }
    _ = take()
  }

  /// With the profile that is shipped.
  convenience init(claims: Set<String>? = []) throws { self.init(try KeyRig.shipped(), claims: claims) }

  /// With lines under `keyboard:`, `policy:` and so on of a file that starts from what is shipped.
  convenience init(extending text: String, layout: LayoutKeys = .us, claims: Set<String>? = []) throws {
    let profile = try KeyRig.load("switchway: 1\nextends: full-keyboard-access\n" + text)
    self.init(profile, layout: layout, claims: claims)
  }

  /// With lines under `keyboard:`, besides the shipped bindings.
  convenience init(keyboard line: String, layout: LayoutKeys = .us, claims: Set<String>? = []) throws {
    try self.init(extending: "keyboard: {\(line)}\n", layout: layout, claims: claims)
  }

  static func load(_ text: String) throws -> Profile {
    let scene = try Scene()
    let file = try scene.file("own.yaml", text)
    let result = ProfileStore(file: file, directories: ["\(Scene.top)/Config"]).load("own")
    guard let profile = result.profile else { throw ProgramError(result.text) }
    return profile
  }

  static func shipped() throws -> Profile {
    let result = ProfileStore(directories: ["\(Scene.top)/Config"]).load("full-keyboard-access")
    guard let profile = result.profile else { throw ProgramError(result.text) }
    return profile
  }

  var engine: Performer {
    guard let made else { preconditionFailure("an engine that calls its sink before it is made") }
    return made
  }

  /// One client, `board`, that has been there from the beginning.
  private func table(isInText: Bool = false) -> ClaimTable {
    if claims?.isEmpty ?? false { return ClaimTable() }
    let commands = claims.map { ClaimTable.Commands.names($0.sorted()) } ?? .all
    var table = ClaimTable(permanent: commands, name: ClientName(EscapedText("board")))
    if isInText { try? table.setContext(.text, items: nil, by: 0) }
    return table
  }

  private func attach(_ keyboard: NodeID) {
    engine.interpreter.attach(
      keyboard, KeyRig.device, entry: engine.profile.entry(for: KeyRig.device), down: KeySet(), at: Instant(clock))
  }

  // MARK: What happens

  /// Plays a script, and answers what came of it.
  func play(_ script: String) -> [String] {
    for word in script.split(separator: " ") { play(word: word) }
    return take()
  }

  private func play(word: Substring) {
    if word.hasPrefix("@") || word.hasPrefix(">") {
      clock = KeyRig.microseconds(word.dropFirst())
      if word.hasPrefix("@") { engine.interpreter.advance(to: Instant(clock)) }
      return
    }
    let parts = word.split(separator: ":")
    let number = parts.count > 1 ? Int(parts[0]) ?? 0 : 1
    let edge = parts[parts.count - 1]
    guard let code = EventNames.key(String(edge.dropFirst())) else { preconditionFailure("no key '\(word)'") }
    let event = InputEvent(
      time: Instant(clock), type: EventType.key, code: code, value: edge.hasPrefix("+") ? 1 : 0)
    engine.interpreter.handle([event][...], from: keyboards[number - 1])
    clock += 10_000
  }

  private static func microseconds(_ text: Substring) -> Int64 {
    let parts = text.split(separator: ".")
    let whole = Int64(parts[0]) ?? 0
    return whole * 1_000 + (parts.count > 1 ? Int64(parts[1]) ?? 0 : 0)
  }

  func claim(_ names: Set<String>?, isInText: Bool = false) -> [String] {
    claims = names
    engine.interpreter.setClaims(table(isInText: isInText), at: Instant(clock))
    return take()
  }

  func unplug(_ place: Int = 0) -> [String] {
    engine.interpreter.detach(keyboards[place], at: Instant(clock))
    return take()
  }

  func plug(_ place: Int = 0) { attach(keyboards[place]) }

  /// Plugs in so many keyboards that there are `count`.
  func plug(upTo count: Int) {
    for number in keyboards.count..<count {
      keyboards.append(NodeID(rawValue: number + 1))
      attach(keyboards[number])
    }
  }

  /// Events were lost, and the keys that are down were read.
  func resync(down: String) -> [String] {
    let codes = down.split(separator: " ").compactMap { EventNames.key(String($0)) }
    engine.interpreter.resync(keyboards[0], down: KeySet(codes), axes: [], at: Instant(clock))
    return take()
  }

  /// What has come since the last call, all of it handed over.
  func take() -> [String] {
    #expect(isFlushed)
    defer {
      words = []
      lastLines = lines
      lines = []
    }
    return words
  }

  func perform(_ body: (Performer, Instant) throws -> Void) rethrows -> [String] {
    try body(engine, Instant(clock))
    return take()
  }

  /// A front end says that a command did not apply. `nothing`: nothing is typed.
  func unhandled(_ number: Int64, by client: String = "board") -> [String] {
    let isTyped = engine.interpreter.unhandled(number, client: ClientName(EscapedText(client)), at: Instant(clock))
    return isTyped ? take() : take() + ["nothing"]
  }

  /// Ends a panic. `refused`: a key is down.
  func resume() -> [String] { engine.interpreter.resume(at: Instant(clock)) ? take() : take() + ["refused"] }

  // MARK: What comes of it

  func flush() { isFlushed = true }
  func flushTyped() {}

  func type(_ code: UInt16, down: Bool, at time: Instant) {
    isFlushed = false
    let name = EventNames.shown(type: EventType.key, code).lowercased()
    words.append((down ? "+" : "-") + (name.hasPrefix("key_") ? String(name.dropFirst(4)) : name))
  }

  func emit(_ head: LineHead, _ line: LineBuffer) {
    isFlushed = false
    let text = String(line.text.dropLast())
    lines.append(text)
    let message = text.message
    func word(_ member: String) -> String { message[member]?.stringValue ?? "" }
    switch head.type {
    case .command: words.append(KeyRig.command(message))
    case .mode:
      let state = message["on"].map { $0 == .bool(true) ? "on" : "off" } ?? word("state")
      words.append("mode \(word("mode")) \(state)")
    case .question: words.append("question \(message["answer"]?.stringValue ?? word("command"))")
    case .warning: words.append("warning \(word("code"))")
    case .device, .config: break
    default: words.append(word("type"))
    }
  }

  private static func command(_ message: JSONValue) -> String {
    var text = message["command"]?.stringValue ?? ""
    var arguments: [String] = []
    while let argument = message["args"]?[arguments.count]?.stringValue { arguments.append(argument) }
    if !arguments.isEmpty { text += "(\(arguments.joined(separator: ", ")))" }
    if let gesture = message["source"]?["gesture"]?.stringValue, gesture != "chord" { text += " " + gesture }
    if let phase = message["phase"]?.stringValue, phase != "do" { text += " " + phase }
    if let count = message["count"]?.integerValue, count > 1 { text += " #\(count)" }
    if message["for"] == .null { text += " null" }
    return text
  }
}
