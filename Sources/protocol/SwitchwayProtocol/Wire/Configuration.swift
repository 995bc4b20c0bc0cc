extension Wire {
  /// The result of `get` `config`: the wanted profile, and the active one.
  package struct Configuration: WireValue {
    /// The substitute for a profile that had errors when the daemon started.
    package struct Substitute: WireValue {
      /// `last-good` or `extends`.
      package var kind: String
      package var profile: String

      package init(kind: String, profile: String) { (self.kind, self.profile) = (kind, profile) }

      package init(_ members: Members) {
        kind = members.text("kind") ?? ""
        profile = members.text("profile") ?? ""
      }

      package var json: JSONValue { .object(["kind": .string(kind), "profile": .string(profile)]) }
    }

    /// The wanted profile. `nil` if the daemon does not report it.
    package var profile: String?
    /// The paths that were read or searched; the first is the profile's own.
    package var files: [String]
    /// Devices that are required and not plugged in.
    package var absent: [String]
    package var diagnostics: [Diagnostic]
    package var substitute: Substitute?
    /// `nil` if none is active, or an older daemon does not report it.
    package var inForce: Explanation?

    package init(_ members: Members) {
      profile = members.text("profile")
      files = members.texts("files") ?? []
      absent = members.texts("absent") ?? []
      diagnostics = members.list("diagnostics") ?? []
      substitute = members.value("substitute")
      inForce = members.value("in-force")
    }

    /// A value without any information.
    package init() { self.init(JSONValue.null) }

    /// The value with a profile that was written earlier, because clients ask for it page by page. `nil` if none is
    /// active.
    package func paged(inForce: PagedValue?) -> PagedValue { PagedValue(json.members, adding: "in-force", inForce) }

    package var json: JSONValue {
      .object([
        "profile": text(profile), "files": texts(files), "absent": texts(absent),
        "diagnostics": objects(diagnostics), "substitute": substitute?.json, "in-force": inForce?.json,
      ])
    }
  }

  /// The places of the keys of an entry, each as `FILE:LINE:COLUMN`; `name`: the place of the entry itself.
  package struct Places: Hashable, Sendable {
    /// The places of a key.
    package struct Entry: Hashable, Sendable {
      package var key: String
      package var places: [String]

      package init(_ key: String, _ places: [String]) { (self.key, self.places) = (key, places) }
    }

    package var entries: [Entry]

    package init(_ entries: [Entry]) { self.entries = entries }

    init(_ members: Members) {
      entries = members.table("places", "a list of strings") { value in value.arrayValue?.compactMap(\.stringValue) }
        .map(Entry.init)
    }

    /// The places of the key; empty if it is not written.
    package func of(_ key: String) -> [String] { entries.first { $0.key == key }?.places ?? [] }

    var json: JSONValue {
      var members = JSONObject()
      for entry in entries { members[entry.key] = texts(entry.places) }
      return .object(members)
    }
  }

  /// The meaning of a gesture of a switch, a chord of switches, or a chord of keys: a row of `get` `bindings`.
  package struct Binding: WireValue {
    /// The switch; for a chord, all its switches, joined by `+`. `nil` for keys.
    package var switchName: String?
    /// The keys, as the profile writes them. `nil` for a switch.
    package var chord: String?
    package var label: String
    /// `nil` for a switch that does nothing.
    package var gesture: String?
    /// The mode in which it is used. `nil` if no mode is needed.
    package var mode: String?
    package var command: String
    package var arguments: [String]
    /// In µs, like `every` and `within`.
    package var after: Int64?
    package var every: Int64?
    package var within: Int64?
    /// The keys that are typed while no front end claims the command.
    package var alone: String?
    /// It is set only in an explanation.
    package var places: Places?

    /// The word of `mode` for a chord that is used in gesture mode.
    package static let gestureMode = "gesture"

    package init(
      switchName: String? = nil, chord: String? = nil, label: String = "", gesture: String? = nil,
      command: String = "", arguments: [String] = [], within: Int64? = nil
    ) {
      self.init(JSONValue.null)
      (self.switchName, self.chord, self.label, self.gesture) = (switchName, chord, label, gesture)
      (self.command, self.arguments, self.within) = (command, arguments, within)
    }

    package init(_ members: Members) {
      switchName = members.text("switch")
      chord = members.text("chord")
      label = members.text("label") ?? ""
      gesture = members.text("gesture")
      mode = members.text("mode")
      command = members.text("command") ?? ""
      arguments = members.texts("args") ?? []
      after = members.number("after")
      every = members.number("every")
      within = members.number("within")
      alone = members.text("alone")
      places = members.has("places") ? Places(members) : nil
    }

    package var json: JSONValue {
      let head: JSONObject =
        chord == nil
        ? ["switch": text(switchName), "label": .string(label)] : ["chord": text(chord), "label": .string(label)]
      let command: JSONObject = [
        "gesture": text(gesture), "mode": text(mode), "command": .string(self.command), "args": texts(arguments),
      ]
      // Keys always have the member for typed keys; for a switch, its times come first.
      let times: JSONObject = ["after": number(after), "every": number(every), "within": number(within)]
      let alone: JSONObject = ["alone": text(self.alone) ?? (chord == nil ? nil : .null)]
      let rest = chord == nil ? times.adding(alone) : alone.adding(times)
      return .object(head.adding(command).adding(rest).adding(["places": places?.json]))
    }
  }

  /// A profile with all its values and their places in the files: the member `in-force` of `get` `config`.
  package struct Explanation: WireValue {
    package var profile: ProfileName
    package var devices: [Entry]
    package var switches: [Switch]
    package var chords: [Chord]
    package var keyboard: Keyboard?
    package var scan: Clock?
    /// The table of the keys that switches type.
    package var bridge: String?

    package init(_ members: Members) {
      profile = members.value("profile") ?? ProfileName()
      devices = members.list("devices") ?? []
      switches = members.list("switches") ?? []
      chords = members.list("chords") ?? []
      keyboard = members.value("keyboard")
      scan = members.value("scan")
      bridge = members.text("bridge")
    }

    /// A value without any information.
    package init() { self.init(JSONValue.null) }

    package var json: JSONValue {
      .object([
        "profile": profile.json, "devices": objects(devices), "switches": objects(switches),
        "chords": objects(chords), "keyboard": keyboard?.json ?? .null, "scan": scan?.json,
        "bridge": text(bridge) ?? .null,
      ])
    }
  }
}
