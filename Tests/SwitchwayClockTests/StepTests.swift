import SwitchwayClock
import Testing

@Suite("step") struct StepTests {
  @Test("select is published, once, an interval after the last next or previous", arguments: [1, -1])
  func alone(moves: Int) {
    var run = Run(.step, items: 4)
    run.command(500, .move(moves))
    run.until(1499.999)
    let item = moves == 1 ? 1 : 3
    #expect(run.log == ["500 publish 1/\(item)", "500 = running"])
    run.until(20_000)
    #expect(
      run.log == ["500 publish 1/\(item)", "500 = running", "1500 select 1/\(item)", "1500 = holding"])
  }

  @Test("first-item-pause is not added in step, also not when a pause ends")
  func noPause() {
    var run = Run(.step, items: 4)
    run.command(500, .next)
    run.at(600, .pause(.restMode))
    run.at(2000, .resume(.restMode))
    run.until(3000)
    #expect(run.commands == ["500 publish 1/1", "3000 select 1/1"])
  }

  @Test("an interval has passed since the last accepted release")
  func release() {
    var run = Run(.step, items: 4)
    run.press(500, .next)
    run.release(900)
    run.until(1899.999)
    #expect(run.commands == ["500 publish 1/1"])
    run.until(1900)
    #expect(run.commands == ["500 publish 1/1", "1900 select 1/1"])
  }

  @Test("while a switch is down, undecided or waiting there is no select; it comes when that ends")
  func atWork() {
    var run = Run(.step, items: 4)
    run.command(500, .next)
    run.at(1400, .atWork(3))
    run.until(5000)
    #expect(run.clock.nextDeadline == nil)
    run.at(5000, .idle(3))
    run.until(5000)
    #expect(run.commands == ["500 publish 1/1", "5000 select 1/1"])
  }

  @Test("an undecided contact that ends before costs no time")
  func undecided() {
    var run = Run(.step, items: 4)
    run.command(500, .next)
    run.at(600, .atWork(3))
    run.at(1400, .idle(3))
    run.until(1500)
    #expect(run.commands == ["500 publish 1/1", "1500 select 1/1"])
  }

  @Test("a step interval begins at the stuck report, and the release of that switch does not begin it again")
  func stuck() {
    var run = Run(.step, items: 4)
    run.press(500, .next)
    run.at(10_500, .stuck(0))
    run.release(11_000)
    run.until(11_500)
    #expect(run.commands == ["500 publish 1/1", "11500 select 1/1"])
  }

  @Test("without a next or previous there is no select: edge and move begin none")
  func without() {
    var run = Run(.step, items: 4)
    run.command(100, .edge(isEnd: true))
    run.command(200, .moveElsewhere)
    run.press(300)
    run.release(400)
    run.until(9000)
    #expect(run.log == ["100 publish 1/3", "200 publish"])
    #expect(run.clock.state == .resting && run.clock.nextDeadline == nil)
  }

  @Test("edge begins the interval anew")
  func edge() {
    var run = Run(.step, items: 4)
    run.command(100, .next)
    run.command(600, .edge(isEnd: true))
    run.until(1600)
    #expect(run.commands == ["100 publish 1/1", "600 publish 1/3", "1600 select 1/3"])
  }

  @Test("of an unknown, after the choice nothing waits until the next step")
  func unknown() {
    var run = Run(unknown: .step, started: false)
    run.command(100, .next)
    run.until(9000)
    run.command(9500, .next)
    run.until(10_500)
    #expect(
      run.log == [
        "100 publish", "100 = running", "1100 select", "1100 = resting", "9500 publish", "9500 = running",
        "10500 select", "10500 = resting",
      ])
  }

  @Test("a select by a person leaves nothing to choose")
  func chosen() {
    var run = Run(unknown: .step, started: false)
    run.command(100, .next)
    run.command(500, .select)
    run.until(9000)
    #expect(run.commands == ["100 publish", "500 publish"])
  }

  @Test("another rate holds from the next step on")
  func rate() {
    var run = Run(.step, items: 4)
    run.press(100, .next)
    run.command(200, .rate(.interval(2_000_000)))
    run.release(300)
    run.until(1300)
    #expect(run.commands.last == "1300 select 1/1")
  }
}
