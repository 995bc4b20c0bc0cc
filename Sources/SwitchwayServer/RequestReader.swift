import SwitchwayClock
import SwitchwayCore
import SwitchwayJSON
import SwitchwayProtocol

/// Reads the members of a request. Unknown members are ignored. An invalid member is refused before anything is done.
enum RequestReader {
  /// Every request of the protocol. Raw values are the words on the wire.
  enum Kind: String, CaseIterable {
    case hello, observe, claim, release, context, type, unhandled, send, set, reload, learn, inhibit, rearm, suspend,
      answer
    case point
    case get, ping, pong, resume, scan
  }

  static func read(_ type: String, _ members: [String: JSONValue]) throws(RequestError) -> ClientRequest {
    guard let kind = Kind(rawValue: type) else {
      throw RequestError(
        .unknownType, .unknownType,
        "unknown type '\(PrintableName.of(type))'" + advice(for: type, among: Kind.allCases.map(\.rawValue)))
    }
    switch kind {
    case .hello: return try hello(members)
    case .observe: return try observe(members)
    case .get: return try get(members)
    case .ping: return .ping
    case .pong: throw expected("pong: n", "the number of the server's ping", members["n"])
    case .type: return .ask(.type(try typed(members)))
    case .point: return .ask(.point(try pointed(members)))
    case .send: return .ask(try send(members))
    case .set: return .ask(try set(members))
    case .reload: return .ask(.reload)
    case .answer: return .ask(try answer(members))
    case .claim: return .claims(try claim(members))
    case .release: return .claims(.release)
    case .context: return .claims(try context(members))
    case .scan: return .ask(.scan(try page(members)))
    case .inhibit, .rearm:
      if let reason = members["reason"], reason.stringValue == nil {
        throw expected("\(type): reason", "a string", reason)
      }
      return .claims(kind == .inhibit ? .inhibit : .rearm)
    case .suspend: return .claims(.suspend(try flag(members["on"], "suspend: on")))
    case .learn:
      let isOn = try flag(members["on"], "learn: on")
      let events = if let events = members["events"] { try flag(events, "learn: events") } else { false }
      let seen = if let seen = members["seen"] { try flag(seen, "learn: seen") } else { false }
      return .ask(.learn(isOn, events: events, seen: seen))
    case .unhandled:
      guard let number = members["seq"]?.integerValue else {
        throw expected("unhandled: seq", "the number of a command", members["seq"])
      }
      return .ask(.unhandled(seq: number))
    case .resume: return .ask(.resume)
    }
  }

  private static func hello(_ members: [String: JSONValue]) throws(RequestError) -> ClientRequest {
    switch members["protocol"] {
    case nil, .integer(ProtocolVersion.current): break
    case .integer(let other):
      throw RequestError(
        .unsupported, .otherProtocol, "hello: protocol: this server speaks \(ProtocolVersion.current), not \(other)")
    case .some(let other): throw expected("hello: protocol", "an integer", other)
    }
    switch members["name"] {
    case nil: return .hello(name: nil)
    case .string(let name):
      guard !name.isEmpty else {
        throw RequestError(
          .badArgument, .badMember,
          "hello: name: expected 1 to \(PrintableName.limit) printable characters, found none; leave 'name' out to "
            + "keep the one that you have")
      }
      return .hello(name: name)
    case .some(let other): throw expected("hello: name", "a string", other)
    }
  }

  private static func observe(_ members: [String: JSONValue]) throws(RequestError) -> ClientRequest {
    guard let words = members["types"]?.arrayValue else {
      throw expected("observe: types", "a list of message types", members["types"])
    }
    var types: MessageTypes = []
    for word in words {
      guard let name = word.stringValue else { throw expected("observe: types", "strings in the list", word) }
      guard let type = MessageType(rawValue: name) else {
        throw RequestError(
          .badArgument, .unknownWord,
          "observe: types: unknown type '\(PrintableName.of(name))'"
            + advice(for: name, among: MessageType.allCases.map(\.rawValue)))
      }
      types.insert(MessageTypes(type))
    }
    return .observe(types)
  }

  /// What `get` can ask for, in the words of a message.
  private static let subjects = Choice.words(Request.Subject.allCases.map(\.rawValue))

  private static func get(_ members: [String: JSONValue]) throws(RequestError) -> ClientRequest {
    guard let what = members["what"]?.stringValue else {
      throw expected("get: what", subjects, members["what"])
    }
    let subject = Request.Subject(rawValue: what)
    if let from = members["from"] {
      guard let subject, subject == .config || subject == .bindings else {
        throw RequestError(
          .badArgument, .badMember, "get: from: only the lists of 'config' and 'bindings' come in pages")
      }
      guard let number = from.integerValue, let first = Int(exactly: number), first >= 0 else {
        throw expected("get: from", "an integer of 0 or more", from)
      }
      return .page(of: subject, from: first)
    }
    guard let subject else {
      throw RequestError(
        .badArgument, .unknownWord, "get: what: expected \(subjects), found '\(PrintableName.of(what))'")
    }
    return .ask(.get(subject))
  }

  private static func send(_ members: [String: JSONValue]) throws(RequestError) -> Request {
    guard let command = members["command"]?.stringValue else {
      throw expected("send: command", "the name of a command", members["command"])
    }
    var arguments: [String] = []
    switch members["args"] {
    case nil: break
    case .array(let list):
      for element in list {
        guard let argument = element.stringValue else { throw expected("send: args", "strings in the list", element) }
        arguments.append(argument)
      }
    case .some(let other): throw expected("send: args", "a list of strings", other)
    }
    return .send(command: command, arguments: arguments)
  }

  private static func set(_ members: [String: JSONValue]) throws(RequestError) -> Request {
    let given = ["profile", "mode", "bridge"].filter { members[$0] != nil }
    guard given.count == 1, let what = given.first else {
      throw RequestError(
        .badArgument, .badMember,
        given.isEmpty
          ? "set: expected 'profile' with a name, 'mode' with 'on', or 'bridge' with a name or null"
          : "set: expected one thing to set, found \(given.map { "'\($0)'" }.joined(separator: " and "))")
    }
    switch what {
    case "mode": return try setMode(members)
    case "profile":
      guard let name = members["profile"]?.stringValue else {
        throw expected("set: profile", "the name of a profile", members["profile"])
      }
      return .setProfile(name)
    default:
      switch members["bridge"] {
      case .string(let name): return .setBridge(name)
      case .null: return .setBridge(nil)
      case let other: throw expected("set: bridge", "the name of a bridge, or null", other)
      }
    }
  }

  private static func setMode(_ members: [String: JSONValue]) throws(RequestError) -> Request {
    guard let mode = members["mode"]?.stringValue else {
      throw expected("set: mode", "'rest', 'pass-through' or 'gesture'", members["mode"])
    }
    let isOn = members["on"]
    switch mode {
    case "rest": return try setRest(members)
    case "pass-through":
      switch isOn {
      case .bool(let isOn): return .setPassThrough(isOn ? "on" : "off")
      case .string("once"): return .setPassThrough("once")
      case let other: throw expected("set: on", "true, false or \"once\"", other)
      }
    case "gesture":
      return .send(command: "gesture-mode", arguments: [try flag(isOn, "set: on") ? "on" : "off"])
    default:
      throw RequestError(
        .badArgument, .unknownWord,
        "set: mode: unknown mode '\(PrintableName.of(mode))'"
          + advice(for: mode, among: ["rest", "pass-through", "gesture"]))
    }
  }

  /// The longest rest that ends by itself: a day. Arbitrary.
  private static let longestRest = Microseconds.seconds(86_400)

  private static func setRest(_ members: [String: JSONValue]) throws(RequestError) -> Request {
    let isOn = try flag(members["on"], "set: on")
    guard let value = members["for"] else { return .setRest(isOn) }
    guard isOn else {
      throw RequestError(.badArgument, .badMember, "set: for: only mode 'rest' set to 'on' can end by itself")
    }
    guard let length = value.integerValue, (1...longestRest.value).contains(length) else {
      throw expected("set: for", "microseconds from 1 to \(longestRest.value)", value)
    }
    return .setRest(true, length: Microseconds(length))
  }

  private static func claim(_ members: [String: JSONValue]) throws(RequestError) -> ClaimRequest {
    let items = try count(members["items"], of: "claim: items")
    let lockedUse = try lockedUse(members["when-locked"])
    if members["commands"] == .string("all") { return .claim(.all, items: items, lockedUse: lockedUse) }
    guard let words = members["commands"]?.arrayValue else {
      throw expected("claim: commands", "a list of names, or \"all\"", members["commands"])
    }
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

  private static func lockedUse(_ value: JSONValue?) throws(RequestError) -> LockedUse {
    guard let value else { return .nothing }
    guard let use = LockedUse(rawValue: value.stringValue ?? "") else {
      let words = LockedUse.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
      throw expected("claim: when-locked", words, value)
    }
    return use
  }

  private static func context(_ members: [String: JSONValue]) throws(RequestError) -> ClaimRequest {
    let kinds = ContextKind.allCases.map(\.rawValue)
    guard let word = members["kind"]?.stringValue else {
      throw expected("context: kind", "'items', 'text', 'find', 'modal' or 'menu'", members["kind"])
    }
    guard let kind = ContextKind(rawValue: word) else {
      throw RequestError(
        .badArgument, .unknownWord,
        "context: kind: unknown kind '\(PrintableName.of(word))'" + advice(for: word, among: kinds))
    }
    return .context(kind, items: try count(members["items"], of: "context: items"))
  }

  private static func page(_ members: [String: JSONValue]) throws(RequestError) -> ClockPage? {
    func integer(_ name: String, _ what: String, or standard: Int64?) throws(RequestError) -> Int {
      guard let value = members[name] ?? standard.map({ .integer($0) }), let number = value.integerValue,
        let integer = Int(exactly: number)
      else { throw expected("scan: \(name)", what, members[name]) }
      return integer
    }
    let items = try integer("items", "a count from 0 to \(ClockPage.sizes.upperBound)", or: nil)
    let page = try integer("page", "an integer", or: 0)
    let item = try integer("item", "the number of an item, from 0", or: 0)
    let hold = try members["hold"].map { value throws(RequestError) in try flag(value, "scan: hold") } ?? false
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

  private static func count(_ value: JSONValue?, of member: String) throws(RequestError) -> Int64? {
    guard let value else { return nil }
    guard let number = value.integerValue, number >= 0 else {
      if let number = value.integerValue {
        throw RequestError(.badArgument, .badMember, "\(member): expected a count from 0, found \(number)")
      }
      throw expected(member, "a count from 0", value)
    }
    return number
  }

  private static func answer(_ members: [String: JSONValue]) throws(RequestError) -> Request {
    guard let number = members["question"]?.integerValue, let id = Int(exactly: number) else {
      throw expected("answer: question", "the id of a question", members["question"])
    }
    return .answer(question: id, confirm: try flag(members["confirm"], "answer: confirm"))
  }

  private static func flag(_ value: JSONValue?, _ member: String) throws(RequestError) -> Bool {
    guard let flag = value?.boolValue else { throw expected(member, "true or false", value) }
    return flag
  }

  static func advice(for word: String, among words: [String]) -> String {
    "; " + Advice.on(word, among: words)
  }

  static func expected(_ member: String, _ what: String, _ found: JSONValue?) -> RequestError {
    RequestError(.badArgument, .badMember, "\(member): expected \(what), found \(found?.kind ?? "nothing")")
  }
}
