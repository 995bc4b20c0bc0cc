import SwitchwayClock

// Which page is shown, and when another one takes its place.
extension Session {
  /// Where a page begins.
  enum Beginning {
    /// At its first place; in `step` at its last, so that the first press lights the first.
    case start
    /// At what is lit now, if it is there.
    case lit
    case place(Int)
  }

  func hasItems(_ window: Window?) -> Bool { window?.pages?.places.contains { $0 != .panel } ?? false }

  /// The page that there is if nothing lies over it.
  var home: Content { home(of: window) }

  private func home(of window: Window?) -> Content {
    isResting ? .panel(.rest) : isLocked ? .panel(.locked) : hasItems(window) ? .window : .bar
  }

  /// What an open question covers: the panel's own pages wait below it.
  var belowQuestion: Content { covered.isOfPanel && !isLocked ? covered : home }

  /// The page above. nil: there is none.
  var parent: (content: Content, path: [Int], at: Beginning)? {
    switch page.content {
    case .window:
      guard let last = path.last else { return nil }
      return (.window, path.dropLast(), .place(last))
    case .bar:
      guard hasItems(window) else { return nil }
      let panel = window?.pages?.group(at: path)?.places.firstIndex(of: .panel)
      return (.window, path, panel.map { .place($0) } ?? .start)
    case .value(let item), .actions(let item):
      let places = places(of: home, in: window, at: path)
      let index = Place.item(item).heir(among: places)
      return (home, path, index.map { .place($0) } ?? .start)
    // At the call for help: two presses lead to it from here, too.
    case .panel(.keyboard) where isLocked: return (home, path, .start)
    case .panel(.keyboard): return writing.isOfText ? (home, after == .top ? [] : path, .start) : (.bar, path, .start)
    case .panel(.ending): return (.panel(.system), path, at(.end, of: .panel(.system)))
    case .panel(.sound): return (.panel(.system), path, at(.page(.sound), of: .panel(.system)))
    case .panel(.point) where keyPages != nil: return (.panel(.scroll), path, at(.page(.point), of: .panel(.scroll)))
    case .panel(.rest), .panel(.locked), .question: return nil
    case .panel(let page): return (.bar, path, at(.page(page), of: .bar))
    }
  }

  private func at(_ place: Place, of content: Content) -> Beginning {
    places(of: content, in: window, at: path).firstIndex(of: place).map { .place($0) } ?? .start
  }

  func places(of content: Content, in window: Window?, at path: [Int]) -> [Place] {
    switch content {
    case .window: window?.pages?.group(at: path)?.places ?? []
    case .bar: barPlaces
    case .panel(let page): places(of: page)
    case .question: [.no, .yes]
    case .value: [.less, .more, .out]
    case .actions(let item): item.node.actions.prefix(Group.limit - 1).map { .action($0) } + [.out]
    }
  }

  // MARK: Showing

  /// Shows a page and sends it. One that is the same keeps its number.
  mutating func show(_ content: Content, at beginning: Beginning, isAsked: Bool, rounds: Int = 0) {
    let places = places(of: content, in: window, at: path)
    // A group without a place: the window's first page or the bar is always there.
    guard !places.isEmpty else {
      path = []
      return show(home(of: window), at: .start, isAsked: isAsked)
    }
    let lit: Int? =
      switch beginning {
      case .start: nil
      case .lit: page.places.indices.contains(page.lit) ? page.places[page.lit].heir(among: places) : nil
      case .place(let index): index
      }
    let isSame = isPage(content, places)
    page.content = content
    page.places = places
    page.lit = min(max(0, lit ?? firstLit(of: places)), places.count - 1)
    if !isSame {
      page.number += 1
      line.leave()
      (page.isAsked, page.shown, page.scanned) = (isAsked, now, nil)
    }
    if isAsked { tellAgain() }
    self.rounds = rounds
    page.steps = 0
    page.isRoundOver = false
    isUnsent = true
  }

  /// Where a page begins that nothing leads into.
  private func firstLit(of places: [Place]) -> Int { clock?.style.waitChooses == true ? places.count - 1 : 0 }

  private func isPage(_ content: Content, _ places: [Place]) -> Bool {
    let isSameContent =
      switch (page.content, content) {
      case (.value(let shown), .value(let new)), (.actions(let shown), .actions(let new)):
        shown.reference == new.reference
      default: page.content == content
      }
    return isSameContent && page.places.elementsEqual(places) { $0.isSame(as: $1) }
  }

  /// Shows the page above, lit at what was left.
  mutating func leave(isAsked: Bool) {
    if leaveGroup(isAsked: isAsked) { return }
    guard let parent else { return show(home, at: .start, isAsked: isAsked) }
    path = parent.path
    show(parent.content, at: parent.at, isAsked: isAsked)
  }

  // MARK: News

  private var isSticky: Bool {
    if case .panel(let panel) = page.content, panel == .system && isPaused || isFrontEmpty { return true }
    return page.content.traits.contains(.sticky)
  }

  /// Whether another window has come to the front than the one that is shown.
  var isFrontOther: Bool { if case .front = news { true } else { false } }

  /// Whether the window that has come to the front has no items, or is none: a slow program may tell nothing of its
  /// own for a moment. Only the bar could be shown, and there a press would call for help.
  private var isFrontEmpty: Bool { if case .front(let new) = news { !hasItems(new) } else { false } }

  /// Shows what has changed, as far as it need not wait.
  mutating func showNews() {
    // A question comes before everything else, and no page is made again while a switch is at work.
    guard !holds, !switches.isBusy, clock?.state != .frozen else { return }
    if case .question(let shown) = page.content {
      guard shown != question else { return }
      show(question.map { .question($0) } ?? belowQuestion, at: .start, isAsked: false)
    } else if let question, !isLocked {
      covered = page.content
      show(.question(question), at: .start, isAsked: false)
    }
    if closeLateMenu() || !isSticky && showFront() { return }
    leadOut()
    showContents()
    page.isRoundOver = false
    guard page.content.isOfPanel else { return }
    let places = places(of: page.content, in: window, at: path)
    if isPage(page.content, places) { page.places = places } else { show(page.content, at: .lit, isAsked: false) }
  }

  @discardableResult
  mutating func showFront() -> Bool {
    guard case .front(let new) = news else { return false }
    setWindow(new)
    path = []
    show(home, at: .start, isAsked: false)
    return true
  }

  mutating func adoptContents() {
    guard case .contents(let new) = news else { return }
    path = pathOfGroup(in: new)
    setWindow(new)
  }

  private func pathOfGroup(in new: Window) -> [Int] {
    guard let old = window?.pages, let pages = new.pages else { return [] }
    return old.path(path, in: pages)
  }

  private mutating func setWindow(_ new: Window?) {
    (window, news, isOutdated) = (new, nil, false)
  }

  /// Shows contents that have come: at once if the page is the same, else when its time has come.
  private mutating func showContents() {
    guard case .contents(let new) = news else { return }
    let content = content(in: new)
    let places = places(of: content, in: new, at: pathOfGroup(in: new))
    if isPage(content, places) {
      adoptContents()
      (page.content, page.places) = (content, places)
      return
    }
    // An item that waits to be chosen by time is a choice that has begun.
    let waitsForChoice = clock?.style.waitChooses == true && clock?.state == .running
    guard !waitsForChoice, page.isRoundOver || isOutdated || isLitGone(in: new) || isBarUnused(before: new) else {
      return
    }
    adoptContents()
    show(content, at: .lit, isAsked: false, rounds: rounds)
  }

  /// What is shown of new contents: the same, or the first page if that is gone.
  func content(in new: Window) -> Content {
    func same(_ item: Item) -> Item? { new.pages?.items.first { $0.reference == item.reference } }
    let home = home(of: new)
    return switch page.content {
    case .window: home
    case .bar: hasItems(window) ? .bar : home
    case .panel, .question: page.content
    case .value(let item): same(item).map { .value($0) } ?? home
    case .actions(let item): same(item).map { .actions($0) } ?? home
    }
  }

  private func isLitGone(in new: Window) -> Bool {
    let mine: Set<Reference>
    switch (page.content, page.places[page.lit]) {
    case (.value(let item), _), (.actions(let item), _), (.window, .item(let item)): mine = [item.reference]
    case (.window, .group(let group)): mine = group.references
    case (.window, _): return !hasItems(new)
    case (.bar, _), (.panel, _), (.question, _): return false
    }
    return mine.isDisjoint(with: new.pages?.references ?? [])
  }

  /// Whether the bar is there only because the window had no items before `new`, and nobody has begun to use it. A slow
  /// program tells of its window before it tells of the items, and without a clock no round ends.
  private func isBarUnused(before new: Window) -> Bool {
    guard page.content == .bar, !hasItems(window), hasItems(new), notice == nil else { return false }
    return switch clock?.state {
    case .running, .holding, .frozen: false
    case nil, .off, .resting, .paused: page.lit == firstLit(of: page.places)
    }
  }

  // MARK: Rounds

  /// Leads out of a group after two rounds without a choice, or where the clock rests after one.
  private mutating func leadOut() {
    if page.steps >= page.places.count {
      rounds += 1
      page.steps = 0
    }
    let isOfMenu = page.content == .window && window?.kind == .menu
    guard !isOfMenu, !page.content.traits.contains(.endless), rounds >= 2 || rounds == 1 && clockRests, work == nil,
      parent != nil
    else { return }
    adoptContents()
    leave(isAsked: false)
  }

  /// Whether the clock of this page is at rest after its rounds.
  var clockRests: Bool {
    clock?.style.movesAlone == true && clock?.state == .resting && clock?.page == page.number
  }
}
