import SwitchwayClock
import Testing

@testable import SwitchwayScanning

/// The bar, rest, questions, and what is lost.
@Suite struct PanelTests {
  @Test("a window without an item has the bar as its first page", arguments: [pages(), nil])
  func empty(_ pages: Group?) {
    var stage = Stage(.auto, pages)
    #expect(stage.shown == "[call for help] back system" && stage.light?.window == nil)
    #expect(stage.message == (pages == nil ? .notAnswering("editor") : nil))
    stage.clock(.auto, .running)
    stage.show(plain)
    #expect(stage.shown == "[call for help] back system" && stage.message == nil)
    stage.steps(3)
    #expect(stage.shown == "[tools] text help panel")
  }

  @Test(
    "items that a slow program tells late take the place of a bar that nobody has begun to use",
    arguments: [nil, ClockStyle.auto, .step], [pages(), nil])
  func late(_ style: ClockStyle?, _ pages: Group?) {
    var stage = Stage(style, pages)
    stage.show(plain)
    #expect(stage.shown == (style == .step ? "tools text help [panel]" : "[tools] text help panel"))
    stage.wait(400)
    stage.choose("help")
    #expect(stage.take().last == "check help")
    // A person has moved the highlight, or has called for help: they stay where they are.
    for isMoved in [true, false] {
      stage = Stage(style, pages)
      if isMoved { stage.steps(1, by: style) } else { stage.choose("call for help") }
      let shown = stage.shown
      stage.show(plain)
      #expect(stage.shown == shown)
    }
  }

  @Test("help is called by two presses from a first page, and the bar says so until the next choice")
  func help() {
    var stage = Stage(.auto)
    stage.choose("panel")
    _ = stage.take()
    for _ in 0..<2 {
      stage.choose(0)
      #expect(stage.take() == ["send attention()", "scan 4 page \(stage.page) at 0"])
      #expect(stage.shown == "[call for help] back system out" && stage.message == .helpCalled)
    }
    stage.choose("out")
    #expect(stage.shown == "tools text help [panel]" && stage.message == nil)
  }

  @Test("pause stops the clock, and its place then offers to go on")
  func pause() {
    var stage = Stage(.auto)
    stage.choose("panel")
    stage.choose("system")
    _ = stage.take()
    stage.choose("pause")
    #expect(stage.take() == ["send scan(pause)", "scan 6 page \(stage.page) at 2"])
    let paused = "faster slower [go on] rest end the scanner out"
    #expect(stage.shown == paused)
    stage.clock(.auto, .holding)
    stage.clock(.auto, .paused)
    stage.show(plain, id: 2)
    #expect(stage.take() == [] && stage.shown == paused, "a window waits behind a pause")
    stage.choose("go on")
    #expect(stage.take().first == "send scan(resume)" && stage.shown == "[tools] text help panel")
  }

  @Test("a pause by a command shows in the panel, and ends with the clock's pause")
  func paused() {
    var stage = Stage(.auto)
    stage.choose("panel")
    stage.choose("system")
    stage.clock(.auto, .paused)
    #expect(stage.shown == "[faster] slower go on rest end the scanner out")
    stage.clock(.auto, .running)
    #expect(stage.shown == "[faster] slower pause rest end the scanner out")
  }

  @Test("rest is a paused clock and a page of one place, which no window replaces")
  func rest() {
    var stage = Stage(.auto)
    stage.choose("panel")
    stage.choose("system")
    _ = stage.take()
    stage.choose("rest")
    #expect(stage.take() == ["send scan(pause)", "scan 1 page \(stage.page) at 0"] && stage.shown == "[go on]")
    stage.show(pages(item("ok")), id: 2, kind: .dialog)
    for name in ["back", "leave", "menu", "actions", "context-menu"] { stage.give(name, item: 0) }
    #expect(stage.shown == "[go on]" && !stage.take().contains { $0.hasPrefix("key") })
    stage.choose("go on")
    #expect(stage.take().first == "send scan(resume)" && stage.shown == "[ok] panel")
  }

  @Test("rest outlasts a question, another profile and another daemon")
  func restStays() {
    var stage = Stage(.auto)
    stage.choose("panel")
    stage.choose("system")
    stage.choose("rest")
    stage.tell(.question(Session.Question(id: 1, command: "restart")))
    #expect(stage.shown == "[no] yes")
    stage.wait(400)
    stage.choose("no")
    #expect(stage.shown == "[go on]")
    _ = stage.take()
    stage.tell(.renewed)
    #expect(stage.take() == ["send scan(pause)", "scan 1 page \(stage.page) at 0"])
    stage.tell(.disconnected)
    _ = stage.take()
    stage.connect(Session.Clock(style: .auto, state: .resting))
    #expect(stage.take().dropFirst() == ["send scan(pause)", "scan 1 page \(stage.page) at 0"])
  }

  @Test("a clock that is paused at a connection is asked to go on")
  func connectsPaused() {
    var stage = Stage(.auto)
    stage.tell(.disconnected)
    _ = stage.take()
    stage.connect(Session.Clock(style: .auto, state: .paused))
    #expect(stage.take().dropFirst() == ["send scan(resume)", "scan 4 page \(stage.page) at 0"])
  }

  @Test("a question shows no and yes, no first, before everything else")
  func question() {
    var stage = Stage(.auto)
    stage.tell(.question(Session.Question(id: 7, command: "restart")))
    #expect(stage.shown == "[no] yes" && stage.message == .question("restart"))
    stage.show(pages(item("ok")), id: 2, kind: .dialog)
    #expect(stage.shown == "[no] yes")
    stage.wait(400)
    _ = stage.take()
    stage.choose("yes")
    #expect(stage.take() == ["answer 7 yes", "scan 2 page \(stage.page) at 0"])
    #expect(stage.shown == "[ok] panel" && stage.message == nil)
  }

  @Test("no, back and leave answer a question with no", arguments: ["select", "back", "leave"])
  func answerNo(_ name: String) {
    var stage = Stage(.auto)
    stage.tell(.question(Session.Question(id: 7, command: "restart")))
    stage.wait(400)
    _ = stage.take()
    stage.give(name, item: 0)
    #expect(stage.take() == ["answer 7 no", "scan 4 page \(stage.page) at 0"])
  }

  @Test("a question that was answered elsewhere is gone, and a newer one takes its place")
  func closed() {
    var stage = Stage(.auto)
    stage.choose("text")
    stage.tell(.question(Session.Question(id: 7, command: "restart")))
    stage.tell(.question(Session.Question(id: 8, command: "power")))
    #expect(stage.message == .question("power"))
    stage.tell(.questionClosed(id: 7))
    #expect(stage.shown == "[no] yes")
    stage.tell(.questionClosed(id: 8))
    #expect(stage.shown == "[bold] name_ out")
  }

  @Test("an open question is shown at a connection")
  func openQuestion() {
    var stage = Stage()
    stage.connect(nil, question: Session.Question(id: 3, command: "restart"))
    #expect(stage.shown == "[no] yes")
  }

  @Test("what is touched is chosen")
  func touched() {
    var stage = Stage(.auto)
    stage.tell(.touched(place: 1))
    #expect(stage.shown == "[bold] name_ out")
    stage.tell(.touched(place: 77))
    stage.tell(.touched(place: -1))
    #expect(stage.shown == "[bold] name_ out")
  }

  // MARK: Looks

  @Test("down, waiting and rejected presses are shown at what is lit")
  func looks() {
    var stage = Stage(.auto)
    stage.tell(.pending(switch: "main", until: stage.now + 100_000))
    #expect(stage.light?.look == .pending)
    stage.tell(.press(switch: "main", isDown: true))
    #expect(stage.light?.look == .pressed)
    stage.tell(.press(switch: "main", isDown: false))
    #expect(stage.light?.look == .lit)
    stage.tell(.rejected(switch: "main"))
    #expect(stage.light?.look == .rejected)
    stage.wait(499)
    #expect(stage.light?.look == .rejected)
    stage.wait(1)
    #expect(stage.light?.look == .lit && stage.session.nextDeadline == nil)
  }

  @Test("the next press or step ends the sign of a rejection")
  func looksAfterRejection() {
    var stage = Stage(.auto)
    let next: [(Session.Input, Session.Light.Look)] = [
      (.command(stage.command("next", item: 1)), .lit),
      (.pending(switch: "main", until: stage.now + 900_000), .pending),
      (.press(switch: "main", isDown: true), .pressed),
    ]
    for (input, look) in next {
      stage.tell(.rejected(switch: "main"))
      #expect(stage.light?.look == .rejected)
      stage.tell(input)
      #expect(stage.light?.look == look)
    }
  }

  @Test("a question gives back the page of the panel that it covered")
  func questionOverPanel() {
    var stage = Stage(.auto)
    stage.choose("panel")
    for isAnswered in [true, false] {
      stage.choose("system")
      let system = stage.shown
      stage.tell(.question(Session.Question(id: 7, command: "restart")))
      stage.wait(400)
      #expect(stage.shown == "[no] yes")
      if isAnswered { stage.choose("no") } else { stage.tell(.questionClosed(id: 7)) }
      #expect(stage.shown == system)
      stage.wait(400)
      stage.choose("out")
    }
  }

  // MARK: Losing something

  @Test("without the daemon nothing is lit, that is said, and it goes on when the daemon is back")
  func daemonGone() {
    var stage = Stage(.auto)
    stage.choose("tools")
    stage.choose("save")
    stage.tell(.press(switch: "main", isDown: true))
    stage.tell(.disconnected)
    #expect(stage.shown == "nothing" && stage.message == .daemonGone)
    stage.tell(.checked(attempt: stage.attempt, isUnchanged: true))
    _ = stage.take()
    stage.wait(5_000)
    stage.show(plain)
    #expect(stage.take() == [])
    stage.connect(Session.Clock(style: .auto, state: .off))
    #expect(stage.take().last == "scan 4 page \(stage.page) at 1" && stage.shown == "open [save] volume= out")
    stage.wait(399)
    stage.choose("save")
    #expect(stage.light?.look == .rejected)
  }

  @Test("nothing is shown or done while the session is not in front, is locked, or another program has claimed")
  func notAllowed() {
    var stage = Stage(.auto)
    stage.tell(.allowed(false))
    #expect(stage.shown == "nothing")
    stage.choose(2)
    #expect(stage.take() == ["scan 4 page \(stage.page) at 0"])
    stage.clock(.auto, .running, page: 5)
    #expect(stage.take() == [])
    stage.tell(.allowed(true))
    #expect(stage.take() == ["scan 4 page \(stage.page) at 0"] && stage.shown == "[tools] text help panel")
  }

  @Test("nor is what came of the last choice said then")
  func notAllowedMessage() {
    var stage = Stage(.auto)
    stage.choose("panel")
    stage.choose("call for help")
    stage.tell(.allowed(false))
    #expect(stage.message == nil)
    stage.tell(.allowed(true))
    #expect(stage.message == .helpCalled)
  }

  @Test("a window that is gone leaves the bar")
  func windowGone() {
    var stage = Stage(.auto)
    stage.choose("tools")
    stage.tell(.window(nil))
    #expect(stage.shown == "[call for help] back system")
    _ = stage.take()
    stage.tell(.window(nil))
    #expect(stage.take() == [])
  }

  @Test("a group without a place leads to the first page")
  func emptyGroup() {
    var stage = Stage(.auto, pages(.group(Group(name: "empty", places: [])), item("help")))
    stage.choose(0)
    #expect(stage.shown == "[empty] help panel" && stage.take().count == 1)
  }
}
