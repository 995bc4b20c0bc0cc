import Fixtures
import Testing

@testable import SwitchwayCore

@Suite("Properties of the whole core")
struct WholePropertyTests {
  @Test("nothing stays down, phases end, requests and presses are answered, whatever happens", arguments: seeds(1...30))
  func whole(seed: UInt64) throws {
    var run = try WholeRun(seed: seed)
    run.play(steps: 400)
    #expect(run.watch.faults.isEmpty, "seed \(seed): \(run.watch.faults)")
  }

  @Test("extra advance calls change nothing", arguments: seeds(46...60))
  func extra(seed: UInt64) throws {
    var one = try WholeRun(seed: seed)
    var other = try WholeRun(seed: seed, extra: seed)
    one.play(steps: 300)
    other.play(steps: 300)
    let same = zip(one.watch.effects, other.watch.effects).prefix { $0 == $1 }.count
    #expect(
      one.watch.effects == other.watch.effects,
      "seed \(seed): \(one.watch.effects.dropFirst(same).prefix(1)), \(other.watch.effects.dropFirst(same).prefix(1))")
  }
}
