import SwitchwayTime
import Testing

@testable import SwitchwayCore

@Suite struct ClaimTableTests {
  /// What happens, at times that count up from 1 with every line.
  enum Step: Sendable {
    /// Names, or `*` for all.
    case claim(Int, String)
    case end(Int)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let steps: [Step]
    /// The owner of `next` pressed at each time from 0, or nil.
    let owners: [Int?]

    init(_ what: String, _ steps: [Step], _ owners: [Int?]) {
      testDescription = what
      self.steps = steps
      self.owners = owners
    }
  }

  static let rows: [Row] = [
    Row("nobody", [], [nil, nil]),
    Row("from the press at the claim's own time on", [.claim(1, "*")], [nil, 1, 1]),
    Row("a name that is not claimed", [.claim(1, "select")], [nil, nil, nil]),
    Row("a name among others", [.claim(1, "select next")], [nil, 1, 1]),
    Row("the newest wins, from its time on", [.claim(1, "*"), .claim(2, "next")], [nil, 1, 2, 2]),
    Row("a newer one that does not cover it", [.claim(1, "*"), .claim(2, "select")], [nil, 1, 1, 1]),
    Row("the older gets it back", [.claim(1, "*"), .claim(2, "*"), .end(2)], [nil, 1, 1, 1]),
    Row("the older goes", [.claim(1, "*"), .claim(2, "*"), .end(1)], [nil, nil, 2, 2]),
    Row("both go", [.claim(1, "*"), .claim(2, "*"), .end(1), .end(2)], [nil, nil, nil]),
    Row("a claim replaces the client's own", [.claim(1, "next"), .claim(1, "select")], [nil, nil, nil]),
    Row("what it covers still keeps the presses before", [.claim(1, "next"), .claim(1, "*")], [nil, 1, 1, 1]),
    Row("the same again is the same", [.claim(1, "*"), .claim(1, "*")], [nil, 1, 1, 1]),
    Row(
      "claimed again it is the newest, for presses from then on",
      [.claim(1, "*"), .claim(2, "*"), .claim(1, "*")], [nil, 1, 2, 1, 1]),
    Row(
      "given up and claimed again it is a new claim",
      [.claim(1, "*"), .end(1), .claim(1, "*")], [nil, nil, nil, 1]),
    Row(
      "a gap in between is one",
      [.claim(1, "next"), .claim(1, "select"), .claim(1, "next")], [nil, nil, nil, 1]),
    Row("ending what is not there", [.end(3), .claim(1, "*"), .end(2)], [nil, nil, 1]),
  ]

  @Test("whose a press is", arguments: rows)
  func owners(row: Row) throws {
    var table = ClaimTable()
    for (index, step) in row.steps.enumerated() {
      switch step {
      case .claim(let client, "*"): try table.claim(.all, items: nil, by: client, at: Instant(Int64(index + 1)))
      case .claim(let client, let names):
        try table.claim(
          .names(names.split(separator: " ").map(String.init)), items: nil, by: client, at: Instant(Int64(index + 1)))
      case .end(let client): table.end(client)
      }
    }
    let found = row.owners.indices.map { table.owner(of: "next", at: Instant(Int64($0))) }
    #expect(found == row.owners)
  }

  private func names(_ table: ClaimTable) -> [String] {
    table.consumers.map { consumer in
      var text = #""c\#(consumer.client)""#
      if case .names(let names) = consumer.commands { text += "\(names)".replacing(", ", with: ",") }
      return text
    }
  }

  @Test("consumers are told newest first, with their names in the order given")
  func consumers() throws {
    var table = ClaimTable()
    #expect(names(table) == [])
    try table.claim(.names(["select", "next"]), items: nil, by: 1, at: Instant(1))
    try table.claim(.all, items: nil, by: 2, at: Instant(2))
    #expect(names(table) == [#""c2""#, #""c1"["select","next"]"#])
    try table.claim(.names(["x-a"]), items: nil, by: 1, at: Instant(3))
    #expect(names(table) == [#""c1"["x-a"]"#, #""c2""#])
    table.end(1)
    #expect(names(table) == [#""c2""#])
    #expect(table.isHeld(by: 2) && !table.isHeld(by: 1))
  }

  @Test("sixteen claims, and each of their clients may replace its own")
  func limit() throws {
    var table = ClaimTable()
    for client in 1...16 { try table.claim(.all, items: nil, by: client, at: Instant(0)) }
    #expect(
      throws: ClaimError(.full, "claim: there are 16 claims; release one of them first")
    ) { try table.claim(.all, items: nil, by: 17, at: Instant(1)) }
    try table.claim(.names(["next"]), items: nil, by: 3, at: Instant(1))
    #expect(table.owner(of: "next", at: Instant(1)) == 3)
    table.end(5)
    try table.claim(.all, items: nil, by: 17, at: Instant(2))
    #expect(table.owner(of: "next", at: Instant(2)) == 17)
  }

  @Test("names that would fill a line are refused, and change nothing; what others claim does not matter")
  func longNames() throws {
    var table = ClaimTable()
    let most = ClaimTable.mostNameBytes
    // Two brackets, and two quotes about each.
    func names(_ bytes: Int) -> ClaimTable.Commands {
      .names(["x-" + String(repeating: "y", count: 1_000), "x-" + String(repeating: "z", count: bytes - 1_011)])
    }
    for client in 1...16 { try table.claim(names(most), items: nil, by: client, at: Instant(1)) }
    #expect(
      throws: ClaimError(
        .tooLong,
        "claim: commands: expected names that fill at most 2048 bytes of a line, found 2049: claim fewer, or \"all\"")
    ) { try table.claim(names(most + 1), items: nil, by: 3, at: Instant(2)) }
    #expect(table.owner(of: "x-" + String(repeating: "y", count: 1_000), at: Instant(2)) == 16)
    // The whole vocabulary, twice.
    #expect(CommandVocabulary.names.reduce(2) { $0 + $1.utf8.count + 3 } <= most / 2)
    try table.claim(.names(CommandVocabulary.names), items: nil, by: 3, at: Instant(3))
  }

  @Test("however often one client claims anew, what is kept of it is bounded, and the latest counts")
  func manyOfOne() throws {
    var table = ClaimTable()
    for time in 1...1_000 {
      try table.claim(time % 2 == 0 ? .all : .names(["next"]), items: nil, by: 1, at: Instant(Int64(time)))
    }
    #expect(table.owner(of: "next", at: Instant(1_000 - 7)) == 1)
    #expect(table.owner(of: "next", at: Instant(1_000 - 8)) == nil)
    #expect(table.owner(of: "select", at: Instant(999)) == nil)
    #expect(table.owner(of: "select", at: Instant(1_000)) == 1)
  }

  @Test("the context of the newest consumer counts, and ends with its claim")
  func context() throws {
    var table = ClaimTable()
    func told(_ kind: ContextKind, _ items: Int64?) -> ClaimTable.Context {
      ClaimTable.Context(kind: kind, items: items)
    }
    #expect(
      throws: ClaimError(.noClaim, "context: only a client with a claim can send it; 'claim' first")
    ) { try table.setContext(.text, items: nil, by: 1) }
    try table.claim(.all, items: 12, by: 1, at: Instant(1))
    #expect(table.context == nil)
    try table.setContext(.text, items: 5, by: 1)
    #expect(table.context == told(.text, 5))
    try table.setContext(.items, items: nil, by: 1)
    #expect(table.context == told(.items, 12))
    try table.claim(.names(["next"]), items: nil, by: 2, at: Instant(2))
    #expect(table.context == nil)
    try table.setContext(.menu, items: nil, by: 2)
    #expect(table.context == told(.menu, nil))
    table.end(2)
    #expect(table.context == told(.items, 12))
    // It claims something else: the person is still where they were.
    try table.claim(.names(["select"]), items: nil, by: 1, at: Instant(3))
    #expect(table.context == told(.items, 12))
    table.end(1)
    #expect(table.context == nil)
  }
}
