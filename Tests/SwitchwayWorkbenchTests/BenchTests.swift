import SwitchwayCore
import Testing

@testable import SwitchwayWorkbench

@Suite("The workbench") struct BenchTests {
  /// Few persons, so that it takes seconds in a debug build; none of those that margins were chosen with.
  static let bench = Bench(seeds: 20_001...20_003, presses: 40)

  @Test("the calibrated machine is above every peer, and above fixed floors")
  func floors() {
    let calibrated = Self.bench.calibrated()
    #expect(calibrated.mean >= 92)
    #expect(calibrated.worst >= 72)
    #expect(calibrated.all.recall >= 0.97)
    #expect(calibrated.all.pressedError <= 10)
    #expect(calibrated.all.wrongItems <= 0.01)
    for peer in Self.bench.peers() {
      #expect(calibrated.mean > peer.mean + 5, "\(peer.name)")
      #expect(calibrated.worst > peer.worst, "\(peer.name)")
    }
  }

  @Test("nobody whom a session shows well is refused")
  func refusals() {
    for persons in Self.bench.subjects {
      for subject in persons {
        let outcomes = Bench.calibrate(subject.person, .restedTwice)
        #expect(outcomes.count == subject.use.contacts.count)
        for case .refused(let refusal, _) in outcomes {
          Issue.record("\(String(describing: subject.person.kind)): \(refusal)")
        }
      }
    }
  }

  @Test("the same seeds give the same table and the same plot")
  func deterministic() {
    let bench = Bench(seeds: 5...5, presses: 10)
    func texts() -> (String, String) {
      let presets = bench.presets()
      let best = Bench.best(of: presets, name: "best")
      let table = Table(
        calibrated: CalibrationPlan.allCases.map { bench.calibrated($0) }, best: best, ceiling: best, presets: presets,
        peers: bench.peers(), strangers: bench.strangerRows())
      return (table.text, Plot([bench.calibrated()] + presets).text)
    }
    #expect(texts() == texts())
    #expect(texts().1.hasPrefix("<svg ") && texts().1.hasSuffix("</svg>\n"))
  }

  @Test("settings that are known afterwards are no worse than any that were not")
  func ceiling() {
    for subject in Self.bench.subjects.joined().prefix(4) {
      let start = subject.use.contacts.map { _ in SteadyingPreset.strong.parameters }
      let strong = SteadyingRun(contacts: subject.use.contacts, steadying: start, absences: subject.use.absences)
      let before = Evaluation(of: strong.commands, in: subject.use)
      let after = Evaluation(of: Ceiling.commands(of: subject.use, from: start), in: subject.use)
      // Those of a clean hand and a worn switch: no gate is needed.
      #expect(after.score > before.score)
      #expect(after.score > 98)
    }
  }

  @Test("people of no kind are better off calibrated, most of them")
  func strangers() {
    let rows = Self.bench.strangerRows()
    #expect(rows.map(\.persons.count) == [30, 30, 30, 30, 30, 30])
    #expect(rows[0].mean > 85)
    #expect(rows[0].mean > rows[5].mean + 15)
    #expect(rows[0].lowestTenth <= rows[0].mean)
  }

  @Test("an edge has a cost, whatever the size", arguments: EdgeCost.sizes.indices)
  func cost(place: Int) {
    var cost = EdgeCost(EdgeCost.sizes[place])
    #expect(cost.measure(edges: 400) > 0)
  }

  @Test("without a gate there is no delay, and a preset's gate is the delay")
  func delays() throws {
    let presets = Self.bench.presets()
    func row(_ name: String) throws -> Bench.Row { try #require(presets.first { $0.name == name }) }
    #expect(try row("gentle").all.lateDelay == 0)
    #expect(try row("spasm").all.lateDelay == 0)
    #expect(try row("strong").all.medianDelay >= 180)
  }

  @Test("seeds that are reported are none of those that are tuned with")
  func seeds() {
    #expect(!Bench.trainingSeeds.overlaps(Bench.reportSeeds))
  }
}
