import SwitchwayClock
import Testing

@Suite("Which item is selected") struct ChosenItemTests {
  @Test(
    "the item that was lit at pressed",
    arguments: [(1499.999, 0), (1500, 1), (1500.001, 1), (2499.999, 1), (2500, 2)])
  func pressed(pressed: Double, item: Int) {
    var run = Run(.auto(), items: 5)
    run.command(2700, .select, .switch(0), pressed: pressed)
    #expect(run.commands.last == "2700 publish 1/\(item)")
  }

  @Test("at pressed − reaction, the offset included", arguments: [(1659.999, 0), (1660, 1), (1660.001, 1)])
  func reaction(pressed: Double, item: Int) {
    var run = Run(.auto(reaction: 100_000), items: 5)
    run.command(2700, .select, .switch(0), pressed: pressed, offset: -60)
    #expect(run.commands.last == "2700 publish 1/\(item)")
  }

  @Test("while holding, item is the chosen one")
  func holding() {
    var run = Run(.auto(), items: 5)
    run.command(2700, .select, .switch(0), pressed: 1499)
    #expect(run.clock.pageItem == PageItem(page: 1, item: 0))
  }

  @Test("a filter longer than the interval does not matter", arguments: [1500, 4000])
  func longFilter(filter: Double) {
    var run = Run(.auto(), items: 5)
    run.at(1499.999, .atWork(0))
    run.until(1499.999 + filter)
    run.command(1499.999 + filter, .select, .switch(0), pressed: 1499.999)
    #expect(run.commands.last?.hasSuffix("publish 1/0") == true)
    #expect(run.commands.count == 1)
  }

  @Test("one of the last eight steps; an earlier press selects the first of them", arguments: [(7, 0), (8, 1), (9, 2)])
  func eight(steps: Int, item: Int) {
    var run = Run(.auto(loops: 0), items: 100)
    run.command(700 + 1000 * Double(steps), .select, .switch(0), pressed: 100)
    #expect(run.commands.last?.hasSuffix("publish 1/\(item)") == true)
  }

  @Test("never before the page's first item")
  func firstItem() {
    var run = Run(.auto(reaction: 1_000_000), items: 5)
    run.until(2600)
    run.show(2700, items: 5, page: 2, item: 4)
    run.command(2800, .select, .switch(0), pressed: 2750)
    #expect(run.commands.last == "2800 publish 2/4")
  }

  @Test("never before the last step that a person made, which is lit from its accepted")
  func ownStep() {
    var run = Run(.auto(reaction: 300_000), items: 5)
    run.until(1500)
    run.command(1600, .next)
    run.command(1650, .select, .switch(0), pressed: 1500)
    #expect(run.commands.last == "1650 publish 1/2")
  }

  @Test("a press that began before the page was announced is stale", arguments: [(1999.999, true), (2000, false)])
  func stale(began: Double, isStale: Bool) {
    for origin in [ClockOrigin.switch(0), .key] {
      var run = Run(.auto(), items: 5)
      run.show(2000, items: 5, page: 2)
      run.command(2100, .select, origin, pressed: began)
      #expect(run.commands.last == (isStale ? "2100 stale" : "2100 publish 2/0"))
    }
  }

  @Test(
    "so is one that its device's offset puts before the page, and one that an offset puts after it",
    arguments: [(2100.0, -100.001, true), (2100, -100, false), (1999.999, 50, true)])
  func staleByOffset(began: Double, offset: Double, isStale: Bool) {
    var run = Run(.auto(), items: 3)
    run.show(2000, items: 3, page: 2)
    run.command(2200, .select, .switch(0), pressed: began, offset: offset)
    #expect(run.commands.last == (isStale ? "2200 stale" : "2200 publish 2/0"))
  }

  @Test("a client's select is no press and never stale; next is never stale")
  func notStale() {
    var run = Run(.auto(), items: 5)
    run.show(2000, items: 5, page: 2)
    run.command(2100, .next, .switch(0), pressed: 1999)
    run.command(2200, .select, .client, pressed: 1999)
    #expect(run.commands.suffix(2) == ["2100 publish 2/1", "2200 publish 2/1"])
  }

  @Test("a stale press selects nothing, and the scan continues")
  func staleGoesOn() {
    var run = Run(.auto(), items: 5)
    run.show(2000, items: 5, page: 2)
    run.command(2100, .select, .switch(0), pressed: 1000)
    run.until(3500)
    #expect(run.log.last == "3500 next 2/1")
  }

  @Test("commands for others select nothing and carry no item")
  func others() {
    var run = Run(.auto(), items: 5)
    run.command(100, .choice, owner: .client(9))
    run.command(200, .other)
    run.until(1500)
    #expect(run.log == ["100 publish", "200 publish", "1500 next 1/1"])
  }

  @Test("without a page: previous as often as needed, then select", arguments: [(2600.0, 1), (1600, 2), (100, 3)])
  func unknown(pressed: Double, count: Int) {
    var run = Run(unknown: .auto())
    run.command(3700, .select, .switch(0), pressed: pressed)
    let steps = ["1500 next", "2500 next", "3500 next"]
    #expect(run.commands == steps + Array(repeating: "3700 previous", count: count) + ["3700 publish"])
  }

  @Test("in reverse without a page: next")
  func reverse() {
    var run = Run(unknown: .auto())
    run.command(100, .scan(.reverse))
    run.command(2600, .select, .switch(0), pressed: 2000)
    #expect(run.commands.suffix(4) == ["1500 previous", "2500 previous", "2600 next", "2600 publish"])
  }

  @Test("the corrections are commands of the clock, at the time of the selection, for its owner")
  func corrections() {
    var clock = ScanningClock(.auto())
    var outputs: [ClockOutput] = []
    clock.handle(.owner(.bridge), at: 0, into: &outputs)
    clock.handleCommand(.scan(.start), by: ClockPress(.key, owner: .bridge, began: 0), into: &outputs)
    clock.advance(to: 1_600_000, into: &outputs)
    outputs = []
    clock.handleCommand(
      .select, by: ClockPress(.switch(0), owner: .bridge, began: 1_400_000, accepted: 1_600_000), into: &outputs)
    let step = ClockStep(command: .previous, time: 1_600_000, owner: .bridge, pageItem: nil, style: .auto)
    #expect(outputs == [.step(step), .publish(nil)])
  }

  @Test(
    "the steps of an unknown are forgotten at a choice, a start, edge, move, by anything but item, and a count above 1",
    arguments: [
      ClockCommand.choice, .scan(.restart), .edge(isEnd: true), .moveElsewhere, .move(2), .move(-3),
    ])
  func forgotten(command: ClockCommand) {
    var run = Run(unknown: .auto())
    run.until(2500)
    run.command(2600, command)
    run.command(2700, .select, .switch(0), pressed: 1000)
    #expect(run.commands.last == "2700 publish")
    #expect(!run.commands.contains { $0.contains("previous") })
  }

  @Test("a step that was stale has not moved an unknown")
  func staleStep() {
    var run = Run(unknown: .auto())
    run.until(2500)
    run.at(2600, .stepNotSent(owner: .bridge, step: 2_500_000, moves: 1))
    run.command(2700, .select, .switch(0), pressed: 1600)
    #expect(run.commands == ["1500 next", "2500 next", "2700 publish"])
  }

  @Test("a choice that was not sent: the page goes on")
  func staleChoice() {
    var run = Run(.auto(), items: 3)
    run.command(1000, .select)
    run.at(3000, .choiceNotSent(owner: .client(0)))
    run.until(4500)
    #expect(run.log == ["1000 publish 1/0", "1000 = holding", "3000 = running", "4500 next 1/1"])
  }

  @Test("a confirmed command keeps the page and item that were found when it was asked, and is never stale")
  func confirmed() {
    var run = Run(.auto(), items: 5)
    run.until(1600)
    let verdict = run.aim(.choice, pressed: 1400)
    guard case .choice(let aim) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(aim.pageItem == PageItem(page: 1, item: 0) && aim.announced == 0)
    run.until(3500)
    run.show(4000, items: 2, page: 2)
    run.confirm(5000, .choice, verdict)
    #expect(run.log.suffix(2) == ["5000 publish 1/0", "5000 = holding"])
    #expect(run.clock.pageItem == PageItem(page: 2, item: 0))
  }

  @Test("a confirmed command of an unknown steps back as often as it has moved, where its steps were not forgotten")
  func confirmedUnknown() {
    var run = Run(unknown: .auto())
    run.until(1600)
    let verdict = run.aim(.choice, pressed: 1550)
    run.until(3500)
    run.command(3600, .next)
    run.confirm(3700, .choice, verdict)
    #expect(run.commands.suffix(4) == ["3700 previous", "3700 previous", "3700 previous", "3700 publish"])
    let later = run.aim(.choice, pressed: 3700)
    run.until(5300)
    run.command(5400, .edge(isEnd: true))
    run.confirm(5500, .choice, later)
    #expect(run.commands.suffix(2) == ["5400 publish", "5500 publish"])
  }
}
