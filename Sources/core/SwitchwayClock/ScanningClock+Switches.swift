// Presses of switches freeze the clock, or move the highlight in the style `inverse`.
extension ScanningClock {
  /// Handles a press whose release selects (`inverse`). The press moves the highlight only over items that were
  /// announced before the press began.
  mutating func beginScan(_ number: Int, began: Int64, owner: ClockOwner) {
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
    stepsBefore = owners[current].steps
    startInterval(withPause: true)
  }

  /// Handles a switch that is no longer busy. If it had an accepted press and the highlight stands still, records this
  /// for the end of the freeze.
  mutating func rest(_ number: Int) {
    atWork.remove(number)
    if standsSince != nil, presses.contains(number) { hadPress = true }
    presses.remove(number)
  }

  mutating func release(_ number: Int) {
    choosingAtRelease.remove(number)
    scanning.remove(number)
    guard stuck.contains(number) else { return startWaitAnew() }
    stuck.remove(number)
    wereStuck.insert(number)
  }

  /// Restarts the wait before the clock selects (`step`), after a release or a report of `stuck`.
  mutating func startWaitAnew() {
    guard style.waitChooses, itemWaits else { return }
    due = max(due, now + pace)
  }
}
