import Foundation
import SwitchwayScanning
import Testing

@testable import SwitchwayScreen

/// What the extension reports of the shell's own items. `gnome/test/run` has real shells.
@Suite struct ShellReportTests {
  private static func tree(_ text: String) -> Tree? {
    if case .shell(let tree)? = WindowReport.front(text) { tree } else { nil }
  }

  private static func shell(_ items: String, kind: String = "window") -> String {
    #"{"window":null,"shell":{"id":"1","kind":"\#(kind)","name":"Log Out","area":[0,0,1280,800],"items":[\#(items)]}}"#
  }

  private static func item(_ id: Int, _ role: String, checked: Bool = false) -> String {
    #"{"id":"\#(id)","role":"\#(role)","name":"Item \#(id)","area":[10,\#(40 * id),100,30],"checked":\#(checked)}"#
  }

  @Test(
    "each role of the shell is an item of its kind",
    arguments: [
      ("push-button", .action), ("toggle-button", .action), ("slider", .value), ("text", .text), ("novel", .action),
    ] as [(String, Item.Kind)])
  func roles(role: String, kind: Item.Kind) throws {
    let tree = try #require(Self.tree(Self.shell(Self.item(2, role, checked: true))))
    let items = Pages.make(of: tree).items
    #expect(items.map(\.kind) == [kind])
    #expect(items.map(\.title) == ["Item 2"])
    #expect(items.first?.reference == Reference(shellItem: "2"))
    #expect(items.first?.node.states.contains(.checked) == true)
  }

  @Test(
    "menus and dialogs of the shell can be closed, its overview cannot",
    arguments: [("window", .window), ("menu", .menu), ("dialog", .dialog), ("", .window)] as [(String, WindowKind)])
  func kinds(word: String, kind: WindowKind) throws {
    let tree = try #require(Self.tree(Self.shell(Self.item(2, "push-button"), kind: word)))
    #expect(WindowKind(of: tree) == kind)
    #expect(Pages.make(of: tree).places.contains(.close) == (kind != .window))
  }

  @Test("an item is where the shell says, on a screen of another scale, too")
  func places() throws {
    let tree = try #require(Self.tree(Self.shell(Self.item(2, "push-button"))))
    let screen = Rect(x: 0, y: 0, width: 2560, height: 1600)
    let placement = try #require(
      Placement(desktop: tree, screen: screen) {
        Area(x: 2 * $0.x, y: 2 * $0.y, width: 2 * $0.width, height: 2 * $0.height)
      })
    let item = try #require(Pages.make(of: tree).items.first)
    #expect(placement.rings(of: item) == [Rect(x: 20, y: 160, width: 200, height: 60)])
  }

  @Test(
    "what is no report of items counts as nothing in front",
    arguments: [
      #"{"window":null,"shell":null}"#, #"{"window":null,"shell":{}}"#,
      #"{"window":null,"shell":{"id":"1","area":[0,0,1]}}"#, #"{"window":null,"shell":[1]}"#,
    ])
  func malformed(text: String) { #expect(WindowReport.front(text) == .nothing) }

  @Test("items without a place or an id are left out, and so are those after the limit")
  func limits() throws {
    let wrong = [#"{"id":"7"}"#, #"{"id":"","area":[1,1,9,9]}"#, "7", #"{"id":"8","area":["a",1,9,9]}"#]
    #expect(Self.tree(Self.shell(wrong.joined(separator: ",")))?.nodes.count == 1)
    let many = (2..<1_000).map { Self.item($0, "push-button") }.joined(separator: ",")
    #expect(Self.tree(Self.shell(many))?.nodes.count == ShellReport.maxItems + 1)
  }
}
