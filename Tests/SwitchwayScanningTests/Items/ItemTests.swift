import SwitchwayScanning
import Testing

/// Each sentence of docs/design/desktop.md, "What counts, and how it is grouped", its first point.
@Suite struct ItemTests {
  private static let usual: States = [.showing, .sensitive, .focusable]

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let node: Sketch
    let kind: Item.Kind?

    init(_ description: String, _ node: Sketch, _ kind: Item.Kind?) {
      (testDescription, self.node, self.kind) = (description, node, kind)
    }
  }

  static let cases = [
    Case(
      "a text that can be edited", Sketch(.entry, states: usual.union(.editable), has: [.text, .editableText]), .text),
    Case("a text that cannot be edited, but takes the focus", Sketch(.text, states: usual, has: [.text]), .focus),
    Case(
      "a paragraph of an editable text", Sketch(.paragraph, states: [.showing, .sensitive, .editable], has: [.text]),
      nil),
    Case(
      "a paragraph of LibreOffice, which is enabled and not sensitive",
      Sketch(.paragraph, states: [.showing, .enabled, .editable, .focusable], has: [.text, .editableText]), .text),
    Case(
      "a text that can be edited and is switched off",
      Sketch(.entry, states: [.showing, .editable, .focusable], has: [.text, .editableText]), nil),
    Case(
      "a button that is enabled and not sensitive", Sketch(.pushButton, states: [.showing, .enabled, .focusable]), nil),
    Case("a value that takes the focus", Sketch(.slider, states: usual, has: [.value]), .value),
    Case(
      "a spin button, whose text can be edited too",
      Sketch(.spinButton, states: usual.union(.editable), has: [.text, .value]),
      .value),
    Case("a value that does not take the focus", Sketch(.slider, states: [.showing, .sensitive], has: [.value]), nil),
    Case("a progress bar", Sketch(.progressBar, states: usual, has: [.value], actions: ["increase"]), nil),
    Case("a level bar", Sketch(.levelBar, states: usual, has: [.value]), nil),
    Case("a scroll bar", Sketch(.scrollBar, states: usual, has: [.value], actions: ["increase"]), nil),
    Case("the handle between two panes", Sketch(.splitPane, states: usual, has: [.value]), nil),
    Case("an action", Sketch(.image, states: [.showing, .sensitive], actions: ["click"]), .action),
    Case(
      "an action that comes second", Sketch(.image, states: [.showing, .sensitive], actions: ["SetFocus", "Press"]),
      .action),
    Case("doDefault", Sketch(.image, states: [.showing, .sensitive], actions: ["doDefault"]), nil),
    Case("clickAncestor", Sketch(.image, states: [.showing, .sensitive], actions: ["clickAncestor"]), nil),
    Case("SetFocus", Sketch(.image, states: [.showing, .sensitive], actions: ["SetFocus"]), nil),
    Case("showContextMenu", Sketch(.image, states: [.showing, .sensitive], actions: ["ShowContextMenu"]), nil),
    Case(
      "shortcuts of GTK 4", Sketch(.image, states: [.showing, .sensitive], actions: ["clipboard.copy", "menu.popup"]),
      nil),
    Case("an action without a name", Sketch(.image, states: [.showing, .sensitive], actions: [""]), nil),
    Case("something that takes the focus", Sketch(.pushButton, states: usual), .focus),
    Case("a container that takes the focus", Sketch(.panel, states: usual), nil),
    Case("a page of the web that takes the focus", Sketch(.documentWeb, states: usual, actions: ["doDefault"]), nil),
    Case("a section with an action", Sketch(.section, states: [.showing, .sensitive], actions: ["click"]), .action),
    Case("what is not showing", Sketch(.pushButton, states: [.sensitive, .focusable], actions: ["click"]), nil),
    Case("what is not sensitive", Sketch(.pushButton, states: [.showing, .focusable], actions: ["click"]), nil),
    Case("static text", Sketch(.staticText, states: usual, has: [.text], actions: ["click"]), nil),
    Case("a label", Sketch(.label, states: usual, has: [.text], actions: ["click"]), nil),
    Case("a separator of a menu", Sketch(.separator, states: usual.union(.selectable), actions: ["click"]), nil),
    Case("a frame in a frame", Sketch(.internalFrame, states: usual, actions: ["click"]), nil),
    Case("a terminal", Sketch(.terminal, states: usual.union(.editable), has: [.text]), nil),
    Case(
      "a cell of a sheet, which can be edited",
      Sketch(.tableCell, states: usual.union([.editable, .selectable]), has: [.text, .value]), .text),
    Case("a cell that cannot be edited", Sketch(.tableCell, states: usual, has: [.text, .value]), .focus),
    Case("a cell without extents", Sketch(.tableCell, at: .zero, states: usual, actions: ["activate"]), nil),
    Case("something of no height", Sketch(.pushButton, at: rect(10, 10, 30, 0), states: usual), nil),
  ]

  @Test("what counts, by itself", arguments: cases)
  func kinds(_ row: Case) {
    // The other button keeps the rule for GTK 4 out.
    let page = Pages.make(of: Sketch.window([row.node, .button("other", at: rect(0, 500, 40, 20))]))
    #expect(page.items.first { $0.node.name != "other" }?.kind == row.kind)
  }

  @Test(
    "an entry of a list, a tab bar or a menu is a choice of its parent", arguments: [Role.list, .pageTabList, .menuBar])
  func choices(role: Role) {
    let area = rect(0, 0, 400, 300)
    let choice = { (name: String, y: Int) in
      Sketch(.listItem, name, at: rect(0, y, 100, 20), states: Self.usual.union(.selectable), actions: ["click"])
    }
    let tree = Sketch.window([
      Sketch(role, at: area, states: Self.usual, has: .selection, children: [choice("a", 0), choice("b", 30)])
    ])
    let items = Pages.make(of: tree).items
    #expect(items.map(\.kind) == [.choice, .choice])
    #expect(items.map(\.parent) == [tree.nodes[1].reference, tree.nodes[1].reference])
    #expect(items.map(\.indexInParent) == [0, 1])
  }

  @Test("the index in the parent is the program's where the parent was not read whole")
  func index() {
    var tree = Sketch.window([.button("a", at: rect(0, 0, 20, 20)), .button("b", at: rect(0, 30, 20, 20))])
    tree.nodes[2].indexInParent = 733
    #expect(Pages.make(of: tree).items.map(\.indexInParent) == [0, 733])
  }

  @Test("where a list cannot select, its entry's action counts")
  func listWithoutSelection() {
    let entry = Sketch(.listItem, "a", states: Self.usual.union(.selectable), actions: ["toggle"])
    let tree = Sketch.window([Sketch(.list, at: rect(0, 0, 400, 300), states: Self.usual, children: [entry])])
    #expect(Pages.make(of: tree).items.map(\.kind) == [.action])
  }

  @Test(
    "an item counts if at least half of it is seen in its window",
    arguments: [(760, true), (780, true), (781, false), (800, false), (-20, true), (-21, false)])
  func halfSeenInWindow(x: Int, counts: Bool) {
    let tree = Sketch.window([.button("a", at: rect(x, 10, 40, 20))])
    #expect(Pages.make(of: tree).names == (counts ? ["a"] : []))
  }

  @Test("a row counts if half of its height is seen, as rows of Qt 5 may be wider than their list")
  func halfSeenRow() {
    let rows = [rect(0, 590, 2_000, 20), rect(0, 591, 2_000, 20)].map {
      Sketch(.listItem, at: $0, states: Self.usual, actions: ["toggle"])
    }
    #expect(Pages.make(of: Sketch.window(rows)).items.map(\.node.extents.y) == [590])
  }

  @Test(
    "an item counts if at least half of it is seen in all of its scroll panes",
    arguments: [(100, true), (190, true), (191, false), (300, false)])
  func halfSeenInPanes(y: Int, counts: Bool) {
    let inner = Sketch(.scrollPane, at: rect(0, 0, 400, 500), children: [.button("a", at: rect(0, y, 40, 20))])
    let tree = Sketch.window([Sketch(.scrollPane, at: rect(0, 0, 400, 200), children: [.panel([inner])])])
    #expect(Pages.make(of: tree).names == (counts ? ["a"] : []))
  }

  @Test("a pane without extents and a window without extents hide nothing")
  func noExtents() {
    var tree = Sketch.window([Sketch(.scrollPane, at: .zero, children: [.button("a", at: rect(900, 10, 40, 20))])])
    tree.nodes[0].extents = .zero
    #expect(Pages.make(of: tree).names == ["a"])
  }

  @Test("the entries of a menu lie outside of its title")
  func menu() {
    let entry = Sketch(.menuItem, "New", at: rect(0, 25, 100, 25), actions: ["click"])
    var tree = Sketch.window([entry], role: .menu)
    tree.nodes[0].extents = rect(0, 0, 40, 25)
    #expect(Pages.make(of: tree).names == ["New"])
  }

  @Test("what is in something that is not showing does not count: the hidden tabs of Qt")
  func hiddenTabs() {
    let hidden = Sketch(.filler, at: .zero, states: [.sensitive], children: [.button("hidden", at: rect(0, 0, 40, 20))])
    let shown = Sketch(
      .filler, at: .zero, states: [.sensitive, .showing], children: [.button("shown", at: rect(0, 0, 40, 20))])
    #expect(Pages.make(of: Sketch.window([hidden, shown])).names == ["shown"])
  }

  @Test("where nothing but the window is showing, what is visible counts: GTK 4.8")
  func visible() {
    let seen = Sketch(.pushButton, "seen", states: [.visible, .sensitive, .focusable], actions: ["click"])
    let gone = Sketch(.pushButton, "gone", states: [.sensitive, .focusable], actions: ["click"])
    #expect(Pages.make(of: Sketch.window([seen, gone])).names == ["seen"])
  }

  @Test("a combo box does not bring the menu that it holds while that is closed", arguments: [false, true])
  func comboBox(isOpen: Bool) {
    let choice = Sketch(.menuItem, "choice", at: rect(0, 40, 40, 20), actions: ["click"])
    let menu = Sketch(.menu, "menu", at: rect(0, 20, 40, 100), children: [choice])
    let states = Self.usual.union(isOpen ? .expanded : [])
    let entry = Sketch(.entry, "entry", at: rect(0, 0, 30, 20), states: Self.usual.union(.editable), has: .text)
    let combo = Sketch(.comboBox, "combo", states: states, actions: ["press"], children: [menu, entry])
    let names = Set(Pages.make(of: Sketch.window([combo])).names)
    #expect(names == (isOpen ? ["combo", "entry", "menu", "choice"] : ["combo", "entry"]))
  }

  @Test("nothing in a combo box that is switched off counts: GTK 4 says that its button is sensitive")
  func disabledComboBox() {
    let button = Sketch.button("open", at: rect(0, 0, 40, 20))
    let combo = Sketch(.comboBox, "combo", states: [.showing], children: [button])
    #expect(Pages.make(of: Sketch.window([combo])).names == [])
  }

  @Test("a container with an action of its own is none if it holds items")
  func clickableContainer() {
    let section = Sketch(
      .section, "section", at: rect(0, 0, 400, 300), actions: ["click"],
      children: [
        .panel([.button("in it", at: rect(0, 0, 40, 20))])
      ])
    #expect(Pages.make(of: Sketch.window([section])).names == ["in it"])
  }

  @Test("a row of a table is one choice: its first cell with a name; cells with a check box are items too")
  func cells() {
    let cell = { (name: String, x: Int, y: Int, actions: [String], children: [Sketch]) in
      Sketch(
        .tableCell, name, at: rect(x, y, 90, 20), states: Self.usual.union(.selectable), actions: actions,
        children: children)
    }
    let table = Sketch(
      .table, at: rect(0, 0, 400, 300), states: Self.usual, has: .selection,
      children: [
        cell("check 1", 0, 0, ["toggle"], []), cell("", 100, 0, ["activate"], []),
        cell("row 1", 200, 0, ["activate"], []),
        cell("size 1", 300, 0, ["activate"], []),
        cell("", 100, 30, ["activate"], [cell("row 2", 110, 30, ["activate"], [])]),
        cell("", 100, 60, ["activate"], []), cell("", 200, 60, ["activate"], []),
      ])
    let items = Pages.make(of: Sketch.window([table])).items
    #expect(items.map(\.node.name) == ["check 1", "row 1", "row 2", ""])
    #expect(items.last?.node.extents.x == 100)
  }

  @Test("the title is the name, else that of the first named node in it, a picture's last")
  func titles() {
    let icon = Sketch(.icon, "add", states: [.showing, .sensitive])
    let label = Sketch(.label, "Other places", states: [.showing, .sensitive])
    let entry = Sketch(.listItem, at: rect(0, 0, 40, 20), children: [.panel([icon, label])])
    let picture = Sketch(.pushButton, at: rect(0, 30, 40, 20), children: [icon])
    let typed = Sketch(
      .entry, at: rect(0, 60, 40, 20), states: Self.usual.union(.editable), has: .text, children: [label])
    let items = Pages.make(of: Sketch.window([entry, picture, typed])).items
    #expect(items.map(\.title) == ["Other places", "add", ""])
    #expect(items.map(\.node.name) == ["", "", ""])
  }

  @Test("an item without a name has the title of its label; a name comes first")
  func labels() throws {
    for (name, title) in [("", "Save"), ("Open", "Open")] {
      var tree = Sketch.window([.button(name, at: rect(0, 0, 40, 20))])
      tree.nodes[1].label = "Save"
      #expect(Pages.make(of: tree).items.map(\.title) == [title])
      #expect(Pages.make(of: tree).items.map(\.node.name) == [name])
    }
  }

  @Test("each cell of a row that can be edited is an item; of others one stands for the row")
  func cellsOfSheets() {
    func names(_ states: States) -> [String] {
      let cells = ["A1", "B1"].enumerated().map { index, name in
        Sketch(.tableCell, name, at: rect(80 * index, 0, 80, 17), states: states, has: [.text])
      }
      return Pages.make(of: Sketch.window([Sketch(.table, at: rect(0, 0, 400, 300), children: cells)])).items
        .map(\.node.name)
    }
    #expect(names([.showing, .enabled, .focusable, .editable]) == ["A1", "B1"])
    #expect(names([.showing, .sensitive, .focusable]) == ["A1"])
  }

  @Test("what is in a menu bar without height is no item; a bar that tells no place may have some")
  func flatMenuBars() {
    func names(_ bar: Rect) -> [String] {
      let file = Sketch(.menu, "File", at: rect(0, 0, 41, 22), actions: ["click"])
      return Pages.make(
        of: Sketch.window([Sketch(.menuBar, at: bar, states: [.showing, .sensitive], children: [file])])
      )
      .items.map(\.node.name)
    }
    #expect(names(rect(0, 0, 800, 0)) == [])
    #expect(names(rect(0, 0, 800, 22)) == ["File"])
    #expect(names(.zero) == ["File"])
  }

  @Test("a window is told by its first role; GTK 3's menus are windows with a menu in them")
  func windowKinds() {
    #expect(WindowKind(of: Sketch.window([])) == .window)
    #expect(WindowKind(of: Sketch.window([], role: .dialog)) == .dialog)
    #expect(WindowKind(of: Sketch.window([], role: .alert)) == .dialog)
    #expect(WindowKind(of: Sketch.window([], role: .popupMenu)) == .menu)
    #expect(WindowKind(of: Sketch.window([Sketch(.menu)], role: .window)) == .menu)
    #expect(WindowKind(of: Sketch.window([], role: .window)) == .window)
    #expect(WindowKind(of: Tree(nodes: [])) == .window)
    var popover = Sketch.window([Sketch(.checkBox)], role: .panel)
    #expect(WindowKind(of: popover) == .window)
    popover.nodes[0].states.insert(.modal)
    #expect(WindowKind(of: popover) == .popover)
    #expect(WindowKind(of: Sketch.window([], role: .list)) == .popover)
  }
}
