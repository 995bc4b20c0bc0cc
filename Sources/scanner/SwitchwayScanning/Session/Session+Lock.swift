// The program that has the keyboard, and what the person can do while the screen is locked.
//
//     choice ──> look ──window──> what is chosen
//                  └──locked────> the page of the lock: call for help; the keyboard, where the settings say so
//
// Only the call for help needs no look. An answer from before the press counts for nothing.
extension Session {
  /// What has the keyboard, asked after the press.
  public enum Keyboard: Hashable, Sendable {
    /// The window, menu or dialog of this `id`. nil: none that can be read.
    case window(Reference?)
    /// Another window than the one that was told last: it is being read.
    case other
    /// The screen is locked, or what has the keyboard looks like a lock.
    case locked
  }

  /// A command that waits for the answer.
  struct Look {
    let attempt: Int
    let command: Command
    let until: Int64
    /// A choice came meanwhile and was refused: the daemon's clock holds, and what is looked for ends with no `scan`.
    var owesScan = false
  }

  /// How long the answer to `Effect.look` may take, µs. As long as a check. A compositor answers within
  /// milliseconds; where the machine is busy, the press waits.
  static let lookingLimit: Int64 = 3_000_000

  /// Asks who has the keyboard, and does then what the command says. What is refused anyway is refused at once.
  mutating func look(for command: Command) {
    var command = command
    if holds {
      if let look, !look.command.isChoice, command.isChoice { self.look?.owesScan = true }
      return showRejection()
    }
    guard let item = chosenItem(of: command), !callsForHelp(command.name, page.places[item]) else {
      return perform(command)
    }
    (command.item, command.page) = (item, page.number)
    attempts += 1
    look = Look(attempt: attempts, command: command, until: now &+ Self.lookingLimit)
    effects.append(.look(attempt: attempts))
  }

  private func callsForHelp(_ name: String, _ place: Place) -> Bool {
    place == .help && ["select", "enter", "activate"].contains(name)
  }

  mutating func take(_ keyboard: Keyboard, of attempt: Int) {
    if let look, look.attempt == attempt {
      self.look = nil
      if look.owesScan { isUnsent = true }
      // What was chosen for one of them is not done in the other: a letter of the password is none of a letter.
      guard (keyboard == .locked) == isLocked else {
        showRejection()
        return setLocked(keyboard == .locked)
      }
      return perform(look.command)
    }
    guard let work, work.attempt == attempt, case .looking(let next) = work.stage else { return }
    guard keyboard != .locked else {
      showRejection()
      return setLocked(true)
    }
    act(next, in: keyboard)
  }

  /// Nobody says who has the keyboard.
  mutating func lookIsDue() {
    look = nil
    showRejection()
    stay()
  }

  /// Shows nothing but the page of the lock, or what there is after it.
  mutating func setLocked(_ isLocked: Bool) {
    guard isLocked != self.isLocked else { return }
    if holds { showRejection() }
    self.isLocked = isLocked
    (look, work, notice, lateEntry) = (nil, nil, nil, nil)
    (panelPath, writing) = ([], Writing())
    pointing = Pointing(grid, screens: pointing.screens)
    if !isLocked {
      if showFront() { return }
      adoptContents()
      if let window { effects.append(.read(window: window.id)) }
    }
    show(home, at: .start, isAsked: false)
  }

  /// What the person keeps while the screen is locked.
  var lockedPlaces: [Place] { [.help] + (typesWhenLocked && keyPages != nil ? [.page(.keyboard)] : []) }
}
