import SwitchwayClock
import Testing

@Suite("auto") struct AutoTests {
  @Test("while it runs, the clock publishes next every interval, the first-item-pause before the first")
  func steps() {
    var run = Run(.auto(), items: 3)
    run.until(1499.999)
    #expect(run.log == [])
    run.until(4500)
    #expect(run.log == ["1500 next 1/1", "2500 next 1/2", "3500 next 1/0", "4500 next 1/1"])
  }

  @Test("a late loop changes no decision: steps fire at their own times")
  func late() {
    var run = Run(.auto(), items: 3)
    run.at(3000, .atWork(0))
    #expect(run.log == ["1500 next 1/1", "2500 next 1/2", "3000 = frozen"])
  }

  @Test("the first-item-pause is added after each choice of an unknown")
  func afterChoice() {
    var run = Run(unknown: .auto())
    run.command(700, .choice)
    run.until(3200)
    #expect(run.log == ["700 publish", "2200 next", "3200 next"])
  }

  @Test("a page begins at the item that the client names")
  func begins() {
    var run = Run(.auto(), items: 5, item: 4)
    run.until(1500)
    #expect(run.log == ["1500 next 1/0"])
  }
}

@Suite("frozen") struct FreezeTests {
  @Test("a contact without a press costs no time", arguments: [100.0, 1400, 1499.999])
  func noPress(begins: Double) {
    var run = Run(.auto(), items: 3)
    run.at(begins, .atWork(0))
    #expect(run.clock.nextDeadline == nil)
    run.at(begins + 0.001, .idle(0))
    run.until(1500)
    #expect(run.commands == ["1500 next 1/1"])
  }

  @Test("a step that fell due meanwhile fires when the freeze ends, and the next an interval later")
  func missed() {
    var run = Run(.auto(), items: 3)
    run.at(1400, .atWork(0))
    run.until(4000)
    #expect(run.log == ["1400 = frozen"])
    run.at(4000, .idle(0))
    run.until(5000)
    #expect(run.log == ["1400 = frozen", "4000 = running", "4000 next 1/1", "5000 next 1/2"])
  }

  @Test("a missed step is lit from the end of the freeze")
  func litFromTheEnd() {
    var run = Run(.auto(), items: 3)
    run.at(1400, .atWork(0))
    run.at(1600, .idle(0))
    run.until(1600)
    run.command(1700, .select, pressed: 1599.999)
    #expect(run.commands == ["1600 next 1/1", "1700 publish 1/0"])
    run.show(1800, items: 3, page: 2)
  }

  @Test("after a press that selected nothing the remaining time continues")
  func timeLeft() {
    var run = Run(.auto(), items: 3)
    run.at(1400, .atWork(0))
    run.at(1430, .pressed(0, began: 1_400_000, owner: .client(0), scans: false))
    run.release(2000)
    run.until(2099.999)
    #expect(run.commands == [])
    run.until(3100)
    #expect(run.commands == ["2100 next 1/1", "3100 next 1/2"])
  }

  @Test("also for a switch that was pressed before the page came")
  func pressedBefore() {
    var run = Run(.auto())
    run.at(0, .owner(.client(0)))
    run.press(0)
    run.show(100, items: 3)
    run.release(600)
    run.until(2100)
    #expect(run.commands == ["2100 next 1/1"])
  }

  @Test("after a press that selected, the time of what is scanned next begins at the end of the freeze")
  func chose() {
    var run = Run(unknown: .auto())
    run.press(1000, .select)
    run.release(1300)
    run.until(2800)
    #expect(run.commands == ["1000 publish", "2800 next"])
  }

  @Test("whoever holds the switch that selected has not lost the first item of the new page")
  func choseFromTheOldPage() {
    var run = Run(.auto(), items: 3)
    run.press(1000, .select)
    run.show(1010, items: 4, page: 2)
    run.release(4000)
    run.until(5500)
    #expect(
      run.log == [
        "1000 publish 1/0", "1000 = holding", "1010 = frozen", "4000 = running", "5500 next 2/1",
      ])
  }

  @Test("a page that comes while another switch is undecided after the choice: a contact costs no time, a press does")
  func otherSwitch() {
    for isPress in [false, true] {
      var run = Run(.auto(), items: 3)
      run.at(900, .atWork(1))
      run.press(1000, .select)
      run.release(1100)
      run.show(1200, items: 4, page: 2)
      if isPress { run.at(1300, .pressed(1, began: 900_000, owner: .client(0), scans: false)) }
      run.at(3000, .idle(1))
      run.until(5000)
      #expect(run.commands.dropFirst().first == (isPress ? "4500 next 2/1" : "3000 next 2/1"))
    }
  }

  @Test("a switch that was stuck, is let go and waits for its double leaves the time that was left")
  func stuckThenWaits() {
    var run = Run(.auto(), items: 3)
    run.press(1000)
    // The freeze ends with the report. 0.5 s are left.
    run.at(2000, .stuck(0), .idle(0))
    run.at(2200, .released(0), .atWork(0))
    run.at(2900, .idle(0))
    run.until(3200)
    #expect(
      run.log == [
        "1000 = frozen", "2000 = running", "2200 = frozen", "2900 = running", "3200 next 1/1",
      ])
  }

  @Test("a stuck switch that is let go and waits for nothing: its next contact costs no time")
  func stuckThenContact() {
    var run = Run(.auto(), items: 3)
    run.press(1000)
    run.at(2000, .stuck(0), .idle(0))
    run.at(2200, .released(0))
    run.at(2300, .atWork(0))
    run.at(2900, .idle(0))
    run.until(2900)
    #expect(run.commands == ["2900 next 1/1"])
  }

  @Test("an older press does not count in a later freeze")
  func olderPress() {
    var run = Run(.auto(), items: 3)
    run.at(100, .pause(.locked))
    run.press(200)
    run.release(300)
    run.at(1000, .resume(.locked))
    run.at(1100, .atWork(0))
    run.at(1200, .idle(0))
    run.until(2500)
    #expect(run.commands == ["2500 next 1/1"])
  }

  @Test("a freeze lasts while any switch is at work")
  func twoSwitches() {
    var run = Run(.auto(), items: 3)
    run.at(1000, .atWork(0))
    run.at(1200, .atWork(1023))
    run.at(1300, .idle(0))
    run.until(3000)
    #expect(run.clock.state == .frozen)
    run.at(3000, .idle(1023))
    run.until(3000)
    #expect(run.commands == ["3000 next 1/1"])
  }

  @Test("a switch that was reported stuck does not freeze, until it is released")
  func stuck() {
    var run = Run(.auto(), items: 3)
    run.press(1000)
    run.at(5000, .stuck(0))
    #expect(run.clock.state == .running)
    run.at(5100, .atWork(0))
    #expect(run.clock.state == .running)
    run.release(5200)
    run.at(5300, .atWork(0))
    #expect(run.clock.state == .frozen)
  }

  @Test("step does not freeze")
  func stepStyle() {
    var run = Run(.step, items: 3)
    run.command(100, .next)
    run.at(200, .atWork(0))
    #expect(run.clock.state == .running && run.clock.nextDeadline == nil)
  }

  @Test("a switch at work does not freeze a clock that rests, holds or is paused")
  func notRunning() {
    var run = Run(unknown: .auto(), started: false)
    run.at(100, .atWork(0))
    #expect(run.clock.state == .resting)
    run.command(200, .scan(.pause))
    #expect(run.clock.state == .paused)
  }

  @Test("a freeze during which a key restarts the clock lasts as long as the switch is at work")
  func commandInFreeze() {
    var run = Run(.auto(), items: 5)
    run.at(1000, .atWork(0))
    run.command(1200, .next, .key)
    run.at(1300, .idle(0))
    run.until(2200)
    #expect(run.commands == ["1200 publish 1/1", "2200 next 1/2"])
  }
}
