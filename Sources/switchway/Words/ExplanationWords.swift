import SwitchwayCore
import SwitchwayJSON

/// What a switch, a chord or a key does now, and where that is defined.
struct ExplanationWords {
  /// A profile with its values and their locations, as `ProfileExplanation` writes it.
  let profile: JSONValue
  /// The devices of a daemon's `state`; nil: no daemon was asked.
  let present: [JSONValue]?
  /// The `scan` of a daemon's `state`: commands may have changed the style and the pace of the scanning clock.
  var scan = JSONValue.null
  /// Why present devices are not read, by the names of their entries.
  var unread: [String: String] = [:]

  private var switches: [JSONValue] { profile.list("switches") }
  private var chords: [JSONValue] { profile.list("chords") }

  var names: [String] {
    switches.compactMap { $0["switch"]?.stringValue } + chords.compactMap { $0["chord"]?.stringValue }
  }

  var keys: KeyExplanation { KeyExplanation(keyboard: profile["keyboard"] ?? .null) }

  func isSwitch(_ name: String) -> Bool { switches.contains { $0["switch"]?.stringValue == name } }

  private var clock: ClockWords? { ClockWords(settings: profile["scan"] ?? .null, now: scan) }

  /// Everything: a line for the scanning clock, and a paragraph for each switch, for each chord, and for the keyboard.
  var text: String {
    ((clock.map { [Terminal.wrapped($0.text + "\n", hanging: 2)] } ?? []) + switches.map(text(ofSwitch:))
      + chords.map(text(ofChord:)) + (keys.text.map { [$0] } ?? []))
      .joined(separator: "\n")
  }

  /// A switch by name, or a chord of switches or keys with its parts in any order; nil if it does not exist.
  func text(of name: String) -> String? {
    if let one = switches.first(where: { $0["switch"]?.stringValue == name }) { return text(ofSwitch: one) }
    let parts = ExplanationWords.parts(name)
    if let chord = chords.first(where: { ExplanationWords.parts($0.text("chord")) == parts }) {
      return text(ofChord: chord)
    }
    // If the word may be a misspelt switch, explain it as a key only if that key is bound.
    let isDoubtful = parts.count == 1 && NearestName.suggestion(for: name, among: names) != nil
    let isOfSwitches = parts.count > 1 && parts.allSatisfy { isSwitch(String($0)) }
    return keys.text(of: name, onlyBound: isDoubtful || isOfSwitches)
  }

  /// The parts of a chord. Their order has no meaning.
  private static func parts(_ chord: String) -> Set<Substring> {
    Set(chord.split(separator: "+", omittingEmptySubsequences: false))
  }

  // MARK: A switch

  private func text(ofSwitch one: JSONValue) -> String {
    let name = one.text("switch")
    var paragraph = Paragraph(StateWords.named(name, one.text("label")), places(one, "name"))
    for input in one.list("inputs") {
      let device = input.text("device")
      let level = input["release"]?.stringValue.map { ", is released at \($0)" }
      let rest = input["release-after"]?.integerValue.map {
        ", is released \(DurationText.words(Microseconds($0))) after the last movement"
      }
      let release = level ?? rest ?? ""
      paragraph.add("input", "\(device)/\(input.text("input"))\(release)", places(one, "input"))
    }
    if let rest = one["rest"]?.integerValue { paragraph.add("rest", "at the raw value \(rest)", places(one, "rest")) }
    var named: Set<String> = []
    for input in one.list("inputs") {
      let device = input.text("device")
      if named.insert(device).inserted { add(device: device, to: &paragraph) }
    }
    for row in one.list("gestures") {
      let gesture = row.text("gesture")
      paragraph.add(gesture, GestureWords.sentence(row), places(one, gesture))
    }
    for line in clock?.lines(one.list("gestures")) ?? [] { paragraph.add("clock", line, []) }
    for chord in chords where chord.strings("parts").contains(name) {
      let name = chord.text("chord")
      paragraph.add("chord", "\(name): \(GestureWords.sentence(row(of: chord)))", places(chord, "name"))
    }
    let blockers = one.strings("unless")
    if !blockers.isEmpty {
      paragraph.add(
        "unless", "\(Choice.list(blockers, "or")) is down: then its presses do nothing", places(one, "unless"))
    }
    addSteadying(of: one, to: &paragraph)
    return paragraph.text
  }

  private func addSteadying(of one: JSONValue, to paragraph: inout Paragraph) {
    let steady = ExplanationWords.steadying(one["steady"] ?? .null)
    let written = places(one, "steady")
    let preset = SteadyingWords.preset(steady)
    let origin = written.isEmpty ? (preset.map { "\($0), as nothing is written" } ?? "as nothing is written") : preset
    paragraph.add("steady", (origin.map { "\($0): " } ?? "") + SteadyingWords.sentence(steady), written)
    if one["neighbours"] != nil {
      let others = one.strings("neighbours")
      paragraph.add(
        "", others.isEmpty ? "no switch is its neighbour" : "its neighbours: \(Choice.list(others, "or"))",
        places(one, "neighbours")
      )
    }
  }

  private static func steadying(_ value: JSONValue) -> SteadyingParameters {
    var steady = SteadyingParameters()
    for field in SteadyingParameters.fields {
      field.duration.map { steady[keyPath: $0] = Microseconds(value[field.name]?.integerValue ?? 0) }
    }
    return steady
  }

  private func add(device name: String, to paragraph: inout Paragraph) {
    guard let device = profile.list("devices").first(where: { $0["device"]?.stringValue == name }) else {
      return
    }
    var text = "\(name): \(MatchWords.text(device["match"] ?? .null))"
    if let offset = device["offset"]?.integerValue, offset != 0 {
      text += "; its times are taken \(LengthWords.text(-offset)) back"
    }
    if let reason = unread[name] {
      text += "; it is there and not read: \(reason)"
    } else if let present {
      let found = present.filter { $0["device"]?.stringValue == name }
        .map { "\($0.text("name")) (\($0.text("id")))" }
      text += found.isEmpty ? "; not there now" : "; now \(found.joined(separator: ", "))"
    }
    paragraph.add("device", text, places(device, "name"))
  }

  // MARK: A chord

  private func text(ofChord chord: JSONValue) -> String {
    let name = chord.text("chord")
    var paragraph = Paragraph(name, places(chord, "name"))
    paragraph.add("chord", GestureWords.sentence(row(of: chord)), [])
    for part in chord.strings("parts") {
      guard let one = switches.first(where: { $0["switch"]?.stringValue == part }) else { continue }
      let alone = one.list("gestures").map {
        "\($0.text("gesture")) \(CommandWords.written($0))"
      }
      paragraph.add(
        "switch",
        StateWords.named(part, one.text("label")) + ": "
          + (alone.isEmpty ? "alone it does nothing" : "alone \(alone.joined(separator: ", "))"), places(one, "name"))
    }
    return paragraph.text
  }

  /// A chord in the form of a row of `bindings`.
  private func row(of chord: JSONValue) -> JSONValue {
    var row = chord
    row["gesture"] = "chord"
    return row
  }
}

/// Where a key of an entry of `ProfileExplanation` is written.
func places(_ entry: JSONValue, _ key: String) -> [String] { entry["places"]?[key]?.strings ?? [] }
