import SwitchwayScanning
import Testing

@testable import SwitchwayDesk

/// Programs of GTK 4, which are asked for coordinates of their windows.
@Suite(.serialized) struct CoordinatesTests {
  /// A window with a button and a long list, as GTK 4.18 tells of them: each object is at 0,0 of the screen.
  private func program(_ world: TestDesk, toolkit: String) throws -> FakeProgram {
    try world.program {
      $0.toolkit = toolkit
      $0.objects[FakeProgram.window]?.children = ["/a", "/list"]
      $0.objects["/a"] = .button("a")
      $0.objects["/list"] = FakeObject(role: .list, extents: [0, 0, 200, 100], childCount: 100_000)
      $0.objects["/list"]?.windowExtents = [0, 100, 200, 40]
      for row in 0..<50 {
        var object = FakeObject(role: .listItem, name: "\(row)", extents: [0, 0, 200, 20])
        object.windowExtents = [0, 100 + Int32(row) * 20, 200, 20]
        $0.objects["/row\(row)"] = object
      }
      $0.objects["/a"]?.extents = [0, 0, 80, 20]
      $0.objects["/a"]?.windowExtents = [30, 40, 80, 20]
      $0.rowAt = { _, y in y < 100 ? nil : "/row\((y - 100) / 20)" }
    }
  }

  @Test("items of GTK 4 are where they are in their window, and rows of its lists are found there")
  func windowCoordinates() throws {
    let world = try TestDesk()
    let program = try program(world, toolkit: "GTK")
    let tree = try #require(try world.read(program))
    let button = try #require(tree.nodes.first { $0.name == "a" })
    #expect(button.extents == Rect(x: 30, y: 40, width: 80, height: 20))
    #expect(tree.nodes.filter { $0.role == .listItem }.map(\.name) == ["0", "1"])
    #expect(program.pointCoordinates == [ATSPI.Coordinates.window.rawValue])
  }

  @Test(
    "padding is added to positions of versions of GTK 4 that lack it, and of no others",
    arguments: [
      ("GTK", "4.18.6", 6), ("GTK", "4.10.0", 6), ("GTK", "5.0", 6), ("GTK", "4.8.3", 0), ("GTK", "", 0),
      ("GTK", "x.y", 0), ("Qt", "6.8.2", 0),
    ])
  func padding(toolkit: String, version: String, expected: Int32) throws {
    let world = try TestDesk()
    let program = try world.program {
      ($0.toolkit, $0.toolkitVersion) = (toolkit, version)
      $0.objects[FakeProgram.window]?.children = ["/box"]
      $0.objects["/box"] = FakeObject(role: .panel, extents: [0, 0, 100, 44], children: ["/a"])
      $0.objects["/box"]?.windowExtents = [0, 0, 100, 44]
      $0.objects["/a"] = .button("a", parent: "/box")
      $0.objects["/a"]?.extents = [0, 0, 88, 32]
      $0.objects["/a"]?.windowExtents = [0, 0, 88, 32]
    }
    let tree = try #require(try world.read(program))
    let button = try #require(tree.nodes.first { $0.name == "a" })
    #expect(button.extents == Rect(x: Int(expected), y: Int(expected), width: 88, height: 32))
  }

  @Test("an item of GTK 4 that has not moved in its window is unchanged")
  func check() throws {
    let world = try TestDesk()
    let program = try program(world, toolkit: "GTK")
    let node = try #require(try world.read(program)?.nodes.first { $0.name == "a" })
    let item = Item(node: node, parent: nil, indexInParent: 0, kind: .action)
    func isUnchanged() throws -> Bool? {
      var answer: Bool?
      world.desk?.check(item) { answer = $0 }
      try world.wait("the check") { answer != nil }
      return answer
    }
    #expect(try isUnchanged() == true)
    program.objects["/a"]?.windowExtents = [30, 45, 80, 20]
    #expect(try isUnchanged() == false)
  }

  @Test("all other toolkits are asked for coordinates of the screen", arguments: ["gtk", "Qt", "Chromium", ""])
  func screenCoordinates(toolkit: String) throws {
    let world = try TestDesk()
    let program = try world.program {
      $0.toolkit = toolkit
      $0.objects[FakeProgram.window]?.children = ["/a"]
      $0.objects["/a"] = .button("a")
      $0.objects["/a"]?.windowExtents = [0, 0, 1, 1]
      if toolkit == "gtk" { $0.objects[ATSPI.cachePath] = FakeObject() }
    }
    let node = try #require(try world.read(program)?.nodes.first { $0.name == "a" })
    #expect(node.extents == Rect(x: 10, y: 10, width: 80, height: 20))
  }
}
