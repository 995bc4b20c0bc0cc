import Glibc
import SwitchwayScanning
import Testing

@testable import SwitchwayDesk

/// The desk on a real accessibility bus, with a program that answers what the test wants.
@Suite(.serialized) struct DeskTests {
  @Test("a window is read with its parents before their children, clean names and actions in small letters")
  func reading() throws {
    let world = try TestDesk()
    let program = try world.program {
      $0.objects[FakeProgram.window]?.children = ["/a", "/b"]
      $0.objects["/a"] = FakeObject(role: .toolBar, children: ["/a/1", "/a/2"])
      $0.objects["/a/1"] = .button("\u{1B}[31mOpen\n")
      $0.objects["/a/2"] = .button("Save")
      $0.objects["/b"] = FakeObject(role: .pageTab, states: [.sensitive], children: ["/b/1"])
      $0.objects["/b/1"] = .button("hidden")
    }
    let tree = try #require(try world.read(program))
    #expect(tree.nodes.map(\.name) == ["Window", "", "Open", "Save", ""])
    #expect(tree.nodes.map(\.parent) == [nil, 0, 1, 1, 0])
    #expect(tree.nodes[2].actions == ["click"])
    #expect(tree.toolkit == "fake")
    #expect(tree.nodes[2].extents == Rect(x: 10, y: 10, width: 80, height: 20))
  }

  /// The reading of a window of 300 buttons: how many questions came before the first tree with all of them, and before
  /// the whole one; these two trees.
  private func questions(toolkit: String) throws -> (first: Int, whole: Int, trees: [Tree]) {
    let world = try TestDesk()
    let program = try world.program {
      $0.toolkit = toolkit
      $0.objects[FakeProgram.window]?.children = (0..<300).map { "/b\($0)" }
      for button in 0..<300 {
        $0.objects["/b\(button)"] = .button("b")
        $0.objects["/b\(button)"]?.states.insert(.focusable)
        $0.objects["/b\(button)"]?.actions = ["Press", "SetFocus"]
      }
    }
    let before = program.asked.count
    let window = Reference(bus: program.name, path: FakeProgram.window)
    world.desk?.read(window)
    var (first, trees, seen): (Int?, [Tree], Int) = (nil, [], world.news.count)
    try world.wait("the whole tree") {
      var isDone = false
      for news in world.news.dropFirst(seen) {
        guard case .tree(window, let tree, let isWhole) = news else { continue }
        trees.append(tree)
        if tree.nodes.count > 300 { first = first ?? program.asked.count }
        isDone = isWhole
      }
      seen = world.news.count
      return isDone
    }
    return ((first ?? 0) - before, program.asked.count - before, trees.suffix(2))
  }

  @Test("where items are is told before what can be done with them", arguments: [("fake", 8), ("Qt", 7)])
  func firstPlaces(toolkit: String, most: Int) throws {
    let read = try questions(toolkit: toolkit)
    #expect(read.trees.map { $0.nodes.count } == [301, 301])
    #expect(read.trees.map { $0.nodes[1].name } == ["b", "b"])
    #expect(read.trees.map { $0.nodes[1].actions } == [[], ["press", "setfocus"]])
    // Of each button name, role, states and extents; 20 for the window.
    #expect(read.first <= 4 * 300 + 20)
    #expect(read.whole <= most * 300 + 20)
  }

  @Test("what was read whole is told whole the next time, however slow its program is", arguments: [false, true])
  func slowAgain(hasOpenMenu: Bool) throws {
    let world = try TestDesk()
    let program = try world.program {
      let buttons = (0..<300).map { "/b\($0)" }
      $0.objects[FakeProgram.window]?.children = buttons.prefix(150) + ["/m"] + buttons.suffix(150)
      for button in buttons { $0.objects[button] = .button("b") }
      $0.objects["/m"] = FakeObject(role: .menu, children: hasOpenMenu ? ["/m/1"] : [])
      $0.objects["/m/1"] = .button("New", parent: "/m")
    }
    let first = try world.read(program)
    #expect(first?.nodes.first?.reference.path == (hasOpenMenu ? "/m" : "/w"))
    // The reading takes longer than the first part waits for.
    program.onAnswer = { if $0.hasSuffix("GetState") { usleep(1_000) } }
    let before = world.news.count
    _ = try world.read(program)
    let trees = world.news.dropFirst(before).compactMap { news -> Tree? in
      if case .tree(_, let tree, _) = news { tree } else { nil }
    }
    #expect(trees == [first])
  }

  @Test(
    "of a list of 100,000 rows only those that are seen are read, also where nothing is told at its left edge",
    arguments: [0, 60, 101])
  func longList(_ header: Int32) throws {
    let world = try TestDesk()
    let program = try world.program {
      $0.objects[FakeProgram.window]?.children = ["/list"]
      $0.objects["/list"] = FakeObject(role: .list, extents: [0, 0, 200, 100], childCount: 100_000)
      for row in 0..<50 {
        $0.objects["/row\(row)"] = FakeObject(role: .listItem, name: "\(row)", extents: [0, Int32(row) * 20, 200, 20])
      }
      $0.rowAt = { $0 < header ? nil : "/row\($1 / 20)" }
    }
    let tree = try #require(try world.read(program))
    #expect(tree.nodes.dropFirst(2).map(\.name) == (header > 100 ? [] : ["0", "1", "2", "3", "4"]))
    #expect(!program.asked.contains("/list GetChildren"))
  }

  @Test("a program that sends more children than it promised is read no further")
  func tooManyChildren() throws {
    let world = try TestDesk()
    let program = try world.program {
      $0.objects[FakeProgram.window]?.children = (0..<100_000).map { "/c\($0)" }
      $0.objects[FakeProgram.window]?.childCount = 3
      for child in 0..<2_000 { $0.objects["/c\(child)"] = .button("b") }
    }
    let tree = try #require(try world.read(program))
    #expect(tree.nodes.count == TreeReader.mostChildren + 1)
  }

  @Test("a tree has at most 1,000 nodes")
  func largeTree() throws {
    let world = try TestDesk()
    let program = try world.program {
      $0.objects[FakeProgram.window]?.children = (0..<20).map { "/g\($0)" }
      for group in 0..<20 {
        $0.objects["/g\(group)"] = FakeObject(children: (0..<90).map { "/g\(group)/\($0)" })
        for child in 0..<90 { $0.objects["/g\(group)/\(child)"] = .button("b") }
      }
    }
    #expect(try world.read(program)?.nodes.count == Tree.limit)
  }

  @Test("cycles and objects that are in two places end")
  func cycles() throws {
    let world = try TestDesk()
    let program = try world.program {
      $0.objects[FakeProgram.window]?.children = ["/a", "/a", "/b", FakeProgram.window]
      $0.objects["/a"] = FakeObject(name: "a", children: ["/b", FakeProgram.window])
      $0.objects["/b"] = FakeObject(name: "b", children: ["/a", "/b"])
    }
    let tree = try #require(try world.read(program))
    #expect(Set(tree.nodes.map(\.name)) == ["Window", "a", "b"])
    #expect(tree.nodes.count == 3)
  }

  @Test("huge names and numbers are cut, and answers of a wrong type count as none")
  func badValues() throws {
    let world = try TestDesk()
    let program = try world.program {
      $0.objects[FakeProgram.window]?.children = ["/a", "/b"]
      $0.objects["/a"] = FakeObject(name: String(repeating: "x", count: 1 << 20))
      $0.objects["/b"] = FakeObject(extents: [.min, .max, .max, .min])
    }
    let tree = try #require(try world.read(program))
    #expect(tree.nodes[1].name.utf8.count == 200)
    #expect(tree.nodes[2].extents == Rect(x: -Rect.limit, y: Rect.limit, width: Rect.limit, height: 0))
    for lie in ["GetRole", "GetExtents", "GetInterfaces", "Get"] {
      program.lies = [lie]
      #expect(try world.read(program) != nil, "\(lie)")
    }
    for lie in ["GetChildren"] {
      program.lies = [lie]
      #expect(try world.read(program)?.nodes.count == 1, "\(lie)")
    }
    program.lies = ["GetState"]
    #expect(try world.read(program) == nil)
  }

  @Test("matches come with the parents that were not among them, and a cycle of parents ends")
  func matches() throws {
    let world = try TestDesk()
    let program = try world.program {
      $0.objects[FakeProgram.window]?.interfaces.append(ATSPI.collection)
      $0.objects[FakeProgram.window]?.children = ["/a/1", "/a/2", "/c"]
      $0.objects["/a"] = FakeObject(role: .toolBar, name: "bar", states: [.showing], parent: FakeProgram.window)
      $0.objects["/a/1"] = .button("1", parent: "/a")
      $0.objects["/a/2"] = .button("2", parent: "/a")
      $0.objects["/c"] = .button("c", parent: "/d")
      $0.objects["/d"] = FakeObject(name: "d", parent: "/c")
    }
    let tree = try #require(try world.read(program))
    #expect(tree.nodes.map(\.name) == ["Window", "bar", "1", "2"])
    #expect(tree.nodes.map(\.parent) == [nil, 0, 1, 1])
  }

  @Test("a program without an answer is named, delays no other, and is asked again when it sends anything")
  func silence() throws {
    let world = try TestDesk(limit: TestDesk.silence)
    let stopped = try world.program()
    let other = try world.program {
      $0.objects[FakeProgram.window]?.children = ["/a"]; $0.objects["/a"] = .button("a")
    }
    stopped.isStopped = true
    world.desk?.read(Reference(bus: stopped.name, path: FakeProgram.window))
    #expect(try world.read(other)?.nodes.count == 2)
    try world.wait("its name") {
      world.news.contains { if case .notAnswering(let program) = $0 { program.bus == stopped.name } else { false } }
    }
    #expect(try world.read(stopped) == nil)
    let asked = stopped.asked.count
    stopped.isStopped = false
    stopped.emit(FakeProgram.window, ATSPI.objectEvents, "StateChanged", "showing")
    try world.wait("its return") { stopped.asked[asked...].contains("\(ATSPI.root) GetChildren") }
    #expect(try world.read(stopped) != nil)
  }

  @Test("a program that does not answer from the beginning is asked who it is when it answers again")
  func lateIntroduction() throws {
    let world = try TestDesk(limit: TestDesk.silence)
    let program = try unsafe FakeProgram(address: try world.address(), event: world.event)
    program.isStopped = true
    try world.wait("its silence") {
      world.news.contains { if case .notAnswering(let silent) = $0 { silent.bus == program.name } else { false } }
    }
    world.desk?.setFront(.window(WindowPlace(pid: getpid(), title: "Window", layout: .zero)))
    try world.wait("that it is in front") { world.desk?.silentInFront?.bus == program.name }
    program.isStopped = false
    world.desk?.setFront(.window(WindowPlace(pid: getpid(), title: "Window", layout: .zero)))
    try world.wait("its window") { world.desk?.front?.program.toolkit == program.toolkit }
  }
}
