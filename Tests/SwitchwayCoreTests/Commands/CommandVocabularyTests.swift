import SwitchwayClock
import SwitchwayCore
import Testing

@Suite("the vocabulary of commands")
struct CommandVocabularyTests {
  @Test(
    "valid commands keep their arguments as written",
    arguments: [
      ("next", [], CommandGroup.scan), ("next(by=group)", ["by=group"], .scan),
      ("next(by=item, 3)", ["by=item", "3"], .scan),
      ("previous(1000)", ["1000"], .scan), ("move( left )", ["left"], .scan), ("choose(7)", ["7"], .scan),
      ("scan-rate(1.2s)", ["1.2s"], .scan), ("scan-rate(faster)", ["faster"], .scan),
      ("scan-style(inverse)", ["inverse"], .scan),
      ("perform(open, then read)", ["open, then read"], .act),
      ("increment", [], .adjust), ("decrement(2)", ["2"], .adjust),
      ("scroll(down)", ["down"], .adjust), ("scroll(down,page)", ["down", "page"], .adjust),
      ("find", [], .text), ("find(a (b), c)", ["a (b), c"], .text),
      ("text(move, word, forward)", ["move", "word", "forward"], .text), ("gesture-mode(off)", ["off"], .gesture),
      ("gesture(touch)", ["touch"], .gesture), ("gesture(touch, 5)", ["touch", "5"], .gesture),
      ("gesture(swipe, up, 2)", ["swipe", "up", "2"], .gesture), ("rotate-screen", [], .system),
      ("media(play-pause)", ["play-pause"], .media), ("help(shortcuts)", ["shortcuts"], .help),
      ("attention", [], .safety),
      ("pass-through(once)", ["once"], .daemon), ("profile(Afternoon_2)", ["Afternoon_2"], .daemon),
      ("profile(next)", ["next"], .daemon), ("key(ctrl+alt+f1)", ["ctrl+alt+f1"], .key), ("x-mine", [], .own),
      ("x-a-1(b, c d)", ["b", "c d"], .own), ("  select\t", [], .scan),
    ])
  func right(_ text: String, _ arguments: [String], _ group: CommandGroup) throws {
    let command = try CommandVocabulary.parse(text)
    #expect(command.arguments == arguments)
    #expect(command.group == group)
    #expect(try CommandVocabulary.parse(command.text) == command)
    #expect(try CommandVocabulary.command(name: command.name, arguments: arguments) == command)
  }

  @Test(
    "invalid commands report what was expected",
    arguments: [
      ("", "expected a command, found nothing", "write a command such as 'select'"),
      ("selct", "unknown command 'selct'", "did you mean 'select'?"),
      ("Select", "unknown command 'Select'", "did you mean 'select'?"),
      (
        "teleport", "unknown command 'teleport'",
        "use a command of the vocabulary, such as 'select', or a scanning program's own, 'x-NAME'"
      ),
      ("move", "'move' needs an argument: 'up', 'down', 'left' or 'right'", "write for example 'move(up)'"),
      (
        "move()", "expected 'up', 'down', 'left' or 'right' in 'move(…)', found nothing", "write for example 'up' there"
      ),
      ("move(lft)", "expected 'up', 'down', 'left' or 'right' in 'move(…)', found 'lft'", "did you mean 'left'?"),
      ("move(left", "expected ')' at the end of 'move(left'", "close the bracket that 'move(' opens"),
      ("move(left) now", "expected ')' at the end of 'move(left) now'", "close the bracket that 'move(' opens"),
      ("move(left, up)", "'move' takes at most 1 argument, found 2", "leave out 'up' and what follows it"),
      ("select(1)", "'select' takes no argument", "write only 'select'"),
      (
        "text(move, word)", "'text' needs one more argument: 'forward' or 'backward'",
        "write for example 'text(move, word, forward)'"
      ),
      ("choose(0)", "expected a whole number from 1 to 1000 in 'choose(…)', found '0'", "write for example '2' there"),
      (
        "choose(1001)", "expected a whole number from 1 to 1000 in 'choose(…)', found '1001'",
        "write for example '2' there"
      ),
      (
        "choose(+1)", "expected a whole number from 1 to 1000 in 'choose(…)', found '+1'", "write for example '2' there"
      ),
      (
        "gesture(touch, 6)", "expected a number of fingers from 1 to 5 in 'gesture(…)', found '6'",
        "write for example '2' there"
      ),
      ("gesture", "'gesture' needs an argument: 'touch' or 'swipe'", "write for example 'gesture(touch)'"),
      ("gesture(tuch)", "expected 'touch' or 'swipe' in 'gesture(…)', found 'tuch'", "did you mean 'touch'?"),
      (
        "gesture(swipe)", "'gesture' needs one more argument: 'up', 'down', 'left' or 'right'",
        "write for example 'gesture(swipe, up)'"
      ),
      (
        "next(3, by=item)", "expected a whole number from 1 to 1000 in 'next(…)', found 'by=item'",
        "write for example '2' there"
      ),
      ("next(0)", "expected a whole number from 1 to 1000 in 'next(…)', found '0'", "write for example '2' there"),
      (
        "previous(by=item, 1001)", "expected a whole number from 1 to 1000 in 'previous(…)', found '1001'",
        "write for example '2' there"
      ),
      (
        "scan-rate(-1s)", "expected 'faster', 'slower' or a duration such as 1.2s in 'scan-rate(…)', found '-1s'",
        "write for example 'faster' there"
      ),
      (
        "key(ctrl++c)", "expected keys joined with '+', such as ctrl+c in 'key(…)', found 'ctrl++c'",
        "write for example 'ctrl+c' there"
      ),
      (
        "profile(../a)", "expected a profile's name, 'next' or 'previous' in 'profile(…)', found '../a'",
        "write for example 'next' there"
      ),
      (
        "perform()", "expected a text of 1 to 256 characters without control characters in 'perform(…)', found nothing",
        "write for example 'text' there"
      ),
      (
        "x-Mine", "'x-Mine' is not a name for a scanning program's own command",
        "after 'x-' come lower-case letters, digits and hyphens, 64 characters at most in all"
      ),
      ("x-a(1,2,3,4,5,6,7,8,9)", "'x-a' takes at most 8 arguments, found 9", "leave some out"),
    ])
  func wrong(_ text: String, _ message: String, _ help: String) {
    let error = #expect(throws: CommandError.self) { try CommandVocabulary.parse(text) }
    #expect(error?.message == message)
    #expect(error?.help == help)
  }

  @Test("every name occurs once, in lower case with hyphens")
  func names() {
    let names = CommandVocabulary.names
    #expect(Set(names).count == names.count)
    #expect(names.count == 70)
    #expect(names.allSatisfy { $0.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D } })
    #expect(CommandVocabulary.destructive.isSubset(of: names))
  }

  @Test("scan-style takes every style, with 'manual' for the front end's own", arguments: ClockStyle.allCases)
  func styles(style: ClockStyle) throws {
    let word = style.hasClock ? style.rawValue : "manual"
    #expect(try CommandVocabulary.parse("scan-style(\(word))").arguments == [word])
    #expect(ClockStyle(argument: word) == style)
  }

  @Test("commands with phases are those for which a front end acts while they last")
  func phases() throws {
    for text in ["gesture(touch)", "gesture(touch, 2)", "point(up)", "help(shortcuts)", "help", "help(commands)"] {
      #expect(try CommandVocabulary.parse(text).hasPhases)
    }
    for text in ["gesture(swipe, up)", "select", "drag"] {
      #expect(try !CommandVocabulary.parse(text).hasPhases)
    }
  }
}
