import Testing

@testable import switchway

@Suite("Lines on a terminal") struct WrapTests {
  static let rows: [(String, Int, Int?, String)] = [
    ("one two three four five six", 2, 23, "one two three four five\n  six"),
    ("one two three four five six", 2, 22, "one two three four\n  five six"),
    ("one two three four five six", 2, nil, "one two three four five six"),
    (
      "ok       socket: all is well here and everywhere\n", 9, 30,
      "ok       socket: all is well\n         here and everywhere\n"
    ),
    ("averyveryverylongwordindeed and more", 2, 22, "averyveryverylongwordindeed\n  and more"),
    ("a  b   columns stay as they are", 4, 26, "a  b   columns stay as\n    they are"),
    ("\u{1B}[31mred\u{1B}[0m takes no room at all now", 2, 25, "\u{1B}[31mred\u{1B}[0m takes no room at all\n  now"),
    ("a terminal too narrow for anything", 9, 20, "a terminal too narrow for anything"),
  ]

  @Test("a line is broken at blanks, and goes on below its text", arguments: rows)
  func wrapped(text: String, hanging: Int, width: Int?, expected: String) {
    #expect(Terminal.wrapped(text, hanging: hanging, width: width) == expected)
  }

  @Test("programs break lines at the width of their terminal, and only there")
  func terminal() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let words = "stty cols 50; '\(Program.folder)/switchway' doctor --socket '\(scene.socket)'"
    let shown = try Program.run(
      "/bin/sh", ["-c", "script -qc \"\(words)\" /dev/null </dev/null"],
      environment: scene.environment.merging(["SHELL": "/bin/sh", "TERM": "dumb", "NO_COLOR": "1"]) { $1 })
    let lines = shown.output.split(separator: "\r\n")
    #expect(lines.count > 9, "\(shown)")
    for line in lines { #expect(line.count <= 50 || !line.dropFirst(9).contains(" "), "\(line)") }
    let piped = try scene.ask("doctor")
    #expect(piped.output.split(separator: "\n").contains { $0.count > 50 }, "\(piped)")
    _ = daemon
  }
}
