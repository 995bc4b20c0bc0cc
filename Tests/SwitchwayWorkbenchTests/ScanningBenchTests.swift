import Testing

@testable import SwitchwayWorkbench

@Suite("The workbench of the scanning clock") struct ScanningBenchTests {
  /// Few persons, so that it takes seconds in a debug build; none of those in the table.
  static let bench = ScanningBench(seeds: 20_001...20_004, choices: 60)

  @Test("by press time few items are wrong, where by delivery many are", arguments: [(600, 0.1), (1_000, 0.03)])
  func wrongItems(interval: Int64, byDelivery: Double) {
    func share(_ way: ScanningBench.Way) -> Double {
      Self.bench.choices(way, interval: interval, filter: 120).share
    }
    #expect(share(.delivery) > byDelivery)
    for way in [ScanningBench.Way.press, .freeze, .reaction] { #expect(share(way) <= 0.02, "\(way)") }
  }

  @Test("without a filter, press and delivery are one")
  func noFilter() {
    let delivery = Self.bench.choices(.delivery, interval: 500, filter: 0)
    #expect(delivery == Self.bench.choices(.press, interval: 500, filter: 0))
    #expect(delivery.count == 4 * 60)
  }

  @Test("a trembling hand does not stop the scan", arguments: [30, 120, 300])
  func trembling(filter: Int64) {
    let delay = Self.bench.delay(interval: 600, filter: filter)
    #expect(delay > 0 && delay < 0.15, "\(delay)")
  }

  @Test("the same seeds give the same figures")
  func deterministic() {
    let bench = ScanningBench(seeds: 5...5, choices: 10)
    #expect(
      bench.choices(.reaction, interval: 800, filter: 300) == bench.choices(.reaction, interval: 800, filter: 300))
    #expect(bench.delay(interval: 500, filter: 120) == bench.delay(interval: 500, filter: 120))
  }
}
