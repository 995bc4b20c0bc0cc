import EngineFixtures
import Glibc
import ProgramFixtures
import SwitchwayClock
import Testing

@testable import switchway

/// `switchway setup` on a terminal.
@Suite("switchway setup on a terminal", .blocking) struct SetupTerminalTests {
  /// A setup on a terminal, with a box that presses its first button every 1.37 s, or not at all: eight presses answer
  /// the first question, and on a slow machine a test may type its answer later.
  private final class Person {
    let scene: Scene
    let terminal: PseudoTerminal
    private let daemon: Program
    /// Of the terminal's text, what was waited for already.
    private var seen = 0

    init(_ arguments: [String] = [], columns: Int = 80, rows: Int = 24, isPressed: Bool = true) throws {
      scene = try Scene()
      let presses = (0..<430).map { (at: 500 + 1_370 * $0, button: 0) }
      let idle = [(at: 0, button: 1)]
      let box = try scene.recording(presses: isPressed ? presses : idle, end: 600_000)
      daemon = try scene.listening(["--play", box])
      terminal = try PseudoTerminal(
        "switchway", ["setup", "--socket", scene.socket] + arguments, environment: scene.environment,
        columns: columns, rows: rows)
    }

    /// Waits for a text after the last one.
    func sees(_ text: String) throws {
      var found: Range<String.Index>?
      try eventually("'\(text)' in: \(terminal.text)") {
        terminal.look()
        let all = terminal.text
        found = all[all.index(all.startIndex, offsetBy: seen)...].firstRange(of: text)
        return found != nil
      }
      let all = terminal.text
      if let found { seen = all.distance(from: all.startIndex, to: found.upperBound) }
    }

    /// Types a line again and again until a text comes.
    func repeats(_ typed: String, until text: String) throws {
      try eventually("'\(text)' in: \(terminal.text)") {
        terminal.look()
        if terminal.text.contains(text) { return true }
        terminal.type(typed + "\n")
        return false
      }
      try sees(text)
    }

    func answer(_ question: String, _ typed: String) throws {
      try sees(question)
      try sees("(q")
      terminal.type(typed + "\n")
    }
  }

  @Test("numbers, Enter for the proposal, b for back and words that do not fit; q leaves and changes nothing")
  func typed() throws {
    let person = try Person(["--plain"], isPressed: false)
    try person.answer(SetupScreens.question(.press), "9")
    try person.sees("press a switch, or type a number from 1 to 2.")
    try person.answer(SetupScreens.question(.press), "2")
    try person.answer(SetupScreens.question(.sticky), "b")
    // A switch that sends Enter may be pressed here: Enter alone is no answer.
    try person.answer(SetupScreens.question(.press), "\n2")
    // An Enter that comes at once is the last one, typed twice.
    try person.answer(SetupScreens.question(.sticky), "")
    try person.repeats("", until: "-> \(SetupChoices.sticky[0].text)")
    try person.answer(SetupScreens.question(.steadying), "q")
    let status = try person.terminal.end()
    #expect(status == 1)
    try person.sees(SetupCommand.cancelled.english)
    #expect(!person.terminal.text.contains("\u{1B}"))
  }

  @Test("arrow keys move the highlight, also round the end, and Enter takes what they have reached")
  func arrows() throws {
    let person = try Person(isPressed: false)
    try person.answer(SetupScreens.question(.press), "2")
    try person.sees(SetupScreens.question(.sticky))
    try person.sees("(q")
    // Down from what is proposed, and up over the first choice to the last: back.
    person.terminal.type("\u{1B}[B")
    try person.sees("> 2  ")
    person.terminal.type("\u{1B}OA")
    try person.sees("> 1  ")
    person.terminal.type("\u{1B}[A")
    try person.sees("> b  ")
    #expect(!person.terminal.shown.lines.contains { $0.contains("^[") }, "\(person.terminal.shown.lines)")
    person.terminal.type("\u{1B}[A\n")
    try person.sees("-> ")
    person.terminal.type("q\n")
    let status = try person.terminal.end()
    #expect(status == 1 && person.terminal.isAsBefore)
  }

  @Test("in 60 columns and 20 lines no answer is cut")
  func narrow() throws {
    let person = try Person(columns: 60, rows: 20)
    try person.sees("What moves the highlight, and what chooses?")
    try person.sees("(q")
    person.terminal.look()
    let shown = person.terminal.text.split { " \r\n".contains($0) }.joined(separator: " ")
    for style in [ClockStyle.auto, .step, .inverse] {
      #expect(shown.contains("\(style.term): \(style.words)"), "\(shown)")
    }
    person.terminal.type("q\n")
    _ = try person.terminal.end()
  }

  @Test("presses answer the first question, and then the switch chooses what is highlighted")
  func pressed() throws {
    let person = try Person(rows: 60)
    try person.sees(SetupScreens.question(.press))
    try person.sees("Test Box, btn_0: press 3")
    try person.sees("main: Test Box, btn_0; its presses are clean")
    try person.sees(SetupScreens.question(.plan))
    // The recording presses within 1.4 s: the first choice is highlighted for 4 s.
    try person.sees("> 1  \(ClockStyle.auto.term)")
    try person.sees(SetupScreens.question(.interval))
    person.terminal.hangUp()
    let status = try person.terminal.end()
    #expect([1, 128 + SIGHUP].contains(status))
    #expect(person.scene.folder.isEmpty == false)
  }

  @Test("in a terminal of 20 columns and 5 lines nothing is drawn outside, and everything is said in lines")
  func small() throws {
    let person = try Person(columns: 20, rows: 5)
    try person.sees("too\r\nsmall")
    try person.sees("Test Box, btn_0:")
    try person.sees("> 1  auto")
    #expect(!person.terminal.text.contains("\u{1B}["))
    person.terminal.type("\u{3}")
    let status = try person.terminal.end()
    #expect(status == 128 + SIGINT)
  }
}
