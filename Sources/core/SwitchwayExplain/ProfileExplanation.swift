import SwitchwayClock
import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime

/// A profile with all its numbers and their positions in the files. `switchway explain` shows it, for the daemon's
/// profile (the member `in-force` of `get` `config`) or for a file. Durations are in µs.
///
/// In each entry, `places` lists `FILE:LINE:COLUMN` for its keys; `name` has the positions of the entry itself.
package struct ProfileExplanation {
  private let profile: Profile
  private let places: ProfilePlaces
  private let bridge: BridgeTable?

  /// The explanation of a profile.
  ///
  /// - Parameter bridge: the present bridge table, which has the keys that are typed for commands of switches.
  package static func of(_ profile: Profile, _ places: ProfilePlaces, bridge: BridgeTable?) -> Wire.Explanation {
    let explanation = ProfileExplanation(profile: profile, places: places, bridge: bridge)
    var whole = Wire.Explanation()
    whole.profile = Wire.ProfileName(name: profile.name, label: profile.label)
    whole.devices = profile.devices.map(explanation.device)
    whole.switches = profile.switches.map(explanation.switchEntry)
    whole.chords = profile.chords.map(explanation.chord)
    whole.keyboard = profile.keyboard.map(explanation.keyboard)
    whole.scan = Wire.Explanation.Clock(
      style: profile.scan.style.rawValue, interval: profile.scan.interval.value,
      firstItemPause: profile.scan.firstItemPause.value, reaction: profile.scan.reaction.value)
    whole.bridge = bridge?.name
    return whole
  }

  private func device(_ device: DeviceEntry) -> Wire.Explanation.Entry {
    let match = device.match
    var entry = Wire.Explanation.Entry()
    (entry.name, entry.label) = (device.name, device.label)
    (entry.match.name, entry.match.id) = (match.name?.pattern, match.id?.pattern)
    (entry.match.uniq, entry.match.phys) = (match.uniq?.pattern, match.phys?.pattern)
    (entry.match.bus, entry.match.path) = (match.bus, match.path?.pattern)
    entry.match.kinds = match.kinds.isEmpty ? nil : match.kinds.map(\.rawValue)
    (entry.grab, entry.offset, entry.isRequired) = (device.grab.rawValue, device.offset.value, device.isRequired)
    entry.places = Wire.Places([.init("name", positions(places.device(device.name)))])
    return entry
  }

  // MARK: Switches

  /// The keys of a switch, in the order in which they are shown.
  private static let fields =
    ["label", "input", "rest", "release"] + Gesture.ofSwitch.map(\.rawValue) + ["steady", "unless", "neighbours"]

  private func switchEntry(_ one: SwitchDefinition) -> Wire.Explanation.Switch {
    var entry = Wire.Explanation.Switch()
    (entry.name, entry.label) = (one.name, one.label)
    entry.inputs = one.inputs.map { input in
      var closing = Wire.Explanation.Switch.Input(
        device: profile.devices[input.device].name, input: InputText.text(of: input.selector))
      switch input.selector {
      case .axis(let axis): closing.release = InputText.text(of: axis.release)
      case .movement(let movement): closing.releaseAfter = movement.release.value
      case .key, .button, .anyKey: break
      }
      return closing
    }
    entry.rest = one.rest.map(Int64.init)
    entry.gestures = Bindings.of(one, bridge: bridge)
    entry.steadying = SteadyingParameters.fields.compactMap { field in
      field.duration.map { .init(name: field.name, value: one.steadying[keyPath: $0].value) }
    }
    entry.unless = names(one.unless)
    if case .only(let others) = one.neighbours { entry.neighbours = names(others) }
    let written = Self.fields.map { ($0, places.field($0, ofSwitch: one.name)) }.filter { !$0.1.isEmpty }
    entry.places = Wire.Places(
      [.init("name", positions(places.switchEntry(one.name)))] + written.map { .init($0, positions($1)) })
    return entry
  }

  private func chord(_ chord: ChordDefinition) -> Wire.Explanation.Chord {
    var entry = Wire.Explanation.Chord()
    (entry.name, entry.parts, entry.within) = (chord.name, names(chord.parts), chord.within.value)
    (entry.command, entry.arguments) = (chord.command.name, chord.command.arguments)
    entry.alone = Bindings.alone(chord.command, bridge)
    entry.places = Wire.Places([.init("name", positions(places.chord(chord.name)))])
    return entry
  }

  private func names(_ indices: [Int]) -> [String] { indices.map { profile.switches[$0].name } }

  // MARK: The keyboard

  /// Explains the section `keyboard`. Its `bindings` are the rows of `get` `bindings`, each with `places`: the
  /// positions of the chord and of its `alone`, if a file has one.
  private func keyboard(_ keyboard: KeyboardSettings) -> Wire.Explanation.Keyboard {
    var entry = Wire.Explanation.Keyboard()
    if case .only(let entries) = keyboard.devices { entry.devices = entries.map { profile.devices[$0].name } }
    (entry.modifier, entry.layout) = (KeyChordText.text(of: keyboard.modifier), keyboard.layout)
    entry.unboundChord = keyboard.unboundChord.rawValue
    (entry.repeatsTab, entry.isSticky) = (keyboard.repeatsTab, keyboard.isSticky)
    entry.panic = keyboard.panic.map { KeyChordText.text(of: $0) }
    entry.bindings = Bindings.KeyMapping.allCases.flatMap { mapping in
      Bindings.keys(of: profile, in: mapping).map { chord, command, row in
        var row = row
        let alone = places.alone(command).map { [Wire.Places.Entry("alone", positions($0))] }
        row.places = Wire.Places(
          [.init("name", positions(places.keyChord(chord.text, in: mapping.rawValue)))] + (alone ?? []))
        return row
      }
    }
    let keys = ["devices", "layout", "modifier", "unbound-chord", "tab-repeat", "sticky", "panic"]
    entry.places = Wire.Places(keys.compactMap { key in places.keyboard(key).map { .init(key, positions($0)) } })
    return entry
  }

  private func positions(_ found: [ProfilePlaces.Place]) -> [String] { found.map(\.description) }
  private func positions(_ found: ProfilePlaces.Place?) -> [String] { found.map { [$0.description] } ?? [] }
}
