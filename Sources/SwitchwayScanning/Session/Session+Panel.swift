// The panel's own pages, but for its keyboard.
extension Session {
  /// Eight at most, so that pause stands beside rest, in `system`.
  var barPlaces: [PanelPlace] {
    var places: [PanelPlace] = [.help]
    if keyPages != nil { places += [.keyboard, .scroll] }
    places += [.back, .system]
    if hasItems(window) { places.append(.out) }
    return places
  }

  /// Help is not among them: it is the first place of the bar. Nor is a lock: nobody tells whether the person could
  /// unlock with switches.
  var systemPlaces: [PanelPlace] {
    var places: [PanelPlace] = hasVolume ? [.louder, .quieter] : []
    if clock != nil { places += [.faster, .slower, isPaused ? .goOn : .pause] }
    return places + [.rest, .end, .out]
  }

  mutating func open(_ place: PanelPlace) {
    switch place {
    case .help:
      effects.append(.send("attention", []))
      notice = .helpCalled
      show(.bar, at: .lit, isAsked: true)
    case .keyboard: openKeyboard()
    case .scroll: show(.scroll, at: .start, isAsked: true)
    case .back: escape()
    case .system: show(.system, at: .start, isAsked: true)
    case .out: leave(isAsked: true)
    case .louder, .quieter:
      effects.append(.volume(isUp: place == .louder))
      show(.system, at: .lit, isAsked: true)
    case .faster, .slower:
      effects.append(.send("scan-rate", [place == .faster ? "faster" : "slower"]))
      show(.system, at: .lit, isAsked: true)
    case .pause, .goOn, .rest: pause(place)
    case .end: show(.ending, at: .start, isAsked: true)
    case .scrolling(let scrolling): scroll(scrolling, isChoice: true)
    case .no, .yes:
      if case .question(let question) = page.content { return answer(question, place == .yes) }
      if place == .yes { effects.append(.end) }
      leave(isAsked: true)
    case .less, .more:
      if case .value(let item) = page.content { begin(.change(by: place == .less ? -1 : 1), on: item, stays: true) }
    case .action(let name): if case .actions(let item) = page.content { begin(.action(name), on: item) }
    case .key(let key): choose(key)
    case .keys(let group): choose(group)
    }
  }

  /// Types the key that scrolls. The page stays.
  mutating func scroll(_ scrolling: Scrolling, isChoice: Bool) {
    begin(.use, on: nil, isChoice: isChoice, stays: true)
    work?.stage = .acting
    work?.isTyped = true
    effects.append(.type(attempt: attempts, .chord(scrolling.key)))
  }

  private mutating func pause(_ place: PanelPlace) {
    if place == .goOn {
      let wasResting = isResting
      (isPaused, isResting) = (false, false)
      effects.append(.send("scan", ["resume"]))
      return show(wasResting ? home : .system, at: wasResting ? .start : .lit, isAsked: true)
    }
    effects.append(.send("scan", ["pause"]))
    if place == .rest {
      isResting = true
      show(.rest, at: .start, isAsked: true)
    } else {
      isPaused = true
      show(.system, at: .lit, isAsked: true)
    }
  }
}
