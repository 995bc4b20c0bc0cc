// The way of a choice from the press to the page after it.
//
//     command ──> who has the keyboard? ──window──> what is chosen ──> Acting ──Step──> page
//                       └──locked────> the page of the lock: call for help; the keyboard, where the settings say so
//
// Only the call for help needs no look. An answer from before the press counts for nothing.
extension Session {
  /// The program that has the keyboard, asked after the press.
  public enum Keyboard: Hashable, Sendable {
    /// The window, menu or dialog of this `id`. `nil` if none can be read.
    case window(Reference?)
    /// Another window than the last reported one: it is being read.
    case other
    /// The screen is locked, or what has the keyboard looks like a lock.
    case locked
  }

  // MARK: Beginning

  /// Asks who has the keyboard, and does then what the command says. What is refused anyway is refused at once.
  mutating func look(for command: Command) {
    var command = command
    if acting.holds {
      acting.refused(command)
      return acting.reject(at: now)
    }
    guard let item = chosenItem(of: command), !callsForHelp(command.name, page.places[item]) else {
      return carryOutCommand(command)
    }
    (command.item, command.page) = (item, page.number)
    effects.append(acting.askKeyboard(for: command, at: now))
  }

  private func callsForHelp(_ name: String, _ place: Place) -> Bool {
    place == .help && ["select", "enter", "activate"].contains(name)
  }

  /// Begins to act on an item: first it is read again.
  mutating func begin(_ act: Act, on item: Item, isChoice: Bool = true, stays: Bool = false) {
    let comparesName = reading.comparesName(of: item)
    effects.append(
      acting.begin(act, on: item, isChoice: isChoice, stays: stays, comparesName: comparesName, at: now))
  }

  /// Begins to act on what is not an item: nothing is checked, and no key follows.
  mutating func beginWithoutItem(
    key: Key? = nil, points: Bool = false, isChoice: Bool = true, stays: Bool = false,
    _ effect: (_ attempt: Int) -> Effect
  ) {
    effects.append(effect(acting.begin(key: key, points: points, isChoice: isChoice, stays: stays, at: now)))
  }

  /// Types Escape for the program in front, which also closes a menu or dialog.
  mutating func escape() {
    // What was read before the key says nothing about what comes after it.
    reading.adoptContents()
    carryOutStep(acting.beginEscape(at: now))
  }

  /// Closes the menu of the entry that was chosen last, where its program reported it too late for the choice's answer.
  /// Returns whether there is one.
  mutating func closeLateMenu() -> Bool {
    guard let entry = acting.lateEntry(at: now), reading.isOpenMenu(of: entry) else { return false }
    showFront()
    escape()
    return true
  }

  // MARK: Answers

  mutating func keyboardLooked(_ keyboard: Keyboard, of attempt: Int) {
    if let look = acting.keyboardLooked(of: attempt) {
      if look.owesScan { daemon.owePage() }
      // What was chosen for one of them is not done in the other: a letter of a password does not belong to the letter
      // that the person writes.
      guard (keyboard == .locked) == isLocked else {
        acting.reject(at: now)
        return lockChanged(keyboard == .locked)
      }
      return carryOutCommand(look.command)
    }
    guard acting.looks(attempt) else { return }
    guard keyboard != .locked else {
      acting.reject(at: now)
      return lockChanged(true)
    }
    carryOutStep(acting.keyboardLooked(keyboard, shown: window?.id, latest: latestWindow?.id, at: now))
  }

  mutating func checkFinished(_ isUnchanged: Bool, of attempt: Int) {
    carryOutStep(acting.checkFinished(isUnchanged, of: attempt, in: window?.id, at: now))
  }

  mutating func actFinished(_ outcome: Outcome, of attempt: Int) {
    carryOutStep(acting.actFinished(outcome, of: attempt, isFrontOther: reading.isFrontOther, at: now))
  }

  mutating func windowRead(_ new: Window?) {
    // What follows a choice is no change by itself.
    reading.windowRead(new, countsNames: !acting.holds)
    if page.content == .panel(.keyboard) { panel.windowRead(latestWindow?.id, focused: reading.focused) }
    _ = acting.windowChanged(at: now)
    finish()
  }

  mutating func windowChanged(_ id: Reference) {
    if acting.windowChanged(at: now) { return }
    reading.windowChanged(id, at: now)
  }

  /// Ends the limits that come at `due`.
  mutating func advanceActing(to due: Int64) {
    if acting.endLook(by: due) {
      acting.reject(at: now)
      stay()
    }
    acting.nameProgram(by: due)
    carryOutStep(acting.endStage(by: due, at: now))
  }

  // MARK: What comes next

  private mutating func carryOutStep(_ step: Acting.Step?) {
    switch step {
    case nil: break
    case .request(let effect): effects.append(effect)
    case .failed:
      acting.reject(at: now)
      readAgain(hasActed: false)
    case .settled: readAgain(hasActed: true)
    case .readingIsOver: finish()
    case .valueChanged: if let window { windowChanged(window.id) }
    case .typed(let key, let outcome): keyTyped(key, outcome)
    case .pointed(let outcome): pointerFinished(outcome)
    }
  }

  private mutating func readAgain(hasActed: Bool) {
    carryOutStep(acting.beginReading(hasActed: hasActed, at: now))
    guard let window, !acting.isIdle, !reading.hasNews else { return finish() }
    reading.endSettling()
    effects.append(.read(window: window.id))
  }

  /// Ends what is done, once the window was read again.
  private mutating func finish() {
    guard let hasActed = acting.hasActed else { return }
    // A menu that is still there is read again: Qt 5 does not report that it has gone.
    if acting.closesMenu, reading.newContents?.kind == .menu {
      reading.adoptContents()
      return carryOutStep(acting.settleAgain(at: now))
    }
    guard let work = acting.end() else { return }
    guard hasActed, !work.stays else { return stay() }
    if work.act == .use {
      if reading.isOpenMenu(of: work.item) { return escape() }
      acting.expectMenu(of: work.item, at: now)
    }
    if showFront() { return }
    reading.adoptContents()
    if work.act == .use, let text = work.item, text.kind == .text, panel.writing.isThere {
      return openKeyboard(for: text)
    }
    switch after {
    case .top:
      reading.go(to: [])
      show(home, at: .start, isAsked: true)
    case .group:
      if case .actions(let item) = page.content { page.leaveOnly(.item(item)) }
      show(home, at: .lit, isAsked: true)
    }
  }

  /// Answers a choice with the same page, or with what has taken its place.
  mutating func stay() {
    if showFront() { return }
    var content = page.content
    if let new = reading.newContents { content = self.content(in: new) }
    reading.adoptContents()
    show(content, at: .lit, isAsked: false)
  }

  // MARK: The lock

  /// Shows nothing but the page of the lock, or what there is after it.
  mutating func lockChanged(_ isLocked: Bool) {
    guard isLocked != self.isLocked else { return }
    if acting.holds { acting.reject(at: now) }
    acting.reset()
    panel.lockChanged(isLocked)
    if !isLocked {
      if showFront() { return }
      reading.adoptContents()
      if let window { effects.append(.read(window: window.id)) }
    }
    show(home, at: .start, isAsked: false)
  }
}
