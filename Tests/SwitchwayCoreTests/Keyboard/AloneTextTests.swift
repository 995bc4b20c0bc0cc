import Testing

@testable import SwitchwayCore

@Suite("What commands type alone, in words")
struct AloneTextTests {
  private func text(_ command: String, _ policy: PolicySettings = PolicySettings()) throws -> String? {
    try AloneTexts(Profile(name: "p", policy: policy))[CommandVocabulary.parse(command)]
  }

  @Test("every row of the shipped table is a command and its chord")
  func all() {
    for (command, text) in AloneTable.shipped {
      #expect((try? CommandVocabulary.parse(command)) != nil, "\(command)")
      #expect(AloneTable.chord(text) != nil, "\(text)")
    }
  }

  @Test(
    "texts of the shipped table",
    arguments: [
      ("next", "tab"), ("previous", "shift+tab"), ("previous(by=group)", "ctrl+shift+tab"), ("move(up)", "up"),
      ("escape", "esc"), ("lock", "super+l"), ("home", "super"), ("find", "ctrl+f"), ("back", "alt+left"),
      ("help(commands)", nil), ("next(by=group)", nil), ("confirm", nil), ("pass-through", nil), ("key(a)", nil),
    ])
  func shipped(command: String, expected: String?) throws { #expect(try text(command) == expected) }

  @Test("a profile's own row is preferred, and 'nothing' means no keys")
  func own() throws {
    let policy = PolicySettings(alone: [
      .init(command: try CommandVocabulary.parse("home"), chord: KeyChord(text: "Super+D", trigger: .printed("d"))),
      .init(command: try CommandVocabulary.parse("find"), chord: nil),
      .init(command: try CommandVocabulary.parse("confirm"), chord: KeyChord(text: "y", trigger: .printed("y"))),
    ])
    #expect(try text("home", policy) == "Super+D")
    #expect(try text("find", policy) == nil)
    #expect(try text("confirm", policy) == nil)
    #expect(try text("lock", policy) == "super+l")
  }
}
