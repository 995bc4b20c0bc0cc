import SwitchwayClock

// The connection, the clock and the requests.
extension Session {
  mutating func connected(_ clock: Clock?, _ down: Set<String>, _ question: Question?) {
    (isConnected, self.clock, self.question) = (true, clock, question)
    if let clock { line.take(clock, at: clock.time ?? now, down: down.count) }
    unanswered = 0
    panel.connected(clock?.state, isKeyboardShown: page.content == .panel(.keyboard))
    acting.abandon()
    acting.endRejection()
    switches = SwitchWatch(down: down)
    claim(isNew: true)
    if panel.isResting {
      effects.append(.stopClock)
    } else if panel.isPaused {
      // Its pages have no place by which to go on, and with one switch no other can be reached.
      effects.append(.startClock)
    }
    // Nobody asked for the page, and its time is that of this daemon.
    let isFirst = page.scanned == nil
    (page.isAsked, page.shown, page.scanned) = (false, now, nil)
    if isFirst { show(home, at: .start, isAsked: false) } else { stay() }
  }

  mutating func disconnected() {
    (isConnected, isAllowed, clock, question) = (false, false, nil, nil)
    unanswered = 0
    acting.abandon()
    acting.forgetOutcome()
    switches = SwitchWatch()
    speech?.standsUntil = nil
  }

  /// Claims the commands of the table, but `activate` where a keyboard gives it.
  mutating func claim(isNew: Bool) {
    let names = Self.commands.filter { $0 != "activate" || !keyboard.contains($0) }
    guard isConnected, isNew || names != claimed else { return }
    claimed = names
    effects.append(.claim(names))
  }

  mutating func clockChanged(_ new: Clock) {
    clock = new.style.hasClock ? new : nil
    line.take(new, at: new.time ?? now, down: switches.downCount)
    panel.clockChanged(new.state)
    // A line that left before the daemon had the page tells nothing.
    if new.page != page.number, unanswered == 0, isAllowed { isUnsent = true }
  }

  mutating func scanAnswered(_ answer: ScanAnswer, of number: Int) {
    unanswered = max(0, unanswered - 1)
    switch answer {
    case .ok(let time):
      guard number == page.number else { return }
      if page.scanned == nil { page.scanned = time }
      // Of the page that answers a refused choice, too, the time begins again.
      line.show(item: page.lit, at: time)
    case .unsupported: clock = nil
    case .refused: break
    }
  }
}
