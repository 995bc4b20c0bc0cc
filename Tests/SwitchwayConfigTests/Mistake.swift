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

  /// `text` as it is.
  init(_ name: String, whole text: String, _ expected: [String]) {
    self.name = name
    self.text = text
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

  /// `lines` under `chords:`, from line 9 on, beside four switches.
  init(_ name: String, chords lines: String, _ expected: String...) {
    self.name = name
    let indented = lines.split(separator: "\n").map { "  " + $0 + "\n" }.joined()
    text = """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      switches:
        ok: {input: box/button-9, tap: select}
        a: {input: box/button-1, steady: quick, tap: next, hold: {after: 1s, do: menu}}
        b: {input: box/button-2, press: back}
        c: {input: box/button-3, tap: previous}
      chords:
      \(indented)
      """
    self.expected = expected
  }

  var testDescription: String { name }
}
