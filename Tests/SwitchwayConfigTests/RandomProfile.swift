import SwitchwayCore

/// xorshift64*: the same seed gives the same bytes everywhere.
struct SeededBits: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }
}

/// Key-remap files made at random of the format's own keys and values: most of them where they belong, some not.
struct RandomProfile {
  var bits: SeededBits

  /// Values of one kind: those that are right in most places, and those that seldom are.
  private struct Values {
    var right: [String]
    var wrong: [String]
  }

  private static let names = Values(
    right: ["a", "b", "c", "left", "right", "box"], wrong: ["nothing", "A-1", "\"\"", "no name", "é"])
  private static let commands = Values(
    right: [
      "select", "next", "menu", "move(left)", "\"scroll(down, page)\"", "x-mine", "x-mine(1)", "activate",
    ],
    wrong: [
      "nothing", "selct", "move", "move(", "\"\"", "~", "key(ctrl+c)", "restart", "confirm", "rest(on)",
      "profile(next)",
      "attention",
    ])
  private static let durations = Values(
    right: ["350ms", "1s", "1.5s", "500ms", "999.5ms"],
    wrong: [
      "0", "1us", "20ms", "120ms", "150ms", "30s", "1min", "-1s", "-2s", "350", "1 s", "9999min",
      "99999999999999999999s", "0.0000001s", "ms", "soon",
    ])
  private static let words = Values(
    right: ["off", "tremor", "pedal", "\"*\"", "left"],
    wrong: [
      "yes", "no", "auto", "y", "1", "1e3", "null", "quick", "keyboard", "usb", "\"05f3:0232\"", "\"5F3:*\"", "\"[a-\"",
      "two-switch", "destructive", "swallow", "tab", "\"tab+z\"", "35%", "-35%", "128", "-99999999999", "+1", "[]",
      "{}", "[nothing]", "[[a]]", "{a: {b: [c]}}", "0x1d4",
    ])
  private static let presets = Values(right: ["off", "quick", "gentle"], wrong: ["strong", "none", "yes"])
  private static let inputs = Values(
    right: (1...40).map { "box/button-\($0)" } + (1...9).map { "b/abs_x > \($0)0%" }
      + (1...9).map { "b/rel_x > \($0) within 300ms" },
    wrong: [
      "box/any", "a/space", "a/key_a", "b/0x1d4", "b/abs_y 30%..80%", "b/abs_y -80%..-30%", "b/abs_y 30%..80", "box/",
      "/a", "box", "box/button-0", "box/button-9999", "zzz/a", "b/abs_x > -60%", "b/abs_zz > 1%", "a/b/c",
      "b/rel_x > 0 within 300ms", "b/rel_x > 20", "b/rel_y < 20 within 1s", "a/rel_dial < -1 within 3s",
      "b/rel_x > 20%",
      "b/abs_x > 60% within 300ms", "b/rel_ > within within",
    ])
  /// For each key of the format the kinds of value that belong to it.
  private static let deviceFields = ["match", "grab", "label", "offset", "required"]
  private static let matchFields = ["name", "id", "uniq", "phys", "kind", "bus", "path"]
  private static let switchFields =
    ["input", "rest", "release", "steady"] + Gesture.ofSwitch.map(\.rawValue) + ["unless", "neighbours", "label"]
  private static let steadyFields = ["preset"] + SteadyingParameters.fields.map(\.name)
  private static let keyboardFields = [
    "devices", "layout", "modifier", "steady", "bindings", "gesture-bindings", "hold-bindings", "unbound-chord",
    "tab-repeat", "sticky", "panic",
  ]
  private static let otherFields = [
    "style", "interval", "first-item-pause", "loops", "reaction", "confirm", "when-locked", "bridge", "alone",
  ]

  /// One place in this many is wrong on purpose.
  private var calm = 6

  init(bits: SeededBits) { self.bits = bits }

  /// - Parameter isCalm: next to nothing of it is wrong on purpose.
  mutating func text(extending base: String?, isCalm: Bool) -> String {
    calm = isCalm ? 400 : 6
    var lines = ["switchway: \(isWrong() && isWrong() ? "2" : "1")"]
    if let base { lines.append("extends: \(base)") }
    if chance(3) { lines.append("label: \(pick(RandomProfile.words))") }
    if !isWrong() { lines.append("devices: {a: \(device()), b: \(device()), box: \(device())}") }
    if !isWrong() { lines.append("switches: \(switches())") }
    if !chance(3) { lines.append("chords: \(chords())") }
    for section in ["keyboard", "scan", "policy"] where chance(isCalm ? 40 : 4) {
      let keys = section == "keyboard" ? RandomProfile.keyboardFields : RandomProfile.otherFields
      lines.append("\(section): \(fields(keys) { maker, _ in maker.any() })")
    }
    if isWrong(), isWrong() { lines.append("\(pick(RandomProfile.words)): \(any())") }
    return lines.shuffled(using: &bits).joined(separator: "\n") + "\n"
  }

  private mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &bits) == 0 }
  private mutating func isWrong() -> Bool { chance(calm) }
  private mutating func pick(_ words: [String]) -> String { words.randomElement(using: &bits) ?? "" }
  private mutating func pick(_ values: Values) -> String { pick(isWrong() ? values.wrong : values.right) }
  private mutating func name() -> String { pick(RandomProfile.names) }

  private mutating func any() -> String {
    switch Int.random(in: 0..<6, using: &bits) {
    case 0: pick(RandomProfile.commands)
    case 1: pick(RandomProfile.durations)
    case 2: "[" + (0..<Int.random(in: 0...3, using: &bits)).map { _ in name() }.joined(separator: ", ") + "]"
    case 3: "{\(pick(RandomProfile.words)): \(pick(RandomProfile.durations))}"
    default: pick(RandomProfile.words)
    }
  }

  private mutating func entries(most: Int, _ make: (inout RandomProfile) -> String) -> String {
    var seen: Set<String> = []
    let pairs = (0..<Int.random(in: 1...most, using: &bits)).compactMap { _ -> String? in
      let name = name()
      guard seen.insert(name).inserted || isWrong() else { return nil }
      return "\(name): \(isWrong() ? "nothing" : isWrong() ? any() : make(&self))"
    }
    return "{" + pairs.joined(separator: ", ") + "}"
  }

  private mutating func fields(_ keys: [String], _ make: (inout RandomProfile, String) -> String) -> String {
    let chosen = keys.filter { _ in chance(3) }
    let pairs = chosen.map { "\($0): \(isWrong() ? any() : make(&self, $0))" }
    return "{" + pairs.joined(separator: ", ") + "}"
  }

  private mutating func device() -> String {
    guard !isWrong() else { return fields(RandomProfile.deviceFields) { maker, _ in maker.any() } }
    let match =
      !isWrong() ? "{kind: pedal}" : fields(RandomProfile.matchFields) { maker, _ in maker.pick(RandomProfile.words) }
    return
      "{match: \(match), grab: \(pick(["auto", "yes", "no"])), "
      + "offset: \(isWrong() ? pick(RandomProfile.durations) : "-30ms")}"
  }

  private mutating func switches() -> String {
    guard !isWrong() else { return entries(most: 6) { $0.oneSwitch() } }
    return "{" + RandomProfile.names.right.map { "\($0): \(oneSwitch(named: $0))" }.joined(separator: ", ") + "}"
  }

  private mutating func oneSwitch(named name: String = "") -> String {
    guard !isWrong() else { return fields(RandomProfile.switchFields) { $0.value(of: $1) } }
    // Each gesture alone, and some that go together.
    let gestures =
      Gesture.ofSwitch.filter(\.hasCommand).map { [$0.rawValue] }
      + [["tap", "repeat"], ["tap", "hold", "double"], ["hold", "triple"]]
    let keys = ["input", "steady", "label"] + (gestures.randomElement(using: &bits) ?? [])
    return "{" + keys.map { "\($0): \(value(of: $0))" }.joined(separator: ", ")
      + (chance(3) ? ", unless: [\(several(0...2).filter { $0 != name }.joined(separator: ", "))]" : "") + "}"
  }

  private mutating func binding(of gesture: Gesture) -> String {
    var members = gesture.times.map { "\($0.rawValue): \(pick(RandomProfile.durations))" }
    guard !members.isEmpty else { return pick(RandomProfile.commands) }
    if gesture.hasCommand { members.append("do: \(pick(RandomProfile.commands))") }
    return "{" + members.joined(separator: ", ") + "}"
  }

  private mutating func value(of key: String) -> String {
    if let gesture = Gesture(rawValue: key) { return binding(of: gesture) }
    return switch key {
    case "input": "\"\(pick(RandomProfile.inputs))\""
    case "unless", "neighbours":
      chance(2)
        ? name() : "[" + (0..<Int.random(in: 0...3, using: &bits)).map { _ in name() }.joined(separator: ", ") + "]"
    case "steady":
      !isWrong()
        ? pick(["off", "quick", "tremor", "two-switch"])
        : fields(RandomProfile.steadyFields) { maker, key in
          maker.pick(key == "preset" ? RandomProfile.presets : RandomProfile.durations)
        }
    case "release": isWrong() ? pick(RandomProfile.words) : "1%"
    case "rest": isWrong() ? pick(RandomProfile.words) : "128"
    default: pick(RandomProfile.words)
    }
  }

  /// Some of the names, each once where nothing is wrong on purpose.
  private mutating func several(_ count: ClosedRange<Int>) -> [String] {
    let count = Int.random(in: count, using: &bits)
    guard !isWrong() else { return (0..<count).map { _ in name() } }
    return Array(RandomProfile.names.right.shuffled(using: &bits).prefix(count))
  }

  private mutating func chords() -> String {
    let size = isWrong() ? 1...4 : 2...2
    let pairs = (0..<Int.random(in: 1...3, using: &bits)).map { _ in
      let parts = several(size).joined(separator: "+")
      let value = isWrong() ? "nothing" : isWrong() ? any() : binding(of: .double)
      return "\"\(parts.filter { $0 != "\"" })\": \(value)"
    }
    return "{" + pairs.joined(separator: ", ") + "}"
  }
}

/// How many rounds a random test runs: all of them, or a fifth where a sanitizer makes the code several times slower.
func shareOfRounds(_ all: Int) -> Int {
  #if SANITIZED
    return max(1, all / 5)
  #else
    return all
  #endif
}
