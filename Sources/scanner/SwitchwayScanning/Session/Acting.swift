/// The progress of a choice or of a change of a value, and the result of the last one.
///
///     command ──askKeyboard──> keyboardLooked ──> begin ──> Work ──> Step
///
/// It has neither pages nor windows: each answer, and the end of each limit, returns the next step of the session.
struct Acting {
  /// The time that the answer to `Effect.look` may take, µs. It is as long as a check. A compositor answers within
  /// milliseconds; if the computer is busy, the press waits.
  private static let lookingLimit: Int64 = 3_000_000
  /// The time that checking or acting may take, µs. This is more than a program's calls take: each call of acting at
  /// most
  /// 0.5 s, each call of checking 2.5 s.
  private static let actingLimit: Int64 = 3_000_000
  /// After this time the bar says that the program has not answered the check, µs. It is the time that a program has
  /// for other calls. The press continues to wait.
  private static let namingLimit: Int64 = 500_000
  /// The time for which a choice waits until the window was read again, µs. Arbitrary.
  private static let readingLimit: Int64 = 1_000_000
  /// How long after a choice the scanner closes the choice's menu for the program, µs. A menu that appears later was
  /// opened again.
  private static let closingLimit: Int64 = 10_000_000
  /// The time for which a rejected press is shown, µs. Arbitrary.
  private static let rejectionTime: Int64 = 500_000

  private var work: Work?
  private var look: Look?
  private var attempts = 0
  /// The entry of a menu that was chosen last, if its program was too slow to show whether the menu is still open, and
  /// until when a late report counts.
  private var lateEntry: (item: Item, until: Int64)?
  private var rejectedUntil: Int64?
  /// The result of the last choice, until the next one.
  private(set) var notice: Session.Message?

  /// Whether a choice waits for its `scan`.
  var holds: Bool { look != nil || work?.isChoice ?? false }
  /// Whether no action is in progress. A command may still wait.
  var isIdle: Bool { work == nil }
  /// Whether its program is named as one that does not answer.
  var isSlow: Bool { work?.isSlow == true }
  /// Whether a press is shown that did nothing.
  var isRejected: Bool { rejectedUntil != nil }
  /// Whether an action was performed, when the window is being read again. `nil` before that stage.
  var hasActed: Bool? { if case .reading(let hasActed) = work?.stage { hasActed } else { nil } }
  /// Whether Escape was typed for a menu that may still be open.
  var closesMenu: Bool { work?.readings ?? 0 > 0 }
  /// The time when a limit ends. `nil` if no action is in progress, and no rejection is shown.
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

  /// The command that waited for this answer. `nil` if none did.
  mutating func keyboardLooked(of attempt: Int) -> Look? {
    guard let look, look.attempt == attempt else { return nil }
    self.look = nil
    return look
  }

  /// Whether an item or a key waits for this answer.
  func looks(_ attempt: Int) -> Bool {
    if let work, work.attempt == attempt, case .looking = work.stage { true } else { false }
  }

  /// Acts on the item if `keyboard` is the shown window; or types the key if it is `latest`.
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

  /// Begins an action without an item: nothing is checked, and no key follows. Returns the attempt's number.
  ///
  /// - Parameters:
  ///   - key: the key of the panel's keyboard, if one is typed.
  ///   - points: whether the pointer performs it.
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
    // An entry of an open list of Qt 5 has no action that chooses it. The list has the keyboard.
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
      // The window that has become active since then would get the key.
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

  /// Something in the window has changed. Returns whether the program gets more time to settle because of this.
  mutating func windowChanged(at now: Int64) -> Bool {
    guard case .settling = work?.stage else { return false }
    work?.time.change(at: now)
    return true
  }

  // MARK: Stages

  /// The next step is performed when it is known that the window still has the keyboard.
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
    // This comes after acting. Source: docs/design/desktop.md, "Pages in time".
    go(to: .settling, 300_000, atMost: 1_000_000, at: now)
    return endValueChange()
  }

  /// The menu is still open after Escape, and was read again: the program gets more time.
  mutating func settleAgain(at now: Int64) -> Step? {
    work?.readings -= 1
    return settle(at: now)
  }

  /// The window is going to be read again.
  mutating func beginReading(hasActed: Bool, at now: Int64) -> Step? {
    go(to: .reading(hasActed: hasActed), Self.readingLimit, at: now)
    return endValueChange()
  }

  /// Only a choice keeps the page until the end of acting.
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

  /// No answer came in time about which program has the keyboard. Returns whether a command waited for that.
  mutating func endLook(by time: Int64) -> Bool {
    guard let look, look.until <= time else { return false }
    self.look = nil
    return true
  }

  /// The program may not have answered the check yet.
  mutating func nameProgram(by time: Int64) {
    guard let naming = work?.naming, naming <= time else { return }
    work?.naming = nil
    work?.isSlow = true
  }

  /// The present stage ends if its limit has come by `time`.
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

  /// The action is over. Returns the action.
  mutating func end() -> Work? {
    defer { work = nil }
    return work
  }

  /// The menu of this entry may appear later.
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

  /// The screen was locked or unlocked: earlier actions do not continue. A rejection stays.
  mutating func reset() { (look, work, notice, lateEntry) = (nil, nil, nil, nil) }

  /// The ring shakes, because the press did nothing.
  mutating func reject(at now: Int64) { rejectedUntil = now &+ Self.rejectionTime }

  mutating func endRejection() { rejectedUntil = nil }

  /// The bar shows this until the next choice.
  mutating func report(_ message: Session.Message) { notice = message }

  /// The result of the last choice is no longer shown.
  mutating func forgetOutcome() { (notice, rejectedUntil) = (nil, nil) }
}
