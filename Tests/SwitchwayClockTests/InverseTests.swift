import SwitchwayClock
import Testing

@Suite("inverse") struct InverseTests {
  @Test("while a switch is down the clock publishes next; letting go chooses")
  func scans() {
    var run = Run(.inverse, items: 3)
    #expect(run.clock.state == .resting && run.clock.nextDeadline == nil)
    run.press(1000, scans: true)
    run.until(3600)
    run.release(3700, pressed: 1000)
    #expect(
      run.log == [
        "1000 = running", "2500 next 1/1", "3500 next 1/2", "3700 publish 1/2", "3700 = holding",
      ])
  }

  @Test("the item lit at released − reaction", arguments: [(99.999, 2), (100, 2), (100.001, 1)])
  func reaction(reaction: Double, item: Int) {
    let settings = ClockSettings(style: .inverse, reaction: Run.micro(reaction))
    var run = Run(settings, items: 3)
    run.press(1000, scans: true)
    run.release(3600, pressed: 1000)
    #expect(run.commands.last == "3600 publish 1/\(item)")
  }

  @Test("a step in the very microsecond of the release was not seen", arguments: [(3500, 1), (3500.001, 2)])
  func sameMoment(released: Double, item: Int) {
    var run = Run(.inverse, items: 3)
    run.press(1000, scans: true)
    run.release(released, pressed: 1000)
    #expect(run.commands.last?.hasSuffix("publish 1/\(item)") == true)
  }

  @Test("other switches choose by pressed")
  func other() {
    var run = Run(.inverse, items: 3)
    run.press(1000, scans: true)
    run.until(2600)
    run.command(2700, .select, .switch(1), pressed: 2400)
    #expect(run.commands.last == "2700 publish 1/0")
  }

  @Test("only a press that begins after the page was announced scans it", arguments: [(999.999, false), (1000, true)])
  func older(began: Double, scans: Bool) {
    var run = Run(.inverse, items: 3)
    run.show(1000, items: 4, page: 2)
    run.at(1010, .pressed(0, began: Run.micro(began), owner: .client(0), scans: true))
    #expect(run.clock.state == (scans ? .running : .resting))
    run.release(1100, pressed: began)
    #expect(run.commands == (scans ? ["1100 publish 2/0"] : ["1100 stale"]))
  }

  @Test("a page that comes while the switch is down is not scanned, and the release is stale")
  func pageMeanwhile() {
    var run = Run(.inverse, items: 3)
    run.press(1000, scans: true)
    run.show(2000, items: 4, page: 2)
    run.until(9000)
    run.release(9000, pressed: 1000)
    #expect(run.log == ["1000 = running", "2000 = resting", "9000 stale"])
  }

  @Test("a switch that is reported stuck ends its scan, and its release chooses nothing")
  func stuck() {
    var run = Run(.inverse, items: 3)
    run.press(1000, scans: true)
    run.at(1400, .stuck(0))
    #expect(!run.clock.choosesAtRelease(0))
    run.release(1500, pressed: 1000)
    #expect(run.log == ["1000 = running", "1400 = resting"])
  }

  @Test("of two switches that scan, one reported stuck leaves the other to go on")
  func stuckOfTwo() {
    var run = Run(.inverse, items: 3)
    run.press(1000, scans: true)
    run.press(1200, switch: 1, scans: true)
    run.at(1400, .stuck(0))
    run.until(2500)
    run.release(2600, switch: 1, pressed: 1200)
    #expect(run.commands == ["2500 next 1/1", "2600 publish 1/1"])
  }

  @Test("a press begins from where the highlight stands")
  func stands() {
    var run = Run(unknown: .inverse, started: false)
    run.press(0, scans: true)
    run.release(1600)
    run.press(2000, scans: true)
    run.release(3600, pressed: 2000)
    #expect(
      run.log == [
        "0 = running", "1500 next", "1600 publish", "1600 = resting", "2000 = running", "3500 next",
        "3600 publish", "3600 = resting",
      ])
  }

  @Test("the switch that scans does not freeze once its press is accepted; others do")
  func freeze() {
    var run = Run(.inverse, items: 3)
    run.press(1000, scans: true)
    run.at(1100, .atWork(1))
    #expect(run.clock.state == .frozen)
    run.at(1200, .idle(1))
    run.until(2500)
    #expect(run.commands == ["2500 next 1/1"])
  }

  @Test("it rests after the rounds; the release chooses, a new press begins anew")
  func rounds() {
    var run = Run(ClockSettings(style: .inverse, loops: 1), items: 2)
    run.press(0, scans: true)
    run.until(9000)
    #expect(run.log == ["0 = running", "1500 next 1/1", "2500 next 1/0", "2500 = resting"])
    run.release(9000)
    #expect(run.log.suffix(2) == ["9000 publish 1/0", "9000 = holding"])
  }

  @Test("a press while it is paused scans when the pause ends, with the pause before its first item")
  func paused() {
    var run = Run(.inverse, items: 3)
    run.at(500, .pause(.learning))
    run.press(1000, scans: true)
    run.until(5000)
    run.at(5000, .resume(.learning))
    run.until(6500)
    #expect(run.log == ["500 = paused", "5000 = running", "6500 next 1/1"])
  }

  @Test("scan-style(inverse): a press that was decided before scans nothing")
  func decidedBefore() {
    var run = Run(.auto(), items: 3)
    run.press(1000)
    run.command(1100, .style(.inverse))
    #expect(!run.clock.choosesAtRelease(0))
    #expect(run.clock.state == .resting)
  }

  @Test("the owner is fixed at the press: the release chooses from its page")
  func ownerChanges() {
    var run = Run(.inverse, items: 3)
    run.press(1000, scans: true)
    run.until(2600)
    run.show(2600, items: 9, page: 5, client: 7)
    run.at(2700, .owner(.client(7)))
    run.until(9000)
    run.release(9000, pressed: 1000, owner: .client(0))
    #expect(run.log == ["1000 = running", "2500 next 1/1", "2700 = resting", "9000 publish 1/1"])
  }

  @Test("a device that goes takes the scan with it")
  func lost() {
    var run = Run(.inverse, items: 3)
    run.press(1000, scans: true)
    run.at(1400, .lost(0))
    #expect(run.clock.state == .resting && !run.clock.choosesAtRelease(0))
  }
}
