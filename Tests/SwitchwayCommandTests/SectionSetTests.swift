import Testing

@testable import switchway

@Suite("An entry of a file, changed") struct SectionSetTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let section: String?
    let before: String
    /// nil: it is left to a person.
    let after: String?

    init(_ name: String, _ section: String?, _ before: String, _ after: String?) {
      (testDescription, self.section, self.before, self.after) = (name, section, before, after)
    }
  }

  static let rows = [
    Row("a value", "policy", "policy:\n  bridge: a # note\nx: 1\n", "policy:\n  bridge: NEW # note\nx: 1\n"),
    Row("quotes with a #", "policy", "policy:\n  bridge: \"a # b\"\n", "policy:\n  bridge: NEW\n"),
    Row("a flow mapping", "policy", "policy:\n  bridge: {a: [1, 2]}\n", "policy:\n  bridge: NEW\n"),
    Row("a new entry", "policy", "policy:\n  typing: no\n", "policy:\n  typing: no\n  bridge: NEW\n"),
    Row("a new section", "policy", "switchway: 1\n", "switchway: 1\npolicy:\n  bridge: NEW\n"),
    Row(
      "a value that goes on below", "policy", "policy:\n  bridge:\n    a: 1\nx: 1\n", "policy:\n  bridge: NEW\nx: 1\n"),
    Row(
      "a flow mapping that goes on below", "policy", "policy:\n  bridge: {a: 1,\n    b: 2}\n",
      "policy:\n  bridge: NEW\n"),
    Row("a text that goes on below", "policy", "policy:\n  bridge: a\n    b\n", "policy:\n  bridge: NEW\n"),
    Row(
      "a text as it is written", "policy", "policy:\n  bridge: |\n    a # b\n\nx: 1\n",
      "policy:\n  bridge: NEW\n\nx: 1\n"),
    Row(
      "a note after a value that goes on below", "policy", "policy:\n  bridge:\n    - a # n\n",
      "policy:\n  bridge: NEW # n\n"),
    Row("a note inside a value", "policy", "policy:\n  bridge:\n    a: 1 # note\n    b: 2\n", nil),
    Row("a note inside braces", "policy", "policy:\n  bridge: {a: 1, # note\n    b: 2}\n", nil),
    Row("a note before a value", "policy", "policy:\n  bridge: # note\n    a\n", nil),
    Row("a note before a text as it is written", "policy", "policy:\n  bridge: | # note\n    a\n", nil),
    Row("no value", "policy", "policy:\n  bridge: # note\n  x: 1\n", "policy:\n  bridge: NEW # note\n  x: 1\n"),
    Row("an apostrophe", "policy", "policy:\n  bridge: Ann's # note\n", "policy:\n  bridge: NEW # note\n"),
    Row("a backslash in single quotes", "policy", "policy:\n  bridge: 'a\\' # 'b\n", "policy:\n  bridge: NEW # 'b\n"),
    Row("blanks before a value", "policy", "policy:\n  bridge :   a\n", "policy:\n  bridge :   NEW\n"),
    Row("a key in quotes", "policy", "policy: {'bridge': a, x: 1}\n", "policy: {'bridge': NEW, x: 1}\n"),
    Row("a key without a value", "policy", "policy: {bridge, x: 1}\n", "policy: {bridge: NEW, x: 1}\n"),
    Row("an alias", "policy", "x: &a b\npolicy:\n  bridge: *a\n", nil),
    Row("without a line end", "policy", "policy:\n  bridge: a", "policy:\n  bridge: NEW"),
    Row("a byte order mark", "policy", "\u{FEFF}policy:\n  bridge: a\n", "\u{FEFF}policy:\n  bridge: NEW\n"),
    Row(
      "signs that are two in UTF-16", "policy", "# 🎲\npolicy: {a: 🎲, bridge: '🎲 ö'}\n",
      "# 🎲\npolicy: {a: 🎲, bridge: NEW}\n"),
    Row("a section on one line", "policy", "policy: {bridge: a} # n\n", "policy: {bridge: NEW} # n\n"),
    Row("new on one line", "policy", "policy: {typing: no}\n", "policy: {typing: no, bridge: NEW}\n"),
    Row(
      "braces that go on below", "policy", "policy: {typing: no,\n  bridge: a}\n",
      "policy: {typing: no,\n  bridge: NEW}\n"),
    Row(
      "a brace in a comment", "policy", "policy: {bridge: a, # }\n  typing: no}\n",
      "policy: {bridge: NEW, # }\n  typing: no}\n"),
    Row("apostrophes", "policy", "policy: {a: Ann's, bridge: Bob's}\n", "policy: {a: Ann's, bridge: NEW}\n"),
    Row("quotes", "policy", "policy: {'a': \"b, }\", bridge: 'it''s'}\n", "policy: {'a': \"b, }\", bridge: NEW}\n"),
    Row("a list", "policy", "policy: [a]\n", nil),
    Row("at the top", nil, "# n\nswitchway: 1\nbridge: a\n", "# n\nswitchway: 1\nbridge: NEW\n"),
    Row("new at the top", nil, "# n\nswitchway: 1\nx: 1\n", "# n\nswitchway: 1\nbridge: NEW\nx: 1\n"),
    Row("other line ends", nil, "switchway: 1\r\nbridge: a\r\n", "switchway: 1\r\nbridge: NEW\r\n"),
  ]

  @Test("only the value changes", arguments: rows)
  func set(row: Row) {
    #expect(SectionInsertion.set("bridge", "NEW", in: row.section, of: row.before) == row.after)
  }
}
