import SwitchwayClock
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayText
import SwitchwayTime

/// Checks the members of a request. Unknown members are ignored. A request with an invalid member is refused before any
/// part of it is performed.
enum RequestReader {
  /// Reads the request in a line of this type.
  static func read(_ line: Wire.RequestLine, _ type: String) throws(RequestError) -> Request {
    guard let request = line.request else {
      throw RequestError(
        .unknownType, .unknownType,
        "unknown type '\(PrintableName.of(type))'" + advice(for: type, among: RequestType.allCases.map(\.rawValue)))
    }
    return try read(request)
  }

  private static func read(_ request: Wire.Request) throws(RequestError) -> Request {
    switch request {
    case .hello(let wanted): return try hello(wanted)
    case .observe(let wanted): return .observe(try observed(wanted))
    case .get(let wanted): return try get(wanted)
    case .ping: return .ping
    case .pong(let answer): return .pong(try need(answer.count, "pong: n", "the number of the server's ping"))
    case .type(let wanted): return .type(try typed(wanted))
    case .point(let wanted): return .point(try pointed(wanted))
    case .send(let wanted): return try send(wanted)
    case .set(let wanted): return try set(wanted)
    case .reload: return .reload
    case .answer(let wanted):
      let id = try need(wanted.question, "answer: question", "the id of a question") { Int(exactly: $0) }
      return .answer(question: id, confirm: try flag(wanted.confirm, "answer: confirm"))
    case .claim(let wanted): return try claim(wanted)
    case .release: return .release
    case .context(let wanted): return try context(wanted)
    case .scan(let wanted): return .scan(try page(wanted))
    case .inhibit(let wanted):
      _ = try optional(wanted.reason, "inhibit: reason", "a string")
      return .inhibit
    case .rearm(let wanted):
      _ = try optional(wanted.reason, "rearm: reason", "a string")
      return .rearm
    case .suspend(let wanted): return .suspend(try flag(wanted.isOn, "suspend: on"))
    case .learn(let wanted):
      return .learn(
        try flag(wanted.isOn, "learn: on"), events: try optional(wanted.events, "learn: events", oneOfTwo) ?? false,
        seen: try optional(wanted.seen, "learn: seen", oneOfTwo) ?? false)
    case .unhandled(let wanted):
      return .unhandled(seq: try need(wanted.sequence, "unhandled: seq", "the number of a command"))
    case .resume: return .resume
    }
  }

  // MARK: Members

  private static let oneOfTwo = "true or false"

  /// Returns the value of a required member. If it is missing or invalid, the error names the values in `expected`.
  static func need<Value>(
    _ member: Given<Value>, _ name: String, _ expected: String
  ) throws(RequestError) -> Value {
    guard let value = member.value else { throw Self.expected(name, expected, member.found) }
    return value
  }

  /// Returns the converted value of a required member. `convert` returns `nil` for values that are refused.
  static func need<Value, Wanted>(
    _ member: Given<Value>, _ name: String, _ expected: String, _ convert: (Value) -> Wanted?
  ) throws(RequestError) -> Wanted {
    guard let value = member.value.flatMap(convert) else { throw Self.expected(name, expected, member.found) }
    return value
  }

  /// Returns the value of an optional member, or `nil` if it is missing. Throws if it is invalid.
  static func optional<Value>(
    _ member: Given<Value>, _ name: String, _ expected: String
  ) throws(RequestError) -> Value? {
    member.found == nil ? nil : try need(member, name, expected)
  }

  private static func flag(_ member: Given<Bool>, _ name: String) throws(RequestError) -> Bool {
    try need(member, name, oneOfTwo)
  }

  /// Returns the strings in a list. Throws if it contains anything else.
  private static func texts(_ list: [JSONValue], _ name: String) throws(RequestError) -> [String] {
    var texts: [String] = []
    for element in list {
      guard let text = element.stringValue else { throw expected(name, "strings in the list", element) }
      texts.append(text)
    }
    return texts
  }

  // MARK: Requests

  private static func hello(_ wanted: Wire.Request.Hello) throws(RequestError) -> Request {
    let version = try optional(wanted.protocolVersion, "hello: protocol", "an integer") ?? ProtocolVersion.current
    guard version == ProtocolVersion.current else {
      throw RequestError(
        .unsupported, .otherProtocol,
        "hello: protocol: this server speaks \(ProtocolVersion.current), not \(version)")
    }
    guard let name = try optional(wanted.name, "hello: name", "a string") else { return .hello(name: nil) }
    guard !name.isEmpty else {
      throw RequestError(
        .badArgument, .badMember,
        "hello: name: expected 1 to \(PrintableName.limit) printable characters, found none; leave 'name' out to "
          + "keep the one that you have")
    }
    return .hello(name: name)
  }

  private static func observed(_ wanted: Wire.Request.Observe) throws(RequestError) -> MessageTypes {
    var types: MessageTypes = []
    for word in try need(wanted.types, "observe: types", "a list of message types") {
      guard let name = word.stringValue else { throw expected("observe: types", "strings in the list", word) }
      guard let type = MessageType(rawValue: name) else {
        throw RequestError(
          .badArgument, .unknownWord,
          "observe: types: unknown type '\(PrintableName.of(name))'"
            + advice(for: name, among: MessageType.allCases.map(\.rawValue)))
      }
      types.insert(MessageTypes(type))
    }
    return types
  }

  /// The subject of `get` that the server itself answers.
  static let state = "state"

  /// The possible subjects of `get`, as a message lists them.
  private static let subjects = Choice.words([state] + Request.Subject.allCases.map(\.rawValue))

  private static func get(_ wanted: Wire.Request.Get) throws(RequestError) -> Request {
    let what = try need(wanted.what, "get: what", subjects)
    let subject = Request.Subject(rawValue: what)
    if wanted.from.found != nil {
      guard let subject, subject == .config || subject == .bindings else {
        throw RequestError(
          .badArgument, .badMember, "get: from: only the lists of 'config' and 'bindings' come in pages")
      }
      let first = try need(wanted.from, "get: from", "an integer of 0 or more") {
        Int(exactly: $0).flatMap { $0 >= 0 ? $0 : nil }
      }
      return .get(subject, from: first)
    }
    if what == state { return .state }
    guard let subject else {
      throw RequestError(
        .badArgument, .unknownWord, "get: what: expected \(subjects), found '\(PrintableName.of(what))'")
    }
    return .get(subject)
  }

  private static func send(_ wanted: Wire.Request.Send) throws(RequestError) -> Request {
    let command = try need(wanted.command, "send: command", "the name of a command")
    let arguments = try optional(wanted.arguments, "send: args", "a list of strings") ?? []
    return .send(command: command, arguments: try texts(arguments, "send: args"))
  }

  private static func set(_ wanted: Wire.Request.Setting) throws(RequestError) -> Request {
    let given = wanted.names
    guard given.count == 1 else {
      throw RequestError(
        .badArgument, .badMember,
        given.isEmpty
          ? "set: expected 'profile' with a name, 'mode' with 'on', or 'bridge' with a name or null"
          : "set: expected one thing to set, found \(given.map { "'\($0)'" }.joined(separator: " and "))")
    }
    if wanted.mode.found != nil { return try setMode(wanted) }
    if wanted.profile.found != nil {
      return .setProfile(try need(wanted.profile, "set: profile", "the name of a profile"))
    }
    switch wanted.bridge.value {
    case .string(let name): return .setBridge(name)
    case .null: return .setBridge(nil)
    case let other: throw expected("set: bridge", "the name of a bridge, or null", other)
    }
  }

  private static func setMode(_ wanted: Wire.Request.Setting) throws(RequestError) -> Request {
    let mode = try need(wanted.mode, "set: mode", "'rest', 'pass-through' or 'gesture'")
    switch mode {
    case "rest": return try setRest(wanted)
    case "pass-through":
      switch wanted.isOn.value {
      case .bool(let isOn): return .setPassThrough(isOn ? "on" : "off")
      case .string(Wire.Request.Setting.once): return .setPassThrough(Wire.Request.Setting.once)
      case let other: throw expected("set: on", "true, false or \"once\"", other)
      }
    case "gesture":
      return .send(command: "gesture-mode", arguments: [try isOn(wanted) ? "on" : "off"])
    default:
      throw RequestError(
        .badArgument, .unknownWord,
        "set: mode: unknown mode '\(PrintableName.of(mode))'"
          + advice(for: mode, among: ["rest", "pass-through", "gesture"]))
    }
  }

  private static func isOn(_ wanted: Wire.Request.Setting) throws(RequestError) -> Bool {
    try need(wanted.isOn, "set: on", oneOfTwo) { $0.boolValue }
  }

  /// The longest rest that ends by itself: a day. Arbitrary.
  private static let longestRest = Microseconds.seconds(86_400)

  private static func setRest(_ wanted: Wire.Request.Setting) throws(RequestError) -> Request {
    let isOn = try isOn(wanted)
    guard wanted.length.found != nil else { return .setRest(isOn) }
    guard isOn else {
      throw RequestError(.badArgument, .badMember, "set: for: only mode 'rest' set to 'on' can end by itself")
    }
    let length = try need(wanted.length, "set: for", "microseconds from 1 to \(longestRest.value)") {
      (1...longestRest.value).contains($0) ? $0 : nil
    }
    return .setRest(true, length: Microseconds(length))
  }

  private static func claim(_ wanted: Wire.Request.Claim) throws(RequestError) -> Request {
    let items = try count(wanted.items, of: "claim: items")
    let lockedUse = try lockedUse(wanted.whenLocked)
    if wanted.isAll { return .claim(.all, items: items, lockedUse: lockedUse) }
    let words = try need(wanted.commands, "claim: commands", "a list of names, or \"all\"") { $0.arrayValue }
    guard !words.isEmpty else {
      throw RequestError(.badArgument, .badMember, "claim: commands: the list is empty; 'release' gives up a claim")
    }
    var names: [String] = []
    var known = Set(CommandVocabulary.names)
    var claimed: Set<String> = []
    for word in words {
      guard let name = word.stringValue else { throw expected("claim: commands", "strings in the list", word) }
      if !known.contains(name) {
        do throws(CommandError) { _ = try CommandVocabulary.command(name: name, arguments: []) } catch {
          let message = PrintableName.of("\(error.message); \(error.help)", limit: 400)
          throw RequestError(.badArgument, .unknownCommand, "claim: commands: \(message)")
        }
        known.insert(name)
      }
      if claimed.insert(name).inserted { names.append(name) }
    }
    return .claim(.names(names), items: items, lockedUse: lockedUse)
  }

  private static func lockedUse(_ member: Given<String>) throws(RequestError) -> LockedUse {
    guard member.found != nil else { return .nothing }
    let words = LockedUse.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
    return try need(member, "claim: when-locked", words) { LockedUse(rawValue: $0) }
  }

  private static func context(_ wanted: Wire.Request.Context) throws(RequestError) -> Request {
    let word = try need(wanted.kind, "context: kind", "'items', 'text', 'find', 'modal' or 'menu'")
    guard let kind = ContextKind(rawValue: word) else {
      throw RequestError(
        .badArgument, .unknownWord,
        "context: kind: unknown kind '\(PrintableName.of(word))'"
          + advice(for: word, among: ContextKind.allCases.map(\.rawValue)))
    }
    return .context(kind, items: try count(wanted.items, of: "context: items"))
  }

  private static func page(_ wanted: Wire.Request.Page) throws(RequestError) -> ClockPage? {
    func integer(_ member: Given<Int64>, _ name: String, _ what: String) throws(RequestError) -> Int {
      try need(member, "scan: \(name)", what) { Int(exactly: $0) }
    }
    let items = try integer(wanted.items, "items", "a count from 0 to \(ClockPage.sizes.upperBound)")
    let page = wanted.page.found == nil ? 0 : try integer(wanted.page, "page", "an integer")
    let item = wanted.item.found == nil ? 0 : try integer(wanted.item, "item", "the number of an item, from 0")
    let hold = try optional(wanted.hold, "scan: hold", oneOfTwo) ?? false
    if items == 0 { return nil }
    guard ClockPage.sizes.contains(items) else {
      throw RequestError(
        .badArgument, .badMember,
        "scan: items: expected a count from 0 to \(ClockPage.sizes.upperBound), found \(items)")
    }
    guard let page = ClockPage(items: items, page: page, item: item, hold: hold) else {
      throw RequestError(
        .badArgument, .badMember, "scan: item: expected a number from 0 to \(items - 1), found \(item)")
    }
    return page
  }

  private static func count(_ member: Given<Int64>, of name: String) throws(RequestError) -> Int64? {
    guard let number = try optional(member, name, "a count from 0") else { return nil }
    guard number >= 0 else {
      throw RequestError(.badArgument, .badMember, "\(name): expected a count from 0, found \(number)")
    }
    return number
  }

  static func advice(for word: String, among words: [String]) -> String {
    "; " + Advice.on(word, among: words)
  }

  static func expected(_ member: String, _ what: String, _ found: JSONValue?) -> RequestError {
    RequestError(.badArgument, .badMember, "\(member): expected \(what), found \(found?.kind ?? "nothing")")
  }
}
