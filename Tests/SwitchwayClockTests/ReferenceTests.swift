import SwitchwayClock
import Testing

/// Plays one story to the clock and to the reference.
private struct Duel {
  var fast: Run
  var slow: SlowClock
  /// The owner when a switch's contact began, and the verdicts when a question was asked.
  var contactOwner: [Int: ClockOwner] = [:]
  var asked: (fast: ClockVerdict, slow: SlowClock.Verdict)?

  init(_ settings: ClockSettings) {
    fast = Run(settings)
    slow = SlowClock(settings)
  }

  static let causes: [ClockPauses] = [.command, .locked, .restMode]

  mutating func play(_ story: Story, until end: Int) {
    for (tick, what) in story.happenings where tick <= end {
      wait(until: tick)
      happen(what, Double(tick * 10))
      slow.look()
      slow.tell()
      slow.fire()
      slow.look()
      fast.until(Double(tick * 10))
    }
    wait(until: end)
  }

  private mutating func wait(until tick: Int) {
    while slow.now < tick { slow.passTick() }
    fast.until(Double(tick * 10))
  }

  private mutating func happen(_ what: Happening, _ time: Double) {
    switch what {
    case .owner(let owner):
      fast.at(time, .owner(owner))
      slow.setOwner(owner)
    case .page(let page, let client):
      fast.at(time, .page(page, client: client))
      slow.show(page, client: client)
    case .profile(let settings):
      fast.at(time, .profile(settings))
      slow.setProfile(settings)
    case .pause(let cause, let isOn):
      fast.at(time, isOn ? .pause(Duel.causes[cause]) : .resume(Duel.causes[cause]))
      slow.setPaused(cause, isOn)
    case .contact(let number):
      contactOwner[number] = slow.owner
      fast.at(time, .atWork(number))
      slow.setWorking(number, true)
    case .rejected(let number):
      fast.at(time, .idle(number))
      slow.setWorking(number, false)
    case .accepted(let number, let began, let scans):
      let owner = contactOwner[number] ?? .nobody
      fast.at(time, .pressed(number, began: Run.micro(Double(began * 10)), owner: owner, scans: scans))
      slow.press(number, began: began, owner: owner, scans: scans)
    case .gesture(let number, let command, let began):
      let owner = contactOwner[number] ?? .nobody
      // A switch whose release selects makes no command while it is pressed.
      guard !fast.clock.choosesAtRelease(number) else { return }
      fast.command(time, command, .switch(number), pressed: Double(began * 10), owner: owner)
      perform(command, isPress: true, owner, began: began, moment: began)
    case .stuck(let number):
      fast.at(time, .stuck(number))
      slow.reportStuck(number)
    case .released(let number, let began):
      let owner = contactOwner[number] ?? .nobody
      fast.release(time, switch: number, pressed: Double(began * 10), owner: owner)
      let chooses = slow.release(number)
      slow.setWorking(number, false)
      // A step of the release's own moment was not seen yet.
      let seen = slow.now - (slow.reaction == 0 ? 1 : 0)
      if chooses { perform(.select, isPress: true, owner, began: began, moment: seen) }
    case .command(let command, let origin):
      fast.command(time, command, origin)
      perform(command, isPress: origin != .client, slow.owner, began: slow.now, moment: slow.now)
    case .ask(let began):
      let press = ClockPress(.key, owner: slow.owner, began: Run.micro(Double(began * 10)))
      let verdict = fast.clock.aim(.choice, by: press)
      asked = (
        verdict, slow.verdict(.choice, isPress: true, owner: slow.owner, began: began, moment: began)
      )
    case .confirm:
      guard case (.choice, .choice(let aim))? = asked, let fastAim = asked?.fast else { return }
      fast.confirm(time, .choice, fastAim)
      slow.publish(aim)
      asked = nil
    }
  }

  private mutating func perform(
    _ command: ClockCommand, isPress: Bool, _ owner: ClockOwner, began: Int, moment: Int
  ) {
    switch slow.verdict(command, isPress: isPress, owner: owner, began: began, moment: moment) {
    case .stale: slow.say("stale")
    case .start:
      slow.say("start")
      if owner == slow.owner { slow.scan(.start, isPress: true) }
    case .choice(let aim): slow.publish(aim)
    case .plain:
      switch command {
      case .move, .edge, .moveElsewhere: slow.move(command, owner: owner)
      case .scan(let word):
        slow.scan(word, isPress: isPress)
        slow.say("publish")
      case .rate(let rate):
        if slow.profile.style != .frontEnd {
          slow.interval = SlowClock.ticks(rate.applied(to: Int64(slow.interval) * 10_000))
        }
        slow.say("publish")
      case .style(let style):
        if slow.profile.style != .frontEnd { slow.setStyle(style) }
        slow.say("publish")
      case .select, .choice, .other: slow.say("publish")
      }
    }
  }
}

@Suite("against the reference") struct ReferenceTests {
  static let blocks = 16
  // A sanitizer makes the code several times slower.
  #if SANITIZED
    static let storiesInBlock = 30
  #else
    static let storiesInBlock = 150
  #endif

  @Test("the item chosen, every step and every line are those of the reference", arguments: 0..<blocks)
  func same(block: Int) {
    var choices = 0
    for index in 0..<ReferenceTests.storiesInBlock {
      let seed = UInt64(block * ReferenceTests.storiesInBlock + index)
      let story = Story(seed: seed)
      var duel = Duel(story.settings)
      duel.play(story, until: 1000)
      choices += duel.fast.log.count { $0.contains("publish ") }
      guard duel.fast.log != duel.slow.log else { continue }
      let first = zip(duel.fast.log, duel.slow.log).prefix { $0 == $1 }.count
      let (fast, slow) = (duel.fast.log.dropFirst(first), duel.slow.log.dropFirst(first))
      let now = (fast.first ?? slow.first ?? "").split(separator: " ").first.flatMap { Int($0) } ?? 0
      Issue.record(
        """
        seed \(seed), \(story.settings)
        before: \(duel.fast.log.prefix(first).suffix(6))
        machine: \(fast.prefix(4))
        reference: \(slow.prefix(4))
        story: \(story.happenings.filter { (now - 3000...now).contains($0.tick * 10) })
        """)
      return
    }
    #expect(choices > ReferenceTests.storiesInBlock)
  }
}
