import EngineFixtures
import Foundation
import ProgramFixtures
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime
import Testing

@testable import switchway

@Suite("Words for people") struct WordsTests {
  @Test(
    "the mend for a file that cannot be read is about reading",
    arguments: [("read", "read it"), ("write", "write there")])
  func files(what: String, right: String) {
    let failure = FileFailure.of("cannot \(what)", "/x", code: EACCES)
    #expect(failure.message == "cannot \(what) /x: Permission denied\nhelp: check that you may \(right)")
  }

  @Test("who answered all prompts is not told to press each time")
  func fewPrompts() {
    let words = CalibrationWords.text(.tooFewPresses(answered: 2, of: 2), switches: ["left"])
    #expect(words.contains("2 times") && !words.contains("again"), "\(words)")
  }

  static let outcomes: [(String, String)] = [
    (#""outcome":"rejected","reason":"too-short","length":60000,"needed":120000"#, "too short, 60 of 120 ms"),
    (#""outcome":"rejected","reason":"too-short","length":600000,"needed":1200000"#, "too short, 0.6 of 1.2 s"),
    (#""outcome":"rejected","reason":"too-short","needed":120000"#, "too short, less than 120 ms"),
    (#""outcome":"rejected","reason":"too-short""#, "too short"),
    (
      #""outcome":"rejected","reason":"repeat","needed":300000"#,
      "too soon: it must be 300 ms or more after the release"
    ),
    (#""outcome":"rejected","reason":"repeat""#, "too soon"),
    (#""outcome":"rejected","reason":"neighbour""#, "another switch was meant"),
    (#""outcome":"rejected","reason":"device-lost""#, "its device went away"),
    (#""outcome":"rejected","reason":"sync-lost""#, "its release was lost"),
    (#""outcome":"rejected","reason":"chord-broken""#, "part of a chord that was not completed"),
    (#""outcome":"rejected","reason":"no-gesture""#, "nothing is assigned to this press"),
    (
      #""outcome":"command","gesture":"tap","command":"move","args":["left"],"count":1,"length":90500"#,
      "move(left) (a tap of 91 ms)"
    ),
    (#""outcome":"command","gesture":"tap","command":"next","args":[],"count":1"#, "next (a tap)"),
    (
      #""outcome":"command","gesture":"tap","command":"select","args":[],"page":7,"item":3,"lit":3"#,
      "select (a tap), page 7, item 4"
    ),
    (
      #""outcome":"command","gesture":"tap","command":"select","args":[],"length":160000,"page":7,"item":3,"lit":4"#,
      "select (a tap of 0.16 s), page 7, item 4; item 5 was highlighted when the press was decided"
    ),
    (
      #""outcome":"command","gesture":"tap","command":"next","args":[],"count":4,"length":2000000"#,
      "next, 4 times (a tap of 2 s)"
    ),
    (
      #""outcome":"command","gesture":"press","command":"next","args":[],"count":1,"length":500000"#,
      "next (a press of 0.5 s)"
    ),
    (
      #""outcome":"command","gesture":"hold","command":"menu","args":[],"count":1,"length":900000"#,
      "menu (a hold of 0.9 s)"
    ),
    (#""outcome":"command","gesture":"double","command":"menu","args":[],"count":1"#, "menu (pressed twice)"),
    (#""outcome":"command","gesture":"triple","command":"menu","args":[],"count":1"#, "menu (pressed three times)"),
    (#""outcome":"command","gesture":"repeat","command":"next","args":[],"count":3"#, "next, 3 times (held)"),
    (#""outcome":"command","gesture":"chord","command":"escape","args":[],"count":1"#, "escape (pressed together)"),
    (
      #""outcome":"question","gesture":"hold","command":"restart","args":[],"length":900000"#,
      "restart (a hold of 0.9 s): a question was asked first"
    ),
    (#""outcome":"pending","reason":"hold-duration""#, "not decided yet: held long enough to count?"),
    (#""outcome":"pending","reason":"neighbour""#, "not decided yet: or was it its neighbour?"),
    (#""outcome":"pending","reason":"chord""#, "not decided yet: together with another switch?"),
    (#""outcome":"pending","reason":"hold""#, "not decided yet: a tap, or a hold?"),
    (#""outcome":"pending","reason":"double""#, "not decided yet: will another press follow?"),
  ]

  private func value(_ text: String) throws -> JSONValue { try JSONValue.parse(Array(text.utf8)) }

  /// A time of day of the test's own zone, µs since 1970.
  private func wall(_ day: Int, _ hour: Int, _ minute: Int, _ second: Int) throws -> Int64 {
    let date = DateComponents(
      calendar: Calendar(identifier: .gregorian), year: 2026, month: 11, day: day, hour: hour, minute: minute,
      second: second
    ).date
    return Int64(try #require(date).timeIntervalSince1970) * 1_000_000
  }

  @Test("what became of a press, in a sentence", arguments: outcomes)
  func sentence(outcome: String, expected: String) throws {
    let words = PressWords(hello: #"{"time":81000000}"#.read(), now: try wall(21, 10, 42, 17))
    let press = try value(#"{"switch":"left","pressed":71000000,\#(outcome)}"#)
    #expect(words.sentence(Wire.AnsweredPress(press)) == "left, 10:42:07: \(expected)")
  }

  @Test("every reason of the core has its words")
  func reasons() {
    for reason in RejectionReason.allCases { #expect(EventWords.rejection(reason.rawValue) == reason.words) }
    for reason in PendingReason.allCases { #expect(EventWords.pending(reason.rawValue) == reason.words) }
    let words = RejectionReason.allCases.map(\.words) + PendingReason.allCases.map(\.words)
    #expect(Set(words).count == words.count && !words.contains(""))
  }

  @Test("a reason that this program does not know is shown, too")
  func unknownReasons() {
    #expect(EventWords.rejection("new") == "not acted on")
    #expect(EventWords.pending("new") == "new")
  }

  static let events: [(String, String)] = [
    (#"{"type":"press","switch":"left","down":true,"time":0,"accepted":0}"#, "     0.000 s  press     left: pressed"),
    (
      #"{"type":"press","switch":"left","down":false,"time":0,"accepted":0}"#,
      "     0.000 s  press     left: not pressed"
    ),
    (
      #"{"type":"device","change":"added","device":null,"name":"Pad","id":"045e:028e","kind":"gamepad","time":0}"#,
      "     0.000 s  device    added Pad (045e:028e, gamepad), which no entry matches; "
        + "this is a gamepad: try 'switchway profile gamepad'"
    ),
    (
      #"{"type":"device","change":"added","device":null,"name":"Box","id":"1:2","kind":"switch-interface","time":0}"#,
      "     0.000 s  device    added Box (1:2, switch-interface), which no entry matches; "
        + "this is a box for switches: try 'switchway learn'"
    ),
    (
      #"{"type":"device","change":"added","device":null,"name":"Mouse","id":"1:2","kind":"pointer","time":0}"#,
      "     0.000 s  device    added Mouse (1:2, pointer), which no entry matches"
    ),
    (
      #"{"type":"device","change":"removed","device":null,"name":"Pad","id":"1:2","kind":"gamepad","time":0}"#,
      "     0.000 s  device    removed Pad (1:2, gamepad), which no entry matches"
    ),
    (
      #"{"type":"consumer","consumers":[{"client":"b\u001b","commands":["next","select"]},"#
        + #"{"client":"a","commands":"all"}],"time":1500000}"#,
      "     1.500 s  consumer  b? handles next, select; a handles all commands"
    ),
    (#"{"type":"consumer","consumers":[],"time":0}"#, "     0.000 s  consumer  no scanning program handles commands"),
    (#"{"type":"context","context":{"kind":"text","items":1},"time":0}"#, "     0.000 s  context   text, 1 item"),
    (#"{"type":"context","context":{"kind":"menu","items":5},"time":0}"#, "     0.000 s  context   menu, 5 items"),
    (#"{"type":"context","context":{"kind":"find"},"time":0}"#, "     0.000 s  context   find"),
    (#"{"type":"context","context":null,"time":0}"#, "     0.000 s  context   not reported any more"),
    (
      #"{"type":"rejected","pressed":0,"time":1000000,"reason":"stale"}"#,
      "     1.000 s  rejected  a program's command, pressed at 0.000 s: too late to be sent, or meant for a page that "
        + "is gone (stale)"
    ),
    (
      #"{"type":"command","seq":1,"command":"next","args":[],"phase":"do","count":1,"source":{"client":"x"},"#
        + #""pressed":0,"accepted":0,"for":"board"}"#,
      "     0.000 s  command   next, sent by x, pressed at 0.000 s, for board"
    ),
  ]

  static let scanEvents: [(String, String)] = [
    (
      #"{"type":"scan","state":"holding","style":"auto","interval":1000000,"page":12,"item":3,"time":1470000}"#,
      "     1.470 s  scan      holding: the program has received the choice, and prepares its next page, "
        + "1 s per item (auto); page 12, item 4"
    ),
    (
      #"{"type":"scan","state":"running","style":"auto","interval":830000,"time":0}"#,
      "     0.000 s  scan      running: the highlight moves on, 0.83 s per item (auto)"
    ),
    (
      #"{"type":"scan","state":"running","style":"step","interval":1500000,"time":0}"#,
      "     0.000 s  scan      running: an item waits to be chosen, 1.5 s per item (step)"
    ),
    (
      #"{"type":"scan","state":"off","style":"inverse","interval":1500000,"time":0}"#,
      "     0.000 s  scan      off: nothing is scanned (inverse)"
    ),
    (
      #"{"type":"command","seq":1,"command":"next","args":[],"phase":"do","count":1,"source":{"clock":"auto"},"#
        + #""pressed":1000000,"accepted":1000000,"for":"board","page":12,"item":3}"#,
      "     1.000 s  command   next, by the clock (auto), for board, page 12, item 4"
    ),
  ]

  @Test("what the scanning clock does", arguments: scanEvents)
  func scanning(line: String, expected: String) throws { try acting(line: line, expected: expected) }

  @Test("who acts on commands, and what with", arguments: events)
  func acting(line: String, expected: String) throws {
    var words = EventWords()
    _ = words.text(of: #"{"type":"hello","time":0}"#.event)
    #expect(words.text(of: line.event) == expected)
  }

  @Test("a press of another day is told with its date")
  func yesterday() throws {
    let words = PressWords(hello: #"{"time":86400000000}"#.read(), now: try wall(21, 0, 0, 5))
    let press = try value(#"{"switch":"a","pressed":86394999999,"outcome":"rejected","reason":"neighbour"}"#)
    #expect(words.sentence(Wire.AnsweredPress(press)) == "a, 2026-11-20 23:59:59: another switch was meant")
  }

  @Test("times that no clock can tell do no harm", arguments: [Int64.min, .max])
  func wild(time: Int64) throws {
    let words = PressWords(hello: #"{"time":\#(time)}"#.read(), now: try wall(21, 0, 0, 5))
    let press = try value(
      #"{"switch":"a\u001b[2J","pressed":\#(0 &- time &- 1),"outcome":"rejected","reason":"neighbour"}"#)
    #expect(words.sentence(Wire.AnsweredPress(press)).hasPrefix("a?[2J, "))
  }

  @Test(
    "lengths are exact",
    arguments: [
      (0, "0 ms"), (999, "0.999 ms"), (120_000, "120 ms"), (1_500_000, "1.5 s"), (-30_000, "-30 ms"),
      (.min, "-9223372036854.775808 s"),
    ])
  func lengths(microseconds: Int64, expected: String) {
    #expect(LengthWords.text(microseconds) == expected)
  }

  @Test(
    "what was measured is said as people say it",
    arguments: [
      (0, "0 ms"), (400, "less than 1 ms"), (61_900, "62 ms"), (99_499, "99 ms"), (99_500, "0.1 s"),
      (159_275, "0.16 s"), (994_999, "0.99 s"), (995_000, "1 s"), (1_260_000, "1.3 s"), (9_940_000, "9.9 s"),
      (12_345_678, "12 s"), (-30_000, "-30 ms"), (.min, "-9223372036855 s"), (.max, "9223372036855 s"),
    ])
  func measured(microseconds: Int64, expected: String) {
    #expect(LengthWords.measured(microseconds) == expected)
  }

  static let pairs: [(Int64, Int64, String)] = [
    (60_000, 120_000, "60 of 120 ms"), (119_999, 120_000, "119 of 120 ms"), (159_275, 200_000, "159 of 200 ms"),
    (600_000, 1_200_000, "0.6 of 1.2 s"), (1_199_999, 1_200_000, "1.19 of 1.2 s"),
  ]

  @Test("two lengths have one unit, and the lesser is never rounded up to the whole", arguments: pairs)
  func pair(length: Int64, whole: Int64, expected: String) {
    #expect(LengthWords.text(length, of: whole) == expected)
  }

  static let soon: [(pressed: Int64, needed: Int64, expected: String)] = [
    (1_162_000, 300_000, "too soon, 62 ms after the release; it must be 300 ms or more"),
    (1_262_000, 300_000, "too soon, 0.16 s after the release; it must be 0.3 s or more"),
    (1_162_000, 1_500_000, "too soon, 62 ms after the release; it must be 1.5 s or more"),
    (1_500_000, 300_000, "too soon: it must be 300 ms or more after the release"),
  ]

  @Test("a press that came too soon is told how soon after the release it came", arguments: soon)
  func tooSoon(row: (pressed: Int64, needed: Int64, expected: String)) throws {
    let words = PressWords(hello: #"{"time":0}"#.read(), now: try wall(21, 10, 42, 7))
    let text = words.text(
      [
        try value(
          #"{"switch":"left","pressed":1000000,"outcome":"command","gesture":"tap","command":"next","length":100000}"#),
        try value(#"{"switch":"right","pressed":1100000,"outcome":"rejected","reason":"neighbour","length":1}"#),
        try value(
          #"{"switch":"left","pressed":\#(row.pressed),"outcome":"rejected","reason":"repeat","needed":\#(row.needed)}"#
        ),
      ].map { Wire.AnsweredPress($0) })
    #expect(text.hasSuffix(": \(row.expected)\n"), "\(text)")
  }

  static let presets: [(SteadyingPreset, String)] = [
    (.off, "a press counts at once; the next press counts at once; after 10 s it is reported as stuck"),
    (
      .quick,
      "a press counts at once; an opening shorter than 0.025 s is no release; the next press counts at once; "
        + "after 10 s it is reported as stuck"
    ),
    (
      .steady,
      "a press must last 0.12 s; an opening shorter than 0.04 s is no release; after each release, further "
        + "presses are ignored for 0.3 s; each ignored press restarts this time, up to 3 s; if a contact "
        + "is too short to count, and a press follows within 0.12 s, the press begins with that contact, up to 0.3 s "
        + "earlier; after 10 s it is reported as stuck"
    ),
    (
      .twoSwitch,
      "a press counts at once; each press waits 0.07 s for a neighbouring switch; while both are held, at most 0.25 s; "
        + "an opening shorter than 0.03 s is no release; after each release, further presses are ignored for 0.15 s; "
        + "each ignored press restarts this time, up to 3 s; after 10 s it is reported as stuck"
    ),
  ]

  @Test("steadying in words", arguments: presets)
  func steadying(preset: SteadyingPreset, expected: String) {
    #expect(SteadyingWords.sentence(preset.parameters) == expected)
    #expect(SteadyingWords.preset(preset.parameters) == preset.rawValue)
  }

  @Test("the rest of steadying in words")
  func override() {
    var steady = SteadyingPreset.off.parameters
    steady.override = .milliseconds(200)
    steady.stuckAfter = .zero
    #expect(
      SteadyingWords.sentence(steady)
        == "a press counts at once; the next press counts at once; an ignored press that lasts 0.2 s without a "
        + "break counts after all; it is never reported as stuck")
    steady.overrideGap = .milliseconds(130)
    #expect(
      SteadyingWords.sentence(steady).contains("after all, if it begins 0.13 s or more after the contact before it"))
    #expect(SteadyingWords.preset(steady) == nil)
  }

  static let commands: [(String, String?)] = [
    ("next", "moves the highlight on to the next item"), ("next(by=group)", "moves the highlight on to the next group"),
    ("previous(by=heading, 3)", "moves the highlight back by 3 headings"), ("move(left)", "moves the highlight left"),
    ("edge(end)", "moves the highlight to the last item"),
    ("scan-rate(slower)", "makes scanning slower"), ("scan-rate(0.8s)", "highlights each item for 0.8s"),
    ("scan-style(step)", "changes the scanning method to 'step'"), ("scan(toggle)", "starts or stops scanning"),
    ("scan(reverse)", "reverses scanning"), ("choose(4)", "chooses item 4"),
    ("scroll(down, page)", "scrolls down by a page"), ("zoom(out)", "makes things smaller"),
    ("volume(mute)", "mutes the sound"), ("profile(next)", "changes to the next profile"),
    ("profile(a)", "changes to the profile 'a'"), ("rest(on)", "starts a pause, in which presses make no commands"),
    ("x-mine(a)", "a command of the scanning program"), ("windows", nil),
  ]

  @Test("what a command asks for", arguments: commands)
  func meaning(text: String, expected: String?) throws {
    let command = try CommandVocabulary.parse(text)
    #expect(CommandWords.meaning(command.name, command.arguments) == expected)
  }

  @Test("the words of commands are of the vocabulary")
  func vocabulary() throws {
    for name in CommandWords.plain.keys.sorted() { #expect(throws: Never.self) { try CommandVocabulary.parse(name) } }
  }
}
