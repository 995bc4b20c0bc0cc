// Commands of people and clients.
extension ScanningClock {
  /// Handles a decided command. Appends the outputs to publish, in order.
  ///
  /// Steps that were due before `press.accepted` are made first; steps that are due at that time are not.
  public mutating func handleCommand(_ command: ClockCommand, by press: ClockPress, into outputs: inout [ClockOutput]) {
    _ = enter(press.accepted, into: &outputs)
    switch aim(command, by: press) {
    case .stale: outputs.append(.stale)
    case .start:
      outputs.append(.publishStart)
      if press.owner == owner { performWord(.start, by: press) }
    case .choice(let aim): choose(aim, into: &outputs)
    case .plain: performCommand(command, by: press, into: &outputs)
    }
    updateFreeze()
  }

  /// Handles a command that was confirmed and is published now.
  ///
  /// - Parameter aim: the result of `aim(_:by:)` when the question was asked; `nil` means `plain`.
  public mutating func confirm(
    _ command: ClockCommand, aim: ClockAim?, by press: ClockPress, at time: Int64, into outputs: inout [ClockOutput]
  ) {
    _ = enter(time, into: &outputs)
    if let aim {
      choose(aim, into: &outputs)
    } else {
      performCommand(command, by: press, into: &outputs)
    }
    updateFreeze()
  }

  /// The effect that a command would have if it were decided now. Changes nothing. Call `advance` first.
  public func aim(_ command: ClockCommand, by press: ClockPress) -> ClockVerdict {
    guard style.hasClock, command.isChoice, let index = owners.index(of: press.owner) else { return .plain }
    let owner = owners[index]
    guard owner.content != .nothing else { return .plain }
    if owner.content == .page, press.origin != .client, min(press.began, press.pressed) < owner.announced {
      return .stale
    }
    let lookedUp = moment(of: press)
    // While the clock holds or is paused, it does not wait for a press, so a select selects.
    if command == .select, style.movesAlone, pauses.isEmpty, !owner.isHolding, owner.wasResting(at: lookedUp) {
      return .start
    }
    return .choice(owner.aim(at: lookedUp))
  }

  /// The moment for which a choice looks up the item: `reaction` before the press, or in `inverse` before the release.
  /// The moment is at least 1 µs before the release, because nobody has seen an item that a step highlights in the same
  /// microsecond.
  private func moment(of press: ClockPress) -> Int64 {
    let moment = (press.released ?? press.pressed).clamped(to: ScanningClock.times)
    return moment - max(settings.reaction, press.released == nil ? 0 : 1)
  }

  private mutating func choose(_ aim: ClockAim, into outputs: inout [ClockOutput]) {
    guard let index = owners.index(of: aim.owner), owners[index].content != .nothing else {
      outputs.append(.publish(aim.pageItem))
      return
    }
    if aim.pageItem == nil { goBack(index, to: aim, into: &outputs) }
    outputs.append(.publish(aim.pageItem))
    didChoose(index, pageItem: aim.announced == owners[index].announced ? aim.pageItem : nil, into: &outputs)
  }

  /// Moves the highlight of an owner without a page back to the position of the selection, with commands of the clock.
  private mutating func goBack(_ index: Int, to aim: ClockAim, into outputs: inout [ClockOutput]) {
    guard owners[index].content == .unknown, owners[index].epoch == aim.epoch else { return }
    let distance = owners[index].lit - aim.moves
    let direction = distance.signum()
    for _ in 0..<abs(distance) {
      owners[index].light(owners[index].lit - direction, at: now)
      outputs.append(.step(made(direction > 0 ? .previous : .next, of: index)))
    }
  }

  /// Handles a selection. On a page, the highlight holds until the client answers; then the clock continues or waits.
  /// Without a page, the clock continues or waits at once.
  ///
  /// - Parameter pageItem: the selected item, which is highlighted from now on, or `nil` if the highlight stays.
  mutating func didChoose(_ index: Int, pageItem: PageItem?, into outputs: inout [ClockOutput]) {
    owners[index].steps = 0
    switch owners[index].content {
    case .nothing: return
    case .page:
      if let pageItem { owners[index].light(pageItem.item, at: now) }
      owners[index].choiceWaits = true
      owners[index].restsNext = settings.afterSelect == .rest
      owners[index].setResting(false, at: now)
    case .unknown:
      owners[index].forgetSteps(at: now)
      owners[index].setResting(settings.afterSelect == .rest, at: now)
    }
    guard index == current else { return }
    itemWaits = false
    startInterval(withPause: true)
    if owners[index].isHolding { announceChange(into: &outputs) }
  }

  /// Performs a command that selects nothing.
  private mutating func performCommand(
    _ command: ClockCommand, by press: ClockPress, into outputs: inout [ClockOutput]
  ) {
    let index = style.hasClock ? owners.index(of: press.owner) : nil
    var pageItem: PageItem?
    switch command {
    case .move, .edge, .moveElsewhere:
      if let index { pageItem = personMoves(index, command) }
    case .scan(let word): performWord(word, by: press)
    case .rate(let rate):
      if settings.style.hasClock { interval = rate.applied(to: interval) }
    case .style(let new):
      if settings.style.hasClock {
        if let new { begin(in: new) } else { isStyleWithoutClock = true }
      }
    case .select, .choice, .other: break
    }
    outputs.append(.publish(pageItem))
  }

  /// Handles a move by a person. Returns the item that it highlights.
  private mutating func personMoves(_ index: Int, _ command: ClockCommand) -> PageItem? {
    let owner = owners[index]
    if owner.content == .unknown, command != .next, command != .previous { owners[index].forgetSteps(at: now) }
    var item = owner.lit
    switch command {
    case .move(let moves): item = owner.moved(by: moves)
    case .edge(let isEnd): if owner.content == .page { item = isEnd ? owner.items - 1 : 0 }
    default: return nil
    }
    guard owner.content != .nothing else { return nil }
    owners[index].personMoves(to: item, at: now)
    if index == current {
      if case .move = command { itemWaits = style.waitChooses }
      startInterval(withPause: false)
    }
    return owners[index].pageItem
  }

  private mutating func performWord(_ word: ScanWord, by press: ClockPress) {
    switch word {
    case .start:
      let state = stateWithoutPause
      guard let current, state == .resting || (state != .off && pauses.contains(.command)) else { return }
      resume(.command)
      if !owners[current].isHolding { begin() }
    case .restart:
      guard let current, stateWithoutPause != .off else { return }
      resume(.command)
      owners[current].choiceWaits = false
      owners[current].saidHold = false
      begin()
    case .stop: stop(by: press)
    case .pause: pause(by: press)
    case .resume: resume(.command)
    case .toggle:
      if pauses.contains(.command) { resume(.command) } else { pause(by: press) }
    case .reverse: isReversed.toggle()
    }
  }

  /// Lets the highlight wait. Then a press can start it again, not only `scan(start)`: the person may be alone when
  /// they want to continue. If the clock cannot wait, or is already paused, this is the same as `pause`.
  private mutating func stop(by press: ClockPress) {
    let state = stateWithoutPause
    guard let current, state == .running || state == .resting, !pauses.contains(.command) else {
      return pause(by: press)
    }
    itemWaits = false
    owners[current].setResting(true, at: now)
  }

  /// Pauses the clock. If another command has already paused it, a client's command does not change `pausedFor`.
  private mutating func pause(by press: ClockPress) {
    if press.origin != .client {
      pausedFor = nil
    } else if !pauses.contains(.command), case .client = owner {
      pausedFor = owner
    }
    pauses.insert(.command)
  }
}
