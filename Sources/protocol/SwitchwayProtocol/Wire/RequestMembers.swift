// The members of each request. The daemon and its clients use the same types, so the name of each member is written
// only here.
extension Wire.Request {
  package struct Hello: Hashable, Sendable {
    package var name: Given<String>
    package var protocolVersion: Given<Int64>

    package init(name: String?, protocolVersion: Int64? = ProtocolVersion.current) {
      (self.name, self.protocolVersion) = (Given(name), Given(protocolVersion))
    }

    init(_ members: JSONObject) {
      name = members.given("name")
      protocolVersion = members.given("protocol")
    }

    var members: JSONObject { ["name": name.found, "protocol": protocolVersion.found] }
  }

  package struct Observe: Hashable, Sendable {
    /// The types to observe, in the words of `MessageType`.
    package var types: Given<[JSONValue]>

    package init(_ types: [String]) { self.types = Given(types.map(JSONValue.string)) }

    init(_ members: JSONObject) { types = members.given("types") }

    var members: JSONObject { ["types": types.found] }
  }

  package struct Claim: Hashable, Sendable {
    /// The commands: a list of names, or "all".
    package var commands: Given<JSONValue>
    package var items: Given<Int64>
    package var whenLocked: Given<String>

    /// Makes a claim of these commands. If `commands` is `nil`, all commands are claimed.
    package init(_ commands: [String]?, items: Int64? = nil, whenLocked: String? = nil) {
      self.commands = Given(commands.map(texts) ?? .string(Self.all))
      (self.items, self.whenLocked) = (Given(items), Given(whenLocked))
    }

    package init(_ members: JSONObject) {
      commands = members.given("commands")
      items = members.given("items")
      whenLocked = members.given("when-locked")
    }

    private static let all = "all"

    /// Whether all commands are claimed.
    package var isAll: Bool { commands.value == .string(Self.all) }

    package var members: JSONObject {
      ["commands": commands.found, "items": items.found, "when-locked": whenLocked.found]
    }
  }

  package struct Context: Hashable, Sendable {
    package var kind: Given<String>
    package var items: Given<Int64>

    init(_ members: JSONObject) {
      kind = members.given("kind")
      items = members.given("items")
    }

    var members: JSONObject { ["kind": kind.found, "items": items.found] }
  }

  /// A request to type `text`, or the chord `keys`.
  package struct Typing: Hashable, Sendable {
    package var text: Given<String>
    package var keys: Given<String>

    package init(text: String? = nil, keys: String? = nil) { (self.text, self.keys) = (Given(text), Given(keys)) }

    init(_ members: JSONObject) {
      text = members.given("text")
      keys = members.given("keys")
    }

    var members: JSONObject { ["text": text.found, "keys": keys.found] }
  }

  /// A request to use the pointer. Places are fractions of the width and the height of the area of all monitors.
  package struct Pointing: Hashable, Sendable {
    package var action: Given<String>
    package var x: Given<Double>
    package var y: Given<Double>
    /// The place where a `drag` ends. Other actions do not have it.
    package var toX: Given<Double>
    package var toY: Given<Double>
    /// The direction and the number of notches of a `scroll`. Other actions do not have them.
    package var direction: Given<String>
    package var notches: Given<Int64>

    package init(
      _ action: String, x: Double, y: Double, to end: (x: Double, y: Double)? = nil, direction: String? = nil,
      notches: Int64? = nil
    ) {
      (self.action, self.x, self.y) = (Given(action), Given(x), Given(y))
      (toX, toY) = (Given(end?.x), Given(end?.y))
      (self.direction, self.notches) = (Given(direction), Given(notches))
    }

    init(_ members: JSONObject) {
      action = members.given("action")
      x = members.given("x")
      y = members.given("y")
      toX = members.given("to-x")
      toY = members.given("to-y")
      direction = members.given("direction")
      notches = members.given("notches")
    }

    package var members: JSONObject {
      [
        "action": action.found, "x": x.found, "y": y.found, "to-x": toX.found, "to-y": toY.found,
        "direction": direction.found, "notches": notches.found,
      ]
    }
  }

  package struct Unhandled: Hashable, Sendable {
    /// The number of the command that the client did not use.
    package var sequence: Given<Int64>

    init(_ members: JSONObject) { sequence = members.given("seq") }

    var members: JSONObject { ["seq": sequence.found] }
  }

  package struct Send: Hashable, Sendable {
    package var command: Given<String>
    /// The arguments of the command, which must be strings.
    package var arguments: Given<[JSONValue]>

    package init(_ command: String, _ arguments: [String]) {
      (self.command, self.arguments) = (Given(command), Given(arguments.map(JSONValue.string)))
    }

    init(_ members: JSONObject) {
      command = members.given("command")
      arguments = members.given("args")
    }

    var members: JSONObject { ["command": command.found, "args": arguments.found] }
  }

  /// A request to set a profile, a mode or a bridge.
  package struct Setting: Hashable, Sendable {
    package var profile: Given<String>
    package var mode: Given<String>
    /// The state of the mode: true, false, or "once".
    package var isOn: Given<JSONValue>
    /// The length of a rest, in µs.
    package var length: Given<Int64>
    /// The name of the bridge. `null` ends the use of a bridge.
    package var bridge: Given<JSONValue>

    package init(profile: String) {
      self.init([:])
      self.profile = Given(profile)
    }

    /// Makes a request to use this bridge. `nil` ends the use of a bridge.
    package init(bridge: String?) {
      self.init([:])
      self.bridge = Given(bridge.map(JSONValue.string) ?? .null)
    }

    package init(mode: String, isOn: Bool, length: Int64? = nil) {
      self.init([:])
      (self.mode, self.isOn, self.length) = (Given(mode), Given(JSONValue.bool(isOn)), Given(length))
    }

    /// Makes a request to turn a mode on for the next key only.
    package init(once mode: String) {
      self.init([:])
      (self.mode, isOn) = (Given(mode), Given(JSONValue.string(Self.once)))
    }

    /// The word that turns a mode on for the next key only.
    package static let once = "once"

    init(_ members: JSONObject) {
      profile = members.given("profile")
      mode = members.given("mode")
      isOn = members.given("on")
      length = members.given("for")
      bridge = members.given("bridge")
    }

    /// The names of the settings that are in the request. A valid request has one.
    package var names: [String] {
      [("profile", profile.found), ("mode", mode.found), ("bridge", bridge.found)].filter { $0.1 != nil }.map(\.0)
    }

    var members: JSONObject {
      [
        "profile": profile.found, "mode": mode.found, "on": isOn.found, "for": length.found, "bridge": bridge.found,
      ]
    }
  }

  package struct Learning: Hashable, Sendable {
    package var isOn: Given<Bool>
    /// Whether the client wants all events of keys and axes.
    package var events: Given<Bool>
    /// Whether the client also wants events that are not presses.
    package var seen: Given<Bool>

    package init(_ isOn: Bool, events: Bool? = nil, seen: Bool? = nil) {
      (self.isOn, self.events, self.seen) = (Given(isOn), Given(events), Given(seen))
    }

    init(_ members: JSONObject) {
      isOn = members.given("on")
      events = members.given("events")
      seen = members.given("seen")
    }

    var members: JSONObject { ["on": isOn.found, "events": events.found, "seen": seen.found] }
  }

  package struct Inhibiting: Hashable, Sendable {
    /// A reason that is not used by the daemon, for people who read the lines.
    package var reason: Given<String>

    init(_ members: JSONObject) { reason = members.given("reason") }

    var members: JSONObject { ["reason": reason.found] }
  }

  package struct Suspending: Hashable, Sendable {
    package var isOn: Given<Bool>

    package init(_ isOn: Bool) { self.isOn = Given(isOn) }

    init(_ members: JSONObject) { isOn = members.given("on") }

    var members: JSONObject { ["on": isOn.found] }
  }

  package struct Answer: Hashable, Sendable {
    /// The id of the question.
    package var question: Given<Int64>
    package var confirm: Given<Bool>

    package init(question: Int64, confirm: Bool) { (self.question, self.confirm) = (Given(question), Given(confirm)) }

    init(_ members: JSONObject) {
      question = members.given("question")
      confirm = members.given("confirm")
    }

    var members: JSONObject { ["question": question.found, "confirm": confirm.found] }
  }

  package struct Get: Hashable, Sendable {
    package var what: Given<String>
    /// The number of the first list entry to return.
    package var from: Given<Int64>

    package init(_ what: String, from: Int64? = nil) { (self.what, self.from) = (Given(what), Given(from)) }

    init(_ members: JSONObject) {
      what = members.given("what")
      from = members.given("from")
    }

    /// Returns the members of the request for the next page: the members of the first request, with the number of the
    /// next entry.
    package static func next(of first: JSONObject, from entry: Int64) -> JSONObject {
      first.adding(["from": .integer(entry)])
    }

    var members: JSONObject { ["what": what.found, "from": from.found] }
  }

  /// Answers the server's `ping`.
  package struct Pong: Hashable, Sendable {
    package var count: Given<Int64>

    package init(_ count: Int64?) { self.count = Given(count) }

    init(_ members: JSONObject) { count = members.given("n") }

    var members: JSONObject { ["n": count.found] }
  }

  /// A page of items from which the person can choose, for the scanning clock.
  package struct Page: Hashable, Sendable {
    package var items: Given<Int64>
    package var page: Given<Int64>
    package var item: Given<Int64>
    package var hold: Given<Bool>

    package init(items: Int64, page: Int64 = 0, item: Int64 = 0, hold: Bool? = nil) {
      (self.items, self.page, self.item, self.hold) = (Given(items), Given(page), Given(item), Given(hold))
    }

    package init(_ members: JSONObject) {
      items = members.given("items")
      page = members.given("page")
      item = members.given("item")
      hold = members.given("hold")
    }

    package var members: JSONObject {
      ["items": items.found, "page": page.found, "item": item.found, "hold": hold.found]
    }

    /// Returns the members of a request `scan` with another highlighted item.
    package static func members(_ members: JSONObject, at item: Int64) -> JSONObject {
      members.adding(["item": .integer(item)])
    }
  }
}
