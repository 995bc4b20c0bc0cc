import Fixtures
import SwitchwayTime
import Testing

@testable import SwitchwayCore

@Suite("The table of deadlines")
struct DeadlineTableTests {
  @Test("the earliest is first, whatever is set, moved and removed", arguments: [UInt64](1...20))
  func againstAModel(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var table = DeadlineTable(count: 12)
    var model: [Int: Deadline] = [:]
    for _ in 0..<400 {
      let index = Int.random(in: 0..<12, using: &random)
      if Int.random(in: 0..<3, using: &random) == 0 {
        table.set(nil, of: index)
        model[index] = nil
      } else {
        let deadline = Deadline(
          time: Instant(.random(in: 0..<20, using: &random)),
          reason: Bool.random(using: &random) ? .release : .gesture, index: index)
        table.set(deadline, of: index)
        model[index] = deadline
      }
      #expect(table.first == model.values.min(), "seed \(seed)")
    }
  }

  @Test("at the same time: by reason, then press time, then index")
  func ties() {
    let time = Instant(5)
    let ordered = [
      Deadline(time: time, reason: .accept, index: 8), Deadline(time: time, reason: .overriding, index: 9),
      Deadline(time: time, reason: .release, index: 2), Deadline(time: time, reason: .release, index: 3),
      Deadline(time: time, reason: .stuck, index: 1),
      Deadline(time: time, reason: .gesture, pressed: Instant(1), index: 7),
      Deadline(time: time, reason: .gesture, pressed: Instant(2), index: 0),
      Deadline(time: Instant(6), reason: .accept, index: 0),
    ]
    #expect(ordered.reversed().sorted() == ordered)
  }
}
