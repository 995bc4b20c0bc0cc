// Inputs other than commands.
extension ScanningClock {
  /// Handles an input. Steps that were due before `time` are made first; steps that are due at `time` are not.
  public mutating func handle(_ input: ClockInput, at time: Int64, into outputs: inout [ClockOutput]) {
    _ = enter(time, into: &outputs)
    switch input {
    case .owner(let new): setOwner(new)
    case .page(let page?, let client): show(page, of: .client(client))
    case .page(nil, let client): showNothing(of: .client(client))
    case .gone(let client): forget(.client(client))
    case .profile(let new): setProfile(new)
    case .pause(let causes): pauses.formUnion(causes)
    case .resume(let causes): resume(causes)
    case .atWork(let number):
      // A switch that was reported as stuck counts as not pressed.
      guard !stuck.contains(number) else { break }
      atWork.insert(number)
      // A switch that was stuck until this event may now wait for a second press. Its first press still counts.
      if wereStuck.contains(number) { presses.insert(number) }
    case .idle(let number): rest(number)
    case .pressed(let number, let began, let owner, let scans):
      atWork.insert(number)
      stuck.remove(number)
      if scans, style.releaseChooses {
        beginScan(number, began: began, owner: owner)
      } else {
        presses.insert(number)
      }
    case .released(let number): release(number)
    case .stuck(let number):
      stuck.insert(number)
      rest(number)
      choosingAtRelease.remove(number)
      scanning.remove(number)
      startWaitAnew()
    case .lost(let number):
      rest(number)
      stuck.remove(number)
      choosingAtRelease.remove(number)
      scanning.remove(number)
    case .stepNotSent(let owner, let time, let moves):
      if let index = owners.index(of: owner) { owners[index].takeBack(moves, from: time) }
    case .choiceNotSent(let owner):
      if let index = owners.index(of: owner) { withdrawChoice(index) }
    }
    updateFreeze()
  }

  private mutating func setOwner(_ new: ClockOwner) {
    guard new != owner else { return }
    if new == .bridge, owner == pausedFor { resume(.command) }
    current = new == .nobody ? nil : owners.slot(for: new, sparing: current, at: now)
    isStyleWithoutClock = false
    beginForOwner()
  }

  private mutating func setProfile(_ new: ClockSettings) {
    settings = new
    interval = new.interval
    atWork.removeAll()
    presses.removeAll()
    stuck.removeAll()
    wereStuck.removeAll()
    choosingAtRelease.removeAll()
    resume(.command)
    begin(in: new.style)
  }

  /// Starts a new style, or the same style again, as for a new owner.
  mutating func begin(in style: ClockStyle) {
    chosenStyle = style
    isStyleWithoutClock = false
    if let current {
      let isUnknown = owners[current].content == .unknown
      owners[current].restAnew(isUnknown, at: now)
    }
    beginForOwner()
  }

  /// Begins to scan the present owner. A page starts at its first item, unless its client holds the highlight. Without
  /// a page, the clock first waits for a press.
  private mutating func beginForOwner() {
    scanning.removeAll()
    itemWaits = false
    isReversed = false
    guard let current else { return }
    switch owners[current].content {
    case .nothing: return
    case .unknown: owners[current].setResting(true, at: now)
    case .page:
      if !owners[current].isHolding { begin() }
    }
  }

  /// Starts scanning at the first item. A held switch that moves the highlight (`inverse`) continues to move it.
  mutating func begin() {
    itemWaits = false
    isReversed = false
    guard let current else { return }
    owners[current].steps = 0
    stepsBefore = 0
    owners[current].setResting(false, at: now)
    switch owners[current].content {
    case .nothing: return
    case .unknown: owners[current].forgetSteps(at: now)
    case .page: owners[current].light(owners[current].firstItem, at: now)
    }
    startInterval(withPause: true)
  }

  private mutating func show(_ page: ClockPage, of owner: ClockOwner) {
    let index = owners.slot(for: owner, sparing: current, at: now)
    guard owners[index].isSame(as: page) else {
      let rests = owners[index].restsNext
      owners[index].restsNext = false
      owners[index].begin(page, at: now)
      if index == current {
        scanning.removeAll()
        begin()
      }
      if rests { owners[index].restAnew(true, at: now) }
      return
    }
    let wasHolding = owners[index].isHolding
    owners[index].firstItem = page.item
    owners[index].light(page.item, at: now)
    owners[index].saidHold = page.hold
    // `first-item-pause` is added only to the first interval of the page, because a front end may hold each item until
    // it has spoken the item's name.
    if index == current, wasHolding, !page.hold { startInterval(withPause: owners[index].steps == 0) }
  }

  private mutating func showNothing(of owner: ClockOwner) {
    let index = owners.slot(for: owner, sparing: current, at: now)
    owners[index].content = .nothing
    owners[index].choiceWaits = false
    owners[index].restsNext = false
    owners[index].saidHold = false
    if index == current {
      scanning.removeAll()
      itemWaits = false
    }
  }

  private mutating func forget(_ owner: ClockOwner) {
    if owner == pausedFor { resume(.command) }
    guard let index = owners.index(of: owner) else { return }
    if index == current {
      current = nil
      beginForOwner()
    }
    owners.remove(at: index)
  }

  /// Ends causes of a pause. If none is left, the interval starts again.
  mutating func resume(_ causes: ClockPauses) {
    let wasPaused = !pauses.isEmpty
    pauses.subtract(causes)
    if causes.contains(.command) { pausedFor = nil }
    if wasPaused, pauses.isEmpty { startInterval(withPause: true) }
  }

  private mutating func withdrawChoice(_ index: Int) {
    guard owners[index].choiceWaits else { return }
    owners[index].choiceWaits = false
    owners[index].restsNext = false
    if index == current { startInterval(withPause: true) }
  }
}
