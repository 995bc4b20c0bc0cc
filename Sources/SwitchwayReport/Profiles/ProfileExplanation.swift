import SwitchwayClock
import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol

/// Writes a profile as JSON, with all its numbers and their positions in the files. `switchway explain` shows this, for
/// the daemon's profile (the member `in-force` of `get` `config`) or for a file.
public enum ProfileExplanation {
  /// Appends one object: `{"profile","devices","switches","chords","keyboard","scan","bridge"}`. Durations are in µs.
  /// `places` lists `FILE:LINE:COLUMN` for each key in the files; `name` has the positions of the entry itself.
  ///
  /// - Parameter bridge: the table of the keys that switches type now.
  public static func write(
    _ profile: Profile, _ places: ProfilePlaces, bridge: BridgeTable?, into line: inout LineBuffer
  ) {
    line.put(#"{"profile":{"name":"#, EscapedText(profile.name))
    line.put(#","label":"#, EscapedText(profile.label))
    line.put(#"},"devices":["#)
    for (index, device) in profile.devices.enumerated() {
      if index > 0 { line.put(",") }
      write(device, places, into: &line)
    }
    line.put(#"],"switches":["#)
    for (index, one) in profile.switches.enumerated() {
      if index > 0 { line.put(",") }
      write(one, of: profile, places, bridge: bridge, into: &line)
    }
    line.put(#"],"chords":["#)
    for (index, chord) in profile.chords.enumerated() {
      if index > 0 { line.put(",") }
      write(chord, of: profile, places, bridge: bridge, into: &line)
    }
    line.put(#"],"keyboard":"#)
    writeKeyboard(of: profile, places, into: &line)
    line.put(#","scan":{"style":"#, EscapedText(profile.scan.style.rawValue))
    line.put(#","interval":"#, profile.scan.interval.value)
    line.put(#","first-item-pause":"#, profile.scan.firstItemPause.value)
    line.put(#"},"bridge":"#)
    line.put(orNull: bridge.map { EscapedText($0.name) })
    line.put("}")
  }

  // MARK: Devices

  private static func write(_ device: DeviceEntry, _ places: ProfilePlaces, into line: inout LineBuffer) {
    line.put(#"{"device":"#, EscapedText(device.name))
    if let label = device.label {
      line.put(#","label":"#, EscapedText(label))
    }
    line.put(#","match":{"#)
    let match = device.match
    let words: [(String, EscapedText?)] = [
      ("name", match.name.map { EscapedText($0.pattern) }), ("id", match.id.map { EscapedText($0.pattern) }),
      ("uniq", match.uniq.map { EscapedText($0.pattern) }), ("phys", match.phys.map { EscapedText($0.pattern) }),
      ("bus", match.bus.map { EscapedText($0) }), ("path", match.path.map { EscapedText($0.pattern) }),
    ]
    var isFirst = true
    for case (let key, let value?) in words {
      put(key, isFirst: &isFirst, into: &line)
      line.put(value)
    }
    if !match.kinds.isEmpty {
      put("kind", isFirst: &isFirst, into: &line)
      line.put(EscapedList(match.kinds.map(\.rawValue)))
    }
    line.put(#"},"grab":"#, EscapedText(device.grab.rawValue))
    line.put(#","offset":"#, device.offset.value)
    line.put(#","required":"#, device.isRequired)
    line.put(#","places":{"name":"#)
    put(places.device(device.name).map { [$0] } ?? [], into: &line)
    line.put("}}")
  }

  // MARK: Switches

  private static func write(
    _ one: SwitchDefinition, of profile: Profile, _ places: ProfilePlaces, bridge: BridgeTable?,
    into line: inout LineBuffer
  ) {
    line.put(#"{"switch":"#, EscapedText(one.name))
    line.put(#","label":"#, EscapedText(one.label))
    line.put(#","inputs":["#)
    for (index, input) in one.inputs.enumerated() {
      line.put(index == 0 ? #"{"device":"# : #",{"device":"#, EscapedText(profile.devices[input.device].name))
      line.put(#","input":"#, EscapedText(InputText.text(of: input.selector)))
      if case .axis(let axis) = input.selector {
        line.put(#","release":"#, EscapedText(InputText.text(of: axis.release)))
      }
      line.put("}")
    }
    line.put("]")
    if let rest = one.rest {
      line.put(#","rest":"#, Int64(rest))
    }
    line.put(#","gestures":"#)
    line.putBindings(Bindings.of(one, bridge: bridge))
    line.put(#","steady":{"#)
    write(one.steadying, into: &line)
    line.put(#"},"unless":"#, EscapedList(names(one.unless, of: profile)))
    if case .only(let others) = one.neighbours {
      line.put(#","neighbours":"#, EscapedList(names(others, of: profile)))
    }
    line.put(#","places":{"name":"#)
    put(places.switchEntry(one.name).map { [$0] } ?? [], into: &line)
    for key in fields {
      let found = places.field(key, ofSwitch: one.name)
      guard !found.isEmpty else { continue }
      line.put(",")
      line.put(EscapedText(key))
      line.put(":")
      put(found, into: &line)
    }
    line.put("}}")
  }

  /// The keys of a switch, in the order in which they are shown.
  private static let fields =
    ["label", "input", "rest", "release"] + Gesture.ofSwitch.map(\.rawValue) + ["steady", "unless", "neighbours"]

  private static func write(_ steady: SteadyingParameters, into line: inout LineBuffer) {
    var isFirst = true
    for field in SteadyingParameters.fields {
      guard let path = field.duration else { continue }
      put(field.name, isFirst: &isFirst, into: &line)
      line.put(steady[keyPath: path].value)
    }
  }

  // MARK: Chords

  private static func write(
    _ chord: ChordDefinition, of profile: Profile, _ places: ProfilePlaces, bridge: BridgeTable?,
    into line: inout LineBuffer
  ) {
    line.put(#"{"chord":"#, EscapedText(chord.name))
    line.put(#","parts":"#, EscapedList(names(chord.parts, of: profile)))
    line.put(#","within":"#, chord.within.value)
    line.put(#","command":"#, EscapedText(chord.command.name))
    line.put(#","args":"#, EscapedList(chord.command.arguments))
    if let alone = bridge?.keys[chord.command]?.text {
      line.put(#","alone":"#, EscapedText(alone))
    }
    line.put(#","places":{"name":"#)
    put(places.chord(chord.name), into: &line)
    line.put("}}")
  }

  // MARK: Pieces

  private static func names(_ indices: [Int], of profile: Profile) -> [String] {
    indices.map { profile.switches[$0].name }
  }

  static func put(_ key: String, isFirst: inout Bool, into line: inout LineBuffer) {
    if !isFirst { line.put(",") }
    isFirst = false
    line.put(EscapedText(key))
    line.put(":")
  }

  static func put(_ places: [ProfilePlaces.Place], into line: inout LineBuffer) {
    line.put(EscapedList(places.map(\.description)))
  }
}
