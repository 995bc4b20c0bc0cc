import SwitchwayCore
import SwitchwayTime
import Testing

@testable import SwitchwayWorkbench

@Suite("How commands are judged") struct EvaluationTests {
  /// Two presses that were meant, on switch 0 at 1 s and on switch 1 at 3 s, in a minute.
  static let scene = Scene(
    contacts: [[], []],
    intents: [
      .init(switchIndex: 0, onset: Instant(1_000_000), release: Instant(1_200_000)),
      .init(switchIndex: 1, onset: Instant(3_000_000), release: Instant(3_200_000)),
    ], length: .seconds(60))

  private func judge(_ commands: [(switchIndex: Int, pressed: Int64, accepted: Int64)]) -> Evaluation {
    Evaluation(
      of: commands.map {
        .init(switchIndex: $0.switchIndex, pressed: Instant($0.pressed), accepted: Instant($0.accepted))
      }, in: Self.scene)
  }

  @Test(
    "right is from 100 ms before the onset to 50 ms after the release",
    arguments: [
      (900_000, true), (899_999, false), (1_000_000, true), (1_250_000, true), (1_250_001, false),
    ])
  func window(pressed: Int64, isRight: Bool) {
    let found = judge([(0, pressed, pressed)])
    #expect(found.right == (isRight ? 1 : 0))
    #expect(found.falsePresses == (isRight ? 0 : 1))
  }

  @Test("the first counts, a second is false, another switch is wrong")
  func matches() {
    let found = judge([(0, 1_000_000, 1_000_000), (0, 1_100_000, 1_100_000), (0, 3_000_000, 3_000_000)])
    #expect([found.right, found.falsePresses, found.wrong] == [1, 1, 1])
    #expect(found.recall == 0.5)
    #expect(found.falsePerMinute == 2)
    #expect(found.score == -50)
  }

  @Test("both right at once is a hundred, and delay takes from it")
  func delays() {
    #expect(judge([(0, 1_000_000, 1_000_000), (1, 3_000_000, 3_000_000)]).score == 100)
    let late = judge([(0, 1_000_000, 1_250_000), (1, 3_000_000, 3_500_000)])
    #expect(late.medianDelay == 250)
    #expect(late.lateDelay == 500)
    #expect(abs(late.score - 100 * (1 - 0.2 * 0.5 - 0.1 * 0.5)) < 1e-9)
    let never = judge([(0, 1_000_000, 9_000_000), (1, 3_000_000, 9_000_000)])
    #expect(abs(never.score - 70) < 1e-9)
    #expect(judge([]).score == 0)
  }

  @Test("`pressed` is measured against the onset, and by it the item of a scan")
  func items() {
    let dated = judge([(0, 1_000_000, 1_200_000), (1, 3_008_000, 3_200_000)])
    #expect(dated.pressedError == 8)
    #expect(dated.wrongItems < 0.01)
    // As the steadying text has it: 4 % at 100 ms, 14 % at 200, 37 % at 300.
    for (delay, share) in [(100_000, 0.04), (200_000, 0.14), (300_000, 0.37)] as [(Int64, Double)] {
      let found = judge([(0, 1_000_000, 1_000_000 + delay), (1, 3_000_000, 3_000_000 + delay)])
      #expect(abs(found.wrongItemsByDecision - share) < 0.02)
      #expect(found.wrongItems == 0)
    }
  }

  @Test("percentiles are of the nearest rank")
  func percentiles() {
    #expect(Evaluation.percentile([], 0.5) == 0)
    #expect(Evaluation.percentile([3, 1, 2], 0.5) == 2)
    #expect(Evaluation.percentile(Array(1...100).map(Double.init), 0.95) == 95)
  }

  @Test("numbers of the table")
  func numbers() {
    #expect(Table.fixed(99.95, 1) == "100.0")
    #expect(Table.fixed(-0.04, 1) == "0.0")
    #expect(Table.fixed(-12.345, 2) == "-12.35")
    #expect(Table.fixed(7, 0) == "7")
    #expect(Table.fixed(.nan, 1) == "-")
  }
}
