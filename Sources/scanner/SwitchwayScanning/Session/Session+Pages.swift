import SwitchwayClock

// The shown page, and the conditions under which another one replaces it.
extension Session {
  /// The place at which a page begins.
  enum Beginning {
    /// Begin at the first place of the page. In `step` scanning, begin at its last place, so that the first press
    /// highlights the first place.
    case start
    /// Begin at the place that is highlighted now, if it is on the page.
    case lit
    case place(Int)
  }

  /// The shown window.
  var window: Window? { reading.window }
  private var path: [Int] { reading.path }
  /// The active window, as it was last read.
  var latestWindow: Window? { reading.latest }

  /// The page that is shown if nothing covers it.
  var home: Content { home(of: window) }

  private func home(of window: Window?) -> Content {
    panel.isResting ? .panel(.rest) : isLocked ? .panel(.locked) : Reading.hasItems(window) ? .window : .bar
  }

  /// The page to which an answered question leads back: the page that it covered if that is a page of the panel,
  /// otherwise `home`.
  var belowQuestion: Content { page.covered.isOfPanel && !isLocked ? page.covered : home }

  /// The page above the shown one. `nil` if there is none.
  var parent: (content: Content, path: [Int], at: Beginning)? {
    switch page.content {
    case .window:
      guard let last = path.last else { return nil }
      return (.window, path.dropLast(), .place(last))
    case .bar:
      guard reading.hasItems else { return nil }
      let left = window?.pages?.group(at: path)?.places.firstIndex(of: .panel)
      return (.window, path, left.map { .place($0) } ?? .start)
    case .value(let item), .actions(let item):
      let places = places(of: home, in: window, at: path)
      let index = Place.item(item).heir(among: places)
      return (home, path, index.map { .place($0) } ?? .start)
    // The page above begins at the call for help, so that two presses also lead to it from the keyboard.
    case .panel(.keyboard) where isLocked: return (home, path, .start)
    case .panel(.keyboard):
      return panel.writing.isOfText ? (home, after == .top ? [] : path, .start) : (.bar, path, .start)
    case .panel(.ending): return (.panel(.system), path, at(.own(.end), of: .panel(.system)))
    case .panel(.sound): return (.panel(.system), path, at(.own(.sound), of: .panel(.system)))
    case .panel(.point) where panel.writing.isThere:
      return (.panel(.scroll), path, at(.own(.point), of: .panel(.scroll)))
    case .panel(.rest), .panel(.locked), .question: return nil
    case .panel(let page):
      return (.bar, path, PanelPlace.opening(page).map { at(.own($0), of: .bar) } ?? .start)
    }
  }

  private func at(_ place: Place, of content: Content) -> Beginning {
    places(of: content, in: window, at: path).firstIndex(of: place).map { .place($0) } ?? .start
  }

  func places(of content: Content, in window: Window?, at path: [Int]) -> [Place] {
    switch content {
    case .window: window?.pages?.group(at: path)?.places ?? []
    case .bar: panel.tablePlaces(of: .bar, in: surroundings)
    case .panel(let page): panel.places(of: page, in: surroundings)
    case .question: panel.tablePlaces(of: .question, in: surroundings)
    case .value: panel.tablePlaces(of: .value, in: surroundings)
    case .actions(let item): item.node.actions.prefix(Group.limit - 1).map { .action($0) } + [.out]
    }
  }

  // MARK: Showing

  /// Shows a page and sends it to the daemon. If it is the same page as before, it keeps its number.
  mutating func show(_ content: Content, at beginning: Beginning, isAsked: Bool, rounds: Int = 0) {
    let places = places(of: content, in: window, at: path)
    // A group may have no places any more. The window's first page and the bar always have places.
    guard !places.isEmpty else {
      reading.go(to: [])
      return show(home(of: window), at: .start, isAsked: isAsked)
    }
    let lit: Int? =
      switch beginning {
      case .start: nil
      case .lit: page.litPlace.heir(among: places)
      case .place(let index): index
      }
    let isNew = page.show(
      content, places, lit: lit ?? firstLit(of: places), isAsked: isAsked, rounds: rounds, at: now)
    if isNew { line.leave() }
    if isAsked { speech?.sayAgain() }
    daemon.owePage()
  }

  /// The index of the place at which a page usually begins; see `Beginning.start`.
  private func firstLit(of places: [Place]) -> Int { clock?.style.waitChooses == true ? places.count - 1 : 0 }

  /// Shows the page above, with the highlight at the place that was left.
  mutating func leave(isAsked: Bool) {
    if leaveGroup(isAsked: isAsked) { return }
    guard let parent else { return show(home, at: .start, isAsked: isAsked) }
    reading.go(to: parent.path)
    show(parent.content, at: parent.at, isAsked: isAsked)
  }

  // MARK: News

  private var isSticky: Bool {
    if case .panel(let page) = page.content, page == .system && panel.isPaused || reading.isFrontEmpty { return true }
    return page.content.traits.contains(.sticky)
  }

  /// Shows changes, unless they must wait.
  mutating func showNews() {
    // A question comes before everything else, and no page is made again while a switch is busy.
    guard !acting.holds, !daemon.switches.isBusy, clock?.state != .frozen else { return }
    if case .question(let shown) = page.content {
      guard shown != daemon.question else { return }
      show(daemon.question.map { .question($0) } ?? belowQuestion, at: .start, isAsked: false)
    } else if let question = daemon.question, !isLocked {
      page.cover()
      show(.question(question), at: .start, isAsked: false)
    }
    if closeLateMenu() || !isSticky && showFront() { return }
    leadOut()
    showContents()
    page.beginRound()
    guard page.content.isOfPanel else { return }
    let places = places(of: page.content, in: window, at: path)
    if page.isSame(as: page.content, places) {
      page.refresh(page.content, places)
    } else {
      show(page.content, at: .lit, isAsked: false)
    }
  }

  @discardableResult
  mutating func showFront() -> Bool {
    guard reading.adoptFront() else { return false }
    show(home, at: .start, isAsked: false)
    return true
  }

  /// Shows new contents: at once if the page is the same, otherwise when their time has come.
  private mutating func showContents() {
    guard let new = reading.newContents else { return }
    let content = content(in: new)
    let places = places(of: content, in: new, at: reading.pathOfGroup(in: new))
    if page.isSame(as: content, places) {
      reading.adoptContents()
      return page.refresh(content, places)
    }
    // An item that waits to be chosen by time is a choice in progress.
    let waitsForChoice = clock?.style.waitChooses == true && clock?.state == .running
    guard !waitsForChoice,
      page.isRoundOver || reading.isOutdated || page.isLitGone(in: new) || isBarUnused(before: new)
    else {
      return
    }
    reading.adoptContents()
    show(content, at: .lit, isAsked: false, rounds: page.rounds)
  }

  /// The page that replaces the shown one in new contents of the window: the page of the same item if the item still
  /// exists, otherwise `home`.
  func content(in new: Window) -> Content {
    func same(_ item: Item) -> Item? { new.pages?.items.first { $0.reference == item.reference } }
    let home = home(of: new)
    return switch page.content {
    case .window: home
    case .bar: reading.hasItems ? .bar : home
    case .panel, .question: page.content
    case .value(let item): same(item).map { .value($0) } ?? home
    case .actions(let item): same(item).map { .actions($0) } ?? home
    }
  }

  /// Whether the bar is shown only because the window had no items before `new`, and the person has not begun to use
  /// it. A slow program reports its window before it reports the items, and without a clock no round ends.
  private func isBarUnused(before new: Window) -> Bool {
    guard page.content == .bar, !reading.hasItems, Reading.hasItems(new), acting.notice == nil else { return false }
    return switch clock?.state {
    case .running, .holding, .frozen: false
    case nil, .off, .resting, .paused: page.lit == firstLit(of: page.places)
    }
  }

  // MARK: Rounds

  /// Leads to the page above after two rounds without a choice, or after one round if the clock then waits.
  private mutating func leadOut() {
    page.countRounds()
    let isOfMenu = page.content == .window && window?.kind == .menu
    guard !isOfMenu, !page.content.traits.contains(.endless), acting.isIdle, parent != nil,
      page.rounds >= 2 || page.rounds == 1 && clockRests
    else { return }
    reading.adoptContents()
    leave(isAsked: false)
  }

  /// Whether the clock has finished its rounds on this page, and waits for a press.
  var clockRests: Bool {
    clock?.style.movesAlone == true && clock?.state == .resting && clock?.page == page.number
  }
}
