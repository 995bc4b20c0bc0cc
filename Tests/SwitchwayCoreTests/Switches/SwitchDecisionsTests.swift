import Testing

@testable import SwitchwayCore
import SwitchwayTime

/// Decisions of switches on their way to the interpreter.
@Suite("Decisions of switches") struct SwitchDecisionsTests {
  private static func stuck(_ index: Int) -> SwitchDecision {
    .stuck(switchIndex: index, after: .seconds(1), time: Instant(0))
  }

  private static func taken(_ decisions: inout SwitchDecisions) -> [SwitchDecision] {
    var taken: [SwitchDecision] = []
    while let one = decisions.takeFirst() { taken.append(one) }
    return taken
  }

  @Test("they are taken in their order, each once, also those that come meanwhile")
  func order() {
    var decisions = SwitchDecisions(capacity: 2)
    let none = decisions.takeFirst()
    #expect(none == nil)
    decisions.append(Self.stuck(0))
    decisions.append(Self.stuck(1))
    let first = decisions.takeFirst()
    #expect(first == Self.stuck(0))
    decisions.append(Self.stuck(2))
    let rest = Self.taken(&decisions)
    #expect(rest == [Self.stuck(1), Self.stuck(2)])
    decisions.append(Self.stuck(3))
    let next = Self.taken(&decisions)
    #expect(next == [Self.stuck(3)])
  }

  @Test("commands are counted, wherever they come from")
  func commands() {
    let word = ScanCommand(name: "next", arguments: [], group: .scan)
    let command = SwitchDecision.command(Command(word, from: ClientName(), at: Instant(5)))
    var decisions = SwitchDecisions()
    decisions.append(Self.stuck(0))
    #expect(decisions.commands == 0)
    decisions.append(command)
    #expect(decisions.commands == 1)
    var others = SwitchDecisions()
    others.append(command)
    others.append(Self.stuck(1))
    decisions.append(all: &others)
    #expect(decisions.commands == 2)
    let all = Self.taken(&decisions)
    #expect(all == [Self.stuck(0), command, command, Self.stuck(1)])
    let none = others.takeFirst()
    #expect(none == nil && decisions.commands == 2)
  }
}
