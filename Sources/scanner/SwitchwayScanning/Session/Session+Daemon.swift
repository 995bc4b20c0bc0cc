import SwitchwayClock

// The connection, the clock and the requests.
extension Session {
  mutating func connect(_ clock: Clock?, _ down: Set<String>, _ question: Question?) {
    (isConnected, self.clock, self.question) = (true, clock, question)
    if let clock { line.take(clock, at: clock.time ?? now, down: down.count) }
    (look, work, unanswered, isPaused, rejectedUntil) = (nil, nil, 0, clock?.state == .paused, nil)
    switches = SwitchWatch(down: down)
    claim(isNew: true)
    if isResting {
      effects.append(.send("scan", ["pause"]))
    } else if isPaused {
      // Its pages have no place by which to go on, and with one switch no other can be reached.
      effects.append(.send("scan", ["resume"]))
    }
    if page.content == .panel(.keyboard) { panelPath = [] }
    forgetWord()
    // Nobody asked for the page, and its time is that of this daemon.
    let isFirst = page.scanned == nil
    (page.isAsked, page.shown, page.scanned) = (false, now, nil)
    if isFirst { show(home, at: .start, isAsked: false) } else { stay() }
  }

  mutating func disconnect() {
    (isConnected, isAllowed, clock, question) = (false, false, nil, nil)
    (look, work, unanswered, rejectedUntil, notice) = (nil, nil, 0, nil, nil)
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

  mutating func take(_ new: Clock) {
    clock = new.style.hasClock ? new : nil
    line.take(new, at: new.time ?? now, down: switches.downCount)
    switch new.state {
    case .paused: isPaused = true
    case .running, .frozen, .resting: isPaused = false
    case .off, .holding: break
    }
    // A line that left before the daemon had the page tells nothing.
    if new.page != page.number, unanswered == 0, isAllowed { isUnsent = true }
  }

  mutating func take(_ answer: ScanAnswer, of number: Int) {
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
