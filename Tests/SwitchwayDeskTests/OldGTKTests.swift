import SwitchwayScanning
import Testing

@testable import SwitchwayDesk

/// What GTK 3 does in its own way.
@Suite(.serialized) struct OldGTKTests {
  private static let dialog = "/d"

  /// A program with an entry of a menu, which shows or does not.
  private func program(_ world: TestDesk, isShowing: Bool, peer: FakePeer? = nil) throws -> FakeProgram {
    try world.program {
      $0.toolkit = "gtk"
      $0.peerAddress = peer?.address ?? ""
      $0.objects[ATSPI.cachePath] = FakeObject()
      $0.objects[FakeProgram.window]?.children = ["/a"]
      $0.objects["/a"] = .button("a")
      $0.objects["/a"]?.role = .menuItem
      if !isShowing { $0.objects["/a"]?.states.remove(.showing) }
    }
  }

  private func act(_ world: TestDesk, _ program: FakeProgram) throws -> Session.Outcome? {
    let node = try #require(try world.read(program)?.nodes.first { $0.reference.path == "/a" })
    var outcome: Session.Outcome?
    world.desk?.act(Item(node: node, parent: nil, indexInParent: 0, kind: .action)) { outcome = $0 }
    try world.wait("the action") { outcome != nil }
    return outcome
  }

  @Test("an entry is asked for its actions when its menu has opened")
  func openedMenu() throws {
    let world = try TestDesk()
    let program = try program(world, isShowing: false)
    _ = try world.read(program)
    program.objects["/a"]?.states.insert(.showing)
    #expect(try world.read(program)?.nodes.last?.actions == ["click"])
    let asked = program.asked.count
    #expect(try world.read(program)?.nodes.last?.actions == ["click"])
    #expect(!program.asked.dropFirst(asked).contains("/a GetName"))
  }

  @Test("an entry of a closed menu stays in the tree, and nothing is asked about it")
  func closedMenu() throws {
    let world = try TestDesk()
    let program = try program(world, isShowing: false)
    #expect(try world.read(program)?.nodes.last?.reference.path == "/a")
    #expect(!program.asked.contains { $0.hasPrefix("/a ") })
  }

  @Test("a row of a tree that refuses to select it is selected by the focus, and then its action runs")
  func row() throws {
    let world = try TestDesk()
    let program = try world.program {
      $0.objects[FakeProgram.window]?.children = ["/table"]
      $0.objects["/table"] = FakeObject(role: .table, children: ["/a"])
      $0.objects["/a"] = .button("a")
      $0.objects["/a"]?.role = .tableCell
    }
    let node = try #require(try world.read(program)?.nodes.last)
    let table = Reference(bus: node.reference.bus, path: "/table")
    var outcome: Session.Outcome?
    world.desk?.act(Item(node: node, parent: table, indexInParent: 0, kind: .choice)) { outcome = $0 }
    try world.wait("the action") { outcome != nil }
    #expect(outcome == .done)
    let calls = ["/a GetIndexInParent", "/table SelectChild 0", "/a GrabFocus", "/a GetName", "/a DoAction 0"]
    #expect(program.asked.suffix(5) == calls)
  }

  @Test("an action has a connection on which nothing follows while a window is there that came after it")
  func apart() throws {
    let world = try TestDesk()
    let peer = try unsafe FakePeer(event: world.event)
    let program = try program(world, isShowing: true, peer: peer)
    #expect(try act(world, program) == .done)
    #expect(!program.asked.contains { $0.hasPrefix("/a DoAction") })
    program.objects[Self.dialog] = FakeObject(role: .dialog, states: [.showing, .visible], parent: ATSPI.root)
    program.objects[ATSPI.root]?.children = [FakeProgram.window, Self.dialog]
    program.emit(ATSPI.root, ATSPI.objectEvents, "ChildrenChanged", "add")
    try world.wait("the dialog") { world.desk?.windows.count == 2 }
    for _ in 0..<2 { #expect(try act(world, program) == .done) }
    try world.wait("the end of one") { peer.asked.joined().contains("end") }
    #expect(peer.asked == [["/a DoAction"], ["/a DoAction", "end"], ["/a DoAction"]])
    program.objects[ATSPI.root]?.children = [FakeProgram.window]
    program.emit(ATSPI.root, ATSPI.objectEvents, "ChildrenChanged", "remove")
    try world.wait("the end of the dialog") { world.desk?.windows.count == 1 }
    #expect(try act(world, program) == .done)
    try world.wait("the end of the others") { peer.asked.filter { $0.last == "end" }.count == 3 }
    #expect(peer.asked.last == ["/a DoAction"])
  }

  @Test(
    "an address that is no socket is not used: the action goes by the bus",
    arguments: ["", "unixexec:path=/bin/false", "unix:path=/nowhere;unixexec:path=/bin/false", "unix:path=/nowhere"])
  func badAddress(address: String) throws {
    let world = try TestDesk()
    let program = try program(world, isShowing: true)
    program.peerAddress = address
    #expect(try act(world, program) == .done)
    #expect(program.asked.last == "/a DoAction 0")
  }
}
