import Switchway
import SwitchwayDesk
import SwitchwayJSON
import SwitchwayScanning

// What the session decides is done here.
extension Scanner {
  func perform(_ effect: Session.Effect) {
    switch effect {
    case .claim(let commands): client.submit("claim", ["commands": .array(commands.map { .string($0) })])
    case .scan(let items, let page, let item):
      let id = client.submit(
        "scan", ["items": .integer(Int64(items)), "page": .integer(Int64(page)), "item": .integer(Int64(item))])
      requests[id] = .scan(page: page)
    case .answer(let question, let confirm):
      client.submit("answer", ["question": .integer(Int64(question)), "confirm": .bool(confirm)])
    case .send(let command, let arguments):
      client.submit("send", ["command": .string(command), "args": .array(arguments.map { .string($0) })])
    case .read(let id):
      // What came to the front meanwhile is being read, and a reading ends when another begins.
      if let window = desk?.front?.reference ?? windows.window(of: id) { desk?.read(window) }
    case .observe(let isOn): desk?.setEvents(on: isOn)
    case .check(let attempt, let item, let comparesName): check(item, attempt, comparesName)
    case .act(let attempt, let item, let act): perform(act, on: item, attempt)
    case .close(let attempt, _): type("esc", attempt)
    case .key(let attempt, let chord): type(chord, attempt)
    case .scroll(_, let arguments): scroll(arguments)
    case .light(let light):
      screen.light = light
      screen.draw()
      lightInMenu()
    case .message(let message):
      screen.message = message
      screen.draw()
    }
  }

  private func check(_ item: Item, _ attempt: Int, _ comparesName: Bool) {
    guard let desk else { return handle(.checked(attempt: attempt, .gone)) }
    desk.check(item) { [unowned self] found in
      let check: Session.Check =
        switch found {
        case .unchanged: .unchanged
        case .changed(let isNameOnly): isNameOnly && !comparesName ? .unchanged : .changed
        case .gone: .gone
        }
      handle(.checked(attempt: attempt, check))
    }
  }

  private func perform(_ act: Session.Act, on item: Item, _ attempt: Int) {
    guard let desk else { return handle(.acted(attempt: attempt, .failed)) }
    switch act {
    case .use: desk.act(item) { [unowned self] in finish($0, attempt, key: item.kind == .focus ? item.key : nil) }
    case .change(let steps): desk.changeValue(of: item, by: steps) { [unowned self] in finish($0, attempt) }
    case .action(let name): desk.doAction(name, of: item) { [unowned self] in finish($0, attempt) }
    case .menu:
      // The program's own action for it, else the key for it.
      if let own = item.node.actions.first(where: { ["showmenu", "showcontextmenu"].contains($0.lowercased()) }) {
        return desk.doAction(own, of: item) { [unowned self] in finish($0, attempt) }
      }
      desk.focus(item) { [unowned self] in finish($0, attempt, key: "menu") }
    }
  }

  /// `key`: what is typed when the item has the focus.
  private func finish(_ outcome: Outcome, _ attempt: Int, key: String? = nil) {
    switch outcome {
    case .focused where key != nil: type(key ?? "", attempt)
    case .done, .focused: handle(.acted(attempt: attempt, .done))
    case .failed: handle(.acted(attempt: attempt, .failed))
    }
  }

  private func type(_ chord: String, _ attempt: Int) {
    requests[client.submit("type", ["keys": .string(chord)])] = .key(attempt: attempt)
  }

  /// Programs tell no way to scroll a pane by a step, so its keys are typed.
  private func scroll(_ arguments: [String]) {
    let keys = ["up": "pageup", "down": "pagedown", "left": "left", "right": "right"]
    guard let key = arguments.lazy.compactMap({ keys[$0] }).first else { return }
    client.submit("type", ["keys": .string(key)])
  }

  /// Where nobody tells the place of an open menu, its program lights the item itself.
  private func lightInMenu() {
    guard let light = screen.light, let front = screen.front, front.id == light.window, front.kind == .menu,
      !screen.hasPlacement,
      case .window(.item(let item)) = light.places[light.lit]
    else { return }
    desk?.lightInMenu(item)
  }
}
