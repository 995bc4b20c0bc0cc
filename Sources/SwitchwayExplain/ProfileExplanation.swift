import SwitchwayClock
import SwitchwayConfig
import SwitchwayCore
import SwitchwayJSON

/// A profile with all its numbers and their positions in the files, as one JSON value. `switchway explain` shows it,
/// for the daemon's profile (the member `in-force` of `get` `config`) or for a file. Durations are in µs.
///
/// In each entry, `places` lists `FILE:LINE:COLUMN` for its keys; `name` has the positions of the entry itself.
public struct ProfileExplanation {
  private let profile: Profile
  private let places: ProfilePlaces
  private let bridge: BridgeTable?

  /// `{"profile","devices","switches","chords","keyboard","scan","bridge"}`.
  ///
  /// - Parameter bridge: the table of the keys that switches type now.
  public static func of(_ profile: Profile, _ places: ProfilePlaces, bridge: BridgeTable?) -> JSONValue {
    let explanation = ProfileExplanation(profile: profile, places: places, bridge: bridge)
    return [
      "profile": ["name": .string(profile.name), "label": .string(profile.label)],
      "devices": .array(profile.devices.map(explanation.device)),
      "switches": .array(profile.switches.map(explanation.switchEntry)),
      "chords": .array(profile.chords.map(explanation.chord)),
      "keyboard": profile.keyboard.map(explanation.keyboard) ?? .null,
      "scan": [
        "style": .string(profile.scan.style.rawValue), "interval": .integer(profile.scan.interval.value),
        "first-item-pause": .integer(profile.scan.firstItemPause.value),
        "reaction": .integer(profile.scan.reaction.value),
      ],
      "bridge": (bridge?.name).map(JSONValue.string) ?? .null,
    ]
  }

  private func device(_ device: DeviceEntry) -> JSONValue {
    let match = device.match
    func pattern(_ glob: Glob?) -> JSONValue? { (glob?.pattern).map(JSONValue.string) }
    return [
      "device": .string(device.name), "label": device.label.map(JSONValue.string),
      "match": [
        "name": pattern(match.name), "id": pattern(match.id), "uniq": pattern(match.uniq), "phys": pattern(match.phys),
        "bus": match.bus.map(JSONValue.string), "path": pattern(match.path),
        "kind": match.kinds.isEmpty ? nil : .strings(match.kinds.map(\.rawValue)),
      ],
      "grab": .string(device.grab.rawValue), "offset": .integer(device.offset.value),
      "required": .bool(device.isRequired),
      "places": ["name": positions(places.device(device.name).map { [$0] } ?? [])],
    ]
  }

  // MARK: Switches

  /// The keys of a switch, in the order in which they are shown.
  private static let fields =
    ["label", "input", "rest", "release"] + Gesture.ofSwitch.map(\.rawValue) + ["steady", "unless", "neighbours"]

  private func switchEntry(_ one: SwitchDefinition) -> JSONValue {
    let inputs: [JSONValue] = one.inputs.map { input in
      var release: String?
      var rest: Int64?
      switch input.selector {
      case .axis(let axis): release = InputText.text(of: axis.release)
      case .movement(let movement): rest = movement.release.value
      case .key, .button, .anyKey: break
      }
      return [
        "device": .string(profile.devices[input.device].name), "input": .string(InputText.text(of: input.selector)),
        "release": release.map(JSONValue.string), "release-after": rest.map(JSONValue.integer),
      ]
    }
    var steady = JSONObject()
    for field in SteadyingParameters.fields {
      field.duration.map { steady[field.name] = .integer(one.steadying[keyPath: $0].value) }
    }
    var neighbours: JSONValue?
    if case .only(let others) = one.neighbours { neighbours = names(others) }
    var written: JSONObject = ["name": positions(places.switchEntry(one.name).map { [$0] } ?? [])]
    for key in Self.fields {
      let found = places.field(key, ofSwitch: one.name)
      if !found.isEmpty { written[key] = positions(found) }
    }
    return [
      "switch": .string(one.name), "label": .string(one.label), "inputs": .array(inputs),
      "rest": one.rest.map { .integer(Int64($0)) }, "gestures": .array(Bindings.of(one, bridge: bridge)),
      "steady": .object(steady), "unless": names(one.unless), "neighbours": neighbours, "places": .object(written),
    ]
  }

  private func chord(_ chord: ChordDefinition) -> JSONValue {
    [
      "chord": .string(chord.name), "parts": names(chord.parts), "within": .integer(chord.within.value),
      "command": .string(chord.command.name), "args": .strings(chord.command.arguments),
      "alone": Bindings.alone(chord.command, bridge), "places": ["name": positions(places.chord(chord.name))],
    ]
  }

  private func names(_ indices: [Int]) -> JSONValue { .strings(indices.map { profile.switches[$0].name }) }

  // MARK: The keyboard

  /// `bindings` are the rows of `get` `bindings`, each with `places`: the positions of the chord and of its `alone`, if
  /// a file has one.
  private func keyboard(_ keyboard: KeyboardSettings) -> JSONValue {
    let devices: JSONValue =
      switch keyboard.devices {
      case .everyKeyboard: "all"
      case .only(let entries): .strings(entries.map { profile.devices[$0].name })
      }
    let bindings: [JSONValue] = Bindings.KeyMapping.allCases.flatMap { mapping in
      Bindings.keys(of: profile, in: mapping).map { chord, command, row in
        var row = row
        row["places"] = [
          "name": positions(places.keyChord(chord.text, in: mapping.rawValue)),
          "alone": places.alone(command).map { positions([$0]) },
        ]
        return .object(row)
      }
    }
    var written = JSONObject()
    for key in ["devices", "layout", "modifier", "unbound-chord", "tab-repeat", "sticky", "panic"] {
      written[key] = places.keyboard(key).map { positions([$0]) }
    }
    return [
      "devices": devices, "modifier": .string(KeyChordText.text(of: keyboard.modifier)),
      "layout": keyboard.layout.map(JSONValue.string), "unbound-chord": .string(keyboard.unboundChord.rawValue),
      "tab-repeat": .bool(keyboard.repeatsTab), "sticky": .bool(keyboard.isSticky),
      "panic": keyboard.panic.map { .string(KeyChordText.text(of: $0)) }, "bindings": .array(bindings),
      "places": .object(written),
    ]
  }

  private func positions(_ found: [ProfilePlaces.Place]) -> JSONValue { .strings(found.map(\.description)) }
}
