import Foundation
import SwitchwayCore
import Testing

@Suite("Timelines") struct TimelineTests {
  @Test("what comes of it", arguments: Timeline.all)
  func timeline(_ timeline: Timeline) { timeline.check() }

  @Test("there are timelines")
  func some() { #expect(Timeline.all.count > 150) }

  @Test("the example of the README")
  func example() throws {
    let path = "\(Timeline.top)/Tests/Timelines/README.md"
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    let example = lines.filter { $0.hasPrefix("    ") }.map { $0.dropFirst(4) }.joined(separator: "\n")
    let cases = try Timeline.read(example, path: path)
    #expect(!cases.isEmpty)
    for one in cases { one.check() }
  }

  static let mistakes: [(text: String, line: Int, message: String)] = [
    ("case a\n  +tab => next\ncase a\n  +a => +a\n", 3, "two cases are called 'a'"),
    ("  +tab => next\n", 1, "a step before the first 'case'"),
    ("case a\n  +tab -tab\n", 2, "nothing says what comes of '+tab -tab': add '=>'"),
    ("case a\n\ncase b\n  +a =>\n", 1, "'a' has no steps"),
    ("# nothing\n", 1, "there is no 'case' in it"),
    ("devices: ball\n", 1, "no device 'ball': expected [\"box\", \"keyboard\", \"knob\", \"mouse\", \"pad\"]"),
    ("shows: all\n", 1, "'all' cannot be shown: expected presses, devices, held-back or cursor"),
    ("device: box\n", 1, "'device' is no setting: expected profile, switches, claims, devices or shows"),
    ("profile:\ncase a\n", 1, "a profile without lines"),
    ("+tab => next\n", 1, "expected 'case TITLE' or a setting, found '+tab => next'"),
  ]

  @Test("a mistake in a file is reported with its line", arguments: mistakes)
  func mistake(text: String, line: Int, message: String) throws {
    let mistake = #expect(throws: Timeline.Mistake.self) { try Timeline.read(text, path: "x.timeline") }
    #expect(mistake?.line == line)
    #expect(mistake?.text == message)
  }

  @Test(
    "a case fails where something else comes, and where a word is wrong",
    arguments: [
      ("+tab -tab => previous", 5), ("+tab -tab =>", 5), ("=> next", 4), ("+tab -tab => next, next", 5),
      ("+tab -tabb => next", 5),
    ])
  func failure(step: String, line: Int) throws {
    let text = "profile: full-keyboard-access\nclaims: all\ncase a\n  +a -a => +a, -a\n  \(step)\n"
    #expect(try Timeline.read(text, path: "x.timeline").map { $0.failure?.line } == [line])
  }

  @Test("a profile that cannot be used is reported with its line and its messages")
  func profileMistake() {
    let mistake = #expect(throws: Timeline.Mistake.self) {
      try Timeline.read("# x\nprofile:\n  keyboards: {}\ncase a\n  +a => +a\n", path: "x.timeline")
    }
    #expect(mistake?.line == 2)
    #expect(mistake?.text.contains("keyboards") == true)
  }

  static let words: [(script: String, message: String)] = [
    ("+tabb", "'+tabb': no key or switch 'tabb'"), ("3:+a", "'3:+a': no device '3': there are 2"),
    ("board:+a", "'board:+a': no device 'board': there are 2"),
    ("@1.2.3", "'@1.2.3': '1.2.3' is no time: expected ms, such as 100 or 99.999"),
    ("rest(yes)", "'rest(yes)': expected (on) or (off)"),
    ("press", "'press': not a word of timelines: Tests/Timelines/README.md lists them"),
    ("send(next", "'send(next': a ')' is missing"),
    ("profile(other)", "'profile(other)': no setting 'profile other:'"),
    ("unhandled(x)", "'unhandled(x)': expected the number of a command"),
    ("confirm()", "'confirm()': expected the number of a question"),
  ]

  @Test("a mistake in a step says which word is wrong", arguments: words)
  func word(script: String, message: String) throws {
    var run = TimelineRun(try Timeline.shipped("full-keyboard-access"))
    let mistake = #expect(throws: Timeline.Mistake.self) { try run.play(script) }
    #expect(mistake?.text == message)
  }

  @Test("what is expected is shown beside what came, and optional words may be left out")
  func difference() throws {
    var run = TimelineRun(try Timeline.shipped("full-keyboard-access"), claims: .all)
    let came = try run.play("+tab -tab +a")
    #expect(Timeline.difference(["next", "+a"], came) == nil)
    #expect(Timeline.difference(["10 next 0-10 for board", "20 +a"], came) == nil)
    #expect(
      Timeline.difference(["11 next", "+a", "-a"], came) == """
            expected  came
          > 11 next   10 next 0-10 for board
            +a        20 +a
          > -a        -
        """)
  }
}
