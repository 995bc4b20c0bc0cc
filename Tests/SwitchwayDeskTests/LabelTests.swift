import SwitchwayScanning
import Testing

@testable import SwitchwayDesk

/// Entries of GTK 4.18's menus have no names, and name a label that has a text and no name.
@Suite(.serialized) struct LabelTests {
  /// What labels the entry of a menu.
  private func label(
    _ label: FakeObject, toolkit: String = "GTK", name: String = "", relation: UInt32 = 2
  ) throws -> String {
    let world = try TestDesk()
    let program = try world.program {
      $0.toolkit = toolkit
      $0.objects[FakeProgram.window]?.children = ["/entry"]
      var entry = FakeObject(role: .menuItem, name: name, actions: ["click"])
      entry.interfaces.append(ATSPI.action)
      entry.relations = [(1, "/other"), (relation, "/label")]
      $0.objects["/entry"] = entry
      $0.objects["/other"] = FakeObject(role: .label, text: "Other")
      $0.objects["/label"] = label
    }
    let node = try #require(try world.read(program)?.nodes.last)
    #expect(node.name == name)
    return node.label
  }

  @Test("the text of its label names an entry, in one line and without what steers a terminal")
  func named() throws {
    #expect(try label(FakeObject(role: .invalid, text: "Save As…")) == "Save As…")
    #expect(try label(FakeObject(role: .label, text: "Save\n\u{1B}[31mAs")) == "Save As")
    #expect(try label(FakeObject(role: .label, text: String(repeating: "x", count: 1_000_000))).utf8.count <= 200)
  }

  @Test("what can be edited is not read, nor where there is a name, another relation, or another toolkit")
  func notRead() throws {
    let label = FakeObject(role: .label, text: "Save")
    var text = label
    text.states.insert(.editable)
    #expect(try self.label(text) == "")
    #expect(try self.label(label, name: "Open") == "")
    #expect(try self.label(label, relation: 3) == "")
    #expect(try self.label(label, toolkit: "gtk") == "")
  }
}
