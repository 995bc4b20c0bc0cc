import EngineFixtures
import ProgramFixtures
import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol
import Testing

@testable import switchway

/// What is decided before a switch is pressed, and how it goes into the file afterwards.
@Suite("What is to be learned") struct LearnPlanTests {
  private static let left = LearnPlan.Known(name: "left", command: "next", isPresent: false)
  private static let right = LearnPlan.Known(name: "right", command: "select", isPresent: true)
  private static let both = [left, right]

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let name: String?
    let tap: String?
    let known: [LearnPlan.Known]
    let plan: LearnPlan

    init(_ title: String, _ name: String?, _ tap: String?, _ known: [LearnPlan.Known], _ plan: LearnPlan) {
      (testDescription, self.name, self.tap, self.known, self.plan) = (title, name, tap, known, plan)
    }
  }

  static let rows = [
    Row("the first switch chooses", nil, nil, [], LearnPlan(name: "switch", tap: "select")),
    Row("the second moves on", nil, nil, [right], LearnPlan(name: "switch", tap: "next")),
    Row("a name", "puff", nil, [right], LearnPlan(name: "puff", tap: "next")),
    Row("a command", nil, "menu", both, LearnPlan(name: "switch", tap: "menu")),
    Row("one that is there keeps its command", "left", nil, both, LearnPlan(name: "left", tap: nil)),
    Row("one that is there, with another command", "left", "menu", both, LearnPlan(name: "left", tap: "menu")),
  ]

  @Test("options decide", arguments: rows)
  func options(row: Row) throws {
    #expect(try LearnPlan.make(name: row.name, tap: row.tap, known: row.known, ask: nil) == row.plan)
  }

  @Test("offered are the names that a person gave; those of shipped profiles only where there are no others")
  func offered() throws {
    let shipped = ["a", "b"].map { LearnPlan.Known(name: $0, command: "menu", isPresent: false, isShipped: true) }
    var seen: [String] = []
    _ = try? LearnPlan.make(name: nil, tap: nil, known: shipped + Self.both) { known in
      seen = known.map(\.name)
      return nil
    }
    #expect(seen == ["left", "right"])
    #expect(LearnPlan.offered(shipped) == shipped)
    // A shipped one that is named is still known.
    #expect(
      try LearnPlan.make(name: "a", tap: nil, known: shipped + Self.both, ask: nil) == LearnPlan(name: "a", tap: nil))
  }

  @Test("where all is bound and nobody is there to ask, it is refused with what can be done")
  func refused() {
    func message(_ known: [LearnPlan.Known], _ name: String? = nil) -> String? {
      do throws(CommandFailure) {
        _ = try LearnPlan.make(name: name, tap: nil, known: known, ask: nil)
        return nil
      } catch {
        return error.message
      }
    }
    let unnamed = message(Self.both) ?? ""
    for part in ["'left' (next), 'right' (select)", "\nhelp: 'switchway learn left'", "--tap COMMAND"] {
      #expect(unnamed.contains(part), "no '\(part)' in: \(unnamed)")
    }
    let named = message(Self.both, "third") ?? ""
    #expect(named.contains("'left' (next), 'right' (select)") && named.contains("--tap COMMAND"))
    #expect(!named.contains("switchway learn left"))
  }

  @Test("answers at the terminal: a number, a name, a command, or none of them")
  func answers() {
    #expect(LearnPlan.answer("1", known: Self.both) == LearnPlan(name: "left", tap: nil))
    #expect(LearnPlan.answer("right", known: Self.both) == LearnPlan(name: "right", tap: nil))
    #expect(LearnPlan.answer("menu", known: Self.both) == LearnPlan(name: "switch", tap: "menu"))
    #expect(LearnPlan.answer("3", known: Self.both) == nil)
    #expect(LearnPlan.answer("mneu", known: Self.both) == nil)
  }

  @Test("a switch of the file gets another input, however it is written", arguments: fields)
  func field(row: FieldRow) {
    let head = row.before.hasPrefix("{") ? "switches: " : "switches:\n"
    #expect(
      SectionInsertion.setField("input", "NEW", of: "left", in: "switches", of: head + row.before)
        == row.after.map { head + $0 })
  }

  struct FieldRow: Sendable {
    let before: String
    let after: String?
    init(_ before: String, _ after: String?) { (self.before, self.after) = (before, after) }
  }

  static let fields = [
    FieldRow("  left: {input: a/b, tap: next}  # n\n", "  left: {input: NEW, tap: next}  # n\n"),
    FieldRow("  left: {tap: next, input: [a/b, 'c/d,}']}\n", "  left: {tap: next, input: NEW}\n"),
    FieldRow("  left: {tap: next}\n", "  left: {tap: next, input: NEW}\n"),
    FieldRow("  left: {}\n", "  left: {input: NEW}\n"),
    FieldRow(
      "  left:\n    tap: next\n    input: a/b # n\n  x: {}\n", "  left:\n    tap: next\n    input: NEW # n\n  x: {}\n"),
    FieldRow("  left:\n    tap: next\n", "  left:\n    input: NEW\n    tap: next\n"),
    FieldRow("  other: {tap: next}\n", "  other: {tap: next}\n  left: {input: NEW}\n"),
    FieldRow("  left:\n    input:\n      - a/b\n", "  left:\n    input: NEW\n"),
    FieldRow("  left: {input: a/b,\n    tap: next}\n", "  left: {input: NEW,\n    tap: next}\n"),
    FieldRow("  left:\n    {tap: next}\n", "  left:\n    {tap: next, input: NEW}\n"),
    FieldRow("  left: # n\n  x: {}\n", "  left: {input: NEW} # n\n  x: {}\n"),
    FieldRow("  left: nothing\n", nil),
    FieldRow("  left:\n  - a/b\n", nil),
    FieldRow(
      "{a: {input: x}, left: {tap: next, input: a/b}}  # n\n", "{a: {input: x}, left: {tap: next, input: NEW}}  # n\n"),
    FieldRow("{lefty: {input: x}}\n", "{lefty: {input: x}, left: {input: NEW}}\n"),
    FieldRow("{left: {tap: 'a, }'}, b: {}}\n", "{left: {tap: 'a, }', input: NEW}, b: {}}\n"),
    FieldRow("{left: *box}\n", nil),
  ]

  @Test("a device is grabbed if its key acts on a desktop; boxes are anyway, and buttons of pads act on nothing")
  func grabs() throws {
    func needs(_ input: String, _ kind: String) throws -> Bool {
      var presses = LearnedPresses()
      let line =
        #"{"device":{"name":"B","id":"1:2","kind":"\#(kind)","phys":"","uniq":""},"input":"\#(input)","down":true,"#
        + #""time":1}"#
      _ = presses.takeLine(line.message)
      return LearnTarget.needsGrab(try #require(presses.source))
    }
    for kind in ["other", "keyboard", "system"] {
      for key in ["key_space", "key_kp1", "key_a", "key_enter", "key_up"] { #expect(try needs(key, kind), "\(key)") }
    }
    #expect(try !needs("key_space", "switch-interface"))
    #expect(try !needs("btn_trigger", "joystick"))
    #expect(try !needs("abs_x > 60%", "joystick"))
    for kind in ["other", "keyboard", "joystick", "gamepad"] {
      for key in ["key_playpause", "key_volumeup", "key_mail", "key_f13", "key_f24", "btn_left"] {
        #expect(try needs(key, kind), "\(key)")
      }
    }
    #expect(try !needs("key_volumeup", "pedal"))
    #expect(try needs("btn_left", "pointer"))
  }

  @Test("signs of patterns in a name are escaped, so that it matches that device and no other")
  func patterns() throws {
    let name = #"Box [x]* ?\y"#
    var presses = LearnedPresses()
    let escapedName = name.replacing("\\", with: "\\\\")
    let device = #"{"name":"\#(escapedName)","id":"1209:0001","kind":"switch-interface","phys":"","uniq":""}"#
    _ = presses.takeLine(#"{"device":\#(device),"input":"btn_0","down":true,"time":1}"#.message)
    let entry = LearnedEntry(
      presses, of: try #require(presses.source), entry: nil, name: "left", tap: "next", isGrabbed: false, among: [])
    #expect(entry.deviceText == #"{match: {name: "Box \\[x\\]\\* \\?\\\\y", id: "1209:0001"}}"#)
    let glob = Glob(Glob.escaped(name))
    #expect(!glob.hasWildcard && glob.matches(name) && !glob.matches("Box x !y"))
    // What could not be printed is any character.
    var changed = LearnedPresses()
    let other = device.replacing("}", with: #","name-changed":true}"#)
    _ = changed.takeLine(#"{"device":\#(other),"input":"btn_0","down":true,"time":1}"#.message)
    let open = LearnedEntry(
      changed, of: try #require(changed.source), entry: nil, name: "left", tap: "next", isGrabbed: false, among: [])
    #expect(open.deviceText == #"{match: {name: "Box \\[x\\]\\* ?\\\\y", id: "1209:0001"}}"#)
  }
}
