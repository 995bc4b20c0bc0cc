import Testing

@testable import SwitchwayCore

@Suite("The table of deadlines")
struct DeadlineTableTests {
  @Test("the earliest is first, whatever is set, moved and removed", arguments: [UInt64](1...20))
  func againstAModel(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var table = DeadlineTable(owners: 12)
    var model: [Int: Deadline] = [:]
    for _ in 0..<400 {
      let owner = Int.random(in: 0..<12, using: &random)
      if Int.random(in: 0..<3, using: &random) == 0 {
        table.set(nil, of: owner)
        model[owner] = nil
      } else {
        let deadline = Deadline(
          time: Instant(.random(in: 0..<20, using: &random)),
          reason: Bool.random(using: &random) ? .release : .gesture, place: owner)
        table.set(deadline, of: owner)
        model[owner] = deadline
      }
      #expect(table.first?.deadline == model.values.min(), "seed \(seed)")
    }
  }

  @Test("at the same time: by reason, then press time, then index")
  func ties() {
    let time = Instant(5)
    let ordered = [
      Deadline(time: time, reason: .unmute, place: 9), Deadline(time: time, reason: .accept, place: 8),
      Deadline(time: time, reason: .release, place: 2), Deadline(time: time, reason: .release, place: 3),
      Deadline(time: time, reason: .stuck, place: 1),
      Deadline(time: time, reason: .gesture, pressed: Instant(1), place: 7),
      Deadline(time: time, reason: .gesture, pressed: Instant(2), place: 0),
      Deadline(time: Instant(6), reason: .unmute, place: 0),
    ]
    #expect(ordered.reversed().sorted() == ordered)
  }
}
