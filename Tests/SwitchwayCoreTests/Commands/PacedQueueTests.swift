import Fixtures
import SwitchwayTime
import Testing

@testable import SwitchwayCore

@Suite struct PacedQueueTests {
  /// Fifty strokes on a machine that wakes up to `late` ms late for each of them. Returns the times between them.
  private static func gaps(_ queue: PacedQueue<PointerStroke>, seed: UInt64, late: Int64) -> [Int64] {
    var random = SeededGenerator(seed: seed)
    var queue = queue
    queue.add(Array(repeating: [.button(Button.left, down: true)], count: 50), as: 1, for: 1, at: Instant(0))
    var times: [Int64] = []
    while let due = queue.nextDeadline {
      let woken = due + .milliseconds(.random(in: 0...late, using: &random))
      _ = queue.delay(to: woken)
      if let next = queue.nextDeadline, next <= woken { _ = queue.next(gap: .zero) }
      times.append(woken.microseconds)
    }
    return zip(times.dropFirst(), times).map { $0 - $1 }
  }

  @Test("strokes stay further apart than the 25 ms of libinput, however late the machine wakes", arguments: 1...20)
  func strokes(seed: Int) {
    let gaps = PacedQueueTests.gaps(.ofStrokes, seed: UInt64(seed), late: 200)
    #expect(gaps.count == 49)
    #expect(gaps.allSatisfy { $0 >= 30_000 }, "\(gaps)")
  }

  @Test("a stroke that is a little late does not delay those after it")
  func little() {
    var queue = PacedQueue<PointerStroke>.ofStrokes
    queue.add([[.button(Button.left, down: true)], [.button(Button.left, down: false)]], as: 1, for: 1, at: Instant(0))
    var isDelayed = queue.delay(to: Instant(10_000))
    #expect(!isDelayed)
    _ = queue.next(gap: .zero)
    #expect(queue.nextDeadline == Instant(40_000))
    isDelayed = queue.delay(to: Instant(50_001))
    #expect(isDelayed)
    #expect(queue.nextDeadline == Instant(50_001))
  }
}
