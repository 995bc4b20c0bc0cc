import SwitchwayCore
import SwitchwayProtocol
import SwitchwayText
import SwitchwayTime

/// Explains what a switch, a chord or a key does now, and where this is defined.
struct ExplanationWords {
  /// The profile, with its values and the places where they are written.
  let profile: Wire.Explanation
  /// The devices in the daemon's state, or `nil` if no daemon was asked.
  let present: [Wire.Device]?
  /// The scanning clock in the daemon's state, because commands may have changed its style and its pace. `nil` if no
  /// daemon was asked, or if there is no clock.
  var scan: Wire.Scan?
  /// The reasons why devices that are plugged in are not read. The keys are the names of their entries.
  var unread: [String: String] = [:]

  private var switches: [Wire.Explanation.Switch] { profile.switches }
  private var chords: [Wire.Explanation.Chord] { profile.chords }

  var names: [String] { switches.map(\.name) + chords.map(\.name) }

  var keys: KeyExplanation { KeyExplanation(keyboard: profile.keyboard) }

  func isSwitch(_ name: String) -> Bool { switches.contains { $0.name == name } }

  private var clock: ClockWords? { ClockWords(settings: profile.scan, now: scan) }

  /// The explanation of the whole profile: one line for the scanning clock, and one paragraph for each switch, each
  /// chord, and the keyboard.
  var text: String {
    ((clock.map { [Terminal.wrapped($0.text + "\n", hanging: 2)] } ?? []) + switches.map(text(ofSwitch:))
      + chords.map(text(ofChord:)) + (keys.text.map { [$0] } ?? []))
      .joined(separator: "\n")
  }

  /// Returns the explanation of a switch, or of a chord of switches or keys, whose parts can be in any order. Returns
  /// `nil` if there is no such switch or chord.
  func text(of name: String) -> String? {
    if let one = switches.first(where: { $0.name == name }) { return text(ofSwitch: one) }
    let parts = ExplanationWords.parts(name)
    if let chord = chords.first(where: { ExplanationWords.parts($0.name) == parts }) {
      return text(ofChord: chord)
    }
    // If the word may be a misspelt switch, explain it as a key only if that key is bound.
    let isDoubtful = parts.count == 1 && NearestName.suggestion(for: name, among: names) != nil
    let isOfSwitches = parts.count > 1 && parts.allSatisfy { isSwitch(String($0)) }
    return keys.text(of: name, onlyBound: isDoubtful || isOfSwitches)
  }

  /// Returns the parts of a chord as a set, because their order has no meaning.
  private static func parts(_ chord: String) -> Set<Substring> {
    Set(chord.split(separator: "+", omittingEmptySubsequences: false))
  }

  // MARK: A switch

  private func text(ofSwitch one: Wire.Explanation.Switch) -> String {
    let name = one.name
    var paragraph = Paragraph(StateWords.named(name, one.label), one.places.of("name"))
    for input in one.inputs {
      let level = input.release.map { ", is released at \($0)" }
      let rest = input.releaseAfter.map {
        ", is released \(DurationText.words(Microseconds($0))) after the last movement"
      }
      let release = level ?? rest ?? ""
      paragraph.add("input", "\(input.device)/\(input.input)\(release)", one.places.of("input"))
    }
    if let rest = one.rest { paragraph.add("rest", "at the raw value \(rest)", one.places.of("rest")) }
    var named: Set<String> = []
    for input in one.inputs where named.insert(input.device).inserted { add(device: input.device, to: &paragraph) }
    for row in one.gestures {
      let gesture = row.gesture ?? ""
      paragraph.add(gesture, GestureWords.sentence(row), one.places.of(gesture))
    }
    for line in clock?.lines(one.gestures) ?? [] { paragraph.add("clock", line, []) }
    for chord in chords where chord.parts.contains(name) {
      paragraph.add("chord", "\(chord.name): \(GestureWords.sentence(row(of: chord)))", chord.places.of("name"))
    }
    if !one.unless.isEmpty {
      paragraph.add(
        "unless", "\(Choice.list(one.unless, "or")) is down: then its presses do nothing", one.places.of("unless"))
    }
    addSteadying(of: one, to: &paragraph)
    return paragraph.text
  }

  private func addSteadying(of one: Wire.Explanation.Switch, to paragraph: inout Paragraph) {
    let steady = ExplanationWords.steadying(one)
    let written = one.places.of("steady")
    let preset = SteadyingWords.preset(steady)
    let origin = written.isEmpty ? (preset.map { "\($0), the default" } ?? "the default") : preset
    paragraph.add("steady", (origin.map { "\($0): " } ?? "") + SteadyingWords.sentence(steady), written)
    if let others = one.neighbours {
      paragraph.add(
        "", others.isEmpty ? "no switch is its neighbour" : "its neighbours: \(Choice.list(others, "or"))",
        one.places.of("neighbours")
      )
    }
  }

  private static func steadying(_ one: Wire.Explanation.Switch) -> SteadyingParameters {
    var steady = SteadyingParameters()
    for field in SteadyingParameters.fields {
      field.duration.map { steady[keyPath: $0] = Microseconds(one.steadying(field.name)) }
    }
    return steady
  }

  private func add(device name: String, to paragraph: inout Paragraph) {
    guard let device = profile.devices.first(where: { $0.name == name }) else { return }
    var text = "\(name): \(MatchWords.text(device.match))"
    if let offset = device.offset, offset != 0 {
      text += "; its times are corrected by -\(LengthWords.text(-offset))"
    }
    if let reason = unread[name] {
      text += "; it is plugged in, but not read: \(reason)"
    } else if let present {
      let found = present.filter { $0.entry == name }.map { "\($0.name) (\($0.id))" }
      text += found.isEmpty ? "; not plugged in now" : "; now \(found.joined(separator: ", "))"
    }
    paragraph.add("device", text, device.places.of("name"))
  }

  // MARK: A chord

  private func text(ofChord chord: Wire.Explanation.Chord) -> String {
    var paragraph = Paragraph(chord.name, chord.places.of("name"))
    paragraph.add("chord", GestureWords.sentence(row(of: chord)), [])
    for part in chord.parts {
      guard let one = switches.first(where: { $0.name == part }) else { continue }
      let alone = one.gestures.map { "\($0.gesture ?? "") \(CommandWords.written($0))" }
      paragraph.add(
        "switch",
        StateWords.named(part, one.label) + ": "
          + (alone.isEmpty ? "alone it does nothing" : "alone \(alone.joined(separator: ", "))"), one.places.of("name"))
    }
    return paragraph.text
  }

  /// Returns a chord in the form of a row of `bindings`.
  private func row(of chord: Wire.Explanation.Chord) -> Wire.Binding {
    var row = Wire.Binding(
      gesture: Gesture.chord.rawValue, command: chord.command, arguments: chord.arguments, within: chord.within)
    row.alone = chord.alone
    return row
  }
}
