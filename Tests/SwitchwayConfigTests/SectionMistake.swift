// Frames for mistakes in the sections. What is said of a section without behaviour yet comes first.
extension Mistake {
  /// `lines` under `keyboard:`, from line 5 on, beside a keyboard and a switch that can do something.
  init(_ name: String, keyboard lines: String, _ expected: String...) {
    self.init(
      name, section: "keyboard", lines,
      devices: "{keys: {match: {kind: keyboard}}, box: {match: {kind: pedal}}}", expected)
  }

  /// `lines` under `scan:`, from line 5 on, beside a switch that can do something.
  init(_ name: String, scan lines: String, _ expected: String...) {
    self.init(name, section: "scan", lines, devices: "{box: {match: {kind: pedal}}}", expected)
  }

  /// `lines` under `policy:`, from line 5 on, beside a switch that can do something.
  init(_ name: String, policy lines: String, _ expected: String...) {
    self.init(name, section: "policy", lines, devices: "{box: {match: {kind: pedal}}}", expected)
  }

  private init(_ name: String, section: String, _ lines: String, devices: String, _ expected: [String]) {
    let indented = lines.split(separator: "\n").map { "  " + $0 + "\n" }.joined()
    let text = """
      switchway: 1
      devices: \(devices)
      switches: {ok: {input: box/button-1, tap: select}}
      \(section):
      \(indented)
      """
    self.init(name, whole: text, expected)
  }
}

/// Those of all of them.
enum SectionMistakes {
  static let all: [Mistake] =
    KeyboardMistakes.all + KeyBindingMistakes.all + ScanMistakes.all + PolicyMistakes.all + TypingMistakes.all
}
