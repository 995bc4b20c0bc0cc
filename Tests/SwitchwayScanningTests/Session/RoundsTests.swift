import SwitchwayClock
import Testing

@testable import SwitchwayScanning

/// Rounds without a choice, styles of the clock, and no clock.
@Suite struct RoundsTests {
  @Test("two rounds of a group without a choice lead out of it, lit at the group that was left")
  func rounds() {
    var stage = Stage(.auto)
    stage.choose("text")
    stage.steps(5)
    #expect(stage.shown == "bold name_ [out]")
    stage.steps(1)
    #expect(stage.shown == "tools [text] help panel")
    #expect(stage.take().suffix(1) == ["scan 4 page \(stage.page) at 1"])
  }

  @Test("one round leads out where the clock rests after it")
  func oneRound() {
    var stage = Stage(.auto)
    stage.choose("text")
    stage.steps(3)
    #expect(stage.shown == "[bold] name_ out")
    stage.clock(.auto, .resting)
    #expect(stage.shown == "tools [text] help panel")
    #expect(!stage.take().contains("observe nothing"))
  }

  @Test("steps count in either direction, and a step of a person begins anew")
  func directions() {
    var stage = Stage(.auto)
    stage.choose("text")
    stage.steps(3)
    stage.steps(3, name: "previous")
    #expect(stage.shown == "tools [text] help panel")
    stage.wait(400)
    stage.choose("text")
    stage.steps(5)
    stage.steps(1, by: nil)
    stage.steps(5)
    #expect(stage.shown == "bold name_ [out]")
    stage.steps(1)
    #expect(stage.shown == "tools [text] help panel")
  }

  @Test("steps of persons and of other clocks lead nowhere")
  func persons() {
    var stage = Stage(.inverse)
    stage.choose("text")
    stage.steps(15, by: .inverse)
    stage.steps(15, by: nil)
    #expect(stage.shown == "[bold] name_ out")
  }

  @Test("rounds of a group that is made anew meanwhile are counted on")
  func madeAnew() {
    var stage = Stage(.auto)
    stage.choose("text")
    stage.show(pages(group("text", item("bold"), item("name_"), item("more"))))
    stage.steps(3)
    #expect(stage.shown == "[bold] name_ more out")
    stage.steps(4)
    #expect(stage.shown == "[text] panel")
  }

  @Test("no rounds lead out of a first page, a question, a value or a menu")
  func stays() {
    var stage = Stage(.auto)
    stage.steps(20)
    #expect(stage.shown == "[tools] text help panel")
    stage.choose("tools")
    stage.choose("volume=")
    stage.steps(20)
    #expect(stage.shown == "less more [out]")
    stage.tell(.question(Session.Question(id: 1, command: "restart")))
    stage.steps(20)
    #expect(stage.shown == "[no] yes")
    stage = Stage(.auto, kind: .menu)
    stage.choose("text")
    stage.steps(20)
    #expect(stage.shown == "bold name_ [out]")
  }

  @Test("two rounds lead out of the bar and of an item's actions")
  func bar() {
    var stage = Stage(.auto)
    stage.choose("panel")
    #expect(stage.shown == "[call for help] back system out")
    stage.steps(8)
    #expect(stage.shown == "tools text help [panel]")
    stage.wait(400)
    stage.give("actions", item: 2)
    #expect(stage.shown == "[click] out")
    stage.steps(4)
    #expect(stage.shown == "tools text [help] panel")
  }

  // MARK: Styles

  @Test("in step a page begins at its last place, and one that is left at its group")
  func step() {
    var stage = Stage(.step)
    #expect(stage.shown == "tools text help [panel]")
    stage.choose("text")
    #expect(stage.shown == "bold name_ [out]")
    stage.choose("out")
    #expect(stage.shown == "tools [text] help panel")
    stage.tell(.question(Session.Question(id: 1, command: "restart")))
    #expect(stage.shown == "no [yes]")
  }

  @Test("in step what changes waits while an item waits to be chosen")
  func stepWaits() {
    var stage = Stage(.step)
    stage.steps(1, by: nil)
    stage.clock(.step, .running)
    _ = stage.take()
    stage.show(pages(item("new"), group("tools", item("open"))))
    #expect(stage.take() == [] && stage.shown == "[tools] text help panel")
    stage.choose("tools")
    #expect(stage.shown == "open [out]")
  }

  @Test("in inverse a page stays for as long as a switch scans it")
  func inverse() {
    var stage = Stage(.inverse)
    stage.tell(.press(switch: "main", isDown: true))
    stage.clock(.inverse, .running)
    stage.show(pages(item("new")))
    stage.steps(6, by: .inverse)
    #expect(stage.take() == [])
    stage.tell(.press(switch: "main", isDown: false))
    // The line of the release comes before that of the choice.
    stage.give("select", item: 2, pressed: stage.now - 5_500_000)
    #expect(stage.take() == ["check help"])
  }

  // MARK: No clock

  @Test("without a clock it keeps the place itself, by next and previous")
  func noClock() {
    var stage = Stage(nil)
    stage.give("next")
    stage.give("next", "2")
    #expect(stage.shown == "tools text help [panel]")
    stage.give("next")
    stage.give("previous", "by=item", "3")
    #expect(stage.shown == "tools [text] help panel")
    stage.give("select")
    #expect(stage.shown == "[bold] name_ out")
    stage.give("previous", "999")
    stage.give("next", "-7")
    #expect(stage.light != nil)
  }

  @Test("without a clock a choice pressed before the page was lit does nothing")
  func pressedBefore() {
    var stage = Stage(nil)
    stage.give("select")
    let early = stage.now - 1
    stage.give("select", pressed: early)
    #expect(stage.shown == "[open] save volume= out" && stage.light?.look == .rejected)
    stage.give("select")
    #expect(stage.take().suffix(1) == ["check open"])
  }

  @Test("the panel offers no pause without a clock")
  func noPause() {
    var stage = Stage(nil)
    stage.give("menu")
    stage.choose("system")
    #expect(stage.shown == "[rest] end the scanner out")
  }

  @Test("after a profile, a config and a scan line without its page the page is sent again")
  func again() {
    var stage = Stage(.auto)
    let page = "scan 4 page \(stage.page) at 0"
    stage.tell(.renewed)
    #expect(stage.take() == [page])
    stage.tell(.clock(Session.Clock(style: .auto, state: .off)))
    #expect(stage.take() == [page])
    stage.clock(.auto, .running, page: 99)
    #expect(stage.take() == [page])
    stage.clock(.auto, .running)
    #expect(stage.take() == [])
  }

  @Test("a scan line from before the daemon had the page is ignored")
  func earlierLine() {
    var stage = Stage(.auto)
    stage.answer = nil
    let page = stage.page
    stage.choose("tools")
    stage.clock(.auto, .holding, page: page)
    #expect(stage.take().count == 1)
    stage.tell(.scanned(page: stage.page, .ok(time: stage.now)))
    stage.clock(.auto, .running)
    #expect(stage.take() == [])
  }

  @Test("a clock that comes or goes with the profile changes who keeps the place")
  func clockComes() {
    var stage = Stage(.auto)
    stage.answer = .unsupported
    stage.tell(.renewed)
    stage.give("next")
    #expect(stage.shown == "tools [text] help panel")
    stage.answer = .ok
    stage.clock(.step, .resting, page: stage.page)
    stage.give("select", item: 1)
    #expect(stage.shown == "bold name_ [out]")
  }
}
