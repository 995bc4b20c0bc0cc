import EngineFixtures
import Glibc
import ProgramFixtures
import SwitchwayClock
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime
import Testing

@testable import switchway

/// The parts of `switchway setup` that time and commands move.
@Suite("The parts of setup") struct SetupPartsTests {
  @Test("the scanner moves on by itself, stands while the switch is down, and a press chooses what is lit")
  func scanner() {
    var scanner = SetupScanner(choices: 3, at: 0)
    #expect(scanner.item == 0)
    #expect(scanner.deadline == 4_000_000)
    scanner.advance(to: 4_000_000)
    #expect(scanner.item == 1)
    scanner.advance(to: 6_499_999)
    #expect(scanner.item == 1)
    let choice = scanner.edge(down: true, at: 6_500_000 - 1)
    #expect(choice == 1)
  }

  @Test("after five rounds it rests; the next press goes on, and chooses nothing")
  func rest() {
    var scanner = SetupScanner(choices: 2, at: 0)
    scanner.advance(to: 60_000_000)
    #expect(scanner.isResting)
    #expect(scanner.deadline == nil)
    var choice = scanner.edge(down: true, at: 70_000_000)
    #expect(choice == nil)
    choice = scanner.edge(down: false, at: 70_200_000)
    #expect(choice == nil)
    #expect(!scanner.isResting)
    choice = scanner.edge(down: true, at: 71_000_000)
    #expect(choice == 0)
  }

  @Test("a second press soon after the release is the same press")
  func repeated() {
    var scanner = SetupScanner(choices: 2, at: 0)
    scanner.advance(to: 60_000_000)
    _ = scanner.edge(down: true, at: 70_000_000)
    _ = scanner.edge(down: false, at: 70_100_000)
    let early = scanner.edge(down: true, at: 70_499_999)
    #expect(early == nil)
    _ = scanner.edge(down: false, at: 70_550_000)
    let later = scanner.edge(down: true, at: 70_950_000)
    #expect(later == 0)
  }

  @Test("a press that began before a question was shown is not its answer, nor is what trembles after its release")
  func earlier() {
    #expect(!SetupScanner.counts(down: true, at: 999, shown: 1_000))
    #expect(SetupScanner.counts(down: true, at: 1_000, shown: 1_000))
    #expect(SetupScanner.counts(down: false, at: 1_001, shown: 1_000))
    // Of that press only the release is here.
    var scanner = SetupScanner(choices: 2, at: 0)
    let release = scanner.edge(down: false, at: 300_000)
    #expect(release == nil)
    let tremble = scanner.edge(down: true, at: 699_999)
    #expect(tremble == nil)
    _ = scanner.edge(down: false, at: 750_000)
    let press = scanner.edge(down: true, at: 1_150_000)
    #expect(press == 0)
  }

  private func line(
    _ command: String, item: Int?, page: Int = 1, pressed: Int64, released: Int64? = nil
  ) -> Wire.Event {
    var text = #"{"type":"command","command":"\#(command)","phase":"do","pressed":\#(pressed),"for":"setup""#
    if let released { text += #","released":\#(released)"# }
    if let item { text += #","page":\#(page),"item":\#(item)"# }
    return (text + "}").event
  }

  @Test("a page follows the clock's commands and measures the reaction to each highlight")
  func page() {
    var page = SetupPage(number: 1, items: 5, hasClock: true)
    var choice = page.take(line("next", item: 1, pressed: 1_000_000), for: "setup", style: .auto)
    #expect(choice == nil)
    choice = page.take(line("next", item: 2, page: 9, pressed: 1_500_000), for: "setup", style: .auto)
    #expect(choice == nil && page.item == 1)
    choice = page.take(line("select", item: 1, pressed: 1_400_000, released: 1_900_000), for: "setup", style: .auto)
    #expect(choice == SetupPage.Choice(item: 1, time: 1_400_000))
    #expect(choice.flatMap { page.reaction(of: $0, to: 1) } == 400_000)
    #expect(choice.flatMap { page.reaction(of: $0, to: 2) } == nil)
    choice = page.take(line("select", item: 1, pressed: 900_000, released: 1_900_000), for: "setup", style: .inverse)
    #expect(choice == SetupPage.Choice(item: 1, time: 1_900_000))
    choice = page.take(line("select", item: 1, pressed: 2_000_000), for: "board", style: .auto)
    #expect(choice == nil)
  }

  @Test("without a clock the switches move over a ring")
  func ring() {
    var page = SetupPage(number: 1, items: 2, hasClock: false)
    for (command, item) in [("previous", 1), ("next", 0), ("next", 1), ("menu", 1)] {
      let choice = page.take(line(command, item: nil, pressed: 1), for: "setup", style: .frontEnd)
      #expect(choice == nil && page.item == item)
    }
    let choice = page.take(line("select", item: nil, pressed: 2), for: "setup", style: .frontEnd)
    #expect(choice?.item == 1)
  }

  @Test("the proposed pace is the mean reaction over 0.65, with a reaction below the fastest one")
  func pace() {
    var gauge = ReactionGauge()
    for time in [400_000, 500_000, 600_000] as [Int64] { gauge.add(time) }
    #expect(gauge.proposal == nil)
    gauge.add(520_000)
    #expect(gauge.mean == 505_000)
    #expect(gauge.proposal?.interval == 800_000)
    #expect(gauge.proposal?.reaction == 200_000)
    var quick = ReactionGauge()
    for _ in 0..<4 { quick.add(150_000) }
    #expect(quick.proposal?.interval == 300_000)
    #expect(quick.proposal?.reaction == 90_000)
  }

  static let paces: [(reactions: [Int64], interval: String, reaction: String?)] = [
    ([650, 650, 650, 650], "1s", "200ms"), ([400, 500, 600, 520], "800ms", "200ms"),
    ([150, 150, 150, 150], "300ms", "90ms"), ([1_300, 1_300, 1_300, 1_300, 1_300], "2s", "200ms"),
    ([5, 900, 900, 900], "1050ms", nil), ([25_000, 25_000, 25_000, 25_000], "30s", "200ms"),
  ]

  @Test("from the commands of presses to the lines of the file", arguments: paces)
  func paced(reactions: [Int64], interval: String, reaction: String?) throws {
    var gauge = ReactionGauge()
    for (round, reaction) in reactions.enumerated() {
      var page = SetupPage(number: 1, items: 5, hasClock: true)
      let lit = Int64(round) * 10_000_000
      _ = page.take(line("next", item: 2, pressed: lit), for: "setup", style: .auto)
      let choice = page.take(line("select", item: 2, pressed: lit + reaction * 1_000), for: "setup", style: .auto)
      if let choice, let time = page.reaction(of: choice, to: 2) { gauge.add(time) }
    }
    var setup = try SetupTests.setup(["btn_0", "auto", "1500ms"])
    let proposal = try #require(gauge.proposal)
    setup.pace = (Microseconds(proposal.interval), Microseconds(proposal.reaction))
    let lines = try #require(SetupProfile(setup).text).split(separator: "\n")
    #expect(lines.contains("  interval: \(interval)"), "\(lines)")
    #expect(lines.first { $0.hasPrefix("  reaction: ") } == reaction.map { "  reaction: \($0)" })
  }

  @Test("noughts and crosses: a row of crosses wins, O takes what wins, a full board is drawn")
  func game() {
    var game = NoughtsAndCrosses()
    for square in [0, 2, 7] { game.play(square) }
    #expect(game.lines(highlighted: 5) == [" X | 2 | X ", " 4 | O |[6]", " O | X | O "])
    #expect(game.outcome == nil)
    var lost = NoughtsAndCrosses()
    for square in [1, 8, 5, 3] { lost.play(square) }
    #expect(lost.outcome == .lost, "\(lost.lines(highlighted: nil))")
    var won = NoughtsAndCrosses()
    for square in won.free where won.outcome == nil && won.free.contains(square) { won.play(square) }
    #expect(won.outcome != nil)
    let before = won
    won.play(won.free.first ?? 0)
    #expect(won == before)
  }

  @Test("a full or read-only disk is reported with a remedy")
  func disk() {
    #expect(FileFailure.of("cannot write", "x", code: ENOSPC).message.hasSuffix("help: free some space on that disk"))
    let readOnly = FileFailure.of("cannot write", "x", code: EROFS)
    #expect(readOnly.status == .permission && readOnly.message.contains("mounted read-only"))
  }

  @Test("a locked screen and another session in front are said before anything is asked")
  func modes() {
    func texts(_ modes: String) -> [String] {
      PressingWords.texts(of: Wire.State(#"{"modes":\#(modes)}"#.message).modes).map(\.english)
    }
    #expect(texts(#"{"locked":false,"active":true}"#) == [])
    #expect(texts(#"{"locked":true,"active":true}"#).first?.contains("locked") == true)
    #expect(texts(#"{"active":false}"#).first?.contains("Another session") == true)
  }

  @Test("problems during pressing are explained in plain words")
  func pressing() {
    let gone = #"{"type":"device","change":"removed","device":null,"name":"Box","id":"1:1","kind":"other"}"#.event
    #expect(PressingWords.text(about: gone)?.english.contains("plug it in again") == true)
    let locked = #"{"type":"mode","mode":"locked","on":true}"#.event
    #expect(PressingWords.text(about: locked)?.english.contains("screen is locked") == true)
  }

  @Test("in the trial it is said which keyboard could not be taken, with the reason")
  func notTaken() throws {
    func state(_ grabbed: Bool, _ kind: String = "keyboard") -> Wire.State {
      #"""
      {"modes":{},"devices":[{"device":"k","name":"Big Button","id":"1209:6b62","kind":"\#(kind)",\#
      "grabbed":\#(grabbed),"message":"another program has it"}]}
      """#.read()
    }
    var one = Setup()
    try SetupTests.give("key_space", to: &one, ("Big Button", "1209:6b62", "keyboard"))
    let said = try #require(TrialWords.notTaken(state(false), one).first).english
    #expect(said.hasPrefix("Big Button ") && said.contains("another program has it") && said.contains("also type"))
    #expect(TrialWords.notTaken(state(true), one) == [])
    let box = try SetupTests.setup(["btn_0"])
    #expect(TrialWords.notTaken(state(false), box) == [])
    let whole = try SetupTests.setup(["keyboard", "yes", "off"])
    #expect(TrialWords.notTaken(state(false), whole).first?.english.contains("only type") == true)
    #expect(TrialWords.notTaken(state(false, "switch-interface"), whole) == [])
  }

  static let lines: [(name: String, line: String, proposal: Bool, key: Bool, after: Int64, edge: Int64?, is: Bool)] = [
    ("a number", "1", false, true, 0, 0, true), ("Enter for the proposal", "", true, false, 400_000, nil, true),
    ("Enter where nothing is proposed", " ", false, false, 400_000, nil, false),
    ("Enter, typed twice", "", true, false, 399_999, nil, false),
    ("Enter of a key switch", "", true, true, 1_000_000, 500_001, false),
    ("Enter long after a key switch", "", true, true, 1_000_000, 500_000, true),
    ("Enter after another switch", "", true, false, 1_000_000, 999_999, true),
  ]

  @Test("which typed lines are answers", arguments: lines)
  func typed(name: String, line: String, proposal: Bool, key: Bool, after: Int64, edge: Int64?, is isAnswer: Bool) {
    let typed = TypedLine(shown: 0, hasProposal: proposal, knowsKey: key)
    let found = typed.isAnswer(line, at: after, lastEdge: edge.map { ($0, false) }) { false }
    #expect(found == isAnswer)
    if line.isEmpty, key { #expect(!typed.isAnswer(line, at: after, lastEdge: nil) { true }) }
  }
}
