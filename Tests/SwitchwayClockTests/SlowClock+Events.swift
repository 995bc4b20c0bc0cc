import SwitchwayClock

// Events of the reference: owners, switches and commands.
extension SlowClock {
  // MARK: owners

  mutating func setOwner(_ new: ClockOwner) {
    guard new != owner else { return }
    if new == .bridge, owner == pausedFor { setPaused(0, false) }
    owner = new
    isWithoutClock = false
    if new != .nobody, shown[new] == nil {
      shown[new] = Shown(lights: [Light(tick: now, item: 0)], rests: [(now, true)])
    }
    beginAsNew()
  }

  mutating func beginAsNew() {
    generation += 1
    waits = false
    reversed = false
    guard let what = shown[owner] else { return }
    if what.kind == .unknown { rest(owner, true) }
    if what.kind == .page, !what.holds { begin() }
  }

  mutating func begin() {
    waits = false
    reversed = false
    guard let what = shown[owner], what.kind != .nothing else { return }
    shown[owner]?.steps = 0
    rest(owner, false)
    if what.kind == .page {
      shown[owner]?.lights.append(Light(tick: now, item: what.first))
    } else {
      forget(owner)
    }
    startInterval(pause: true)
  }

  /// Drops the history of an owner without a page.
  mutating func forget(_ who: ClockOwner) {
    guard let what = shown[who] else { return }
    shown[who]?.lights.append(Light(tick: now, item: what.lit))
    shown[who]?.floor = what.lights.count
    shown[who]?.forgotten += 1
  }

  mutating func show(_ page: ClockPage?, client: Int) {
    let who = ClockOwner.client(client)
    let old = shown[who]
    guard let page else {
      shown[who] = old ?? Shown()
      shown[who]?.kind = .nothing
      shown[who]?.waits = false
      shown[who]?.restsAfter = false
      shown[who]?.hold = false
      if who == owner { generation += 1 }
      if who == owner { waits = false }
      return
    }
    if let old, old.kind == .page, !old.waits, old.page == page.page, old.items == page.items {
      shown[who]?.first = page.item
      shown[who]?.hold = page.hold
      shown[who]?.lights.append(Light(tick: now, item: page.item))
      if who == owner, old.holds, !page.hold { startInterval(pause: true) }
      return
    }
    shown[who] = Shown(
      kind: .page, page: page.page, items: page.items, first: page.item, announced: now, hold: page.hold,
      lights: [Light(tick: now, item: page.item)], rests: [(now, old?.restsAfter ?? false)])
    guard who == owner else { return }
    generation += 1
    waits = false
    reversed = false
    startInterval(pause: true)
  }

  mutating func setProfile(_ new: ClockSettings) {
    profile = new
    interval = SlowClock.ticks(new.interval)
    working = []
    downs = [:]
    stuck = []
    pauses.remove(0)
    pausedFor = nil
    setStyle(new.style)
  }

  /// nil: a style that has no clock.
  mutating func setStyle(_ new: ClockStyle?) {
    isWithoutClock = new == nil
    guard let new else { return }
    chosen = new
    let isUnknown = shown[owner]?.kind == .unknown
    shown[owner]?.rests = [(now, isUnknown)]
    beginAsNew()
  }

  mutating func setPaused(_ cause: Int, _ isOn: Bool) {
    let was = !pauses.isEmpty
    if isOn { pauses.insert(cause) } else { pauses.remove(cause) }
    if cause == 0 { pausedFor = nil }
    if was, pauses.isEmpty { startInterval(pause: true) }
  }

  // MARK: switches

  mutating func setWorking(_ number: Int, _ isWorking: Bool) {
    if !isWorking {
      end(number)
    } else if !stuck.contains(number) {
      working.insert(number)
    }
  }

  /// A press has ended, or counts as ended.
  private mutating func end(_ number: Int) {
    working.remove(number)
    if wasFrozen, downs[number]?.scans == false { pressInFreeze = true }
    downs[number] = nil
  }

  mutating func press(_ number: Int, began: Int, owner who: ClockOwner, scans: Bool) {
    stuck.remove(number)
    working.insert(number)
    let isInverse = scans && style == .inverse
    let what = shown[owner]
    let reaches =
      who == owner && what != nil && (what?.kind == .unknown || (what?.kind == .page && began >= what?.announced ?? 0))
    let isFirst = scanners.isEmpty || what?.isResting == true
    downs[number] = Down(
      began: began, owner: who, scans: isInverse, choosesAtRelease: isInverse,
      generation: isInverse && reaches ? generation : -1)
    guard isInverse, reaches, isFirst else { return }
    if what?.isResting == true { shown[owner]?.steps = 0 }
    rest(owner, false)
    startInterval(pause: true)
  }

  /// Returns whether the release selects.
  mutating func release(_ number: Int) -> Bool {
    let chooses = downs[number]?.choosesAtRelease == true
    if stuck.remove(number) == nil { quiet = 0 }
    downs[number]?.choosesAtRelease = false
    return chooses
  }

  mutating func reportStuck(_ number: Int) {
    stuck.insert(number)
    end(number)
    quiet = 0
  }

  // MARK: commands

  /// nil: `plain`. `choice` carries its target.
  enum Verdict {
    case plain, start, stale
    case choice(Asked)
  }

  func verdict(_ command: ClockCommand, isPress: Bool, owner who: ClockOwner, began: Int, moment: Int) -> Verdict {
    guard style != .frontEnd, command == .select || command == .choice else { return .plain }
    guard let what = shown[who], what.kind != .nothing else { return .plain }
    if what.kind == .page, isPress, began < what.announced { return .stale }
    let moment = moment - reaction
    if style.movesAlone, command == .select, pauses.isEmpty, !what.holds, what.restedAt(moment) { return .start }
    let item = what.found(at: moment)
    return .choice(
      Asked(
        owner: who, pageItem: pageItem(what, item), announced: what.announced, item: item, forgotten: what.forgotten))
  }

  mutating func publish(_ asked: Asked) {
    if let what = shown[asked.owner], what.kind == .unknown, asked.pageItem == nil, what.forgotten == asked.forgotten {
      let distance = what.lit - asked.item
      for _ in 0..<abs(distance) { say(distance > 0 ? "previous" : "next") }
      shown[asked.owner]?.lights.append(Light(tick: now, item: asked.item))
    }
    say("publish", asked.pageItem)
    chosen(asked.owner, asked)
  }

  mutating func chosen(_ who: ClockOwner, _ asked: Asked?) {
    guard let what = shown[who], what.kind != .nothing else { return }
    shown[who]?.steps = 0
    if what.kind == .page {
      if let asked, let pageItem = asked.pageItem, asked.announced == what.announced, pageItem.page == what.page {
        shown[who]?.lights.append(Light(tick: now, item: pageItem.item))
      }
      shown[who]?.waits = true
      shown[who]?.restsAfter = profile.afterSelect == .rest
      rest(who, false)
    } else {
      forget(who)
      rest(who, profile.afterSelect == .rest)
    }
    guard who == owner else { return }
    waits = false
    startInterval(pause: true)
    if what.kind == .page { tell() }
  }

  mutating func move(_ command: ClockCommand, owner who: ClockOwner) {
    guard style != .frontEnd, let what = shown[who], what.kind != .nothing else { return say("publish") }
    if what.kind == .unknown, command != .next, command != .previous { forget(who) }
    guard command != .moveElsewhere else { return say("publish") }
    var item = what.lit
    if case .move(let moves) = command { item = moved(what, moves) }
    if case .edge(let isEnd) = command, what.kind == .page { item = isEnd ? what.items - 1 : 0 }
    shown[who]?.lights.append(Light(tick: now, item: item))
    let count = shown[who]?.lights.count ?? 1
    shown[who]?.floor = count - 1
    shown[who]?.steps = 0
    if who == owner {
      if case .move = command, style == .step { waits = true }
      startInterval(pause: false)
    }
    say("publish", shown[who])
  }

  private mutating func pause(_ isPress: Bool) {
    let (wasPaused, before) = (pauses.contains(0), pausedFor)
    setPaused(0, true)
    guard !isPress else { return }
    if wasPaused {
      pausedFor = before
    } else if case .client = owner {
      pausedFor = owner
    }
  }

  mutating func scan(_ word: ScanWord, isPress: Bool) {
    switch word {
    case .stop where (unpaused == .running || unpaused == .resting) && !pauses.contains(0):
      waits = false
      rest(owner, true)
    case .pause, .stop: pause(isPress)
    case .resume: setPaused(0, false)
    case .toggle: if pauses.contains(0) { setPaused(0, false) } else { pause(isPress) }
    case .reverse: reversed.toggle()
    case .start:
      guard unpaused != .off, unpaused == .resting || pauses.contains(0) else { return }
      setPaused(0, false)
      if shown[owner]?.holds == false { begin() }
    case .restart:
      guard unpaused != .off else { return }
      setPaused(0, false)
      shown[owner]?.waits = false
      shown[owner]?.hold = false
      begin()
    }
  }
}
