import SwitchwayConfig
import SwitchwayCore
import Testing

/// Files that type each key again, so that nobody notices, while programs that see which switches are pressed learn
/// what is typed.
@Suite("key-remap files that listen") struct ListeningFileTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let others: [String: String]
    let lines: [String]
    init(_ name: String, _ text: String, others: [String: String] = [:], _ lines: String...) {
      (testDescription, self.text, self.others, self.lines) = (name, text + "\n", others, lines)
    }
  }

  private static let keyboard = """
    switchway: 1
    devices: {keys: {match: {kind: keyboard}, grab: yes}}
    switches:
    """

  /// A switch per key that types it again, from line 4 on.
  private static func switches(
    _ letters: String, on device: String = "keys", _ gesture: (Character) -> String = { "press: key(key_\($0))" }
  ) -> String {
    letters.map { "\n  \($0): {input: \(device)/\($0), \(gesture($0))}" }.joined()
  }

  private static let many = "is one too many: at most 8 keys that type text can be bound or press switches"
  private static let help = "use keys that type nothing, such as f13, or fewer keys"

  static let rows: [Row] = [
    Row(
      "one switch per key, which types it again", keyboard + switches("abcdefghijklmnopqrstuvwxyz"),
      "t.yaml:12:14: error: 'keys/i' \(many) | \(help)"),
    Row(
      "two entries",
      """
      switchway: 1
      devices:
        keys: {match: {id: "046d:*"}, grab: yes}
        more: {match: {kind: keyboard}, grab: yes}
      switches:
      """ + switches("abcde") + switches("fghij", on: "more"),
      "t.yaml:14:14: error: 'more/i' \(many) | \(help)"),
    Row(
      "chords of switches type, and the switches do nothing",
      keyboard + switches("abcdefghi") { "tap: nothing, hold: {after: 1s, do: \($0 == "a" ? "select" : "menu")}" }
        + "\nchords:\n  a+b: {within: 120ms, do: key(a)}\n  c+d: {within: 120ms, do: key(b)}",
      "t.yaml:12:14: error: 'keys/i' \(many) | \(help)"),
    Row(
      "keys and `alone`: bindings and switches count together",
      keyboard + switches("abcde")
        + """

        keyboard: {bindings: {f: move(up), g: move(down), h: move(left), i: move(right)}}
        policy: {alone: {move(up): f, move(down): g, move(left): h, move(right): i}}
        """,
      "t.yaml:9:66: error: 'i' \(many) | add Tab, Ctrl, Alt, AltGr, Super or Fn to the chord, for example tab+i"),
    Row(
      "a bridge of one's own",
      keyboard + switches("abcdefghi") { "press: x-\($0)" } + "\npolicy: {bridge: mine}",
      "t.yaml:12:14: error: 'keys/i' \(many) | \(help)"),
    Row(
      "an extended profile: the file's own line is told",
      keyboard.replacing("switchway: 1", with: "switchway: 1\nextends: base") + switches("zi"),
      others: ["base": keyboard + switches("abcdefg") + "\n"],
      "t.yaml:6:14: error: 'keys/i' \(many) | \(help)"),
    Row(
      "an extended profile that listens by itself",
      "switchway: 1\nextends: base",
      others: ["base": keyboard + switches("abcdefghi") + "\n"],
      "base.yaml:12:14: error: 'keys/i' \(many) | \(help)"),
    Row(
      "several keys in one switch, and numbered buttons of a keyboard",
      keyboard
        + """

          a: {input: [keys/a, keys/b, keys/c, keys/d], tap: select}
          b: {input: [keys/e, keys/f, keys/button-30, keys/button-31], tap: next}
          c: {input: keys/button-32, tap: next}
        """,
      "t.yaml:6:14: error: 'keys/button-32' \(many) | \(help)"),
    Row(
      "the digits of a numeric keypad",
      """
      switchway: 1
      devices: {pad: {match: {kind: other}, grab: yes}}
      switches:
      """ + "123456789".map { "\n  k\($0): {input: pad/kp\($0), tap: select}" }.joined(),
      "t.yaml:12:15: error: 'pad/kp9' \(many) | \(help)"),
    // Files that are right.
    Row(
      "a keyboard whose keys 1 to 8 are switches",
      keyboard + "12345678".map { "\n  k\($0): {input: keys/\($0), tap: select}" }.joined()
        + "\n  more: {input: [keys/f13, keys/enter, keys/up], tap: next}"),
    Row(
      "any key is one switch", keyboard + "\n  all: {input: keys/any, tap: select}"),
    Row(
      "a box that sends many letters",
      """
      switchway: 1
      devices: {box: {match: {kind: [switch-interface, pedal]}}}
      switches:
      """ + switches("abcdefghijkl", on: "box") { _ in "tap: select" }),
    Row(
      "a box by its id with twelve buttons, of which none may be a letter",
      """
      switchway: 1
      devices: {box: {match: {id: "05f3:0232"}, grab: yes}}
      switches:
      """ + (1...12).map { "\n  b\($0): {input: box/button-\($0), tap: select}" }.joined()),
    Row(
      "the same keys of two keyboards",
      """
      switchway: 1
      devices:
        keys: {match: {id: "046d:*"}, grab: yes}
        more: {match: {kind: keyboard}, grab: yes}
      switches:
      """
        + "abcdefgh".map { "\n  \($0): {input: [keys/\($0), more/\($0)], tap: select}" }.joined()),
  ]

  @Test("each is refused with the line of its ninth key, and others are not", arguments: rows)
  func told(_ row: Row) throws {
    let result = try Sandbox.load(row.text, others: row.others)
    let errors = result.lines.filter { $0.contains(": error: ") && !$0.contains("there is no bridge") }
    #expect(errors == row.lines)
    if row.lines.isEmpty { #expect(result.lines == []) }
  }
}
