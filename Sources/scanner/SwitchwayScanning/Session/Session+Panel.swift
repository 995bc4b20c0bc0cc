// The panel's own pages, and the way through its groups.
extension Session {
  // MARK: Places

  /// Eight at most, so that pause stands beside rest, in `system`.
  var barPlaces: [Place] {
    var places: [Place] = [.help]
    // Where the bar would be too long, pointing is beside scrolling.
    places += keyPages == nil ? pointPlaces : [.page(.keyboard), .page(.scroll)]
    places.append(.back)
    if windows != nil { places.append(.page(.windows)) }
    if programs?.isEmpty == false { places.append(.page(.programs)) }
    places.append(.page(.system))
    if hasItems(window) { places.append(.out) }
    return places
  }

  /// Help is not among them: it is the first place of the bar. Nor is a lock: nobody tells whether the person could
  /// unlock with switches.
  var systemPlaces: [Place] {
    var places: [Place] = speech != nil ? [.page(.sound)] : hasVolume ? [.louder, .quieter] : []
    if clock != nil { places += [.faster, .slower, isPaused ? .goOn : .pause] }
    return places + [.rest, .end, .out]
  }

  /// Those that were started from here last, then all by letter.
  private var programPlaces: [Place] {
    let all = programs ?? []
    let last = started.compactMap { id in all.first { $0.id == id } }.prefix(Self.mostLast).map { Place.program($0) }
    let room = Group.limit - 1 - last.count
    return last + Group.of(all.map { .program($0) }, room: room, named: Group.letters).places
  }

  /// How many of the programs that were started last stand before all others. It leaves four groups.
  private static let mostLast = 3

  /// What a page shows, in the group that `panelPath` leads to.
  func places(of page: PanelPage) -> [Place] { allPlaces(of: page).filter { $0 != KeyPages.noWords } }

  private func allPlaces(of page: PanelPage) -> [Place] {
    let first: [Place] =
      switch page {
      case .rest: [.goOn]
      case .keyboard: keyPages?.places(writing.shift, words: writing.words) ?? []
      case .scroll: Scrolling.places.map { .scrolling($0) } + pointPlaces + [.out]
      case .point: canPoint && !isLocked ? pointing.places : []
      case .windows: Group.of((windows ?? []).map { .window($0) }).places
      case .programs: programPlaces
      case .system: systemPlaces
      case .sound: soundPlaces
      case .ending: [.no, .yes]
      case .locked: lockedPlaces
      }
    // These have no groups, and are always there.
    if page == .rest || page == .locked || page == .point { return first }
    return Group(places: first).group(at: panelPath)?.places ?? []
  }

  // MARK: Choosing

  mutating func open(_ place: Place) {
    switch place {
    case .item(let item):
      if item.kind == .value {
        show(.value(item), at: .start, isAsked: true)
      } else {
        begin(.use, on: item)
      }
    case .group(let group): open(group)
    case .panel: show(.bar, at: .start, isAsked: true)
    case .help:
      effects.append(.send("attention", []))
      notice = .helpCalled
      show(isLocked ? home : .bar, at: .lit, isAsked: true)
    case .page(let page): open(page)
    case .back, .close: close()
    case .window(let window): beginWithoutItem { .raise(attempt: $0, window) }
    case .program(let program):
      started = [program.id] + started.filter { $0 != program.id }.prefix(Self.mostLast - 1)
      beginWithoutItem { .start(attempt: $0, program) }
    case .out: leave(isAsked: true)
    case .louder, .quieter:
      effects.append(.volume(isUp: place == .louder))
      show(page.content, at: .lit, isAsked: true)
    case .speak, .silence:
      setSpeech(on: place == .speak)
      show(.panel(.sound), at: .lit, isAsked: true)
    case .speakFaster, .speakSlower:
      effects.append(.speakingRate(isUp: place == .speakFaster))
      show(.panel(.sound), at: .lit, isAsked: true)
    case .faster, .slower:
      effects.append(.send("scan-rate", [place == .faster ? "faster" : "slower"]))
      show(.panel(.system), at: .lit, isAsked: true)
    case .pause, .goOn, .rest: pause(place)
    case .end: open(PanelPage.ending)
    case .scrolling(let scrolling): scroll(scrolling, isChoice: true)
    case .no, .yes:
      guard case .question(let question) = page.content else {
        if place == .yes { effects.append(.end) }
        return leave(isAsked: true)
      }
      effects.append(.answer(question: question.id, confirm: place == .yes))
      self.question = nil
      show(belowQuestion, at: .start, isAsked: true)
    case .less, .more:
      if case .value(let item) = page.content { begin(.change(by: place == .less ? -1 : 1), on: item, stays: true) }
    case .action(let name): if case .actions(let item) = page.content { begin(.action(name), on: item) }
    case .key(let key): choose(key)
    case .cell(let cell): choose(cell)
    case .deed(let deed): choose(deed)
    }
  }

  mutating func open(_ page: PanelPage) {
    switch page {
    case .keyboard: return openKeyboard()
    case .windows: effects.append(.listWindows)
    case .programs: effects.append(.listPrograms)
    case .point: pointing = Pointing(grid, screens: pointing.screens)
    case .rest, .scroll, .system, .sound, .ending, .locked: break
    }
    panelPath = []
    show(.panel(page), at: .start, isAsked: true)
  }

  private mutating func open(_ group: Group) {
    if case .panel(let panel) = page.content {
      // What is gone does nothing.
      guard let index = allPlaces(of: panel).firstIndex(where: Place.group(group).isSame) else { return stay() }
      panelPath.append(index)
    } else {
      path.append(page.lit)
      adoptContents()
    }
    show(page.content, at: .start, isAsked: true)
  }

  /// Shows the page above in groups. Returns whether there is one.
  mutating func leaveGroup(isAsked: Bool) -> Bool {
    if page.content == .panel(.point), pointing.back() {
      show(page.content, at: .start, isAsked: isAsked)
      return true
    }
    guard case .panel(let panel) = page.content, let last = panelPath.popLast() else { return false }
    let all = allPlaces(of: panel)
    let left = all.indices.contains(last) ? places(of: panel).firstIndex(of: all[last]) : nil
    show(page.content, at: .place(left ?? 0), isAsked: isAsked)
    return true
  }

  /// Types the key that scrolls. The page stays.
  mutating func scroll(_ scrolling: Scrolling, isChoice: Bool) {
    beginWithoutItem(isChoice: isChoice, stays: true) { .type(attempt: $0, .chord(scrolling.key)) }
  }

  /// Begins to act on what is no item: nothing is checked, and no key follows.
  mutating func beginWithoutItem(
    isChoice: Bool = true, stays: Bool = false, _ effect: (_ attempt: Int) -> Effect
  ) {
    begin(.use, on: nil, isChoice: isChoice, stays: stays)
    work?.stage = .acting
    work?.isTyped = true
    effects.append(effect(attempts))
  }

  private mutating func pause(_ place: Place) {
    let isAtHome = isResting || place == .rest
    (isPaused, isResting) = (place == .pause, place == .rest)
    effects.append(.send("scan", [place == .goOn ? "resume" : "pause"]))
    show(isAtHome ? home : .panel(.system), at: isAtHome ? .start : .lit, isAsked: true)
  }
}
