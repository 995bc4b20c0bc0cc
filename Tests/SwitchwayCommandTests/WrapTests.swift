import EngineFixtures
import ProgramFixtures
import SwitchwayCore
import SwitchwayProtocol
import Testing

@testable import switchway

@Suite("Lines on a terminal", .blocking) struct WrapTests {
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

  static let diagnostic = """
    mine.yaml:4:9: error: 'hold-duration' is a length of time, and 0.2 has no unit
        left: {input: box/button-1, steady: {hold-duration: 0.2}}
                                                            ^
    help: write 0.2s or 200ms; 'man switchway.yaml' says what each of these lengths is
    """
  static let messages: [(Int?, String)] = [
    (nil, diagnostic), (200, diagnostic),
    (
      80,
      """
      mine.yaml:4:9: error: 'hold-duration' is a length of time, and 0.2 has no unit
          left: {input: box/button-1, steady: {hold-duration: 0.2}}
                                                              ^
      help: write 0.2s or 200ms; 'man switchway.yaml' says what each of these lengths
            is
      """
    ),
    (
      40,
      """
      mine.yaml:4:9: error: 'hold-duration' is
        a length of time, and 0.2 has no unit
          left: {input: box/button-1, steady: {hold-duration: 0.2}}
                                                              ^
      help: write 0.2s or 200ms; 'man
            switchway.yaml' says what each of
            these lengths is
      """
    ),
  ]

  @Test("a diagnostic's message and help are broken, its source line and caret are not", arguments: messages)
  func message(width: Int?, expected: String) {
    #expect(Terminal.message(Self.diagnostic, width: width) == expected)
  }

  static let paragraphs: [(Int?, String)] = [
    (
      nil,
      """
      left (Left)  [mine.yaml:3:3]
        input   box/button-1  [mine.yaml:3:17]
        tap     next: moves to the next item, again and again while it is held  [mine.yaml:3:40]

      """
    ),
    (
      80,
      """
      left (Left)  [mine.yaml:3:3]
        input   box/button-1  [mine.yaml:3:17]
        tap     next: moves to the next item, again and again while it is held
                [mine.yaml:3:40]

      """
    ),
    (
      40,
      """
      left (Left)  [mine.yaml:3:3]
        input   box/button-1  [mine.yaml:3:17]
        tap     next: moves to the next item,
                again and again while it is
                held  [mine.yaml:3:40]

      """
    ),
  ]

  @Test("'explain' is broken below its texts", arguments: paragraphs + [(200, paragraphs[0].1)])
  func paragraph(width: Int?, expected: String) {
    var paragraph = Paragraph("left (Left)", ["mine.yaml:3:3"])
    paragraph.add("input", "box/button-1", ["mine.yaml:3:17"])
    paragraph.add("tap", "next: moves to the next item, again and again while it is held", ["mine.yaml:3:40"])
    #expect(paragraph.text(width: width) == expected)
  }

  @Test("'devices' is broken below its texts", arguments: [40, 80, 200, nil])
  func report(width: Int?) {
    let device = DeviceDescription(
      name: "Box", phys: "usb-0000:00:14.0-1/input0", kind: .switchInterface, keys: KeySet([0x120, 0x121, 0x122]))
    let report = DeviceReport(device, profile: .empty, held: nil, others: ["Box Consumer Control"])
    let lines = report.text(width: width).split(separator: "\n")
    let whole = report.text(width: nil)
    #expect(whole.contains("  with    Box Consumer Control (nodes of the same device)\n"), "\(whole)")
    guard let width else { return }
    for line in lines { #expect(line.count <= width, "\(line)") }
    let words = { (text: String) in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) }
    #expect(words(report.text(width: width)) == words(whole))
    #expect((lines.count == whole.split(separator: "\n").count) == (width > 40), "\(lines)")
  }

  @Test("'devices' is broken below what a device sends and what takes it")
  func sends() {
    let match = DeviceMatch(name: Glob("*Switch*"), kinds: [.switchInterface])
    let profile = Profile(name: "test", devices: [DeviceEntry(name: "headrest", match: match)])
    let device = DeviceDescription(
      name: "Switch Box", bus: 3, vendor: 0x05f3, product: 0x0232, kind: .switchInterface,
      keys: KeySet(Array(0x120...0x12B)))
    let report = DeviceReport(device, profile: profile, held: nil, others: [])
    let sends = """
        sends   btn_trigger btn_thumb
                btn_thumb2 btn_top btn_top2
                btn_pinkie btn_base btn_base2
                btn_base3 btn_base4 btn_base5
                btn_base6

      """
    #expect(report.text(width: 40).contains(sends), "\(report.text(width: 40))")
    let entry = report.text(width: 40).split(separator: "\n").drop { !$0.hasPrefix("  entry   headrest: ") }
    #expect(entry.count > 1 && entry.allSatisfy { $0.count <= 40 }, "\(entry)")
  }

  @Test("'explain', 'check' and errors are broken on a terminal, and not where they are piped")
  func commands() throws {
    let scene = try Scene()
    let good = try scene.file("good.yaml", Scene.profile())
    let bad = try scene.file("bad.yaml", "switchway: 1\nswitches: {left: {input: box/a, hold-duration: 0.2}}\n")
    for arguments in ["explain --config \(good)", "check \(bad)", "explain tab+z --config \(good)"] {
      let words = "stty cols 40; '\(Program.folder)/switchway' \(arguments)"
      let shown = try Program.run(
        "/bin/sh", ["-c", "script -qc \"\(words)\" /dev/null </dev/null"],
        environment: scene.environment.merging(["SHELL": "/bin/sh", "TERM": "dumb", "NO_COLOR": "1"]) { $1 })
      let piped = try Program.run(
        "/bin/sh", ["-c", "'\(Program.folder)/switchway' \(arguments) 2>&1"], environment: scene.environment)
      let lines = shown.output.split(separator: "\r\n")
      #expect(lines.count > piped.output.split(separator: "\n").count, "\(arguments): \(shown)\n\(piped)")
      for line in lines where !line.hasPrefix("    ") && line.count > 40 {
        #expect(line.split(separator: " ").contains { $0.count > 30 }, "a line without a word that long: \(line)")
      }
    }
  }
}
