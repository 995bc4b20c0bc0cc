import SwitchwayScanning
import Testing

@testable import SwitchwayDesk

/// The rules of the desk that need no bus.
@Suite struct RuleTests {
  @Test(
    "choosing runs the first action there is in the order of docs/design, without case",
    arguments: [
      (["click"], 0), (["press", "toggle"], 1), (["showmenu", "press"], 1), (["ShowMenu"], 0), (["uncheck"], 0),
      (["dodefault", "jump"], 1), (["expand or contract", "edit", "activate"], 2), ([], nil),
      (["clickancestor", "showcontextmenu", "setfocus", "dodefault"], nil),
    ] as [([String], Int?)])
  func actions(names: [String], index: Int?) {
    #expect(
      Node(reference: Reference(bus: "", path: ""), parent: nil, role: .pushButton, actions: names).usualAction == index
    )
  }

  private let node = Node(
    reference: Reference(bus: ":1.1", path: "/a"), parent: nil, role: .checkBox, name: "a",
    states: [.showing, .sensitive], extents: Rect(x: 10, y: 10, width: 50, height: 20))

  @Test("an item may move and grow by 4 pixels, and not by 5")
  func tolerance() {
    for move in [(4, 0, 0, 0), (0, -4, 0, 0), (0, 0, 4, -4)] {
      var now = node
      now.extents = Rect(x: 10 + move.0, y: 10 + move.1, width: 50 + move.2, height: 20 + move.3)
      #expect(node.isUnchanged(now, comparesName: true))
    }
    for move in [(5, 0, 0, 0), (0, -5, 0, 0), (0, 0, 5, 0), (0, 0, 0, -5)] {
      var now = node
      now.extents = Rect(x: 10 + move.0, y: 10 + move.1, width: 50 + move.2, height: 20 + move.3)
      #expect(!node.isUnchanged(now, comparesName: false))
    }
  }

  @Test("an item of a scaled page is compared with what its program reported")
  func reported() {
    var read = node
    read.reportedExtents = Rect(x: 20, y: 20, width: 100, height: 40)
    #expect(!read.isUnchanged(node, comparesName: true))
    var now = node
    now.extents = Rect(x: 20, y: 20, width: 100, height: 40)
    #expect(read.isUnchanged(now, comparesName: true))
  }

  @Test("role and the states that matter are compared, others are not")
  func comparison() {
    for state in [States.showing, .sensitive, .checked, .expanded] {
      var now = node
      now.states.formSymmetricDifference(state)
      now.name = "b"
      #expect(!node.isUnchanged(now, comparesName: false))
    }
    var now = node
    now.states.insert(.focused)
    #expect(node.isUnchanged(now, comparesName: true))
    now.name = "b"
    #expect(node.isUnchanged(now, comparesName: false) && !node.isUnchanged(now, comparesName: true))
    now.role = .radioButton
    #expect(!node.isUnchanged(now, comparesName: false))
  }

  @Test("values stay in their range, and numbers without sense move nothing")
  func values() {
    func moved(_ current: Double, by steps: Int, increment: Double = 0, in range: ClosedRange<Double> = 0...100)
      -> Double?
    {
      ItemValue(current: current, minimum: range.lowerBound, maximum: range.upperBound, increment: increment)
        .moved(by: steps)
    }
    #expect(moved(50, by: 1) == 55)
    #expect(moved(50, by: -1, increment: 2) == 48)
    #expect(moved(99, by: 1, increment: 2) == 100)
    #expect(moved(50, by: 1, increment: .infinity) == 55)
    #expect(moved(.nan, by: 1) == nil)
    #expect(moved(1, by: 1, in: 5...5) == nil)
    #expect(moved(1, by: 1, in: 0 ... .infinity) == nil)
  }

  private func window(_ program: String, _ title: String, role: Role = .frame, _ more: States = []) -> Window {
    Window(
      Node(
        reference: Reference(bus: program, path: "/\(title)"), parent: nil, role: role, name: title,
        states: more.union([.showing]), extents: Rect(x: 0, y: 0, width: 10, height: 10)),
      of: Program(bus: program, process: program == ":1.1" ? 11 : 12))
  }

  @Test("the window in front is the compositor's, else the active one; then a menu, then a dialog comes first")
  func front() {
    let one = window(":1.1", "one")
    let other = window(":1.2", "other", .active)
    let dialog = window(":1.2", "dialog", role: .dialog, .modal)
    let menu = window(":1.2", "", role: .window)
    let iconified = window(":1.2", "gone", .iconified)
    func front(_ windows: [Window], _ process: Int32? = nil, _ title: String = "") -> String? {
      let compositor = process.map { Front.window(WindowPlace(pid: $0, title: title, layout: .zero)) } ?? .unknown
      return WindowInFront.choose(from: windows, compositor: compositor)?.title
    }
    #expect(front([one]) == nil)
    #expect(front([one, other]) == "other")
    #expect(front([one, other], 11) == "one")
    #expect(front([one, other], 99, "one") == "one")
    #expect(front([one, other], 99, "terminal") == nil)
    #expect(front([one, other, dialog]) == "dialog")
    #expect(front([one, other, dialog, menu]) == "")
    #expect(front([one, other, dialog], 11, "one") == "one")
    #expect(front([one, other, iconified], 12, "gone") == "other")
    let untitled = window(":1.1", "", .active)
    #expect(front([one, untitled], 11, "one") == "")
    #expect(front([window(":1.1", "one", .active), untitled], 11, "one") == "one")
  }

  private func tree(_ nodes: [(parent: Int?, role: Role, isShowing: Bool)]) -> Tree {
    Tree(
      nodes: nodes.enumerated().map { index, node in
        Node(
          reference: Reference(bus: ":1.1", path: "/\(index)"), parent: node.parent, role: node.role,
          states: node.isShowing ? [.showing] : [], extents: Rect(x: 0, y: 0, width: 1, height: 1))
      })
  }

  @Test("an open menu or popover inside a window is a tree of its own")
  func openPart() {
    let closed = tree([(nil, .frame, true), (0, .menu, true), (1, .menuItem, false)])
    #expect(closed.openPart == nil)
    let open = tree([
      (nil, .frame, true), (0, .menu, true), (1, .menuItem, true), (1, .menu, true), (3, .menuItem, true),
      (0, .pushButton, true),
    ])
    #expect(open.openPart?.nodes.map(\.reference.path) == ["/3", "/4"])
    #expect(open.openPart?.nodes.map(\.parent) == [nil, 0])
    let page = tree([(nil, .frame, true), (0, .documentWeb, true), (1, .menu, true), (2, .menuItem, true)])
    #expect(page.openPart == nil)
    var choice = tree([
      (nil, .frame, true), (0, .documentWeb, true), (1, .comboBox, true), (2, .menu, true), (3, .menuItem, true),
    ])
    #expect(choice.openPart == nil)
    choice.nodes[2].states.insert(.expanded)
    #expect(choice.openPart?.nodes.map(\.reference.path) == ["/3", "/4"])
    #expect(tree([(nil, .menu, true), (0, .menuItem, true)]).openPart == nil)
    var popover = tree([
      (nil, .frame, true), (0, .panel, true), (1, .checkBox, true), (0, .panel, true), (3, .checkBox, true),
      (3, .menu, true), (5, .menuItem, false), (0, .pushButton, true),
    ])
    #expect(popover.openPart == nil)
    popover.nodes[3].states.insert(.modal)
    #expect(popover.openPart?.nodes.map(\.reference.path) == ["/3", "/4", "/5", "/6"])
    popover.nodes[6].states.insert(.showing)
    #expect(popover.openPart?.nodes.map(\.reference.path) == ["/5", "/6"])
    popover.nodes[3].states.remove(.showing)
    popover.nodes[6].states.remove(.showing)
    #expect(popover.openPart == nil)
    var list = tree([(nil, .frame, true), (0, .comboBox, true), (1, .list, true), (2, .listItem, true)])
    #expect(list.openPart == nil)
    list.toolkit = "Qt"
    #expect(list.openPart?.nodes.map(\.reference.path) == ["/2", "/3"])
    list.nodes[2].extents = .zero
    #expect(list.openPart == nil)
  }

  @Test("a program's cache counts only where it has all children, each in its place")
  func cache() {
    let parent = Reference(bus: ":1.1", path: "/p")
    func child(_ path: String, _ index: Int32) -> Draft {
      let node = Node(reference: Reference(bus: ":1.1", path: path), parent: nil, role: .label)
      return Draft(node: node, parent: parent, index: index, childCount: 0)
    }
    let cache = NodeCache([child("/b", 1), child("/a", 0)])
    #expect(cache.children(of: parent, count: 2)?.map(\.path) == ["/a", "/b"])
    #expect(cache.children(of: parent, count: 3) == nil)
    #expect(NodeCache([child("/b", -1), child("/a", -1)]).children(of: parent, count: 2) == nil)
  }
}
