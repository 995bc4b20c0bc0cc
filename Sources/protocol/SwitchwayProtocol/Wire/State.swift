extension Wire {
  /// The present state of the daemon, in a `state` line and in the result of the request `get` for `state`.
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
    /// The state of the scanning clock. `nil` if the profile has no clock.
    package var scan: Scan?
    /// Whether the request `type` would be accepted now. `nil` if an older daemon does not say it.
    package var typing: Typing?
    /// Whether the request `point` would be accepted now. `nil` if an older daemon does not say it.
    package var pointing: Typing?
    package var time: Int64?
    /// How many entries of each list did not fit into the line.
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

    /// Makes a state without any information.
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

    /// Returns whether the switch of this name is pressed now, according to its filter.
    package func isDown(_ name: String) -> Bool { switches.contains { $0.name == name && $0.isDown } }
  }

  /// The name and the label of a profile.
  package struct ProfileName: WireValue {
    package var name: String
    package var label: String

    package init(name: String = "", label: String = "") { (self.name, self.label) = (name, label) }

    package init(_ members: Members) {
      self.init(name: members.text("name") ?? "", label: members.text("label") ?? "")
    }

    package var json: JSONValue { .object(["name": .string(name), "label": .string(label)]) }
  }

  /// The state of a mode: on, off, or another word, for example for a sticky modifier.
  package enum ModeState: Hashable, Sendable {
    case off, on
    /// Another word: `once`, `latched` or `locked`.
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

  /// The modes in a state, by their names. A newer daemon may have other modes.
  package struct Modes: Hashable, Sendable {
    /// A mode and its state.
    package struct Entry: Hashable, Sendable {
      package var name: String
      package var state: ModeState

      package init(_ name: String, _ state: ModeState) { (self.name, self.state) = (name, state) }
    }

    /// The names of modes that programs of this package use.
    package enum Name: String, Sendable {
      case active, locked, rest, gesture, panic, suspended
      case passThrough = "pass-through"
    }

    package private(set) var entries: [Entry]

    package init(_ entries: [Entry] = []) { self.entries = entries }

    /// The state of the mode of this name. `nil` if the daemon does not report it.
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

    /// Returns whether the daemon reports that the mode is on.
    package func isOn(_ name: Name) -> Bool { self[name.rawValue] == .on }
    /// Returns whether the daemon reports that the mode is off.
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
    /// The name of the device's entry in the profile. `nil` if no entry matches the device.
    package var entry: String?
    package var name: String
    package var id: String
    package var kind: String
    /// Whether the device is grabbed. `nil` in a `device` line that does not say it.
    package var isGrabbed: Bool?
    /// The reason why the device is not grabbed although it should be, as a word. `nil` if there is none.
    package var reason: String?
    /// The reason as a message, or a remark for the person. `nil` if there is none.
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

    /// Returns whether both values are about the same device, even if its state has changed.
    package func isSame(as other: Device) -> Bool { entry == other.entry && name == other.name && id == other.id }
  }

  /// A switch of the active profile.
  package struct Switch: WireValue {
    package var name: String
    package var label: String
    /// Whether the switch is pressed now, according to its filter.
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

  /// A client that has claimed commands.
  package struct Consumer: WireValue {
    package var client: String
    /// The names of the claimed commands. `nil` means all commands.
    package var commands: [String]?

    package init(client: String, commands: [String]?) { (self.client, self.commands) = (client, commands) }

    package init(_ members: Members) {
      client = members.text("client") ?? ""
      // Instead of a list, the value can be "all".
      let names = members.either("commands", "a list of names, or \"all\"") { value in
        value == "all" ? JSONValue.null : value.arrayValue.map { .array($0) }
      }
      commands = names?.arrayValue?.compactMap(\.stringValue)
    }

    package var json: JSONValue {
      .object(["client": .string(client), "commands": commands.map(texts) ?? "all"])
    }

    /// Returns whether the client has claimed the command of this name.
    package func covers(_ name: String) -> Bool { commands?.contains(name) ?? true }
  }

  /// The question to the person whether a destructive command is meant.
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

  /// What the person is doing now, as a client has reported it: `items`, `text`, `find`, `modal` or `menu`.
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
    /// The time per item, in µs.
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

  /// Whether the request `type` or `point` would be accepted now from a client with a claim.
  package enum Typing: Hashable, Sendable {
    case allowed
    /// The request would be refused. The value is the reason, as a word.
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

  /// How many entries of a state's lists were left out, because they did not fit into the line.
  package struct Omitted: WireValue {
    package var profiles: Int64?
    package var devices: Int64?
    package var switches: Int64?

    package init() {}

    /// The name of the member of a state that has these numbers.
    static let member = "omitted"
    /// The names of the lists that may be cut, in the order in which a state has them.
    static let names = ["profiles", "devices", "switches"]

    /// `counts` are the numbers of entries that are left out, in the order of `names`.
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
