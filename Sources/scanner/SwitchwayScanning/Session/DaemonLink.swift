import SwitchwayClock

/// The daemon's state according to its lines, and the requests to it.
struct DaemonLink {
  private(set) var isConnected = false
  /// Whether the scanner may show anything, according to the daemon.
  private(set) var isAllowed = false
  /// The daemon's scanning clock. `nil` if the profile has no clock; then the person's commands move the highlight.
  private(set) var clock: Session.Clock?
  private(set) var question: Session.Question?
  private(set) var switches = SwitchWatch()
  private var claimed: [String] = []
  /// Whether a person can see what a press would choose. If not, no commands are claimed, and the daemon types keys
  /// instead.
  private var canShow = true
  /// The commands that a keyboard's bindings give.
  private var keyboard: Set<String> = []
  /// Whether the shown page must still be sent to the daemon.
  private var owesPage = false
  /// The number of `scan` requests that the daemon has not answered yet.
  private var unanswered = 0

  // MARK: The connection

  mutating func connected(
    _ clock: Session.Clock?, down: Set<String>, question: Session.Question?, isAllowed: Bool
  ) {
    (isConnected, self.isAllowed, self.clock, self.question) = (true, isAllowed, clock, question)
    (unanswered, switches) = (0, SwitchWatch(down: down))
  }

  mutating func disconnected() {
    (isConnected, isAllowed, clock, question) = (false, false, nil, nil)
    (unanswered, switches) = (0, SwitchWatch())
  }

  mutating func allowanceChanged(_ isAllowed: Bool) {
    self.isAllowed = isAllowed
    if isAllowed { owesPage = true }
  }

  mutating func bindingsChanged(_ commands: Set<String>) { keyboard = commands }

  mutating func displayChanged(canShow: Bool) { self.canShow = canShow }

  /// The request that claims these commands, without `activate` if a keyboard gives it. If nothing can be shown, it
  /// gives up all claims instead. `nil` if the claim has not changed.
  mutating func claim(_ commands: [String], isNew: Bool) -> Session.Effect? {
    let names = canShow ? commands.filter { $0 != "activate" || !keyboard.contains($0) } : []
    guard isConnected, isNew || names != claimed else { return nil }
    claimed = names
    return names.isEmpty ? .release : .claim(names)
  }

  // MARK: The page

  mutating func owePage() { owesPage = true }

  /// The request that sends the page, if it must be sent and there is a connection. `stands`: whether the highlight
  /// must not move by itself.
  mutating func send(_ page: ShownPage, stands: Bool) -> Session.Effect? {
    defer { owesPage = false }
    guard owesPage, isConnected else { return nil }
    unanswered += 1
    return .scan(items: page.places.count, page: page.number, item: page.lit, stands: stands)
  }

  mutating func scanAnswered(_ answer: Session.ScanAnswer) {
    unanswered = max(0, unanswered - 1)
    if answer == .unsupported { clock = nil }
  }

  // MARK: Lines

  /// - Parameter page: the number of the shown page.
  mutating func clockChanged(_ new: Session.Clock, page: Int) {
    clock = new.style.hasClock ? new : nil
    // A line that was sent before the daemon had the page says nothing about it.
    if new.page != page, unanswered == 0, isAllowed { owesPage = true }
  }

  mutating func questionCame(_ new: Session.Question) { question = new }

  mutating func questionClosed(id: Int) { if question?.id == id { question = nil } }

  /// The person has answered the question.
  mutating func questionAnswered() { question = nil }

  mutating func pressed(_ name: String, isDown: Bool, at now: Int64) { switches.press(name, isDown: isDown, now: now) }

  mutating func pending(_ name: String, until: Int64, at now: Int64) { switches.wait(name, until: until, now: now) }

  mutating func decided(_ name: String) { switches.decided(name) }

  mutating func stuck(_ name: String) { switches.stuck(name) }

  mutating func advance(to time: Int64) { switches.advance(to: time) }
}
