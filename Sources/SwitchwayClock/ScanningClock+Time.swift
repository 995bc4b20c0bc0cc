// Time: steps, freezes and announcements.
extension ScanningClock {
  /// Fires all steps that are due at `time` or before, each at its own time.
  public mutating func advance(to time: Int64, into outputs: inout [ClockOutput]) {
    let time = time.clamped(to: ScanningClock.times)
    fireSteps(through: time, into: &outputs)
    now = max(now, time)
  }

  /// Announces what differs since the last announcement. Called after all that one event or one deadline gave.
  public mutating func endEvent(at time: Int64, into outputs: inout [ClockOutput]) {
    _ = enter(time, into: &outputs)
    announceChange(into: &outputs)
  }

  /// Counts the state of now as announced: no line tells it at the beginning of a run.
  public mutating func assumeAnnounced() { told = announcement }

  /// Fires what was due before `time`, and makes it the latest. Returns it, or the latest one where that is later.
  mutating func enter(_ time: Int64, into outputs: inout [ClockOutput]) -> Int64 {
    let time = time.clamped(to: ScanningClock.times)
    fireSteps(through: time - 1, into: &outputs)
    now = max(now, time)
    return now
  }

  private mutating func fireSteps(through time: Int64, into outputs: inout [ClockOutput]) {
    while let deadline = nextDeadline, deadline <= time, let current {
      now = max(now, deadline)
      if style == .step {
        selectAlone(current, into: &outputs)
      } else {
        step(current, into: &outputs)
      }
      updateFreeze()
      announceChange(into: &outputs)
    }
  }

  /// One step of `auto` or `inverse`.
  private mutating func step(_ current: Int, into outputs: inout [ClockOutput]) {
    owners[current].step(isReversed ? -1 : 1, at: now)
    outputs.append(.step(made(isReversed ? .previous : .next, of: current)))
    startInterval(withPause: false)
    if owners[current].steps == mostSteps(of: current) { owners[current].setResting(true, at: now) }
  }

  /// Steps without a choice after which it rests; nil: it never does.
  private func mostSteps(of current: Int) -> Int? {
    let isPage = owners[current].content == .page
    let most = isPage ? settings.loops * owners[current].items : settings.steps
    return most == 0 ? nil : most
  }

  /// `step`: the item that waits is chosen.
  private mutating func selectAlone(_ current: Int, into outputs: inout [ClockOutput]) {
    outputs.append(.step(made(.select, of: current)))
    didChoose(current, place: owners[current].place, into: &outputs)
  }

  /// A command of the clock's, made now, with the item that is lit.
  func made(_ command: ClockStep.Command, of current: Int) -> ClockStep {
    ClockStep(
      command: command, time: now, owner: owners[current].owner, place: owners[current].place, style: style)
  }

  /// The next step comes an interval from now.
  mutating func startInterval(withPause: Bool) {
    pace = interval
    due = now + interval + (withPause && style != .step ? settings.firstItemPause : 0)
    if standsSince != nil { standsSince = now }
  }

  /// Begins or ends a freeze, as the switches are now. Called after every input.
  ///
  /// A freeze that ends without an accepted press took no time: what fell due meanwhile fires now. After a press that
  /// chose nothing the time that was left goes on. A choice has begun an interval anew, which no freeze makes longer.
  mutating func updateFreeze() {
    let isRunning = stateWithoutFreeze == .running
    let ignored = style == .inverse ? choosingAtRelease : SwitchSet()
    let isAtWork = atWork.hasMembers(outside: ignored)
    if isRunning, isAtWork {
      guard standsSince == nil else { return }
      standsSince = now
      hadIdlePress = false
    } else if let since = standsSince {
      standsSince = nil
      if isRunning {
        due = hadIdlePress && style != .step ? due + (now - since) : max(due, now)
      }
    }
  }

  /// Announces the state, style or interval, where one differs from the last announcement.
  mutating func announceChange(into outputs: inout [ClockOutput]) {
    let new = announcement
    guard new.state != told.state || new.style != told.style || new.interval != told.interval else { return }
    told = new
    outputs.append(.announce(new))
  }
}
