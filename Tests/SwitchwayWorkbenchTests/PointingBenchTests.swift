import SwitchwayWorkbench
import Testing

/// The figures of bench/results/pointing.md.
@Suite struct PointingBenchTests {
  @Test(
    "a person without any error hits every target that is as large as a cell", arguments: PointingBench.Way.allCases)
  func exact(way: PointingBench.Way) {
    let outcome = PointingBench().outcome(way, size: (60, 30), error: 0)
    #expect(outcome.hits == outcome.count && outcome.count == 200)
    // With the click: a column and a row for each division.
    let presses =
      switch way {
      case .grid: 5
      case .grid3: 7
      case .line: 3
      case .finer: 6
      }
    #expect(outcome.presses == 200 * presses)
  }

  @Test("the same seeds give the same outcome, and a larger error fewer hits")
  func same() {
    let bench = PointingBench()
    let (near, far) = (
      bench.outcome(.line, size: (60, 30), error: 30), bench.outcome(.line, size: (60, 30), error: 180)
    )
    #expect(bench.outcome(.line, size: (60, 30), error: 30) == near && near.hits > far.hits)
  }
}
