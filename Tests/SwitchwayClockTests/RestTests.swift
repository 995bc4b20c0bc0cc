import SwitchwayClock
import Testing

@Suite("rounds and rest") struct RestTests {
  @Test("a page rests at the step that completes the last pass", arguments: [1, 2, 3])
  func page(loops: Int) {
    var run = Run(.auto(loops: loops), items: 4)
    run.until(1_000_000)
    #expect(run.commands.count == 4 * loops)
    #expect(run.states == ["\(500 + 4000 * loops) = resting"])
    #expect(run.clock.nextDeadline == nil)
  }

  @Test("an unknown rests after so many steps", arguments: [1, 30])
  func unknown(steps: Int) {
    var run = Run(unknown: .auto(steps: steps))
    run.until(1_000_000)
    #expect(run.commands.count == steps)
    #expect(run.states == ["\(500 + 1000 * steps) = resting"])
  }

  @Test("0: never")
  func never() {
    var run = Run(.auto(loops: 0), items: 1)
    run.until(500_500)
    #expect(run.commands.count == 500)
    var other = Run(unknown: .auto(steps: 0))
    other.until(500_500)
    #expect(other.commands.count == 500)
  }

  @Test("only the clock's own steps count; a step by a person begins the count anew")
  func count() {
    var run = Run(.auto(loops: 1), items: 3)
    run.until(2500)
    run.command(2600, .next)
    run.until(60_000)
    #expect(run.states == ["5600 = resting"])
  }

  @Test("a select at rest is published as scan(start) and chooses nothing; a new page ends it too")
  func select() {
    var run = Run(.auto(loops: 1), items: 2)
    run.until(5000)
    run.command(6000, .select)
    run.until(7500)
    #expect(
      run.log == [
        "1500 next 1/1", "2500 next 1/0", "2500 = resting", "6000 start", "6000 = running", "7500 next 1/1",
      ])
  }

  @Test("scan(start) begins at the page's item")
  func startItem() {
    var run = Run(.auto(loops: 1), items: 3, item: 1)
    run.until(5000)
    run.command(6000, .next)
    run.command(7000, .scan(.start))
    run.until(8500)
    #expect(run.commands.suffix(3) == ["6000 publish 1/2", "7000 publish", "8500 next 1/2"])
  }

  @Test("the rest state is looked up at pressed − reaction", arguments: [(4499.999, false), (4500, true)])
  func moment(pressed: Double, isAtRest: Bool) {
    var run = Run(.auto(loops: 1), items: 4)
    run.until(4600)
    run.command(4700, .select, .switch(0), pressed: pressed)
    #expect(run.commands.last == (isAtRest ? "4700 start" : "4700 publish 1/3"))
    #expect(run.clock.state == (isAtRest ? .running : .holding))
  }

  @Test("with a reaction", arguments: [(4599.999, false), (4600, true)])
  func reaction(pressed: Double, isAtRest: Bool) {
    var run = Run(.auto(loops: 1, reaction: 100_000), items: 4)
    run.until(4600)
    run.command(4700, .select, .switch(0), pressed: pressed)
    #expect(run.commands.last == (isAtRest ? "4700 start" : "4700 publish 1/3"))
  }

  @Test("the rest state is never looked up before the page was announced")
  func beforeThePage() {
    var run = Run(.auto(loops: 1, reaction: 500_000), items: 1)
    run.until(2000)
    #expect(run.clock.state == .resting)
    run.show(3000, items: 5, page: 2)
    run.command(3200, .select, .switch(0), pressed: 3100)
    #expect(run.commands.last == "3200 publish 2/0")
  }

  @Test("an unknown that came to rest meanwhile goes on")
  func meanwhile() {
    var run = Run(unknown: .auto(steps: 1))
    run.until(1600)
    run.command(1700, .select, .switch(0), pressed: 1499.999)
    run.until(3200)
    #expect(
      run.log == [
        "1500 next", "1500 = resting", "1700 previous", "1700 publish", "1700 = running", "3200 next", "3200 = resting",
      ])
  }

  @Test("after-select: rest")
  func afterSelect() {
    var run = Run(unknown: .auto(afterSelect: .rest))
    run.command(1000, .select)
    run.until(60_000)
    #expect(run.log == ["1000 publish", "1000 = resting"])
  }

  @Test("after-select: rest, with pages: the page that answers a choice rests until the next press")
  func afterSelectOnPages() {
    var run = Run(.auto(afterSelect: .rest, pause: 0), items: 3)
    run.command(1500, .select)
    run.show(2000, items: 3, page: 2)
    run.until(60_000)
    #expect(run.log.suffix(3) == ["1500 publish 1/1", "1500 = holding", "2000 = resting"])
    run.command(60_000, .select)
    run.until(61_500)
    #expect(run.log.suffix(3) == ["60000 start", "60000 = running", "61000 next 2/1"])
  }

  @Test("after-select: rest, with pages: a page that no choice was made on does not rest")
  func pageWithoutChoice() {
    var run = Run(.auto(afterSelect: .rest, pause: 0), items: 3)
    run.show(500, items: 3, page: 2)
    run.until(1600)
    #expect(run.log.last == "1500 next 2/1")
  }

  @Test("another choice at rest chooses: only a select starts it")
  func otherChoice() {
    var run = Run(.auto(loops: 1), items: 1)
    run.until(2000)
    run.command(2100, .choice)
    #expect(run.log.suffix(2) == ["2100 publish 1/0", "2100 = holding"])
  }

  @Test("somebody starts it while the press is undecided: it was at rest at the press")
  func startedMeanwhile() {
    var run = Run(unknown: .auto(), started: false)
    run.command(1100, .scan(.start))
    run.command(1200, .select, .switch(0), pressed: 1000)
    run.until(2600)
    #expect(run.commands == ["1100 publish", "1200 start", "2600 next"])
  }

  @Test("while paused a select chooses, also at rest; the unknown goes on after resume")
  func paused() {
    var run = Run(unknown: .auto(), started: false)
    run.command(1000, .scan(.pause))
    run.command(2000, .select)
    run.command(3000, .scan(.resume))
    run.until(4500)
    #expect(
      run.log == [
        "1000 publish", "1000 = paused", "2000 publish", "3000 publish", "3000 = running", "4500 next",
      ])
  }
}
