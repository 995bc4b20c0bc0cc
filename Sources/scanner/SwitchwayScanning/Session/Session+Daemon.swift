import SwitchwayClock

// Lines of the daemon.
extension Session {
  var isConnected: Bool { daemon.isConnected }
  var isAllowed: Bool { daemon.isAllowed }
  /// The daemon's scanning clock. `nil` if the profile has no clock; then the person's commands move the highlight.
  var clock: Clock? { daemon.clock }

  mutating func connected() {
    if let clock { line.take(clock, at: clock.time ?? now, down: daemon.switches.downCount) }
    panel.connected(clock?.state, isKeyboardShown: page.content == .panel(.keyboard))
    acting.abandon()
    acting.endRejection()
    claim(isNew: true)
    if panel.isResting {
      effects.append(.stopClock)
    } else if panel.isPaused {
      // The clock was paused before the scanner connected. The first page has no place that lets it continue, and with
      // one switch the person could reach no other page.
      effects.append(.startClock)
    }
    if page.connected(at: now) { show(home, at: .start, isAsked: false) } else { stay() }
  }

  mutating func disconnected() {
    daemon.disconnected()
    acting.abandon()
    acting.forgetOutcome()
    speech?.stopStanding()
  }

  /// Claims `commands` if the claim is new or has changed.
  mutating func claim(isNew: Bool) {
    if let effect = daemon.claim(Self.commands, isNew: isNew) { effects.append(effect) }
  }

  mutating func clockChanged(_ new: Clock) {
    daemon.clockChanged(new, page: page.number)
    line.take(new, at: new.time ?? now, down: daemon.switches.downCount)
    panel.clockChanged(new.state)
  }

  mutating func scanAnswered(_ answer: ScanAnswer, of number: Int) {
    daemon.scanAnswered(answer)
    guard case .ok(let time) = answer, number == page.number else { return }
    page.scanBegan(at: time)
    // The interval also begins again for a page that is sent again after a refused choice.
    line.show(item: page.lit, at: time)
  }
}
