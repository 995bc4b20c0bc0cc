/// The progress of a choice or of a change of a value, and the result of the last choice.
///
///     command ──askKeyboard──> keyboardLooked ──> begin ──> Work ──> Step
///
/// `Acting` knows no pages or windows. Each answer, and the end of each time limit, returns the session's next step.
struct Acting {
  /// The time that the answer to `Effect.look` may take, µs. It is the same as for a check. A compositor usually
  /// answers within milliseconds; if the computer is busy, the press waits.
  private static let lookingLimit: Int64 = 3_000_000
  /// The time that checking or acting may take, µs. It is more than the limits of the calls to a program: 0.5 s for
  /// each call of acting, and 2.5 s for each call of checking.
  private static let actingLimit: Int64 = 3_000_000
  /// If a program has not answered the check after this time, µs, the bar says so. The time is the limit for other
  /// calls to a program. The press continues to wait.
  private static let namingLimit: Int64 = 500_000
  /// The longest time that a choice waits until the window was read again, µs. Arbitrary.
  private static let readingLimit: Int64 = 1_000_000
  /// For this time after a choice in a menu, µs, the scanner closes the menu if the program has left it open. A menu
  /// that appears later was opened again.
  private static let closingLimit: Int64 = 10_000_000
  /// The time for which the screen shows that a press was rejected, µs. Arbitrary.
  private static let rejectionTime: Int64 = 500_000

  private var work: Work?
  private var look: Look?
  private var attempts = 0
  /// The entry of a menu that was chosen last, if its program was too slow to report whether the menu is still open. A
  /// report counts only until the time `until`.
  private var lateEntry: (item: Item, until: Int64)?
  private var rejectedUntil: Int64?
  /// The result of the last choice, until the next one.
  private(set) var notice: Session.Message?

  /// Whether a choice is in progress, so that the daemon's clock waits for the `scan` that ends it.
  var holds: Bool { look != nil || work?.isChoice ?? false }
  /// Whether no action is in progress. A command may still wait for the answer about the keyboard.
  var isIdle: Bool { work == nil }
  /// Whether the bar says that the program of the action does not answer.
  var isSlow: Bool { work?.isSlow == true }
  /// Whether the screen shows at present that a press did nothing.
  var isRejected: Bool { rejectedUntil != nil }
  /// Whether an action was performed, if this is the stage in which the window is read again. `nil` in other stages.
  var hasActed: Bool? { if case .reading(let hasActed) = work?.stage { hasActed } else { nil } }
  /// Whether Escape was typed for a menu that may still be open.
  var closesMenu: Bool { work?.readings ?? 0 > 0 }
  /// The time when the next limit ends. `nil` if no action is in progress, and no rejection is shown.
  var nextDeadline: Int64? {
    [look?.until, work?.naming, work?.time.deadline, rejectedUntil].compactMap(\.self).min()
  }

  // MARK: The keyboard

  /// Asks which program has the keyboard, before a command is performed.
  mutating func askKeyboard(for command: Session.Command, at now: Int64) -> Session.Effect {
    attempts += 1
    look = Look(attempt: attempts, command: command, until: now &+ Self.lookingLimit)
    return .look(attempt: attempts)
  }

  /// A command was refused because another one waits.
  mutating func refused(_ command: Session.Command) {
    if let look, !look.command.isChoice, command.isChoice { self.look?.owesScan = true }
  }

  /// The command that waited for this answer. `nil` if no command did.
  mutating func keyboardLooked(of attempt: Int) -> Look? {
    guard let look, look.attempt == attempt else { return nil }
    self.look = nil
    return look
  }

  /// Whether the action in progress, on an item or by a key, waits for this answer.
  func looks(_ attempt: Int) -> Bool {
    if let work, work.attempt == attempt, case .looking = work.stage { true } else { false }
  }

  /// Continues after the answer about the keyboard: acts on the item if the shown window has the keyboard. Without an
  /// item, types the key if the window that was read last has it.
  mutating func keyboardLooked(
    _ keyboard: Session.Keyboard, shown: Reference?, latest: Reference?, at now: Int64
  ) -> Step? {
    guard let work, case .looking(let next) = work.stage else { return nil }
    guard keyboard == .window(work.item == nil ? latest : shown) else { return .failed }
    go(to: .acting, Self.actingLimit, at: now)
    return switch next {
    case .act: work.item.map { .request(.act(attempt: work.attempt, $0, work.act)) }
    case .key(let chord): .request(.type(attempt: work.attempt, .chord(chord)))
    }
  }

  // MARK: Beginning

  /// Begins to act on an item: first the item is read again.
  mutating func begin(
    _ act: Session.Act, on item: Item, isChoice: Bool, stays: Bool, comparesName: Bool, at now: Int64
  ) -> Session.Effect {
    beginWork(act, on: item, isChoice: isChoice, stays: stays, at: now)
    work?.naming = now &+ Self.namingLimit
    return .check(attempt: attempts, item, comparesName: comparesName)
  }

  /// Begins an action without an item: nothing is checked, and no further key is typed. Returns the attempt's number.
  ///
  /// - Parameters:
  ///   - key: the key of the panel's keyboard, if one is typed.
  ///   - points: whether the pointer performs the action.
  mutating func begin(key: Key?, points: Bool, isChoice: Bool, stays: Bool, at now: Int64) -> Int {
    beginWork(.use, on: nil, isChoice: isChoice, stays: stays, at: now)
    work?.stage = .acting
    work?.isTyped = true
    work?.key = key
    work?.points = points
    return attempts
  }

  /// Begins to type Escape for the active program.
  mutating func beginEscape(at now: Int64) -> Step? {
    beginWork(.use, on: nil, isChoice: true, stays: false, at: now)
    work?.isTyped = true
    work?.readings = 3
    return look(then: .key("esc"), at: now)
  }

  private mutating func beginWork(_ act: Session.Act, on item: Item?, isChoice: Bool, stays: Bool, at now: Int64) {
    attempts += 1
    lateEntry = nil
    let time = QuietTime(Self.actingLimit, atMost: Self.actingLimit, from: now)
    work = Work(attempt: attempts, item: item, act: act, isChoice: isChoice, stays: stays, time: time)
  }

  // MARK: Answers

  /// - Parameter window: the window that is shown.
  mutating func checkFinished(_ isUnchanged: Bool, of attempt: Int, in window: Reference?, at now: Int64) -> Step? {
    guard let work, work.attempt == attempt, case .checking = work.stage, let item = work.item else { return nil }
    guard isUnchanged else { return .failed }
    // In an open list of Qt 5, no action chooses an entry. The list has the keyboard, so keys choose it.
    guard work.act == .use, item.node.role == .listItem, item.parent == window else {
      return look(then: .act, at: now)
    }
    self.work?.keysBefore = ["home"] + Array(repeating: "down", count: item.indexInParent)
    return typeKeyBefore(at: now)
  }

  /// - Parameter isFrontOther: whether another window than the shown one has become active.
  mutating func actFinished(
    _ outcome: Session.Outcome, of attempt: Int, isFrontOther: Bool, at now: Int64
  ) -> Step? {
    guard let work, work.attempt == attempt, case .acting = work.stage else { return nil }
    if let key = work.key { return end(with: .typed(key, outcome)) }
    if work.points { return end(with: .pointed(outcome)) }
    switch outcome {
    case .failed where work.scrolls && !work.isTyped, .focused where !work.isTyped && work.typesKey:
      // If another window has become active since then, that window would get the key.
      return isFrontOther ? .failed : typeKey(of: work, at: now)
    case .failed: return .failed
    case .typingRefused(let message, let reason):
      notice = .typingRefused(message, reason: reason)
      reject(at: now)
    case .done: if let step = typeKeyBefore(at: now) { return step }
    case .focused: break
    }
    return settle(at: now)
  }

  /// Something in the window has changed. Returns whether the present stage waits longer because of this.
  mutating func windowChanged(at now: Int64) -> Bool {
    guard case .settling = work?.stage else { return false }
    work?.time.change(at: now)
    return true
  }

  // MARK: Stages

  /// Asks which program has the keyboard. `next` is performed after the answer, if the window still has it.
  private mutating func look(then next: Work.Next, at now: Int64) -> Step? {
    guard let attempt = work?.attempt else { return nil }
    go(to: .looking(next), Self.lookingLimit, at: now)
    return .request(.look(attempt: attempt))
  }

  /// Types the next of the keys that move the focus to an item. Returns `nil` after the last one.
  private mutating func typeKeyBefore(at now: Int64) -> Step? {
    guard let key = work?.keysBefore?.popFirst() else { return nil }
    return look(then: .key(key), at: now)
  }

  /// Types the key that performs the remaining step when the item has the focus.
  private mutating func typeKey(of work: Work, at now: Int64) -> Step? {
    let key =
      switch work.act {
      case .menu: "menu"
      case .scroll(let scrolling): scrolling.key
      case .use, .change, .action, .look: work.item?.key ?? "space"
      }
    self.work?.isTyped = true
    return look(then: .key(key), at: now)
  }

  private mutating func settle(at now: Int64) -> Step? {
    // Waits until nothing changes any more after the action. Source: docs/design/desktop.md, "Pages in time".
    go(to: .settling, 300_000, atMost: 1_000_000, at: now)
    return endValueChange()
  }

  /// The menu was read again after Escape and is still open, so the program gets more time.
  mutating func settleAgain(at now: Int64) -> Step? {
    work?.readings -= 1
    return settle(at: now)
  }

  /// The window is going to be read again.
  mutating func beginReading(hasActed: Bool, at now: Int64) -> Step? {
    go(to: .reading(hasActed: hasActed), Self.readingLimit, at: now)
    return endValueChange()
  }

  /// Ends the action if it only changes a value. A choice continues, because it keeps the page until its last stage.
  private mutating func endValueChange() -> Step? {
    guard work?.isChoice == false else { return nil }
    work = nil
    return .valueChanged
  }

  private mutating func go(to stage: Work.Stage, _ quiet: Int64, atMost most: Int64? = nil, at now: Int64) {
    work?.stage = stage
    work?.naming = nil
    if case .reading = stage {} else { work?.isSlow = false }
    work?.time = QuietTime(quiet, atMost: most ?? quiet, from: now)
  }

  // MARK: Limits

  /// Ends the wait for the answer about the keyboard, if its limit has come by `time`. Returns whether it has ended.
  mutating func endLook(by time: Int64) -> Bool {
    guard let look, look.until <= time else { return false }
    self.look = nil
    return true
  }

  /// Lets the bar say that the program does not answer, if it has not answered the check by `time`.
  mutating func nameProgram(by time: Int64) {
    guard let naming = work?.naming, naming <= time else { return }
    work?.naming = nil
    work?.isSlow = true
  }

  /// Ends the present stage if its limit has come by `time`.
  mutating func endStage(by time: Int64, at now: Int64) -> Step? {
    guard let work, work.time.deadline <= time else { return nil }
    switch work.stage {
    case .acting where work.points: return end(with: .pointed(.failed))
    case .checking, .looking, .acting: return work.key.map { end(with: .typed($0, .failed)) } ?? .failed
    case .settling where work.keysBefore != nil:
      // The item's own key is typed only if the other keys have moved the focus to it.
      self.work?.keysBefore = nil
      go(to: .acting, Self.actingLimit, at: now)
      return work.item.map { .request(.act(attempt: work.attempt, $0, .look)) }
    case .settling: return .settled
    case .reading: return .readingIsOver
    }
  }

  mutating func endRejection(by time: Int64) {
    if let until = rejectedUntil, until <= time { rejectedUntil = nil }
  }

  // MARK: The end

  private mutating func end(with step: Step) -> Step {
    work = nil
    return step
  }

  /// Ends the action, and returns it.
  mutating func end() -> Work? {
    defer { work = nil }
    return work
  }

  /// Remembers that the menu of this entry may be reported as open later.
  mutating func expectMenu(of entry: Item?, at now: Int64) {
    lateEntry = entry.map { ($0, now &+ Self.closingLimit) }
  }

  /// The entry whose menu may still be open. `nil` if there is none, or an action is in progress.
  func lateEntry(at now: Int64) -> Item? {
    guard work == nil, let lateEntry, now <= lateEntry.until else { return nil }
    return lateEntry.item
  }

  /// Ends the action in progress without a result.
  mutating func abandon() { (look, work) = (nil, nil) }

  /// The screen was locked or unlocked, so earlier actions do not continue. A rejection remains on the screen.
  mutating func reset() { (look, work, notice, lateEntry) = (nil, nil, nil, nil) }

  /// Shows that the press did nothing: the ring shakes.
  mutating func reject(at now: Int64) { rejectedUntil = now &+ Self.rejectionTime }

  mutating func endRejection() { rejectedUntil = nil }

  /// Shows this message in the bar until the next choice.
  mutating func report(_ message: Session.Message) { notice = message }

  /// Removes the result of the last choice from the screen.
  mutating func forgetOutcome() { (notice, rejectedUntil) = (nil, nil) }
}
