import EngineFixtures
import ProgramFixtures
import SwitchwayConfig
import SwitchwayCore
import Testing

@testable import switchway

/// A second `switchway setup`: it starts from the person's file, and changes only what was answered.
@Suite("A second setup", .blocking) struct SetupAgainTests {
  /// Reads a file as setup does.
  private static func former(_ text: String) throws -> FormerSetup {
    let scene = try Scene()
    let store = ProfileStore(file: try scene.file("mine.yaml", text), directories: ["\(Scene.top)/Config"])
    let profile = try #require(store.load(store.fileName ?? "mine").profile, "\(text)")
    return try FormerSetup(profile, text: text)
  }

  /// What these answers change, without the lines that stay.
  private static func change(_ text: String, _ answers: [String], hasScanner: Bool = false) throws -> String {
    var setup = Setup(former: try former(text), hasScanner: hasScanner)
    for answer in answers { try SetupTests.give(answer, to: &setup) }
    #expect(setup.question == nil, "\(String(describing: setup.question))")
    let changed = try #require(SetupProfile(setup).text)
    // What came of it answers what was answered.
    let after = try former(changed)
    #expect(after.answers(as: setup), "\(changed)")
    #expect(!text.contains("\r\n") || !changed.contains(where: { $0 == "\n" }), "\(changed)")
    return TextDifference(from: text, to: changed).whole.split(separator: "\n").filter { !$0.hasPrefix(" ") }
      .joined(separator: "\n")
  }

  @Test(
    "every profile that setup makes is read again, and trying it changes nothing", arguments: SetupProfileTests.rows)
  func same(row: SetupProfileTests.Row) throws {
    let text = try #require(SetupProfile(try SetupProfileTests().setup(row)).text)
    #expect(try Self.change(text, ["try"]) == "")
    #expect(try Self.change(text, ["all"] + row.kept) == "")
  }

  @Test("the keyboard's layout alone can be changed, where the desktop has another one")
  func layout() throws {
    let text = "switchway: 1\nextends: full-keyboard-access\nkeyboard:\n  layout: us  # the old one\n  sticky: yes\n"
    let former = try Self.former(text)
    #expect(throws: SetupRefusal.self) {
      var setup = Setup(former: former)
      try setup.answer("layout")
    }
    var setup = Setup(former: former, desktop: SetupTests.desktop)
    for answer in ["layout", "fr(oss)"] { try SetupTests.give(answer, to: &setup) }
    #expect(setup.question == nil)
    let layout = LearnedEntry.scalar("fr(oss)")
    #expect(SetupProfile(setup).text == text.replacing("layout: us", with: "layout: \(layout)"))
  }

  /// A file that its owner has edited since.
  private static let edited = """
    # Mine.
    switchway: 1
    label: Two switches
    devices:
      box: {match: {name: "Test Box", id: "1209:0001"}}  # the red one
    switches:
      first: {input: box/btn_0, steady: gentle, tap: next, hold: {after: 800ms, do: menu}}
      # Bought in May.
      second:
        input: box/button-2
        tap: select
        label: Foot

    # Time moves the highlight, and a press chooses.
    scan:
      style: auto
      interval: 1200ms   # tried out
      reaction: 100ms
      loops: 5
    policy:
      when-locked: [attention]

    """

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let answers: [String]
    let change: String
    init(_ name: String, _ answers: [String], _ change: String) {
      (testDescription, self.answers, self.change) = (name, answers, change)
    }
  }

  static let rows = [
    Row("the pace", ["interval", "2s"], "-   interval: 1200ms   # tried out\n+   interval: 2s   # tried out"),
    Row(
      "a pace that is too short for the reaction", ["interval", "0.3s"],
      """
      -   interval: 1200ms   # tried out
      -   reaction: 100ms
      +   interval: 300ms   # tried out
      +   reaction: 90ms
      """),
    Row(
      "the steadying", ["steadying", "tremor"],
      """
      -   first: {input: box/btn_0, steady: gentle, tap: next, hold: {after: 800ms, do: menu}}
      +   first: {input: box/btn_0, steady: tremor, tap: next, hold: {after: 800ms, do: menu}}
      +     steady: tremor
      """),
    Row("the steadying stays", ["steadying", "keep"], ""),
    Row(
      "the style", ["plan", "style", "step"],
      """
      - # Time moves the highlight, and a press chooses.
      + # Each press moves the highlight, and waiting chooses.
      -   style: auto
      +   style: step
      """),
    Row(
      "no clock", ["plan", "style", "front-end"],
      """
      - # Time moves the highlight, and a press chooses.
      - scan:
      -   style: auto
      -   interval: 1200ms   # tried out
      -   reaction: 100ms
      -   loops: 5
      """),
    Row(
      "a switch does something else, and the style is one that it allows",
      ["plan", "second", "attention", "yes"],
      """
      -     tap: select
      +     tap: attention
      - # Time moves the highlight, and a press chooses.
      + # Each press moves the highlight, and waiting chooses.
      -   style: auto
      +   style: step
      """),
    Row(
      "another switch beside the first", ["press", "btn_2 btn_0"],
      "-     input: box/button-2\n+     steady: gentle\n+     input: box/btn_2"),
    Row(
      "one switch more", ["plan", "more", "btn_2", "yes"],
      """
      - label: Two switches
      + label: Three switches
      +   third: {input: box/btn_2, steady: gentle, tap: previous}
      """),
    Row(
      "one switch less", ["all", "btn_0", "auto", "1200ms"],
      """
      - label: Two switches
      + label: One switch
      -   first: {input: box/btn_0, steady: gentle, tap: next, hold: {after: 800ms, do: menu}}
      +   first: {input: box/btn_0, steady: gentle, tap: select, hold: {after: 800ms, do: menu}}
      -   second:
      -     input: box/button-2
      -     tap: select
      -     label: Foot
      """),
  ]

  @Test("one thing is changed, and everything else stays, also what setup does not ask about", arguments: rows)
  func changed(row: Row) throws {
    let change = try Self.change(Self.edited, row.answers)
    #expect(change == row.change, "\(change)")
    let windows = Self.edited.replacing("\n", with: "\r\n")
    #expect(try Self.change(windows, row.answers) == row.change, "with the line ends of Windows")
  }

  /// Sections on one line each, as in the smallest files.
  private static let small = """
    switchway: 1
    label: Two switches
    devices: {box: {match: {name: "Test Box", id: "1209:0001"}}}
    switches: {first: {input: box/btn_0, tap: next}, second: {input: box/button-2, tap: select}} # mine
    scan: {style: auto, interval: 1200ms}

    """

  static let smallRows = [
    (
      ["interval", "2s"], "- scan: {style: auto, interval: 1200ms}\n+ scan: {style: auto, interval: 2s}"
    ),
    (
      ["plan", "style", "front-end"], "- scan: {style: auto, interval: 1200ms}"
    ),
    (
      ["plan", "second", "attention", "yes"],
      """
      - switches: {first: {input: box/btn_0, tap: next}, second: {input: box/button-2, tap: select}} # mine
      - scan: {style: auto, interval: 1200ms}
      + switches: {first: {input: box/btn_0, tap: next}, second: {input: box/button-2, tap: attention}} # mine
      + scan: {style: step, interval: 1200ms}
      """
    ),
    (
      ["all", "btn_0", "auto", "1200ms"],
      """
      - label: Two switches
      + label: One switch
      - switches: {first: {input: box/btn_0, tap: next}, second: {input: box/button-2, tap: select}} # mine
      + switches: {first: {input: box/btn_0, tap: select}} # mine
      """
    ),
  ]

  @Test("of sections on one line, only what was answered changes", arguments: smallRows)
  func small(answers: [String], expected: String) throws {
    let change = try Self.change(Self.small, answers)
    #expect(change == expected, "\(change)")
  }

  static let sayings = [
    (name: "a file that says nothing of it", word: "", isAsked: true),
    (name: "a file that allows it", word: "yes", isAsked: false),
    (name: "a file that does not allow it", word: "no", isAsked: false),
  ]

  @Test(
    "setup asks again whether Switchway may type or point only where the file does not say it",
    arguments: SetupRight.allCases, sayings)
  func rights(right: SetupRight, saying: (name: String, word: String, isAsked: Bool)) throws {
    let other = right == .typing ? SetupRight.pointing : .typing
    let text = Self.edited + "  \(other): no\n" + (saying.word.isEmpty ? "" : "  \(right): \(saying.word)\n")
    func isOffered(_ text: String, hasScanner: Bool) throws -> Bool {
      let setup = Setup(former: try Self.former(text), hasScanner: hasScanner)
      return setup.choices(for: .change).contains { $0.word == right.rawValue }
    }
    #expect(try isOffered(text, hasScanner: true) == saying.isAsked)
    #expect(try !isOffered(text, hasScanner: false))
    let given = "+   \(right): yes"
    let all = ["all", "keep"] + ["yes"] + (saying.isAsked ? ["yes"] : []) + ["1200ms"]
    #expect(try Self.change(text, all, hasScanner: true) == (saying.isAsked ? given : ""))
    #expect(try Self.change(text, ["plan", "yes"], hasScanner: true) == "", "only what was to be changed is asked")
    guard saying.isAsked else { return }
    for (answer, change) in [("yes", given), ("no", "")] {
      #expect(try Self.change(text, [right.rawValue, answer], hasScanner: true) == change)
    }
    guard right == .typing else { return }
    let extended = text.replacing("switchway: 1\n", with: "switchway: 1\nextends: one-switch-scan\n")
    #expect(try !isOffered(extended, hasScanner: true), "what it extends allows it")
  }

  @Test("a right that the file gives stays where it no longer extends what it extended", arguments: ["yes", "no"])
  func keptRight(word: String) throws {
    let text = """
      switchway: 1
      label: One switch
      extends: one-switch-scan
      devices:
        box: {match: {name: "Test Box", id: "1209:0001"}}
      switches:
        main: {input: box/btn_0, steady: gentle, tap: select}
      scan:
        style: auto
        interval: 1s
      policy:
        pointing: \(word)

      """
    var setup = Setup(former: try Self.former(text))
    for answer in ["plan", "inverse"] { try setup.answer(answer) }
    #expect(setup.question == nil)
    let written = try #require(SetupProfile(setup).text)
    #expect(written.contains("\n  pointing: \(word)\n") && !written.contains("extends:"), "\(written)")
    #expect(written.contains("\n  typing: yes\n"), "\(written)")
  }

  static let refusals = [
    (
      "switchway: 1\ndevices: {box: {match: {name: \"Box\"}}}\nswitches: {a: {input: [box/btn_0, # or\n  box/btn_1], "
        + "tap: select}}\n",
      "the file is written in a way that a program cannot change safely"
    ),
    (
      "switchway: 1\ndevices:\n  box: {match: {name: \"Test Box\"}}\nswitches:\n"
        + "abcdefghi".enumerated().map { "  \($1): {input: box/btn_\($0), tap: select}\n" }.joined(),
      "it has 9 switches, and setup can change at most 8"
    ),
  ]

  @Test("a file that setup cannot change is refused with the reason", arguments: refusals)
  func refused(text: String, reason: String) throws {
    #expect(throws: SetupRefusal(message: Phrase(verbatim: reason))) { _ = try Self.former(text) }
  }

  @Test("a section or an entry goes, and what stands around it stays")
  func removed() {
    let text = "a: 1\n\n# B\nb:\n  x: 1\n  y:\n    z: 2\n\nc: 3\n"
    #expect(SectionInsertion.remove("y", from: "b", of: text) == "a: 1\n\n# B\nb:\n  x: 1\n\nc: 3\n")
    #expect(SectionInsertion.remove("x", from: "b", of: text) == "a: 1\n\n# B\nb:\n  y:\n    z: 2\n\nc: 3\n")
    #expect(SectionInsertion.remove(section: "b", of: text) == "a: 1\n\n# B\n\nc: 3\n")
    #expect(SectionInsertion.remove(section: "c", of: text) == nil)
    let flow = "a: 1\n\nb: {x: 1, y: {z: 2}} # B\n\nc: 3\n"
    #expect(SectionInsertion.remove("y", from: "b", of: flow) == "a: 1\n\nb: {x: 1} # B\n\nc: 3\n")
    #expect(SectionInsertion.remove("z", from: "b", of: flow) == nil)
    #expect(SectionInsertion.remove(section: "b", of: flow) == "a: 1\n\nc: 3\n")
    #expect(SectionInsertion.remove("x", from: "b", of: "a: 1\nb: {x: 1}\n") == "a: 1\n")
    #expect(SectionInsertion.remove("x", from: "b", of: "b:\n  x: 1\n") == "")
  }

  @Test("blank lines and comments inside an entry or a section do not end it")
  func gaps() {
    let text = "b:\n  w:\n    k: 1\n  x:\n    k: 2\n\n# in x\n    l: 3\n\n  # of y\n  y: 4\n\n# C\nc: 5\n"
    #expect(
      SectionInsertion.remove("x", from: "b", of: text)
        == "b:\n  w:\n    k: 1\n\n  # of y\n  y: 4\n\n# C\nc: 5\n")
    #expect(SectionInsertion.remove(section: "b", of: "a: 1\n" + text) == "a: 1\n\n# C\nc: 5\n")
  }
}
