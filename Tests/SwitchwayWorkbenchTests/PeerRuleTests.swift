import SwitchwayCore
import SwitchwayTime
import Testing

@testable import SwitchwayWorkbench

@Suite("Other systems' rules") struct PeerRuleTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var rule: PeerRule
    /// `from-to` in ms.
    var contacts: [(Int64, Int64)]
    var pressed: [Int64]
    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(name: "nothing", rule: .nothing, contacts: [(100, 200), (210, 220)], pressed: [100, 210]),
    Row(
      name: "bounce keys count from the release, of ignored ones too", rule: .bounceKeys(100),
      contacts: [(100, 200), (299, 310), (409, 420), (520, 600)], pressed: [100, 520]),
    Row(
      name: "bounce keys end at their delay", rule: .bounceKeys(100), contacts: [(100, 200), (300, 310)],
      pressed: [100, 300]),
    Row(name: "slow keys", rule: .slowKeys(50), contacts: [(100, 149), (200, 250)], pressed: [250]),
    Row(
      name: "hold and ignore count from what was accepted", rule: .holdAndIgnore(hold: 50, ignore: 200),
      contacts: [(100, 200), (210, 300), (320, 400)], pressed: [150, 370]),
    Row(
      name: "Android's", rule: .ignoreAfterPress(200), contacts: [(100, 250), (260, 270), (300, 310)],
      pressed: [100, 300]),
    Row(
      name: "libinput passes a press at once and ignores 25 ms", rule: .libinput(spurious: false),
      contacts: [(100, 105), (110, 300), (310, 320)], pressed: [100]),
    Row(
      name: "what is down when the 25 ms end counts then", rule: .libinput(spurious: false),
      contacts: [(100, 200), (210, 300)], pressed: [100, 225]),
    Row(
      name: "a release of under 12 ms is none", rule: .libinput(spurious: true), contacts: [(100, 200), (211, 300)],
      pressed: [100]),
  ]

  @Test("as their sources say", arguments: rows)
  func rules(row: Row) {
    let spans = row.contacts.map {
      ClosedSpan(start: Instant($0.0 * 1_000), end: Instant($0.1 * 1_000))
    }
    let scene = Scene(contacts: [spans], intents: [], length: .seconds(10))
    #expect(row.rule.commands(of: scene).map { $0.pressed.microseconds / 1_000 } == row.pressed)
  }

  @Test("bounce keys remember one key only")
  func oneKey() {
    func span(_ start: Int64) -> ClosedSpan { ClosedSpan(start: Instant(start), end: Instant(start + 10)) }
    let scene = Scene(contacts: [[span(0), span(40)], [span(20)]], intents: [], length: .seconds(1))
    #expect(PeerRule.bounceKeys(100).commands(of: scene).count == 3)
  }
}
