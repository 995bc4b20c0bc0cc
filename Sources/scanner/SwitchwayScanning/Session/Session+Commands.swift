import SwitchwayClock

// The person's commands.
extension Session {
  /// The commands that are claimed. Source: the table of docs/design/desktop.md, "Choosing and acting".
  static let commands = [
    "next", "previous", "select", "leave", "back", "enter", "activate", "actions", "context-menu", "long-press",
    "increment", "decrement", "scroll", "menu", "apps",
  ]

  mutating func take(_ command: Command) {
    if let name = command.switchName { switches.decided(name) }
    guard command.isMine, !command.isEnd, isConnected else { return }
    switch command.name {
    case "next", "previous": move(command)
    default: look(for: command)
    }
  }

  /// Does what a command says, when it is known who has the keyboard.
  mutating func perform(_ command: Command) {
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
      // A person's step is highlighted when it was accepted, which is now.
      line.step(to: item, isForward: isForward, at: command.clock == nil ? now : command.pressed)
      step(to: item, isForward, by: command.clock)
    } else {
      let moves = (command.arguments.last.flatMap { Int($0) } ?? 1) % count
      step(to: (page.lit + (isForward ? moves : -moves) + count) % count, isForward, by: nil)
    }
  }

  /// `style`: of the clock that steps. nil: a person does.
  private mutating func step(to item: Int, _ isForward: Bool, by style: ClockStyle?) {
    page.isRoundOver = isForward ? item <= page.lit : item >= page.lit
    (page.lit, rejectedUntil) = (item, nil)
    if style?.movesAlone == true {
      page.steps += 1
    } else {
      (page.steps, rounds) = (0, 0)
    }
  }

  private mutating func moveByGroup(_ word: String, _ isForward: Bool) {
    let count = page.places.count
    let order = (1..<max(count, 1)).map { (page.lit + (isForward ? $0 : count - $0)) % count }
    let index = order.first { if case .group = page.places[$0] { true } else { false } }
    guard word == "by=group", page.content == .window, let index, !holds else { return showRejection() }
    step(to: index, isForward, by: nil)
    isUnsent = true
  }

  private mutating func adjust(_ command: Command) {
    var item: Item?
    if case .value(let shown) = page.content { item = shown }
    if case .item(let lit) = litPlace(of: command) { item = lit }
    guard let item, item.kind == .value, isAllowed, work == nil, !isTooSoon(command.pressed) else {
      return showRejection()
    }
    let times = min(max(1, command.arguments.first.flatMap { Int($0) } ?? 1), 1_000)
    begin(.change(by: command.name == "increment" ? times : -times), on: item, isChoice: false)
  }

  /// Scrolls the pane that the lit item is in; from the panel's page, the pane that has the focus.
  private mutating func scroll(_ command: Command) {
    guard let scrolling = Scrolling(command.arguments), isAllowed, work == nil, !isTooSoon(command.pressed)
    else { return showRejection() }
    if page.content == .panel(.scroll) { return scroll(scrolling, isChoice: false) }
    // The key would change a value that has the focus.
    guard case .item(let item) = litPlace(of: command), item.kind != .value else { return showRejection() }
    begin(.scroll(scrolling), on: item, isChoice: false)
  }

  /// What was lit at the press. Steps may have come since.
  private func litPlace(of command: Command) -> Place {
    let item = command.page == page.number ? command.item ?? page.lit : page.lit
    return page.places[page.places.indices.contains(item) ? item : page.lit]
  }

  // MARK: Choosing

  /// Whether the press came before the page, or sooner after it than anybody reacts.
  private func isTooSoon(_ pressed: Int64) -> Bool {
    if page.isAsked { return pressed < page.scanned ?? page.shown }
    guard let since = clock == nil ? page.shown : page.scanned else { return true }
    return pressed < since &+ Self.reaction
  }

  private mutating func choose(_ command: Command) {
    // The page that it waits for comes when the first choice is done.
    if holds { return showRejection() }
    guard let item = chosenItem(of: command) else { return refuse() }
    moment = lineMoment(of: command)
    choose(item, command.name)
    moment = nil
  }

  /// The item of the page that a command chooses. nil: none, as it came too soon or is for another page.
  func chosenItem(of command: Command) -> Int? {
    let item = command.item ?? page.lit
    guard isAllowed, command.page ?? page.number == page.number, page.places.indices.contains(item),
      !isTooSoon(command.pressed)
    else { return nil }
    return item
  }

  mutating func touch(_ place: Int) {
    guard isConnected, isAllowed, !holds, page.places.indices.contains(place), !isTooSoon(now) else {
      return showRejection()
    }
    var command = Command(name: "select", pressed: now)
    (command.item, command.isTouch) = (place, true)
    look(for: command)
  }

  /// Nothing is done, and that is shown.
  private mutating func refuse() {
    showRejection()
    stay()
  }

  /// Escape is for what is lit, and for nothing that has come to the front since.
  mutating func close() { if isFrontOther { refuse() } else { escape() } }

  private mutating func choose(_ index: Int, _ name: String) {
    (page.lit, notice, rejectedUntil) = (index, nil, nil)
    let isModal = page.content.traits.contains(.modal)
    switch (name, page.places[index]) {
    case ("select", let place), ("enter", let place), ("activate", let place): open(place)
    case ("leave", .no), ("leave", .yes), ("back", .no), ("back", .yes): open(.no)
    case ("leave", _) where parent != nil, ("back", _) where parent != nil: leave(isAsked: true)
    case ("back", _) where !isResting && !isLocked: close()
    case ("actions", .item(let item)) where !item.node.actions.isEmpty:
      show(.actions(item), at: .start, isAsked: true)
    case ("context-menu", .item(let item)), ("long-press", .item(let item)): begin(.menu, on: item)
    case ("menu", _) where !isModal && !isLocked: show(.bar, at: .start, isAsked: true)
    case ("apps", _) where !isModal && !isLocked && programs?.isEmpty == false: open(PanelPage.programs)
    default: refuse()
    }
  }
}
