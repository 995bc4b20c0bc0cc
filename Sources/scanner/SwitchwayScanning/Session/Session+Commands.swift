import SwitchwayClock

// The person's commands.
extension Session {
  /// The commands that are claimed. Source: the table of docs/design/desktop.md, "Choosing and acting".
  static let commands = [
    "next", "previous", "select", "leave", "back", "enter", "activate", "actions", "context-menu", "long-press",
    "increment", "decrement", "scroll", "menu", "apps",
  ]

  mutating func commandCame(_ command: Command) {
    if let name = command.switchName { daemon.decided(name) }
    guard command.isMine, !command.isEnd, isConnected else { return }
    switch command.name {
    case "next", "previous": move(command)
    default: look(for: command)
    }
  }

  /// Performs a command, after it is known which program has the keyboard.
  mutating func carryOutCommand(_ command: Command) {
    switch command.name {
    case "increment", "decrement": adjust(command)
    case "scroll": scroll(command)
    default: choose(command)
    }
  }

  // MARK: Moving

  private mutating func move(_ command: Command) {
    let isForward = command.name == "next"
    if let word = command.arguments.first(where: { $0.hasPrefix("by=") }), word != "by=item" {
      return moveByGroup(word, isForward)
    }
    let count = page.places.count
    if let number = command.page {
      guard number == page.number, let item = command.item, page.places.indices.contains(item) else { return }
      // A step by the person takes effect when the press is accepted, which is now. A step by the clock has its own
      // time.
      line.step(to: item, isForward: isForward, at: command.clock == nil ? now : command.pressed)
      step(to: item, isForward, by: command.clock)
    } else {
      let moves = (command.arguments.last.flatMap { Int($0) } ?? 1) % count
      step(to: (page.lit + (isForward ? moves : -moves) + count) % count, isForward, by: nil)
    }
  }

  private mutating func step(to item: Int, _ isForward: Bool, by style: ClockStyle?) {
    page.step(to: item, isForward: isForward, by: style)
    acting.endRejection()
  }

  private mutating func moveByGroup(_ word: String, _ isForward: Bool) {
    let count = page.places.count
    let order = (1..<max(count, 1)).map { (page.lit + (isForward ? $0 : count - $0)) % count }
    let index = order.first { if case .group = page.places[$0] { true } else { false } }
    guard word == "by=group", page.content == .window, let index, !acting.holds else {
      return acting.reject(at: now)
    }
    step(to: index, isForward, by: nil)
    daemon.owePage()
  }

  private mutating func adjust(_ command: Command) {
    var item: Item?
    if case .value(let shown) = page.content { item = shown }
    if case .item(let lit) = page.litPlace(of: command) { item = lit }
    guard let item, item.kind == .value, isAllowed, acting.isIdle, !isTooSoon(command.pressed) else {
      return acting.reject(at: now)
    }
    let times = min(max(1, command.arguments.first.flatMap { Int($0) } ?? 1), 1_000)
    begin(.change(by: command.name == "increment" ? times : -times), on: item, isChoice: false)
  }

  /// Scrolls the pane that contains the highlighted item. On the panel's page for scrolling, it scrolls the pane with
  /// the focus.
  private mutating func scroll(_ command: Command) {
    guard let scrolling = Scrolling(command.arguments), isAllowed, acting.isIdle, !isTooSoon(command.pressed)
    else { return acting.reject(at: now) }
    if page.content == .panel(.scroll) { return scroll(scrolling, isChoice: false) }
    // A value is not scrolled, because the key would change it.
    guard case .item(let item) = page.litPlace(of: command), item.kind != .value else { return acting.reject(at: now) }
    begin(.scroll(scrolling), on: item, isChoice: false)
  }

  // MARK: Choosing

  private func isTooSoon(_ pressed: Int64) -> Bool { page.isTooSoon(pressed, hasClock: clock != nil) }

  private mutating func choose(_ command: Command) {
    // Another choice is in progress. The page for this one is shown only after it.
    if acting.holds { return acting.reject(at: now) }
    guard let item = chosenItem(of: command) else { return refuse() }
    moment = lineMoment(of: command)
    choose(at: item, by: command.name)
    moment = nil
  }

  /// The item of the page that a command chooses. `nil` if it chooses none, because it came too soon or belongs to
  /// another page.
  func chosenItem(of command: Command) -> Int? {
    let item = command.item ?? page.lit
    guard isAllowed, command.page ?? page.number == page.number, page.places.indices.contains(item),
      !isTooSoon(command.pressed)
    else { return nil }
    return item
  }

  mutating func placeTouched(_ place: Int) {
    guard isConnected, isAllowed, !acting.holds, page.places.indices.contains(place), !isTooSoon(now) else {
      return acting.reject(at: now)
    }
    var command = Command(name: "select", pressed: now)
    (command.item, command.isTouch) = (place, true)
    look(for: command)
  }

  /// Refuses a command, and shows on the screen that nothing was done.
  private mutating func refuse() {
    acting.reject(at: now)
    stay()
  }

  /// Types Escape for the highlighted window, but not if another window has become active since then.
  mutating func close() { if reading.isFrontOther { refuse() } else { escape() } }

  private mutating func choose(at index: Int, by name: String) {
    page.choose(index)
    acting.forgetOutcome()
    let isModal = page.content.traits.contains(.modal)
    switch (name, page.places[index]) {
    case ("select", let place), ("enter", let place), ("activate", let place): placeChosen(place)
    case ("leave", .own(.no)), ("leave", .own(.yes)), ("back", .own(.no)), ("back", .own(.yes)): placeChosen(.own(.no))
    case ("leave", _) where parent != nil, ("back", _) where parent != nil: leave(isAsked: true)
    case ("back", _) where !panel.isResting && !isLocked: close()
    case ("actions", .item(let item)) where !item.node.actions.isEmpty:
      show(.actions(item), at: .start, isAsked: true)
    case ("context-menu", .item(let item)), ("long-press", .item(let item)): begin(.menu, on: item)
    case ("menu", _) where !isModal && !isLocked: show(.bar, at: .start, isAsked: true)
    case ("apps", _) where !isModal && !isLocked && panel.hasPrograms: openPage(.programs)
    default: refuse()
    }
  }
}
