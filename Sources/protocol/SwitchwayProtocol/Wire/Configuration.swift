extension Wire {
  /// The result of the request `get` for `config`: the wanted profile, and the active one.
  package struct Configuration: WireValue {
    /// The profile that is active instead of the wanted profile, which had errors when the daemon started.
    package struct Substitute: WireValue {
      /// Which profile it is: `last-good` (as it was last active) or `extends` (the profile that the wanted one
      /// extends).
      package var kind: String
      package var profile: String

      package init(kind: String, profile: String) { (self.kind, self.profile) = (kind, profile) }

      package init(_ members: Members) {
        kind = members.text("kind") ?? ""
        profile = members.text("profile") ?? ""
      }

      package var json: JSONValue { .object(["kind": .string(kind), "profile": .string(profile)]) }
    }

    /// The name of the wanted profile. `nil` if the daemon does not report it.
    package var profile: String?
    /// The paths of the files that were read or searched for. The profile's own file is first.
    package var files: [String]
    /// The names of the entries whose devices are required and not plugged in.
    package var absent: [String]
    package var diagnostics: [Diagnostic]
    package var substitute: Substitute?
    /// The active profile. `nil` if no profile is active, or an older daemon does not report it.
    package var inForce: Explanation?

    package init(_ members: Members) {
      profile = members.text("profile")
      files = members.texts("files") ?? []
      absent = members.texts("absent") ?? []
      diagnostics = members.list("diagnostics") ?? []
      substitute = members.value("substitute")
      inForce = members.value("in-force")
    }

    /// Makes a value without any information.
    package init() { self.init(JSONValue.null) }

    /// Returns the value together with the active profile `inForce`, which is `nil` if no profile is active. The
    /// profile was written into a `PagedValue` before, because clients request it page by page.
    package func paged(inForce: PagedValue?) -> PagedValue { PagedValue(json.members, adding: "in-force", inForce) }

    package var json: JSONValue {
      .object([
        "profile": text(profile), "files": texts(files), "absent": texts(absent),
        "diagnostics": objects(diagnostics), "substitute": substitute?.json, "in-force": inForce?.json,
      ])
    }
  }

  /// Where the settings of an entry are in the profile's files: for each key of the entry its places, as
  /// `FILE:LINE:COLUMN`. The key `name` has the place of the entry itself.
  package struct Places: Hashable, Sendable {
    /// A key and its places.
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

    /// Returns the places of a key. Empty if no file sets the key.
    package func of(_ key: String) -> [String] { entries.first { $0.key == key }?.places ?? [] }

    var json: JSONValue {
      var members = JSONObject()
      for entry in entries { members[entry.key] = texts(entry.places) }
      return .object(members)
    }
  }

  /// The command of a gesture of a switch, of a chord of switches, or of a chord of keys: an entry in the result of
  /// `get` for `bindings`.
  package struct Binding: WireValue {
    /// The name of the switch. For a chord of switches, all their names, joined by `+`. `nil` for keys.
    package var switchName: String?
    /// The keys, as they are written in the profile. `nil` for a switch.
    package var chord: String?
    package var label: String
    /// The gesture. `nil` for a switch that does nothing.
    package var gesture: String?
    /// The mode in which the binding is used. `nil` if no mode is needed.
    package var mode: String?
    package var command: String
    package var arguments: [String]
    /// The setting `after` of the gesture. `after`, `every` and `within` are in µs, and `nil` if the gesture does not
    /// have them.
    package var after: Int64?
    package var every: Int64?
    package var within: Int64?
    /// The keys that are typed while no client claims the command. `nil` if there are none.
    package var alone: String?
    /// The places of the binding in the profile's files. `nil` except in an explanation of a profile.
    package var places: Places?

    /// The value of `mode` for a binding that is used only in gesture mode.
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
      // A binding of keys always has the member `alone`, which may be `null`. In a binding of a switch, the times come
      // before it.
      let times: JSONObject = ["after": number(after), "every": number(every), "within": number(within)]
      let alone: JSONObject = ["alone": text(self.alone) ?? (chord == nil ? nil : .null)]
      let rest = chord == nil ? times.adding(alone) : alone.adding(times)
      return .object(head.adding(command).adding(rest).adding(["places": places?.json]))
    }
  }

  /// The active profile with all its values and their places in the files: the member `in-force` in the result of `get`
  /// for `config`.
  package struct Explanation: WireValue {
    package var profile: ProfileName
    package var devices: [Entry]
    package var switches: [Switch]
    package var chords: [Chord]
    package var keyboard: Keyboard?
    package var scan: Clock?
    /// The name of the bridge, the table of the keys that switches type. `nil` if there is none.
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

    /// Makes a value without any information.
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
