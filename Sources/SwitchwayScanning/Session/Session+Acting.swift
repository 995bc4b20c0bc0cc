// Checking an item, acting on it, and the page after that.
extension Session {
  /// Begins to act on an item: first it is read again.
  mutating func attempt(_ item: Item, _ act: Act, isChoice: Bool = true, stays: Bool = false) {
    let attempt = makeAttempt(item, act, isChoice: isChoice, stays: stays)
    work = .checking(attempt, until: now &+ Self.actingLimit)
    let comparesName = nameChanges[item.reference, default: 0] < 2
    effects.append(.check(attempt: attempt.number, item, comparesName: comparesName))
  }

  /// Types Escape for the program in front, or closes a menu or dialog.
  mutating func escape() {
    let attempt = makeAttempt(nil, .use, isChoice: true, stays: false)
    work = .acting(attempt, until: now &+ Self.actingLimit)
    if let window, window.kind != .window {
      effects.append(.close(attempt: attempt.number, window: window.id))
    } else {
      effects.append(.key(attempt: attempt.number, "esc"))
    }
  }

  private mutating func makeAttempt(_ item: Item?, _ act: Act, isChoice: Bool, stays: Bool) -> Attempt {
    attempts += 1
    return Attempt(number: attempts, item: item, act: act, isChoice: isChoice, stays: stays)
  }

  // MARK: Answers

  mutating func take(_ check: Check, of number: Int) {
    guard case .checking(let attempt, _) = work, attempt.number == number, let item = attempt.item else { return }
    if check == .unchanged {
      work = .acting(attempt, until: now &+ Self.actingLimit)
      effects.append(.act(attempt: number, item, attempt.act))
    } else {
      fail(attempt)
    }
  }

  mutating func take(_ outcome: Outcome, of number: Int) {
    guard case .acting(let attempt, _) = work, attempt.number == number else { return }
    switch outcome {
    case .failed: return fail(attempt)
    case .typingRefused(let reason):
      typingRefusal = reason
      showRejection()
    case .done: break
    }
    if attempt.isChoice {
      work = .settling(attempt, QuietTime(QuietTime.acting, from: now))
    } else {
      work = .idle
      if let window { takeChange(of: window.id) }
    }
  }

  /// Nothing was done. The window is read again, and the page made anew.
  private mutating func fail(_ attempt: Attempt) {
    showRejection()
    read(attempt, hasActed: false)
  }

  private mutating func read(_ attempt: Attempt, hasActed: Bool) {
    guard let window, news == nil else { return finish(attempt, hasActed: hasActed) }
    work = .reading(attempt, hasActed: hasActed, until: now &+ Self.readingLimit)
    settling = nil
    effects.append(.read(window: window.id))
  }

  /// The state of the work has reached its deadline.
  mutating func workIsDue() {
    switch work {
    case .idle: break
    case .checking(let attempt, _), .acting(let attempt, _): fail(attempt)
    case .settling(let attempt, _): read(attempt, hasActed: true)
    case .reading(let attempt, let hasActed, _): finish(attempt, hasActed: hasActed)
    }
  }

  private mutating func finish(_ attempt: Attempt, hasActed: Bool) {
    work = .idle
    guard attempt.isChoice else { return }
    if hasActed, !attempt.stays {
      goOn(after)
    } else {
      stay()
    }
  }

  /// Answers a choice with the same page, or with what has taken its place.
  mutating func stay() {
    if showFront() { return }
    guard case .contents(let new) = news else { return show(page.content, at: .lit, isAsked: false) }
    let content = content(in: new)
    adoptContents()
    show(content, at: .lit, isAsked: false)
  }

  private mutating func goOn(_ after: After) {
    if showFront() { return }
    adoptContents()
    switch after {
    case .top:
      path = []
      show(home, at: .start, isAsked: true)
    case .group:
      if case .actions(let item) = page.content { page.lit = 0; page.places = [.window(.item(item))] }
      show(home, at: .lit, isAsked: true)
    }
  }

  // MARK: Windows

  mutating func take(_ new: Window?) {
    if let new, let shown = window, new.id == shown.id {
      countNames(in: new)
      news = .contents(new)
    } else if new != nil || window != nil {
      news = .front(new)
      if settling?.window != new?.id { settling = nil }
    } else {
      news = nil
    }
    switch work {
    case .reading(let attempt, let hasActed, _): finish(attempt, hasActed: hasActed)
    case .settling(let attempt, var quiet):
      quiet.change(at: now)
      work = .settling(attempt, quiet)
    case .idle, .checking, .acting: break
    }
  }

  /// Something in a window has changed.
  mutating func takeChange(of id: Int) {
    if case .settling(let attempt, var quiet) = work {
      quiet.change(at: now)
      work = .settling(attempt, quiet)
      return
    }
    var front = window?.id
    if case .front(let new) = news { front = new?.id }
    guard id == front else { return }
    var quiet = settling?.quiet ?? QuietTime(QuietTime.changes, from: now)
    quiet.change(at: now)
    settling = (id, quiet)
  }

  /// Counts the names that have changed by themselves since the window was read last.
  private mutating func countNames(in new: Window) {
    var shown = window
    if case .contents(let latest) = news { shown = latest }
    let names = Dictionary(
      shown?.pages?.items.map { ($0.reference, $0.node.name) } ?? [], uniquingKeysWith: { first, _ in first })
    var counts: [Reference: Int] = [:]
    for item in new.pages?.items ?? [] {
      var count = nameChanges[item.reference, default: 0]
      if !work.isChoice, let name = names[item.reference], name != item.node.name { count += 1 }
      if count > 0 { counts[item.reference] = min(count, 2) }
    }
    nameChanges = counts
  }

  /// The light shakes: the press did nothing.
  mutating func showRejection() { rejectedUntil = now &+ Self.rejectionTime }
}
