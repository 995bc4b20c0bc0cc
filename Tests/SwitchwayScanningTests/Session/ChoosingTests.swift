import SwitchwayClock
import Testing

@testable import SwitchwayScanning

/// docs/design/desktop.md, "Choosing and acting".
@Suite struct ChoosingTests {
  // MARK: Before it acts

  @Test("an item is read again before it is acted on")
  func checks() {
    var stage = Stage(.auto)
    stage.choose("help")
    #expect(stage.take() == ["check help"])
    stage.tell(.checked(attempt: stage.attempt, isUnchanged: true))
    #expect(stage.take() == ["use help"])
  }

  @Test("an item that has changed or gone is not acted on, that is shown, and the page is made anew")
  func changed() {
    var stage = Stage(.auto)
    stage.choose("help")
    stage.tell(.checked(attempt: stage.attempt, isUnchanged: false))
    #expect(stage.light?.look == .rejected)
    stage.show(pages(item("new"), item("help")))
    #expect(stage.take() == ["check help", "read 1", "scan 3 page \(stage.page) at 1"])
    stage.wait(500)
    #expect(stage.light?.look == .lit)
  }

  @Test("what has only the focus now gets its key; a text gets none", arguments: [Item.Kind.focus, .choice, .text])
  func focused(_ kind: Item.Kind) {
    let node = Node(reference: Reference(bus: ":1.1", path: "field"), parent: nil, role: .entry, name: "field")
    let field = Item(node: node, parent: nil, indexInParent: 0, kind: kind)
    var stage = Stage(.auto, Group(places: [.item(field), .panel]))
    stage.choose("field")
    stage.tell(.checked(attempt: stage.attempt, isUnchanged: true))
    stage.tell(.acted(attempt: stage.attempt, .focused))
    #expect(stage.take() == ["check field", "use field"] + (kind == .text ? [] : ["key space"]))
  }

  /// The open list of a combo box of Qt 5, with the entry of this number chosen and unchanged.
  private func chosenEntry(_ number: Int) -> Stage {
    let entries = (0..<3).map { number in
      let node = Node(
        reference: Reference(bus: ":1.1", path: "entry \(number)"), parent: 0, role: .listItem, name: "entry \(number)")
      return Place.item(Item(node: node, parent: windowID(1), indexInParent: number, kind: .action))
    }
    var stage = Stage(.auto, Group(places: entries + [.close, .panel]), kind: .popover)
    stage.choose("entry \(number)")
    stage.tell(.checked(attempt: stage.attempt, isUnchanged: true))
    return stage
  }

  @Test("an entry of a list of Qt 5 is chosen by keys, and by Enter only where they have brought the focus")
  func entryByKeys() {
    var stage = chosenEntry(2)
    for key in ["home", "down", "down"] {
      #expect(stage.take().last == "key \(key)")
      stage.tell(.acted(attempt: stage.attempt, .done))
    }
    stage.wait(200)
    #expect(stage.take().isEmpty, "the program needs a moment")
    stage.wait(200)
    #expect(stage.take() == ["look at entry 2"])
    stage.tell(.acted(attempt: stage.attempt, .focused))
    #expect(stage.take() == ["key enter"])
    stage.tell(.acted(attempt: stage.attempt, .done))
    stage.wait(400)
    #expect(stage.take() == ["read 1"])
    #expect(stage.light?.look != .rejected)
  }

  @Test("an entry of a list of Qt 5 that did not get the focus is not chosen", arguments: [true, false])
  func entryWithoutFocus(_ isRefused: Bool) {
    var stage = chosenEntry(0)
    stage.tell(.acted(attempt: stage.attempt, isRefused ? .typingRefused("policy") : .done))
    stage.wait(400)
    stage.tell(.acted(attempt: stage.attempt, .failed))
    #expect(stage.light?.look == .rejected)
    #expect(stage.take() == ["check entry 0", "key home", "look at entry 0", "read 1"])
    #expect(stage.message == (isRefused ? .typingRefused("policy") : nil))
  }

  @Test("a name that has changed twice by itself is no longer compared")
  func names() {
    var stage = Stage(.auto, pages(item("clock", name: "12:00")))
    stage.show(pages(item("clock", name: "12:01")))
    stage.choose(0)
    #expect(stage.take() == ["check clock"])
    stage.tell(.checked(attempt: stage.attempt, isUnchanged: false))
    stage.show(pages(item("clock", name: "12:02")))
    stage.wait(500)
    stage.choose(0)
    #expect(stage.take().last == "check clock", "the second change came while the page waited for a choice")
    stage.tell(.checked(attempt: stage.attempt, isUnchanged: false))
    stage.wait(3_000)
    stage.show(pages(item("clock", name: "12:03")))
    stage.choose(0)
    #expect(stage.take().last == "check clock but its name")
    stage.show(pages(item("other")))
    stage.wait(5_000)
    #expect(stage.session.reading.nameChanges.isEmpty)
  }

  @Test("acting that fails is shown, and the page made anew")
  func fails() {
    var stage = Stage(.auto)
    stage.choose("help")
    stage.tell(.checked(attempt: stage.attempt, isUnchanged: true))
    stage.tell(.acted(attempt: stage.attempt, .failed))
    #expect(stage.light?.look == .rejected)
    stage.show(plain)
    #expect(stage.take() == ["check help", "use help", "read 1", "scan 4 page \(stage.page) at 2"])
  }

  @Test("a program that answers neither check nor act holds the page for no longer than the limits")
  func hangs() {
    for checks in [false, true] {
      var stage = Stage(.auto)
      stage.choose("help")
      if checks { stage.tell(.checked(attempt: stage.attempt, isUnchanged: true)) }
      stage.wait(4_000)
      #expect(stage.take().last == "scan 4 page \(stage.page) at 2")
      stage.tell(.checked(attempt: stage.attempt, isUnchanged: true))
      stage.tell(.acted(attempt: stage.attempt, .done))
      #expect(stage.take() == [], "late answers do nothing")
    }
  }

  @Test("why a key was not typed is said until the next choice")
  func refusal() {
    var stage = Stage(.auto)
    stage.choose("help")
    stage.tell(.checked(attempt: stage.attempt, isUnchanged: true))
    stage.tell(.acted(attempt: stage.attempt, .typingRefused("policy")))
    #expect(stage.message == .typingRefused("policy") && stage.light?.look == .rejected)
    stage.wait(2_000)
    stage.choose("tools")
    #expect(stage.message == nil)
  }

  @Test("the key of what only takes the focus is Enter for links and rows, else Space")
  func keys() {
    for (role, key) in [(Role.link, "enter"), (.listItem, "enter"), (.checkBox, "space"), (.unknown, "space")] {
      let node = Node(reference: Reference(bus: "", path: ""), parent: nil, role: role)
      #expect(Item(node: node, parent: nil, indexInParent: 0, kind: .focus).key == key)
    }
  }

  // MARK: Values

  @Test("a value has a page of less, more and out, which stays", arguments: [Session.After.top, .group])
  func value(_ after: Session.After) {
    var stage = Stage(.auto, after: after)
    stage.choose("tools")
    stage.choose("volume=")
    #expect(stage.shown == "[less] more out")
    _ = stage.take()
    for _ in 0..<3 {
      stage.choose("more")
      stage.act()
      stage.wait(300)
      stage.show(plain)
      #expect(
        stage.take() == ["check volume=", "change volume= by 1", "read 1", "scan 3 page \(stage.page) at 1"])
      #expect(stage.shown == "less [more] out")
    }
    stage.choose("less")
    #expect(stage.take() == ["check volume="])
    stage.wait(5_000)
    stage.choose("out")
    #expect(stage.shown == "open save [volume=] out")
  }

  @Test("a value's page goes with its item")
  func valueGone() {
    var stage = Stage(.auto)
    stage.choose("tools")
    stage.choose("volume=")
    stage.show(pages(item("help")))
    #expect(stage.shown == "[help] panel")
  }

  @Test("increment and decrement change the lit value, without a page, and the clock goes on")
  func increments() {
    var stage = Stage(.auto)
    stage.give("increment")
    #expect(stage.take() == [] && stage.light?.look == .rejected)
    stage.choose("tools")
    stage.steps(2)
    _ = stage.take()
    stage.give("increment", "3")
    stage.act()
    #expect(stage.take() == ["check volume=", "change volume= by 3"])
    stage.give("decrement")
    stage.act()
    stage.wait(500)
    #expect(stage.take() == ["check volume=", "change volume= by -1", "read 1"])
    stage.choose("out")
    #expect(stage.shown == "[tools] text help panel")
  }

  // MARK: Afterwards

  @Test("after: top begins at the first page")
  func top() {
    var stage = Stage(.auto)
    stage.choose("tools")
    stage.choose("save")
    stage.act()
    stage.wait(300)
    stage.show(plain)
    #expect(stage.shown == "[tools] text help panel")
  }

  @Test("after: group stays")
  func group() {
    var stage = Stage(.auto, after: .group)
    stage.choose("tools")
    let number = stage.page
    stage.choose("save")
    stage.act()
    stage.wait(300)
    stage.show(plain)
    #expect(stage.shown == "open [save] volume= out" && stage.page == number)
    stage.give("actions", item: 1)
    stage.choose("click")
    stage.act()
    stage.wait(2_000)
    #expect(stage.shown == "open [save] volume= out")
  }

  @Test("a dialog that comes while acting is shown in place of the page")
  func dialogAfter() {
    var stage = Stage(.auto)
    stage.choose("help")
    stage.act()
    stage.wait(100)
    stage.show(pages(item("ok")), id: 2, kind: .dialog)
    #expect(stage.shown == "tools text [help] panel")
    stage.wait(300)
    #expect(stage.shown == "[ok] panel" && stage.light?.window == windowID(2))
    stage.choose("ok")
    #expect(stage.light?.look == .rejected)
  }

  // MARK: The table

  @Test("next(by=group) lights the next group of the page, and moves in the ring")
  func byGroup() {
    var stage = Stage(.auto)
    for (name, lit) in [("next", 1), ("next", 0), ("previous", 1), ("previous", 0)] {
      stage.give(name, "by=group")
      #expect(stage.take() == ["scan 4 page \(stage.page) at \(lit)"])
    }
    stage.give("next", "by=heading")
    #expect(stage.take() == [] && stage.light?.look == .rejected)
  }

  @Test("leave and back go out of the group")
  func leaves() {
    for name in ["leave", "back"] {
      var stage = Stage(.auto)
      stage.choose("text")
      stage.give(name, item: 0)
      #expect(stage.shown == "tools [text] help panel")
    }
  }

  @Test("on the first page leave does nothing, and back is Escape for the program")
  func escapes() {
    var stage = Stage(.auto)
    stage.give("leave", item: 1)
    #expect(stage.take() == ["scan 4 page \(stage.page) at 1"])
    stage.give("back", item: 1)
    #expect(stage.take() == ["key esc"])
    stage.tell(.acted(attempt: stage.attempt, .done))
    stage.wait(300)
    stage.show(plain)
    #expect(stage.take() == ["read 1", "scan 4 page \(stage.page) at 0"])
  }

  @Test("a menu or dialog is closed by close and by back", arguments: ["select", "back"])
  func closes(_ name: String) {
    let menu = Group(places: [item("copy"), .close, .panel].map { $0 })
    var stage = Stage(.auto, menu, kind: .menu)
    stage.give(name, item: 1)
    #expect(stage.take() == ["key esc"])
    stage.tell(.acted(attempt: stage.attempt, .done))
    stage.show(plain, id: 2)
    stage.wait(300)
    #expect(stage.shown == "[tools] text help panel")
  }

  @Test("enter and activate are as select", arguments: ["enter", "activate", "select"])
  func selects(_ name: String) {
    var stage = Stage(.auto)
    stage.give(name, item: 1)
    #expect(stage.shown == "[bold] name_ out")
  }

  @Test("actions shows an item's own actions, at most seven, and runs one")
  func actions() {
    let names = (1...9).map { "a\($0)" }
    var stage = Stage(.auto, pages(item("row", actions: names)))
    stage.give("actions", item: 0)
    #expect(stage.shown == "[a1] a2 a3 a4 a5 a6 a7 out")
    stage.choose("a3")
    stage.act()
    #expect(stage.take().suffix(2) == ["check row", "a3 row"])
    stage.wait(2_000)
    #expect(stage.shown == "[row] panel")
  }

  @Test("context-menu and long-press open the item's menu", arguments: ["context-menu", "long-press"])
  func menus(_ name: String) {
    var stage = Stage(.auto)
    stage.give(name, item: 2)
    stage.act()
    #expect(stage.take() == ["check help", "menu of help"])
  }

  @Test(
    "scroll types a key for the pane of the lit item, which takes the focus where it can",
    arguments: [
      (["down", "page"], "pagedown"), (["up"], "up"), (["left", "line"], "left"), (["right", "edge"], "right"),
      (["up", "page"], "pageup"), (["down"], "down"), (["down", "edge"], "ctrl+end"), (["up", "edge"], "ctrl+home"),
    ])
  func scrolls(_ arguments: [String], _ key: String) {
    var stage = Stage(.auto)
    stage.steps(2)
    let shown = stage.shown
    var command = stage.command("scroll", arguments, item: nil)
    for outcome in [Session.Outcome.focused, .failed] {
      stage.tell(.command(command))
      stage.tell(.checked(attempt: stage.attempt, isUnchanged: true))
      stage.tell(.acted(attempt: stage.attempt, outcome))
      #expect(stage.take() == ["check help", "focus help", "key \(key)"])
      stage.tell(.acted(attempt: stage.attempt, .done))
      stage.wait(1_000)
      #expect(stage.shown == shown)
      _ = stage.take()
    }
    stage.steps(1)
    _ = stage.take()
    command = stage.command("scroll", arguments, item: nil)
    stage.tell(.command(command))
    #expect(stage.take() == [] && stage.light?.look == .rejected, "the panel's place is in no pane")
    stage.steps(2)
    stage.give("scroll", "sideways")
    #expect(stage.take() == [])
    stage.choose("tools")
    stage.steps(2)
    _ = stage.take()
    stage.give("scroll", "down")
    #expect(stage.shown == "open save [volume=] out" && stage.take() == [], "the key would change the value")
  }

  @Test("menu is the panel's bar")
  func bar() {
    var stage = Stage(.auto)
    stage.choose("text")
    stage.give("menu", item: 1)
    #expect(stage.shown == "[call for help] back system out")
    stage.choose("out")
    #expect(stage.shown == "[bold] name_ out")
  }
}
