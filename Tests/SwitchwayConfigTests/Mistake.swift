import Testing

/// A key-remap file with something wrong in it, and all that is said of it.
struct Mistake: Sendable, CustomTestStringConvertible {
  /// What is wrong.
  let name: String
  let text: String
  /// For each diagnostic `LINE:COLUMN: SEVERITY: MESSAGE` and `help: HELP`.
  let expected: [String]

  init(_ name: String, _ text: String, _ expected: String...) {
    self.name = name
    self.text = text.isEmpty ? "" : text + "\n"
    self.expected = expected
  }

  /// `lines` under `switches:`, from line 5 on, beside two devices and a switch that can do something.
  init(_ name: String, switches lines: String, _ expected: String...) {
    self.name = name
    let indented = lines.split(separator: "\n").map { "  " + $0 + "\n" }.joined()
    text = """
      switchway: 1
      devices: {box: {match: {kind: pedal}}, stick: {match: {kind: joystick}}}
      switches:
        ok: {input: [box/button-9, stick/button-9], tap: select}
      \(indented)
      """
    self.expected = expected
  }

  var testDescription: String { name }
}
