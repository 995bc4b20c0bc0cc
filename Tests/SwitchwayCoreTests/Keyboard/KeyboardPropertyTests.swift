import Fixtures
import Testing

@testable import SwitchwayCore

@Suite("Properties of keyboards")
struct KeyboardPropertyTests {
  @Test(
    "passed keys keep their order, all are released, and no press is both published and typed",
    arguments: seeds(1...20))
  func plain(seed: UInt64) throws {
    var run = KeyboardRun(try KeyboardWorld(seed: seed, isPlain: true, length: 2_000))
    run.play()
    #expect(run.faults.isEmpty, "seed \(seed): \(run.faults)")
  }

  @Test("with sticky modifiers and steadied keys every key is released", arguments: seeds(101...120))
  func all(seed: UInt64) throws {
    var run = KeyboardRun(try KeyboardWorld(seed: seed, isPlain: false, length: 2_000))
    run.play()
    #expect(run.faults.isEmpty, "seed \(seed): \(run.faults)")
  }

  @Test("extra advance calls change nothing", arguments: seeds(201...210))
  func extra(seed: UInt64) throws {
    let world = try KeyboardWorld(seed: seed, isPlain: seed.isMultiple(of: 2), length: 1_000)
    var one = KeyboardRun(world)
    var other = KeyboardRun(world, extra: seed)
    one.play()
    other.play()
    #expect(one.all == other.all, "seed \(seed)")
  }
}
