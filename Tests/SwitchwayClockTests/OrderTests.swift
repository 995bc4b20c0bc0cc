import SwitchwayClock
import Testing

@Suite("announcements and order") struct OrderTests {
  @Test("one line for each event after which the state differs, after everything else that it gave")
  func oneLine() {
    var run = Run(.auto(), items: 3)
    run.at(1000, .atWork(0), .idle(0), .pause(.locked), .resume(.locked))
    #expect(run.log == [])
    run.at(1100, .pause(.locked), .atWork(0))
    #expect(run.log == ["1100 = paused"])
  }

  @Test("a choice's holding is announced at once, after its command")
  func holding() {
    var run = Run(.step, items: 3)
    run.command(0, .next)
    run.until(1000)
    #expect(run.log.suffix(2) == ["1000 select 1/1", "1000 = holding"])
  }

  @Test("a pause goes before holding: a choice while paused is not announced")
  func pausedChoice() {
    var run = Run(.auto(), items: 3)
    run.at(100, .pause(.command))
    run.command(200, .select)
    run.at(300, .resume(.command))
    #expect(run.log == ["100 = paused", "200 publish 1/0", "300 = holding"])
  }

  @Test("no line announces the state at the beginning of a run")
  func beginning() {
    var clock = ScanningClock(.auto())
    var outputs: [ClockOutput] = []
    clock.handle(.owner(.bridge), at: 0, into: &outputs)
    clock.assumeAnnounced()
    clock.endEvent(at: 0, into: &outputs)
    #expect(outputs == [])
  }

  @Test("a step fires after all other deadlines of its moment and before its events")
  func order() {
    var run = Run(.auto(), items: 3)
    run.at(1400, .atWork(0))
    run.at(1450, .idle(0))
    // A deadline at the same time freezes first.
    run.deadline(1500, .atWork(0))
    run.until(1500)
    #expect(run.commands == [])
    run.at(1600, .idle(0))
    // An event at the time of the next step comes after it.
    run.at(2600, .atWork(0))
    #expect(run.commands == ["1600 next 1/1", "2600 next 1/2"])
  }

  @Test("a time that goes back counts as the latest one")
  func back() {
    var run = Run(.auto(), items: 3)
    run.until(2000)
    run.show(1000, items: 3, page: 2)
    run.until(3500)
    #expect(run.log == ["1500 next 1/1", "3500 next 2/1"])
  }

  @Test("extreme Int64 times do no harm", arguments: [Int64.min, -1, .max])
  func ends(time: Int64) {
    var clock = ScanningClock(.step)
    var outputs: [ClockOutput] = []
    clock.handle(.owner(.client(0)), at: time, into: &outputs)
    clock.handle(.page(ClockPage(items: 3), client: 0), at: time, into: &outputs)
    clock.handleCommand(.next, by: ClockPress(began: time), into: &outputs)
    clock.handleCommand(.move(.min), by: ClockPress(began: time), into: &outputs)
    clock.handleCommand(.select, by: ClockPress(.client, began: time), into: &outputs)
    #expect(clock.state == .holding)
  }

  @Test("there is no deadline in front-end, off, resting, holding, paused and frozen")
  func deadlines() {
    var run = Run(.auto(loops: 1), items: 1)
    #expect(run.clock.nextDeadline == 1_500_000)
    run.at(100, .atWork(0))
    #expect(run.clock.state == .frozen && run.clock.nextDeadline == nil)
    run.at(200, .idle(0), .pause(.panic))
    #expect(run.clock.state == .paused && run.clock.nextDeadline == nil)
    run.at(300, .resume(.panic))
    run.until(2000)
    #expect(run.clock.state == .resting && run.clock.nextDeadline == nil)
    run.show(2000, items: 2, hold: true)
    #expect(run.clock.state == .holding && run.clock.nextDeadline == nil)
    run.at(3000, .page(nil, client: 0))
    #expect(run.clock.state == .off && run.clock.nextDeadline == nil)
    run.at(4000, .profile(ClockSettings()))
    #expect(run.clock.style == .frontEnd && run.clock.nextDeadline == nil)
  }

  @Test("settings out of range become the nearest allowed value")
  func settings() {
    let low = ClockSettings(interval: 0, firstItemPause: -1, loops: -1, steps: -1, reaction: -1)
    #expect(low == ClockSettings(interval: 200_000, firstItemPause: 0, loops: 0, steps: 0))
    let high = ClockSettings(interval: .max, firstItemPause: .max, loops: .max, steps: .max, reaction: .max)
    #expect(
      high
        == ClockSettings(
          interval: 30_000_000, firstItemPause: 30_000_000, loops: 1000, steps: 1000, reaction: 1_000_000))
  }
}
