// What happens when a place is chosen, and the pages of the panel.
extension Session {
  /// Whether the screen is locked. Then no part of a window is shown, and no item is operated.
  var isLocked: Bool { panel.isLocked }

  var surroundings: Panel.Surroundings {
    Panel.Surroundings(hasClock: clock != nil, hasItems: reading.hasItems, isSpeaking: speech?.isOn)
  }

  // MARK: Choosing

  mutating func placeChosen(_ place: Place) {
    switch place {
    case .item(let item):
      if item.kind == .value {
        show(.value(item), at: .start, isAsked: true)
      } else {
        begin(.use, on: item)
      }
    case .group(let group): openGroup(group)
    case .own(let place): carryOutDeed(place.row.deed)
    case .window(let window): beginWithoutItem { .raise(attempt: $0, window) }
    case .program(let program):
      panel.programStarted(program)
      beginWithoutItem { .start(attempt: $0, program) }
    case .scrolling(let scrolling): scroll(scrolling, isChoice: true)
    case .action(let name): if case .actions(let item) = page.content { begin(.action(name), on: item) }
    case .key(let key): keyChosen(key)
    case .cell(let cell): cellChosen(cell)
    case .deed(let deed): deedChosen(deed)
    }
  }

  private mutating func carryOutDeed(_ deed: PanelPlace.Deed) {
    switch deed {
    case .ask(let effect):
      effects.append(effect)
      show(page.content, at: .lit, isAsked: true)
    case .callForHelp:
      effects.append(.send("attention", []))
      acting.report(.helpCalled)
      show(isLocked ? home : .bar, at: .lit, isAsked: true)
    case .escape: close()
    case .openBar: show(.bar, at: .start, isAsked: true)
    case .open(let page): openPage(page)
    case .leave: leave(isAsked: true)
    case .speak(let isOn):
      setSpeech(on: isOn)
      show(.panel(.sound), at: .lit, isAsked: true)
    case .pause(let isPaused, let isResting): pause(isPaused, isResting)
    case .answer(let isYes): answer(isYes)
    case .change(let steps):
      if case .value(let item) = page.content { begin(.change(by: steps), on: item, stays: true) }
    }
  }

  private mutating func answer(_ isYes: Bool) {
    guard case .question(let question) = page.content else {
      if isYes { effects.append(.end) }
      return leave(isAsked: true)
    }
    effects.append(.answer(question: question.id, confirm: isYes))
    daemon.questionAnswered()
    show(belowQuestion, at: .start, isAsked: true)
  }

  private mutating func pause(_ isPaused: Bool, _ isResting: Bool) {
    let isAtHome = panel.isResting || isResting
    panel.pause(isPaused: isPaused, isResting: isResting)
    effects.append(.send("scan", [isPaused || isResting ? "pause" : "resume"]))
    show(isAtHome ? home : .panel(.system), at: isAtHome ? .start : .lit, isAsked: true)
  }

  /// Types the key that scrolls the pane with the focus. The page stays.
  mutating func scroll(_ scrolling: Scrolling, isChoice: Bool) {
    beginWithoutItem(isChoice: isChoice, stays: true) { .type(attempt: $0, .chord(scrolling.key)) }
  }

  // MARK: Pages

  mutating func openPage(_ page: PanelPage) {
    if page == .keyboard { return openKeyboard() }
    if let effect = panel.open(page) { effects.append(effect) }
    show(.panel(page), at: .start, isAsked: true)
  }

  private mutating func openGroup(_ group: Group) {
    if case .panel(let page) = page.content {
      // A choice of a place that has gone does nothing.
      guard panel.enter(group, of: page, in: surroundings) else { return stay() }
    } else {
      reading.enterGroup(at: page.lit)
      reading.adoptContents()
    }
    show(page.content, at: .start, isAsked: true)
  }

  /// Leaves the open group of the panel, and shows the page above it. Returns false if no group is open.
  mutating func leaveGroup(isAsked: Bool) -> Bool {
    if page.content == .panel(.point), panel.pointBack() {
      show(page.content, at: .start, isAsked: isAsked)
      return true
    }
    guard case .panel(let page) = page.content, let left = panel.leaveGroup(of: page, in: surroundings) else {
      return false
    }
    show(.panel(page), at: .place(left), isAsked: isAsked)
    return true
  }

  // MARK: The keyboard

  /// Whether the person writes a password.
  var isSecret: Bool { panel.writing.isSecret(reading.focused) }

  /// Opens the keyboard. `text`: the item of the window that the person writes in. `nil` if the keyboard is opened from
  /// the bar.
  mutating func openKeyboard(for text: Item? = nil) {
    panel.openKeyboard(for: text, in: latestWindow?.id, focused: reading.focused)
    show(.panel(.keyboard), at: .start, isAsked: true)
  }

  /// Sends one request for each key. A request is never repeated, because a key may have been typed even if no answer
  /// comes.
  private mutating func keyChosen(_ key: Key) {
    if let typed = panel.writing.typed(by: key) {
      return beginWithoutItem(key: key) { .type(attempt: $0, typed) }
    }
    if case .shift(let shift) = key { panel.shift(from: shift) }
    show(.panel(.keyboard), at: .start, isAsked: true)
  }

  /// Handles the result of typing a key: the key was typed, or it was not, or the result is unknown.
  mutating func keyTyped(_ key: Key, _ outcome: Outcome) {
    switch outcome {
    case .done, .focused:
      panel.keyTyped(key, reading.focused)
      show(.panel(.keyboard), at: key.isRepeated ? .lit : .start, isAsked: true)
      // Typing may make a button usable, such as "Send". Not every program reports this, so the window is read again.
      if let window = latestWindow { windowChanged(window.id) }
      return
    case .typingRefused(let message, let reason): acting.report(.typingRefused(message, reason: reason))
    case .failed: break
    }
    panel.forgetWord()
    acting.reject(at: now)
    show(.panel(.keyboard), at: .lit, isAsked: true)
  }
}
