// Switches: they freeze the clock, and they scan with `inverse`.
extension ScanningClock {
  mutating func handleSwitch(_ input: ClockInput) {
    switch input {
    case .atWork(let number):
      // A switch reported as stuck counts as not pressed.
      guard !stuck.contains(number) else { return }
      atWork.insert(number)
      // One that was let go just now waits for a second press, with the first one.
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
    case .owner, .page, .gone, .profile, .pause, .resume, .stepNotSent, .choiceNotSent: return
    }
  }

  /// `inverse`: handles a press whose release selects. It scans only what was announced before it began.
  private mutating func beginScan(_ number: Int, began: Int64, owner: ClockOwner) {
    choosingAtRelease.insert(number)
    guard let current, owner == self.owner else { return }
    switch owners[current].content {
    case .nothing: return
    case .page: if began < owners[current].announced { return }
    case .unknown: break
    }
    let isFirst = scanning.isEmpty || owners[current].isResting
    scanning.insert(number)
    guard isFirst else { return }
    if owners[current].isResting {
      owners[current].steps = 0
      owners[current].setResting(false, at: now)
    }
    startInterval(withPause: true)
  }

  /// Handles a switch that is no longer at work. If another switch keeps the freeze, remembers this press.
  private mutating func rest(_ number: Int) {
    atWork.remove(number)
    if standsSince != nil, presses.contains(number) { hadPress = true }
    presses.remove(number)
  }

  private mutating func release(_ number: Int) {
    choosingAtRelease.remove(number)
    scanning.remove(number)
    guard stuck.contains(number) else { return startWaitAnew() }
    stuck.remove(number)
    wereStuck.insert(number)
  }

  /// `step`: restarts the wait after a release or a report of `stuck`.
  private mutating func startWaitAnew() {
    guard style.waitChooses, itemWaits else { return }
    due = max(due, now + pace)
  }
}
