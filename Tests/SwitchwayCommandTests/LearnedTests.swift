import EngineFixtures
import ProgramFixtures
import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime
import SwitchwayYAML
import Testing

@testable import switchway

/// What `switchway learn` makes of presses, and how it goes into a file.
@Suite("What is learned") struct LearnedTests {
  private func presses(
    _ edges: [Int64], of input: String = "btn_0", kind: String = "switch-interface"
  ) -> LearnedPresses {
    var presses = LearnedPresses()
    for (index, time) in edges.enumerated() {
      let line =
        #"{"type":"learn","device":{"name":"Box \"1\"","id":"1209:0001","kind":"\#(kind)","phys":"","uniq":""},"#
        + #""input":"\#(input)","down":\#(index % 2 == 0),"time":\#(time * 1_000)}"#
      let isTaken = presses.takeLine(line.message)
      #expect(isTaken)
    }
    return presses
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let edges: [Int64]
    let count: Int
    let preset: SteadyingPreset
    let quiet: Int64?
    init(_ name: String, _ edges: [Int64], _ count: Int, _ preset: SteadyingPreset, quiet: Int64? = nil) {
      (testDescription, self.edges, self.count, self.preset, self.quiet) = (name, edges, count, preset, quiet)
    }
  }

  static let rows: [Row] = [
    Row("clean presses", [0, 150, 2_000, 2_150, 4_000, 4_150], 3, .gentle),
    Row("a bounce is no press after it", [0, 150, 170, 200], 1, .gentle),
    Row("a tremor that the quiet of gentle covers", [0, 150, 242, 260], 1, .gentle),
    Row("and one that it does not", [0, 150, 243, 260], 1, .tremor),
    Row("later ones", [0, 150, 370, 400, 3_000, 3_150], 2, .spasm),
    Row("still later", [0, 150, 650, 700], 1, .spasm, quiet: 680_000),
    Row("exactly 600 ms later it is the same press", [0, 150, 750, 800], 1, .spasm, quiet: 810_000),
    Row("a ms more, and it is the next", [0, 150, 751, 800], 2, .gentle),
    Row("a brush before the press", [0, 30, 100, 300], 1, .steady),
    Row("a brush before a press too short for steady", [0, 30, 100, 240], 1, .gentle),
    Row("still held", [0, 150, 2_000], 2, .gentle),
  ]

  @Test("steadying that fits what was seen", arguments: rows)
  func steadying(row: Row) {
    let presses = presses(row.edges)
    #expect(presses.count == row.count)
    #expect(presses.steadying.preset == row.preset)
    #expect(presses.steadying.ignoreRepeat?.value == row.quiet)
  }

  @Test("the first input that goes down is the one; others, and what is no learn line, say nothing")
  func source() {
    var presses = LearnedPresses()
    func line(_ input: String, _ down: Bool) -> JSONValue {
      #"""
      {"type":"learn","device":{"name":"B","id":"1:1","kind":"other","phys":"p","uniq":"u"},\#
      "input":"\#(input)","down":\#(down),"time":1}
      """#.message
    }
    let taken = [
      line("a", false), #"{"type":"learn","time":1}"#.message, line("b", true), line("a", true), line("b", false),
    ].map { presses.takeLine($0) }
    #expect(taken == [false, false, true, false, true])
    #expect(!presses.isDown)
    #expect(presses.source?.input == "b")
  }

  @Test("a push, and a turn of a knob, as they are written: grabbed, with the movement as the input")
  func movement() throws {
    for (kind, stem, input) in [
      ("pointer", "pointer", "rel_x < -40 within 300ms"), ("other", "device", "rel_dial > 3 within 500ms"),
      ("pedal", "pedal", "rel_wheel > 3 within 500ms"),
    ] {
      let pressed = presses([0, 400, 1_500, 1_900, 3_000, 3_400], of: input, kind: kind)
      let source = try #require(pressed.source)
      #expect(LearnTarget.needsGrab(source) && source.isMovement && !source.isAxis)
      let entry = LearnedEntry(
        pressed, of: source, entry: nil, name: "push", tap: "select", isGrabbed: true, among: [])
      let scene = try Scene()
      let file = try scene.file("test.yaml", "switchway: 1\n" + entry.text)
      let result = ProfileStore(file: file, directories: []).load("test")
      #expect(result.diagnostics.isEmpty, "\(result.text)")
      let written = try #require(result.profile?.switches.first)
      #expect(written.inputs[0].selector.isPressed(by: source))
      #expect(InputText.text(of: written.inputs[0].selector) == input && entry.device == stem)
    }
  }

  @Test("an entry as it is written")
  func entry() throws {
    let pressed = presses([0, 150])
    let source = try #require(pressed.source)
    let new = LearnedEntry(
      pressed, of: source, entry: nil, name: "left", tap: "scroll(down, page)", isGrabbed: false, among: ["box"])
    #expect(
      new.text == """
        devices:
          box-2: {match: {name: "Box \\"1\\"", id: "1209:0001"}}
        switches:
          left: {input: box-2/btn_0, steady: gentle, tap: "scroll(down, page)"}

        """)
    let known = LearnedEntry(
      pressed, of: source, entry: "box", name: "left", tap: nil, isGrabbed: true, among: ["box"])
    #expect(known.text == "switches:\n  left: {input: box/btn_0, steady: gentle}\n")
    // A stick has its own default, which is more than `gentle`.
    let stick = presses([0, 150], of: "abs_x < -60%", kind: "joystick")
    let third = LearnedEntry(
      stick, of: try #require(stick.source), entry: "joystick", name: "puff", tap: "next", isGrabbed: false, among: [])
    #expect(third.switchText == #"{input: "joystick/abs_x < -60%", tap: next}"#)
  }

  struct Edit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let expected: String?
    init(_ name: String, _ text: String, _ expected: String?) {
      (testDescription, self.text, self.expected) = (name, text, expected)
    }
  }

  static let edits: [Edit] = [
    Edit("no such section yet", "switchway: 1\n", "switchway: 1\nswitches:\n  n: {v}\n"),
    Edit("without a line feed at the end", "switchway: 1", "switchway: 1\nswitches:\n  n: {v}\n"),
    Edit("at the end of it", "switches:\n  a: {x}\n", "switches:\n  a: {x}\n  n: {v}\n"),
    Edit(
      "before the next section, whose notes stay its own",
      "switches:  # mine\n    a:\n      x: 1\n\n# These are devices.\ndevices: {}\n",
      "switches:  # mine\n    a:\n      x: 1\n    n: {v}\n\n# These are devices.\ndevices: {}\n"),
    Edit(
      "behind a note that is indented", "switches:\n  a: {x}\n  # b: {y}\n",
      "switches:\n  a: {x}\n  # b: {y}\n  n: {v}\n"),
    Edit("line ends of another system", "switches:\r\n  a: {x}\r\n", "switches:\r\n  a: {x}\r\n  n: {v}\r\n"),
    Edit("in braces", "switches: {a: {x}}\n", "switches: {a: {x}, n: {v}}\n"),
    Edit("in empty braces", "switches: { } # none\n", "switches: {n: {v}} # none\n"),
    Edit("in braces of two lines", "switches: {a: {x},\n  b: {y}}\n", "switches: {a: {x},\n  b: {y}, n: {v}}\n"),
    Edit(
      "in braces with comments", "switches: {\n  a: {x}, # }, Ann's\n  b: {y} # {\n}\n",
      "switches: {\n  a: {x}, # }, Ann's\n  b: {y}, n: {v} # {\n}\n"),
    Edit("in braces with only a comment", "switches: { # none\n}\n", "switches: {n: {v}  # none\n}\n"),
    Edit("after a member without a value", "switches: {a: }\n", "switches: {a: , n: {v} }\n"),
    Edit("a file in braces", "{switchway: 1}\n", "{switchway: 1, switches: {n: {v}}}\n"),
    Edit("empty", "switches:\ndevices:\n  a: {}\n", "switches:\n  n: {v}\ndevices:\n  a: {}\n"),
    Edit("an end of the document", "switchway: 1\n...\n", "switchway: 1\nswitches:\n  n: {v}\n...\n"),
    Edit("mixed line ends", "a: 1\r\nswitches:\n  a: {x}\n", "a: 1\r\nswitches:\n  a: {x}\n  n: {v}\r\n"),
    Edit("a list", "switches: [a]\n", nil),
    Edit("after a question mark", "? switches\n:\n  a: {x}\n", nil),
    Edit("an error", "switches: {a: {x}\n", nil),
  ]

  @Test("an entry goes into its section, and nothing else changes", arguments: edits)
  func insertion(edit: Edit) {
    #expect(SectionInsertion.add("n", "{v}", to: "switches", of: edit.text) == edit.expected)
  }
}
