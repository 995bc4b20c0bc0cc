// Checking an item, acting on it, and the page after that.
extension Session {
  /// How long checking or acting may take, µs. More than a program's calls take; each of acting at most 0.5 s,
  /// those of checking 2.5 s.
  private static let actingLimit: Int64 = 3_000_000
  /// After how long the bar says that the program has not answered the check, µs. As long as a program
  /// may take for anything else. The press goes on waiting.
  private static let namingLimit: Int64 = 500_000
  /// How long a choice waits for the window to be read again, µs. Arbitrary.
  private static let readingLimit: Int64 = 1_000_000
  /// How long after a choice its menu is closed for the program, µs. What comes later was opened again.
  private static let closingLimit: Int64 = 10_000_000

  /// Whether a choice waits for its `scan`.
  var holds: Bool { look != nil || work?.isChoice ?? false }

  /// Begins to act on an item: first it is read again.
  mutating func begin(_ act: Act, on item: Item?, isChoice: Bool = true, stays: Bool = false) {
    attempts += 1
    lateEntry = nil
    let time = QuietTime(Self.actingLimit, atMost: Self.actingLimit, from: now)
    work = Work(attempt: attempts, item: item, act: act, isChoice: isChoice, stays: stays, time: time)
    guard let item else { return }
    work?.naming = now &+ Self.namingLimit
    let comparesName = nameChanges[item.reference, default: 0] < 2
    effects.append(.check(attempt: attempts, item, comparesName: comparesName))
  }

  /// Types Escape for the program in front, which also closes a menu or dialog.
  mutating func escape() {
    // What was read before the key says nothing about what comes after it.
    if case .contents = news { adoptContents() }
    begin(.use, on: nil)
    work?.isTyped = true
    work?.readings = 3
    look(then: .key("esc"))
  }

  mutating func takeCheck(_ isUnchanged: Bool, of attempt: Int) {
    guard let work, work.attempt == attempt, case .checking = work.stage, let item = work.item else { return }
    guard isUnchanged else { return fail() }
    // An entry of an open list of Qt 5 has no action that chooses it. The list has the keyboard.
    guard work.act == .use, item.node.role == .listItem, item.parent == window?.id else { return look(then: .act) }
    self.work?.keysBefore = ["home"] + Array(repeating: "down", count: item.indexInParent)
    typeKeyBefore()
  }

  /// What comes next is done when it is known that the window still has the keyboard.
  private mutating func look(then next: Work.Next) {
    guard let attempt = work?.attempt else { return }
    go(to: .looking(next), Self.lookingLimit, atMost: Self.lookingLimit)
    effects.append(.look(attempt: attempt))
  }

  /// Acts on the item, or types the key, where `keyboard` is at the window that it is for.
  mutating func act(_ next: Work.Next, in keyboard: Keyboard) {
    guard let work, keyboard == .window(work.item == nil ? latestWindow?.id : window?.id) else { return fail() }
    go(to: .acting, Self.actingLimit, atMost: Self.actingLimit)
    switch next {
    case .act: if let item = work.item { effects.append(.act(attempt: work.attempt, item, work.act)) }
    case .key(let chord): effects.append(.type(attempt: work.attempt, .chord(chord)))
    }
  }

  /// Types the next of the keys that bring the focus to an item. Returns false after the last one.
  @discardableResult
  private mutating func typeKeyBefore() -> Bool {
    guard let key = work?.keysBefore?.popFirst() else { return false }
    look(then: .key(key))
    return true
  }

  mutating func take(_ outcome: Outcome, of attempt: Int) {
    guard let work, work.attempt == attempt, case .acting = work.stage else { return }
    if let key = work.key { return finish(key, outcome) }
    if work.points { return finishPointing(outcome) }
    switch outcome {
    case .failed where work.scrolls && !work.isTyped: return typeKey(of: work)
    case .failed: return fail()
    case .typingRefused(let message, let reason):
      notice = .typingRefused(message, reason: reason)
      showRejection()
    case .focused where !work.isTyped && work.typesKey: return typeKey(of: work)
    case .done where typeKeyBefore(): return
    case .done, .focused: break
    }
    // After acting. Source: docs/design/desktop.md, "Pages in time".
    go(to: .settling, 300_000, atMost: 1_000_000)
  }

  /// Types the key that does the rest where the item has the focus. What has come to the front since would get it.
  private mutating func typeKey(of work: Work) {
    guard !isFrontOther else { return fail() }
    let key =
      switch work.act {
      case .menu: "menu"
      case .scroll(let scrolling): scrolling.key
      case .use, .change, .action, .look: work.item?.key ?? "space"
      }
    self.work?.isTyped = true
    look(then: .key(key))
  }

  /// The program has not answered the check yet.
  mutating func namingIsDue() {
    work?.naming = nil
    work?.isSlow = true
  }

  mutating func workIsDue() {
    switch work?.stage {
    case nil: break
    case .acting where work?.points == true: finishPointing(.failed)
    case .checking, .looking, .acting: if let key = work?.key { finish(key, .failed) } else { fail() }
    case .settling where work?.keysBefore != nil:
      // Its own key is typed only where the others have brought the focus.
      work?.keysBefore = nil
      go(to: .acting, Self.actingLimit, atMost: Self.actingLimit)
      if let work, let item = work.item { effects.append(.act(attempt: work.attempt, item, .look)) }
    case .settling: read(hasActed: true)
    case .reading: finish()
    }
  }

  /// Nothing was done: the window is read again, and the page is made again.
  private mutating func fail() {
    showRejection()
    read(hasActed: false)
  }

  private mutating func read(hasActed: Bool) {
    go(to: .reading(hasActed: hasActed), Self.readingLimit, atMost: Self.readingLimit)
    guard let window, work != nil, news == nil else { return finish() }
    settling = nil
    effects.append(.read(window: window.id))
  }

  /// Only a choice holds the page for what comes then.
  private mutating func go(to stage: Work.Stage, _ quiet: Int64, atMost most: Int64) {
    work?.stage = stage
    work?.naming = nil
    if case .reading = stage {} else { work?.isSlow = false }
    work?.time = QuietTime(quiet, atMost: most, from: now)
    switch stage {
    case .acting, .looking: return
    case .checking, .settling, .reading: break
    }
    guard work?.isChoice == false else { return }
    work = nil
    if let window { takeChange(of: window.id) }
  }

  private mutating func finish() {
    guard let work, case .reading(let hasActed) = work.stage else { return }
    // A menu that is still there is read again: Qt 5 does not tell that it has gone.
    if work.readings > 0, case .contents(let menu) = news, menu.kind == .menu {
      self.work?.readings -= 1
      adoptContents()
      return go(to: .settling, 300_000, atMost: 1_000_000)
    }
    self.work = nil
    guard hasActed, !work.stays else { return stay() }
    if work.act == .use {
      if isOpenMenu(of: work.item) { return escape() }
      lateEntry = work.item.map { ($0, now &+ Self.closingLimit) }
    }
    if showFront() { return }
    adoptContents()
    if work.act == .use, let text = work.item, text.kind == .text, keyPages != nil { return openKeyboard(for: text) }
    switch after {
    case .top:
      path = []
      show(home, at: .start, isAsked: true)
    case .group:
      if case .actions(let item) = page.content { (page.places, page.lit) = ([.item(item)], 0) }
      show(home, at: .lit, isAsked: true)
    }
  }

  /// Whether the menu of a chosen entry is still there. Qt 5 runs the entry, and leaves its menu open.
  private func isOpenMenu(of entry: Item?) -> Bool {
    guard news != nil, let shown = latestWindow, shown.kind == .menu, let entry, let items = shown.pages?.items
    else { return false }
    return entry.node.role.isMenuEntry
      && !entry.node.actions.contains { $0.lowercased() == "showmenu" }
      && items.contains { $0.reference == entry.reference }
  }

  /// Answers a choice with the same page, or with what has taken its place.
  mutating func stay() {
    if showFront() { return }
    var content = page.content
    if case .contents(let new) = news { content = self.content(in: new) }
    adoptContents()
    show(content, at: .lit, isAsked: false)
  }

  // MARK: Windows

  mutating func take(_ new: Window?) {
    if let new, new.id == window?.id {
      countNames(in: new)
      news = .contents(new)
    } else if new == nil, window == nil {
      news = nil
    } else {
      (news, settling) = (.front(new), nil)
    }
    followFocus()
    work?.changeWhileSettling(at: now)
    finish()
  }

  /// Closes the menu of the entry that was chosen last, where its program told of it too late for the choice's answer.
  /// Returns whether there is one.
  mutating func closeLateMenu() -> Bool {
    guard work == nil, let lateEntry, now <= lateEntry.until, isOpenMenu(of: lateEntry.item) else { return false }
    showFront()
    escape()
    return true
  }

  mutating func takeChange(of id: Reference) {
    if work?.changeWhileSettling(at: now) == true { return }
    guard id == latestWindow?.id else { return }
    // Source: docs/design/desktop.md, "Pages in time".
    if settling?.window != id { settling = (id, QuietTime(500_000, atMost: 1_000_000, from: now)) }
    settling?.quiet.change(at: now)
  }

  /// Counts the names that have changed by themselves since the window was read last.
  private mutating func countNames(in new: Window) {
    var shown = window
    if case .contents(let latest) = news { shown = latest }
    let names = Dictionary(
      shown?.pages?.items.map { ($0.reference, $0.node.name) } ?? [], uniquingKeysWith: { first, _ in first })
    var counts: [Reference: Int] = [:]
    for item in new.pages?.items ?? [] {
      let hasChanged = !holds && names[item.reference] ?? item.node.name != item.node.name
      counts[item.reference] = min(2, nameChanges[item.reference, default: 0] + (hasChanged ? 1 : 0))
    }
    nameChanges = counts.filter { $0.value > 0 }
  }

  /// The light shakes: the press did nothing.
  mutating func showRejection() { rejectedUntil = now &+ Self.rejectionTime }
}

extension Session.Work {
  /// A text that only takes the focus is written by the panel's keyboard.
  fileprivate var typesKey: Bool { act == .menu || scrolls || item?.kind != .text }

  fileprivate var scrolls: Bool { if case .scroll = act { true } else { false } }

  /// Whether a change makes the program's time to settle longer.
  @discardableResult
  fileprivate mutating func changeWhileSettling(at now: Int64) -> Bool {
    guard case .settling = stage else { return false }
    time.change(at: now)
    return true
  }
}
