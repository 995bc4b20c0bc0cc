import Testing

@testable import SwitchwayClock

/// Plays a story to a clock and keeps what every call returned.
private struct Watched {
  var clock: ScanningClock
  var outputs: [ClockOutput] = []
  private var buffer: [ClockOutput] = []

  init(_ settings: ClockSettings) {
    clock = ScanningClock(settings)
    buffer.reserveCapacity(4096)
  }

  static func micro(_ tick: Int) -> Int64 { Int64(tick) * 10_000 }

  /// - Parameter extra: makes additional `advance` calls.
  mutating func play(_ story: Story, extra: inout Chance?) {
    for (tick, what) in story.happenings {
      let time = Watched.micro(tick)
      if extra != nil {
        for _ in 0..<3 {
          let earlier = time - Int64(extra?.number(0...300_000) ?? 0)
          clock.advance(to: earlier, into: &buffer)
        }
      }
      clock.advance(to: time, into: &buffer)
      happen(what, time)
      clock.endEvent(at: time, into: &buffer)
      if extra != nil { clock.advance(to: time - 1, into: &buffer) }
      outputs += buffer
      buffer.removeAll(keepingCapacity: true)
    }
  }

  private mutating func happen(_ what: Happening, _ time: Int64) {
    switch what {
    case .owner(let owner): clock.handle(.owner(owner), at: time, into: &buffer)
    case .page(let page, let client): clock.handle(.page(page, client: client), at: time, into: &buffer)
    case .profile(let settings): clock.handle(.profile(settings), at: time, into: &buffer)
    case .pause(_, let isOn): clock.handle(isOn ? .pause(.locked) : .resume(.locked), at: time, into: &buffer)
    case .contact(let number): clock.handle(.atWork(number), at: time, into: &buffer)
    case .rejected(let number): clock.handle(.idle(number), at: time, into: &buffer)
    case .accepted(let number, let began, let scans):
      let input = ClockInput.pressed(number, began: Watched.micro(began), owner: clock.owner, scans: scans)
      clock.handle(input, at: time, into: &buffer)
    case .gesture(let number, let command, let began):
      let press = ClockPress(
        .switch(number), owner: clock.owner, began: Watched.micro(began), accepted: time)
      clock.handleCommand(command, by: press, into: &buffer)
    case .stuck(let number): clock.handle(.stuck(number), at: time, into: &buffer)
    case .released(let number, let began):
      let chooses = clock.choosesAtRelease(number)
      clock.handle(.released(number), at: time, into: &buffer)
      clock.handle(.idle(number), at: time, into: &buffer)
      let press = ClockPress(
        .switch(number), owner: clock.owner, began: Watched.micro(began), released: time, accepted: time)
      if chooses { clock.handleCommand(.select, by: press, into: &buffer) }
    case .command(let command, let origin):
      clock.handleCommand(command, by: ClockPress(origin, owner: clock.owner, began: time), into: &buffer)
    case .ask, .confirm: return
    }
  }
}

@Suite("properties") struct PropertyTests {
  #if SANITIZED
    static let seeds = 80
  #else
    static let seeds = 400
  #endif

  @Test("two runs are equal, and extra advance calls change nothing")
  func deterministic() {
    for seed in 0..<UInt64(PropertyTests.seeds) {
      let story = Story(seed: seed)
      var runs: [Watched] = []
      for index in 0..<3 {
        var run = Watched(story.settings)
        var extra = index == 2 ? Chance(seed) : nil
        run.play(story, extra: &extra)
        runs.append(run)
      }
      #expect(runs[0].outputs == runs[1].outputs && runs[0].clock == runs[1].clock, "seed \(seed)")
      #expect(runs[0].outputs == runs[2].outputs && runs[0].clock == runs[2].clock, "seed \(seed)")
    }
  }

  @Test("times never go back, and items are always items of their page")
  func times() {
    for seed in 0..<UInt64(PropertyTests.seeds) {
      let story = Story(seed: seed)
      var run = Watched(story.settings)
      var none: Chance?
      run.play(story, extra: &none)
      var latest = Int64.min
      for output in run.outputs {
        var time = latest
        var pageItem: PageItem?
        switch output {
        case .step(let step): (time, pageItem) = (step.time, step.pageItem)
        case .announce(let line): (time, pageItem) = (line.time, line.pageItem)
        case .publish(let said): pageItem = said
        case .publishStart, .stale: break
        }
        #expect(time >= latest, "seed \(seed)")
        latest = max(latest, time)
        if let pageItem { #expect((0..<6).contains(pageItem.item) && (1...2).contains(pageItem.page), "seed \(seed)") }
      }
    }
  }

  @Test("a step comes at the one deadline, while it runs, and lights a neighbour in the ring")
  func steps() {
    for seed in 0..<UInt64(PropertyTests.seeds) {
      var chance = Chance(seed)
      let items = chance.number(1...1000)
      let settings = ClockSettings(
        style: .auto, interval: Int64(chance.number(200_000...900_000)), loops: chance.number(0...2))
      var run = Run(settings, items: items, item: chance.number(0...items - 1))
      var time: Int64 = 0
      for _ in 0..<60 {
        let (deadline, before, state) = (run.clock.nextDeadline, run.clock.pageItem?.item ?? 0, run.clock.state)
        let isReversed = run.clock.isReversed
        if state != .running { #expect(deadline == nil, "seed \(seed)") }
        var outputs: [ClockOutput] = []
        if let deadline {
          #expect(deadline >= time, "seed \(seed)")
          run.clock.advance(to: deadline - 1, into: &outputs)
          #expect(outputs == [], "seed \(seed)")
        }
        time = max(time, deadline ?? (time + 5_000_000))
        run.clock.advance(to: time, into: &outputs)
        let made = outputs.compactMap { if case .step(let step) = $0 { step } else { nil } }
        #expect(made.count == (deadline == nil ? 0 : 1), "seed \(seed)")
        for step in made {
          let expected = (before + (isReversed ? items - 1 : 1)) % items
          #expect(step.time == deadline && step.pageItem?.item == expected, "seed \(seed)")
        }
        happen(&run, &chance, time)
      }
    }
  }

  private func happen(_ run: inout Run, _ chance: inout Chance, _ time: Int64) {
    let now = Double(time) / 1000
    switch chance.number(0...9) {
    case 0: run.at(now, .atWork(chance.number(0...3)))
    case 1, 2: run.at(now, .idle(0), .idle(1), .idle(2), .idle(3))
    case 3: run.command(now, .scan(chance.pick([.pause, .resume, .reverse, .restart])))
    case 4: run.command(now, chance.pick([.next, .previous, .select]))
    default: break
    }
  }

  @Test("outputs are plain values, and the clock's only storage beside it never grows")
  func plain() {
    #expect(_isPOD(ClockOutput.self))
    #expect(_isPOD(ScannedOwner.self))
    for seed in 0..<UInt64(PropertyTests.seeds) {
      let story = Story(seed: seed)
      var run = Watched(story.settings)
      let capacity = run.clock.owners.slots.capacity
      var none: Chance?
      run.play(story, extra: &none)
      #expect(run.clock.owners.slots.capacity == capacity, "seed \(seed)")
      #expect(run.clock.owners.slots.count == OwnerTable.capacity, "seed \(seed)")
    }
  }

  @Test("a hundred thousand steps fit in what was reserved once")
  func capacity() {
    var clock = ScanningClock(.auto(loops: 0))
    var outputs: [ClockOutput] = []
    outputs.reserveCapacity(16)
    let capacity = outputs.capacity
    clock.handle(.owner(.client(0)), at: 0, into: &outputs)
    clock.handle(.page(ClockPage(items: 7), client: 0), at: 0, into: &outputs)
    for _ in 0..<100_000 {
      outputs.removeAll(keepingCapacity: true)
      if let deadline = clock.nextDeadline { clock.advance(to: deadline, into: &outputs) }
    }
    #expect(outputs.capacity == capacity)
    #expect(clock.pageItem?.item == 100_000 % 7)
  }
}
