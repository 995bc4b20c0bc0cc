extension ScanningClock {
  /// Makes all steps that are due at `time` or before, each at its own time.
  public mutating func advance(to time: Int64, into outputs: inout [ClockOutput]) {
    let time = time.clamped(to: ScanningClock.times)
    fireSteps(through: time, into: &outputs)
    now = max(now, time)
  }

  /// Announces the state if it has changed. Call this function after everything that one event or deadline caused.
  public mutating func endEvent(at time: Int64, into outputs: inout [ClockOutput]) {
    _ = enter(time, into: &outputs)
    wereStuck.removeAll()
    announceChange(into: &outputs)
  }

  /// Treats the present state as announced, because no line reports it at the beginning of a run.
  public mutating func assumeAnnounced() { told = announcement }

  /// Makes the steps due before `time` and sets the latest time. Returns `time`, or the latest time if that is later.
  mutating func enter(_ time: Int64, into outputs: inout [ClockOutput]) -> Int64 {
    let time = time.clamped(to: ScanningClock.times)
    fireSteps(through: time - 1, into: &outputs)
    now = max(now, time)
    return now
  }

  private mutating func fireSteps(through time: Int64, into outputs: inout [ClockOutput]) {
    while let deadline = nextDeadline, deadline <= time, let current {
      now = max(now, deadline)
      if style.waitChooses {
        selectAlone(current, into: &outputs)
      } else {
        step(current, into: &outputs)
      }
      updateFreeze()
      announceChange(into: &outputs)
    }
  }

  /// Makes one step of `auto` or `inverse`.
  private mutating func step(_ current: Int, into outputs: inout [ClockOutput]) {
    owners[current].step(isReversed ? -1 : 1, at: now)
    outputs.append(.step(made(isReversed ? .previous : .next, of: current)))
    startInterval(withPause: false)
    if owners[current].steps == mostSteps(of: current) { owners[current].setResting(true, at: now) }
  }

  /// The number of steps without a selection after which the clock waits, or `nil` if it never waits.
  private func mostSteps(of current: Int) -> Int? {
    let isPage = owners[current].content == .page
    let most = isPage ? settings.loops * ClockRound.steps(items: owners[current].items) : settings.steps
    return most == 0 ? nil : most
  }

  private mutating func selectAlone(_ current: Int, into outputs: inout [ClockOutput]) {
    outputs.append(.step(made(.select, of: current)))
    didChoose(current, pageItem: owners[current].pageItem, into: &outputs)
  }

  /// Returns a command of the clock, made now, with the highlighted item.
  func made(_ command: ClockStep.Command, of current: Int) -> ClockStep {
    ClockStep(
      command: command, time: now, owner: owners[current].owner, pageItem: owners[current].pageItem, style: style)
  }

  /// Schedules the next step one interval from now.
  mutating func startInterval(withPause: Bool) {
    pace = interval
    due = now + interval + (withPause && !style.waitChooses ? settings.firstItemPause : 0)
    if standsSince != nil { standsSince = now }
  }

  /// Begins or ends a freeze: a time in which a busy switch stops the highlight. Called after every input.
  ///
  /// A freeze without an accepted press takes no time: steps that became due during it are made when it ends. After a
  /// freeze with a press, the item's remaining time continues. If the press selected, this is the whole time of the
  /// first item of the next page, so that nobody loses that item by holding the switch.
  mutating func updateFreeze() {
    let isRunning = stateWithoutFreeze == .running
    if isRunning, isAtWork {
      guard standsSince == nil else { return }
      standsSince = now
      hadPress = false
    } else if let since = standsSince {
      standsSince = nil
      if isRunning {
        due = hadPress && !style.waitChooses ? due + (now - since) : max(due, now)
      }
    }
  }

  /// Whether a switch that freezes the clock is busy.
  private var isAtWork: Bool {
    style.releaseChooses ? atWork.hasMembers(outside: choosingAtRelease) : !atWork.isEmpty
  }

  /// Announces the state, style or interval if one differs from the last announcement.
  mutating func announceChange(into outputs: inout [ClockOutput]) {
    guard state != told.state || chosenStyle != told.style || interval != told.interval else { return }
    told = announcement
    outputs.append(.announce(told))
  }
}
