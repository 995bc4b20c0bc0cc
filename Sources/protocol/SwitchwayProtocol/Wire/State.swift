extension Wire {
  /// A `state` line, and the result of `get` `state`: the present state of everything.
  package struct State: WireValue {
    package var profile: ProfileName
    /// The names of all profiles.
    package var profiles: [String]
    package var modes: Modes
    package var devices: [Device]
    package var switches: [Switch]
    /// The clients that have claimed commands, the newest first.
    package var consumers: [Consumer]
    package var question: Question?
    package var context: Situation?
    /// `nil` if the profile has no clock.
    package var scan: Scan?
    /// `nil` from an older daemon.
    package var typing: Typing?
    /// The same for `point`. `nil` from an older daemon.
    package var pointing: Typing?
    package var time: Int64?
    /// The number of entries of its lists that did not fit.
    package var omitted: Omitted

    package init(_ members: Members) {
      profile = members.value("profile") ?? ProfileName()
      profiles = members.texts("profiles") ?? []
      modes = Modes(members.table("modes", "true, false or a word", ModeState.init(value:)).map(Modes.Entry.init))
      devices = members.list("devices") ?? []
      switches = members.list("switches") ?? []
      consumers = members.list("consumers") ?? []
      question = members.value("question")
      context = members.value("context")
      scan = members.value("scan")
      typing = members.either("typing", "true or a word", Typing.init(value:))
      pointing = members.either("pointing", "true or a word", Typing.init(value:))
      time = members.number("time")
      omitted = members.value("omitted") ?? Omitted()
    }

    /// A state without any information.
    package init() { self.init(JSONValue.null) }

    package var json: JSONValue {
      .object([
        "type": "state", "profile": profile.json, "profiles": texts(profiles), "modes": modes.json,
        "devices": objects(devices), "switches": objects(switches), "consumers": objects(consumers),
        "question": question?.json ?? .null, "context": context?.json ?? .null, "scan": scan?.json ?? .null,
        "typing": typing?.json, "pointing": pointing?.json, "time": number(time),
        "omitted": omitted.isEmpty ? nil : omitted.json,
      ])
    }

    /// Whether a switch is pressed now, after steadying.
    package func isDown(_ name: String) -> Bool { switches.contains { $0.name == name && $0.isDown } }
  }

  /// The name of a profile, and its label.
  package struct ProfileName: WireValue {
    package var name: String
    package var label: String

    package init(name: String = "", label: String = "") { (self.name, self.label) = (name, label) }

    package init(_ members: Members) {
      self.init(name: members.text("name") ?? "", label: members.text("label") ?? "")
    }

    package var json: JSONValue { .object(["name": .string(name), "label": .string(label)]) }
  }

  /// Whether a mode is on; a sticky modifier has a word instead.
  package enum ModeState: Hashable, Sendable {
    case off, on
    /// `once`, `latched`, `locked`.
    case word(String)

    init?(value: JSONValue) {
      switch value {
      case .bool(let isOn): self = isOn ? .on : .off
      case .string(let word): self = .word(word)
      default: return nil
      }
    }

    var json: JSONValue {
      switch self {
      case .off: false
      case .on: true
      case .word(let word): .string(word)
      }
    }
  }

  /// The modes of a state, by their names. A newer daemon may have others.
  package struct Modes: Hashable, Sendable {
    /// A mode.
    package struct Entry: Hashable, Sendable {
      package var name: String
      package var state: ModeState

      package init(_ name: String, _ state: ModeState) { (self.name, self.state) = (name, state) }
    }

    /// Modes that programs ask about.
    package enum Name: String, Sendable {
      case active, locked, rest, gesture, panic, suspended
      case passThrough = "pass-through"
    }

    package private(set) var entries: [Entry]

    package init(_ entries: [Entry] = []) { self.entries = entries }

    /// `nil` if the daemon does not report the mode.
    package subscript(name: String) -> ModeState? {
      get { entries.first { $0.name == name }?.state }
      set {
        let index = entries.firstIndex { $0.name == name }
        switch (index, newValue) {
        case (let index?, let state?): entries[index].state = state
        case (let index?, nil): entries.remove(at: index)
        case (nil, let state?): entries.append(Entry(name, state))
        case (nil, nil): break
        }
      }
    }

    /// Whether the daemon reports the mode as on.
    package func isOn(_ name: Name) -> Bool { self[name.rawValue] == .on }
    /// Whether the daemon reports the mode as off.
    package func isOff(_ name: Name) -> Bool { self[name.rawValue] == .off }

    /// The names of the modes that are on, sorted.
    package var on: [String] { entries.filter { $0.state == .on }.map(\.name).sorted() }

    var json: JSONValue {
      var members = JSONObject()
      for entry in entries { members[entry.name] = entry.state.json }
      return .object(members)
    }
  }

  /// A device that is open.
  package struct Device: WireValue {
    /// The name of its entry. `nil` if no entry matches it.
    package var entry: String?
    package var name: String
    package var id: String
    package var kind: String
    /// `nil` if a `device` line does not have it.
    package var isGrabbed: Bool?
    /// The reason why it is not grabbed: a word.
    package var reason: String?
    /// The reason in words, and a remark for the person.
    package var message: String?

    package init(entry: String?, name: String, id: String, kind: String) {
      (self.entry, self.name, self.id, self.kind) = (entry, name, id, kind)
    }

    package init(_ members: Members) {
      entry = members.text("device")
      name = members.text("name") ?? ""
      id = members.text("id") ?? ""
      kind = members.text("kind") ?? ""
      isGrabbed = members.flag("grabbed")
      reason = members.text("reason")
      message = members.text("message")
    }

    package var json: JSONValue {
      .object([
        "device": text(entry) ?? .null, "name": .string(name), "id": .string(id), "kind": .string(kind),
        "grabbed": flag(isGrabbed), "reason": text(reason), "message": text(message),
      ])
    }

    /// Whether it is the same device, even if its properties have changed.
    package func isSame(as other: Device) -> Bool { entry == other.entry && name == other.name && id == other.id }
  }

  /// A switch of the active profile.
  package struct Switch: WireValue {
    package var name: String
    package var label: String
    /// Whether it is pressed now, after steadying.
    package var isDown: Bool

    package init(name: String, label: String, isDown: Bool) {
      (self.name, self.label, self.isDown) = (name, label, isDown)
    }

    package init(_ members: Members) {
      name = members.text("switch") ?? ""
      label = members.text("label") ?? ""
      isDown = members.flag("down") ?? false
    }

    package var json: JSONValue {
      .object(["switch": .string(name), "label": .string(label), "down": .bool(isDown)])
    }
  }

  /// A client that acts on commands.
  package struct Consumer: WireValue {
    package var client: String
    /// `nil` means all of them.
    package var commands: [String]?

    package init(client: String, commands: [String]?) { (self.client, self.commands) = (client, commands) }

    package init(_ members: Members) {
      client = members.text("client") ?? ""
      // The other possible value is "all".
      let names = members.either("commands", "a list of names, or \"all\"") { value in
        value == "all" ? JSONValue.null : value.arrayValue.map { .array($0) }
      }
      commands = names?.arrayValue?.compactMap(\.stringValue)
    }

    package var json: JSONValue {
      .object(["client": .string(client), "commands": commands.map(texts) ?? "all"])
    }

    /// Whether it acts on this command.
    package func covers(_ name: String) -> Bool { commands?.contains(name) ?? true }
  }

  /// The question whether a destructive command is meant.
  package struct Question: WireValue {
    package var id: Int64?
    package var command: String
    package var arguments: [String]
    package var pressed: Int64?

    package init(id: Int64, command: String, arguments: [String], pressed: Int64) {
      (self.id, self.command, self.arguments, self.pressed) = (id, command, arguments, pressed)
    }

    package init(_ members: Members) {
      id = members.number("id")
      command = members.text("command") ?? ""
      arguments = members.texts("args") ?? []
      pressed = members.number("pressed")
    }

    package var json: JSONValue {
      .object([
        "id": number(id), "command": .string(command), "args": texts(arguments), "pressed": number(pressed),
      ])
    }
  }

  /// The person's context, as a client has reported it: `items`, `text`, `find`, `modal` or `menu`.
  package struct Situation: WireValue {
    package var kind: String?
    package var items: Int64?

    package init(kind: String, items: Int64?) { (self.kind, self.items) = (kind, items) }

    package init(_ members: Members) {
      kind = members.text("kind")
      items = members.number("items")
    }

    package var json: JSONValue { .object(["kind": text(kind), "items": number(items)]) }
  }

  /// The state of the scanning clock.
  package struct Scan: WireValue {
    package var state: String?
    package var style: String
    /// The time per item, µs.
    package var interval: Int64?
    package var page: Int64?
    package var item: Int64?

    package init(state: String, style: String, interval: Int64, page: Int64?, item: Int64?) {
      (self.state, self.style, self.interval) = (state, style, interval)
      (self.page, self.item) = (page, item)
    }

    package init(_ members: Members) {
      state = members.text("state")
      style = members.text("style") ?? ""
      interval = members.number("interval")
      page = members.number("page")
      item = members.number("item")
    }

    package var json: JSONValue {
      .object([
        "state": text(state), "style": .string(style), "interval": number(interval), "page": number(page),
        "item": number(item),
      ])
    }
  }

  /// Whether `type` would be accepted now from a client with a claim.
  package enum Typing: Hashable, Sendable {
    case allowed
    /// The reason why it would not be accepted: a word.
    case refused(String)

    init?(value: JSONValue) {
      switch value {
      case .bool(true): self = .allowed
      case .string(let word): self = .refused(word)
      default: return nil
      }
    }

    var json: JSONValue { if case .refused(let word) = self { .string(word) } else { true } }
  }

  /// The number of entries of a state's lists that did not fit into the line.
  package struct Omitted: WireValue {
    package var profiles: Int64?
    package var devices: Int64?
    package var switches: Int64?

    package init() {}

    /// The name of the member.
    static let member = "omitted"
    /// The lists that are cut, in the order of a state.
    static let names = ["profiles", "devices", "switches"]

    /// `counts`: how many entries of each list are left out.
    init(_ counts: [Int]) {
      let counts = counts.map { $0 > 0 ? Int64($0) : nil }
      (profiles, devices, switches) = (counts[0], counts[1], counts[2])
    }

    package init(_ members: Members) {
      profiles = members.number("profiles")
      devices = members.number("devices")
      switches = members.number("switches")
    }

    var isEmpty: Bool { self == Omitted() }

    package var json: JSONValue {
      .object(["profiles": number(profiles), "devices": number(devices), "switches": number(switches)])
    }
  }
}
