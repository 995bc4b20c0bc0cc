// The stages of a choice from the press to the page after it.
//
//     command ──> who has the keyboard? ──window──> what is chosen ──> Acting ──Step──> page
//                       └──locked────> the page of the lock: call for help; the keyboard, where the settings say so
//
// Only the call for help does not need to know which program has the keyboard. The session asks for it after the press,
// and ignores earlier answers.
extension Session {
  /// The answer to the question which program has the keyboard, which is asked after a press.
  public enum Keyboard: Hashable, Sendable {
    /// The window, menu or dialog with this `id`. `nil` if none can be read.
    case window(Reference?)
    /// A window other than the one that was reported last. It is being read.
    case other
    /// The screen is locked, or the surface with the keyboard looks like a screen lock.
    case locked
  }

  // MARK: Beginning

  /// Asks which program has the keyboard, and then performs the command. A command that is refused in any case is
  /// refused at once.
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

  /// Begins to act on an item: first the item is read again.
  mutating func begin(_ act: Act, on item: Item, isChoice: Bool = true, stays: Bool = false) {
    let comparesName = reading.comparesName(of: item)
    effects.append(
      acting.begin(act, on: item, isChoice: isChoice, stays: stays, comparesName: comparesName, at: now))
  }

  /// Begins an action without an item: nothing is checked, and no key follows.
  mutating func beginWithoutItem(
    key: Key? = nil, points: Bool = false, isChoice: Bool = true, stays: Bool = false,
    _ effect: (_ attempt: Int) -> Effect
  ) {
    effects.append(effect(acting.begin(key: key, points: points, isChoice: isChoice, stays: stays, at: now)))
  }

  /// Types Escape for the active program, which also closes a menu or dialog.
  mutating func escape() {
    // Contents that were read before the key say nothing about the contents after it.
    reading.adoptContents()
    carryOutStep(acting.beginEscape(at: now))
  }

  /// Closes the menu of the entry that was chosen last, if its program reported only after the end of the choice that
  /// the menu is still open. Returns whether there is such a menu.
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
      // A choice that was made before the screen was locked is not performed while it is locked. A choice that was made
      // while it was locked is not performed afterwards: a letter of a password must not go into the person's text.
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
    // Changes after a choice do not count as changes by themselves.
    reading.windowRead(new, countsNames: !acting.holds)
    if page.content == .panel(.keyboard) { panel.windowRead(latestWindow?.id, focused: reading.focused) }
    _ = acting.windowChanged(at: now)
    finish()
  }

  mutating func windowChanged(_ id: Reference) {
    if acting.windowChanged(at: now) { return }
    reading.windowChanged(id, at: now)
  }

  /// Ends the stages whose time limits have come at `due`.
  mutating func advanceActing(to due: Int64) {
    if acting.endLook(by: due) {
      acting.reject(at: now)
      stay()
    }
    acting.nameProgram(by: due)
    carryOutStep(acting.endStage(by: due, at: now))
  }

  // MARK: The next steps

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

  /// Ends the action, after the window was read again.
  private mutating func finish() {
    guard let hasActed = acting.hasActed else { return }
    // If a menu is still open, it is read again: Qt 5 does not report that it has gone.
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

  /// Answers a choice with the same page, or with the page that replaces it.
  mutating func stay() {
    if showFront() { return }
    var content = page.content
    if let new = reading.newContents { content = self.content(in: new) }
    reading.adoptContents()
    show(content, at: .lit, isAsked: false)
  }

  // MARK: The lock

  /// The screen was locked or unlocked. While it is locked, only the page for the lock is shown.
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
