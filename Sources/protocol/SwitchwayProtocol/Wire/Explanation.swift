// The parts of a profile's explanation. Durations are in µs.
extension Wire.Explanation {
  /// An entry of the profile's section `devices`.
  package struct Entry: WireValue {
    /// The properties of the devices that the entry matches.
    package struct Match: WireValue {
      package var name: String?
      package var id: String?
      package var uniq: String?
      package var phys: String?
      package var bus: String?
      package var path: String?
      package var kinds: [String]?

      package init(_ members: Members) {
        name = members.text("name")
        id = members.text("id")
        uniq = members.text("uniq")
        phys = members.text("phys")
        bus = members.text("bus")
        path = members.text("path")
        kinds = members.texts("kind")
      }

      package var json: JSONValue {
        .object([
          "name": text(name), "id": text(id), "uniq": text(uniq), "phys": text(phys), "bus": text(bus),
          "path": text(path), "kind": kinds.map(texts),
        ])
      }
    }

    package var name: String
    package var label: String?
    package var match: Match
    package var grab: String?
    /// The offset that is added to the times of the devices' events.
    package var offset: Int64?
    package var isRequired: Bool?
    package var places: Wire.Places

    /// Makes a value without any information.
    package init() { self.init(JSONValue.null) }

    package init(_ members: Members) {
      name = members.text("device") ?? ""
      label = members.text("label")
      match = members.value("match") ?? Match(JSONValue.null)
      grab = members.text("grab")
      offset = members.number("offset")
      isRequired = members.flag("required")
      places = Wire.Places(members)
    }

    package var json: JSONValue {
      .object([
        "device": .string(name), "label": text(label), "match": match.json, "grab": text(grab),
        "offset": number(offset), "required": flag(isRequired), "places": places.json,
      ])
    }
  }

  /// A switch with its inputs, its gestures and its filter.
  package struct Switch: WireValue {
    /// An input of a device that closes the switch.
    package struct Input: WireValue {
      package var device: String
      package var input: String
      /// The level at which an axis counts as released. `nil` for other inputs.
      package var release: String?
      /// How long after its last movement a relative axis counts as released. `nil` for other inputs.
      package var releaseAfter: Int64?

      package init(device: String, input: String) { (self.device, self.input) = (device, input) }

      package init(_ members: Members) {
        device = members.text("device") ?? ""
        input = members.text("input") ?? ""
        release = members.text("release")
        releaseAfter = members.number("release-after")
      }

      package var json: JSONValue {
        .object([
          "device": .string(device), "input": .string(input), "release": text(release),
          "release-after": number(releaseAfter),
        ])
      }
    }

    /// A parameter of the filter.
    package struct Parameter: Hashable, Sendable {
      package var name: String
      package var value: Int64

      package init(name: String, value: Int64) { (self.name, self.value) = (name, value) }
    }

    package var name: String
    package var label: String
    package var inputs: [Input]
    /// The raw value at which an axis rests. `nil` if it is not known.
    package var rest: Int64?
    package var gestures: [Wire.Binding]
    /// The parameters of the filter, in the daemon's order. A newer daemon may have others.
    package var steadying: [Parameter]
    package var unless: [String]
    /// The names of the switches that count as neighbours of this switch. `nil` if all other switches do.
    package var neighbours: [String]?
    package var places: Wire.Places

    /// Makes a value without any information.
    package init() { self.init(JSONValue.null) }

    package init(_ members: Members) {
      name = members.text("switch") ?? ""
      label = members.text("label") ?? ""
      inputs = members.list("inputs") ?? []
      rest = members.number("rest")
      gestures = members.list("gestures") ?? []
      steadying = members.table("steady", "a number without a fraction", \.integerValue)
        .map { Parameter(name: $0.0, value: $0.1) }
      unless = members.texts("unless") ?? []
      neighbours = members.texts("neighbours")
      places = Wire.Places(members)
    }

    /// Returns the value of a parameter of the filter. 0 if the daemon does not report it.
    package func steadying(_ name: String) -> Int64 { steadying.first { $0.name == name }?.value ?? 0 }

    package var json: JSONValue {
      var steady = JSONObject()
      for parameter in steadying { steady[parameter.name] = .integer(parameter.value) }
      return .object([
        "switch": .string(name), "label": .string(label), "inputs": objects(inputs), "rest": number(rest),
        "gestures": objects(gestures), "steady": .object(steady), "unless": texts(unless),
        "neighbours": neighbours.map(texts), "places": places.json,
      ])
    }
  }

  /// A chord of switches.
  package struct Chord: WireValue {
    package var name: String
    /// The names of the switches in the chord.
    package var parts: [String]
    package var within: Int64?
    package var command: String
    package var arguments: [String]
    /// The keys that a bridge types for the chord. `nil` if there are none.
    package var alone: String?
    package var places: Wire.Places

    /// Makes a value without any information.
    package init() { self.init(JSONValue.null) }

    package init(_ members: Members) {
      name = members.text("chord") ?? ""
      parts = members.texts("parts") ?? []
      within = members.number("within")
      command = members.text("command") ?? ""
      arguments = members.texts("args") ?? []
      alone = members.text("alone")
      places = Wire.Places(members)
    }

    package var json: JSONValue {
      .object([
        "chord": .string(name), "parts": texts(parts), "within": number(within), "command": .string(command),
        "args": texts(arguments), "alone": text(alone), "places": places.json,
      ])
    }
  }

  /// The section `keyboard` of the profile.
  package struct Keyboard: WireValue {
    /// The names of the entries of the keyboards. `nil` means all keyboards that no switch uses.
    package var devices: [String]?
    package var modifier: String?
    package var layout: String?
    package var unboundChord: String?
    package var repeatsTab: Bool?
    package var isSticky: Bool?
    /// A chord for the emergency release in addition to the usual one. `nil` if there is none.
    package var panic: String?
    package var bindings: [Wire.Binding]
    package var places: Wire.Places

    /// Makes a value without any information.
    package init() { self.init(JSONValue.null) }

    package init(_ members: Members) {
      // Instead of a list, the value can be "all".
      let entries = members.either("devices", "a list of names, or \"all\"") { value in
        value == "all" ? JSONValue.null : value.arrayValue.map { .array($0) }
      }
      devices = entries?.arrayValue?.compactMap(\.stringValue)
      modifier = members.text("modifier")
      layout = members.text("layout")
      unboundChord = members.text("unbound-chord")
      repeatsTab = members.flag("tab-repeat")
      isSticky = members.flag("sticky")
      panic = members.text("panic")
      bindings = members.list("bindings") ?? []
      places = Wire.Places(members)
    }

    package var json: JSONValue {
      .object([
        "devices": devices.map(texts) ?? "all", "modifier": text(modifier), "layout": text(layout),
        "unbound-chord": text(unboundChord), "tab-repeat": flag(repeatsTab), "sticky": flag(isSticky),
        "panic": text(panic), "bindings": objects(bindings), "places": places.json,
      ])
    }
  }

  /// The section `scan` of the profile: the settings of the scanning clock.
  package struct Clock: WireValue {
    package var style: String?
    package var interval: Int64?
    package var firstItemPause: Int64
    /// The time that is subtracted from the time of a press. 0 if an older daemon does not report it.
    package var reaction: Int64

    package init(style: String, interval: Int64, firstItemPause: Int64, reaction: Int64) {
      (self.style, self.interval) = (style, interval)
      (self.firstItemPause, self.reaction) = (firstItemPause, reaction)
    }

    package init(_ members: Members) {
      style = members.text("style")
      interval = members.number("interval")
      firstItemPause = members.number("first-item-pause") ?? 0
      reaction = members.number("reaction") ?? 0
    }

    package var json: JSONValue {
      .object([
        "style": text(style), "interval": number(interval), "first-item-pause": .integer(firstItemPause),
        "reaction": .integer(reaction),
      ])
    }
  }
}
