import SwitchwayScanning
import Testing

@testable import SwitchwayDesk

/// A text that is chosen takes the focus, and is written by the panel's keyboard.
@Suite(.serialized) struct FocusTests {
  /// What choosing a text gives.
  private func choose(toolkit: String, hasFocus: Bool) throws -> Session.Outcome? {
    let world = try TestDesk()
    let program = try world.program {
      $0.toolkit = toolkit
      $0.objects[FakeProgram.window]?.children = ["/text"]
      $0.objects["/text"] = FakeObject(role: .text, name: "Name")
      if hasFocus { $0.objects["/text"]?.states.insert(.focused) }
    }
    let node = try #require(try world.read(program)?.nodes.last)
    var outcome: Session.Outcome?
    world.desk?.act(Item(node: node, parent: nil, indexInParent: 0, kind: .text)) { outcome = $0 }
    try world.wait("the focus") { outcome != nil }
    return outcome
  }

  @Test("a text of GTK 4, which gives no widget the focus, can be written in only where it has the focus already")
  func refusedFocus() throws {
    #expect(try choose(toolkit: "GTK", hasFocus: true) == .focused)
    #expect(try choose(toolkit: "GTK", hasFocus: false) == .failed)
  }

  @Test("a text of another toolkit takes the focus", arguments: [true, false])
  func takenFocus(hasFocus: Bool) throws {
    #expect(try choose(toolkit: "Qt", hasFocus: hasFocus) == .focused)
  }
}
