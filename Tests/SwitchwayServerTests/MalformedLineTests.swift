import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime
import Testing

@testable import SwitchwayServer

/// Lines that are no requests, and what they cost whoever sends them.
@Suite struct MalformedLineTests {
  private static func line(_ text: String) -> LineDecoder.Item { .line(Array(text.utf8)) }

  @Test("the tenth malformed line in a row ends it; a good one starts the count again")
  func malformedInARow() {
    var machine = ClientStateMachine()
    let bad: [LineDecoder.Item] = [.tooLong, Self.line("x"), Self.line("{}"), Self.line("[[]")]
    func isRefusal(_ action: AskedLine) -> Bool { action.refusal != nil && action.farewell == nil }
    for index in 0..<9 {
      let action = machine.handle(bad[index % 4], at: Instant(0))
      #expect(isRefusal(action))
    }
    let good = machine.handle(Self.line(#"{"type":"release"}"#), at: Instant(0))
    #expect(good == AskedLine(.release, id: nil))
    for index in 0..<9 {
      let action = machine.handle(bad[index % 4], at: Instant(0))
      #expect(isRefusal(action))
    }
    let tenth = machine.handle(.tooLong, at: Instant(0))
    #expect(tenth.refusal?.code == .tooLong)
    #expect(tenth.farewell == "10 malformed lines in a row")
  }

  static let badLines: [LineDecoder.Item] = [
    .tooLong, line("x"), line("{}"), .line([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    line(String(repeating: "[", count: 17)),
  ]

  @Test("lines of a type or with an id that is none neither count nor end the row", arguments: badLines)
  func row(bad: LineDecoder.Item) {
    var machine = ClientStateMachine()
    let neutral = [#"{"type":"unheard-of"}"#, #"{"type":"ping","id":[]}"#]
    for index in 0..<9 {
      _ = machine.handle(bad, at: Instant(0))
      for _ in 0..<2 {
        let asked = machine.handle(Self.line(neutral[index % 2]), at: Instant(0))
        #expect(asked.refusal != nil && asked.farewell == nil, "the connection ended after \(index + 1)")
      }
    }
    let tenth = machine.handle(bad, at: Instant(0))
    #expect(tenth.farewell != nil, "the tenth was forgiven")
  }

  @Test("malformed lines count for the requests of a second", arguments: badLines)
  func malformedCounts(bad: LineDecoder.Item) {
    var machine = ClientStateMachine()
    let ping = Self.line(#"{"type":"ping"}"#)
    for _ in 0..<100 {
      _ = machine.handle(bad, at: Instant(0))
      let action = machine.handle(ping, at: Instant(0))
      #expect(action == AskedLine(.ping, id: nil))
    }
    for line in [bad, ping] {
      let asked = machine.handle(line, at: Instant(999_999))
      #expect(asked.refusal?.code == .busy)
    }
    #expect(machine.isFlooded)
    let later = machine.handle(ping, at: Instant(1_000_000))
    #expect(later == AskedLine(.ping, id: nil))
  }

  @Test("an id may take 1,024 bytes in its answer, and is not in the answer to a longer one")
  func longID() {
    var machine = ClientStateMachine()
    func handle(_ id: String) -> AskedLine {
      machine.handle(Self.line(#"{"type":"ping","id":"\#(id)"}"#), at: Instant(0))
    }
    let long = String(repeating: "i", count: 1_022)
    #expect(handle(long) == AskedLine(.ping, id: .text(long)))
    // Six bytes each in the answer.
    let hidden = String(repeating: "\u{200e}", count: 170)
    #expect(handle(hidden) == AskedLine(.ping, id: .text(hidden)))
    for (id, length) in [
      (long + "i", 1_025), (hidden + "abc", 1_025), (String(repeating: "\u{85}", count: 30_000), 180_002),
    ] {
      #expect(
        handle(id)
          == AskedLine(
            refused: RequestError(
              .badArgument, .badMember,
              "id: expected an integer, or a string of at most 1024 bytes as JSON writes it, found one of \(length)"),
            id: nil))
    }
  }
}
