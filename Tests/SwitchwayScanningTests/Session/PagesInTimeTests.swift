import SwitchwayClock
import Testing

@testable import SwitchwayScanning

/// docs/design/desktop.md, "Pages in time", sentence by sentence. One of them, the 0.4 s, has tests of its own.
@Suite struct PagesInTimeTests {
  // MARK: Claim and scan

  @Test("at a connection it claims and at once sends the page that there is, be it the bar alone")
  func begins() {
    var stage = Stage()
    stage.connect(Session.Clock(style: .auto, state: .off))
    let log = stage.take()
    #expect(log.count == 2 && log[0].hasPrefix("claim next previous select "), "\(log)")
    #expect(log.last?.hasPrefix("scan 3 page ") == true && log.last?.hasSuffix(" at 0") == true, "\(log)")
    #expect(stage.shown == "[call for help] back system")
  }

  @Test("only the commands of the table are claimed, and activate not where a keyboard gives it")
  func claims() {
    var stage = Stage()
    stage.tell(.bindings(["activate", "next", "move", "escape"]))
    stage.connect(nil)
    let names =
      "next previous select leave back enter actions context-menu long-press increment decrement scroll menu apps"
    #expect(stage.take().first == "claim \(names)")
    stage.tell(.bindings(["next"]))
    #expect(stage.take() == ["claim \(names.replacing("enter", with: "enter activate"))"])
    stage.tell(.bindings(["previous"]))
    #expect(stage.take() == [])
  }

  // MARK: Answers

  @Test("every choice that carries the page is answered by a scan, also when nothing is done")
  func answered() {
    for name in ["select", "leave", "actions", "context-menu", "long-press", "enter", "activate", "find"] {
      var stage = Stage(.auto)
      stage.give(name, item: 3)
      #expect(stage.take().filter { $0.hasPrefix("scan ") }.count == 1, "\(name)")
    }
    var stage = Stage(.auto)
    stage.give("select", item: 99)
    stage.give("select", item: 0, page: 77)
    #expect(stage.take() == ["scan 4 page \(stage.page) at 0", "scan 4 page \(stage.page) at 0"])
    #expect(stage.shown == "[tools] text help panel" && stage.light?.look == .rejected)
  }

  @Test("what others do, the end of a phase, and what the clock lights are answered by nothing")
  func notAnswered() {
    var stage = Stage(.auto)
    var command = stage.command("select", item: 0)
    command.isMine = false
    stage.tell(.command(command))
    (command.isMine, command.isEnd) = (true, true)
    stage.tell(.command(command))
    stage.steps(3)
    #expect(stage.take() == [] && stage.shown == "tools text help [panel]")
  }

  @Test("a choice during another one does nothing, and the same scan answers both")
  func twice() {
    var stage = Stage(.auto)
    stage.choose("help")
    stage.choose("help")
    stage.act()
    stage.choose(2)
    stage.wait(2_000)
    #expect(stage.take() == ["check help", "use help", "read 1", "scan 4 page \(stage.page) at 0"])
  }

  // MARK: Pages that are made anew

  /// With something new.
  private static let other = pages(
    group("tools", item("open"), item("save")), group("text", item("bold")), item("new"), item("help"))

  private enum AtWork: String, CaseIterable, Sendable {
    case down, pending, frozen
  }

  private func begin(_ work: AtWork, _ stage: inout Stage) {
    switch work {
    case .down: stage.tell(.press(switch: "main", isDown: true))
    case .pending: stage.tell(.pending(switch: "main", until: stage.now + 700_000))
    case .frozen: stage.clock(.auto, .frozen)
    }
  }

  private func end(_ work: AtWork, _ stage: inout Stage) {
    switch work {
    case .down:
      stage.tell(.press(switch: "main", isDown: false))
      stage.wait(50)
    case .pending: stage.tell(.rejected(switch: "main"))
    case .frozen: stage.clock(.auto, .running)
    }
  }

  @Test("no page is made anew while a switch is down or pending", arguments: AtWork.allCases)
  private func atWork(_ work: AtWork) {
    var stage = Stage(.auto)
    begin(work, &stage)
    stage.show(Self.other)
    stage.show(plain, id: 2, kind: .dialog)
    stage.tell(.question(Session.Question(id: 4, command: "restart")))
    stage.wait(600)
    #expect(stage.take() == [] && stage.shown == "[tools] text help panel")
    end(work, &stage)
    #expect(stage.shown == "[no] yes" && stage.take().count == 1)
  }

  @Test("a press that waits is over at its latest time, and a stuck switch is not down")
  func over() {
    var stage = Stage(.auto)
    stage.tell(.pending(switch: "main", until: stage.now + 700_000))
    stage.show(plain, id: 2, kind: .dialog)
    stage.wait(700)
    #expect(stage.take() == [])
    stage.wait(100)
    #expect(stage.take().count == 1)
    stage.tell(.press(switch: "main", isDown: true))
    stage.show(plain, id: 3, kind: .dialog)
    #expect(stage.take() == [] && stage.light?.look == .pressed)
    stage.tell(.stuck(switch: "main"))
    #expect(stage.take().count == 1 && stage.light?.look == .lit)
  }

  @Test("what changes in the window waits for the end of the round")
  func endOfRound() {
    var stage = Stage(.auto)
    stage.show(Self.other)
    stage.steps(3)
    #expect(stage.take() == [] && stage.shown == "tools text help [panel]")
    let number = stage.page
    stage.steps(1)
    #expect(stage.take() == ["scan 5 page \(number + 1) at 0"] && stage.shown == "[tools] text new help panel")
  }

  @Test("in reverse the round ends, too")
  func endOfReverse() {
    var stage = Stage(.auto)
    stage.steps(1, name: "previous")
    #expect(stage.take() == [] && stage.shown == "tools text help [panel]")
    stage.show(Self.other)
    stage.steps(3, name: "previous")
    #expect(stage.take() == [])
    stage.steps(1, name: "previous")
    #expect(stage.take().count == 1 && stage.shown == "tools text new help [panel]")
  }

  @Test("what changes in the window waits for a choice, which is done on what the person saw")
  func choice() {
    var stage = Stage(.auto)
    stage.show(pages(item("new"), group("tools", item("save"), item("open"))))
    stage.choose("tools")
    #expect(stage.shown == "[save] open out" && stage.take().count == 1)
    stage.choose("out")
    #expect(stage.shown == "new [tools] panel")
  }

  @Test("what changes in the window waits no longer when what is lit is gone")
  func gone() {
    var stage = Stage(.auto)
    stage.steps(2)
    stage.show(pages(group("tools", item("open")), item("new")))
    #expect(stage.take().count == 1 && stage.shown == "[tools] new panel")
  }

  @Test("a window that changes each second stops no step")
  func restless() {
    var stage = Stage(.auto)
    for turn in 0..<40 {
      stage.tell(.changed(window: windowID(1)))
      stage.wait(700)
      stage.show(pages(item("clock \(turn)"), group("tools", item("open")), group("text", item("bold")), item("help")))
      stage.steps(1)
    }
    #expect(stage.take().filter { $0.hasPrefix("scan") }.count <= 20)
  }

  @Test("what is gone does nothing")
  func goneDoesNothing() {
    var stage = Stage(.auto)
    stage.choose("help")
    stage.tell(.checked(attempt: stage.attempt, isUnchanged: false))
    #expect(stage.take() == ["check help", "read 1"] && stage.light?.look == .rejected)
    stage.show(Self.other)
    #expect(stage.take() == ["scan 5 page \(stage.page) at 3"] && stage.shown == "tools text new [help] panel")
  }

  @Test("a window, menu or dialog that comes to the front waits for the switch only")
  func front() {
    var stage = Stage(.auto)
    stage.steps(1)
    stage.show(pages(item("yes"), item("no")), id: 2, kind: .dialog)
    #expect(stage.take() == ["scan 3 page \(stage.page) at 0"] && stage.shown == "[yes] no panel")
    #expect(stage.light?.window == windowID(2))
    stage.show(nil, id: 3)
    #expect(stage.shown == "[call for help] back system" && stage.message == .notAnswering("editor"))
  }

  // MARK: The same page

  @Test("a page that is the same keeps its number and its place, also with other names and extents")
  func same() {
    var stage = Stage(.auto, pages(item("a"), item("b")))
    stage.steps(1)
    stage.show(pages(item("a", name: "A"), item("b", name: "B", x: 500)))
    #expect(stage.take() == [] && stage.shown == "A [B] panel")
    guard case .item(let lit)? = stage.light?.places[1] else { return #expect(Bool(false)) }
    #expect(lit.node.extents.x == 500)
  }

  @Test("a change elsewhere in the window is no new page")
  func elsewhere() {
    var stage = Stage(.auto)
    stage.choose("tools")
    stage.steps(1)
    _ = stage.take()
    stage.show(pages(item("new"), group("tools", item("open"), item("save"), item("volume="))))
    #expect(stage.take() == [] && stage.shown == "open [save] volume= out")
    stage.choose("out")
    #expect(stage.shown == "new [tools] panel")
  }

  // MARK: Settling

  @Test("changes settle for 0.5 s, 1 s at most, before the window is read")
  func settles() {
    var stage = Stage(.auto)
    stage.tell(.changed(window: windowID(1)))
    stage.wait(499)
    #expect(stage.take() == [])
    stage.wait(1)
    #expect(stage.take() == ["read 1"])
    for _ in 0..<9 {
      stage.tell(.changed(window: windowID(1)))
      stage.wait(110)
    }
    #expect(stage.take() == [])
    stage.wait(10)
    #expect(stage.take() == ["read 1"])
    stage.tell(.changed(window: windowID(8)))
    stage.wait(2_000)
    #expect(stage.take() == [])
  }

  @Test("after acting the page holds until nothing has changed for 0.3 s, 1 s at most")
  func holds() {
    for (changes, hold) in [(0, 300), (2, 500), (20, 1_000)] as [(Int, Int64)] {
      var stage = Stage(.auto)
      stage.choose("help")
      stage.act()
      _ = stage.take()
      for _ in 0..<changes where stage.log.isEmpty {
        stage.wait(100)
        stage.tell(.changed(window: windowID(1)))
      }
      if changes < 20 {
        stage.wait(hold - Int64(changes) * 100 - 1)
        #expect(stage.take() == [])
        stage.wait(1)
      }
      #expect(stage.take() == ["read 1"], "\(changes)")
      stage.show(plain)
      #expect(stage.take() == ["scan 4 page \(stage.page) at 0"])
    }
  }

  @Test("a window that is not read within 1 s holds the page no longer")
  func notRead() {
    var stage = Stage(.auto)
    stage.choose("help")
    stage.act()
    stage.wait(1_299)
    #expect(stage.take() == ["check help", "use help", "read 1"])
    stage.wait(1)
    #expect(stage.take() == ["scan 4 page \(stage.page) at 0"])
  }

  // MARK: At rest

  @Test("while auto rests no events are wanted, and the window is read before the first page after it")
  func rests() {
    var stage = Stage(.auto)
    stage.clock(.auto, .resting)
    #expect(stage.take() == ["observe nothing"] && stage.session.nextDeadline == nil)
    stage.clock(.auto, .running)
    #expect(stage.take() == ["observe", "read 1"])
    stage.show(Self.other)
    #expect(stage.take().count == 1 && stage.shown == "[tools] text new help panel")
  }

  @Test("what rests because nobody has begun wants events", arguments: [ClockStyle.inverse, .step])
  func inverseRests(_ style: ClockStyle) {
    var stage = Stage(style)
    stage.clock(style, .resting)
    #expect(stage.take() == [])
  }
}
