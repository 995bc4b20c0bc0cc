import Foundation
import SwitchwayWorkbench

/// `switchway-workbench [training] [--plot FILE]`: prints the table of the workbench, and draws its plot.
///
/// `training`: the seeds that margins are chosen with, not those that are reported.
@main
struct Main {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let isTraining = arguments.first == "training"
    var rest = arguments.dropFirst(isTraining ? 1 : 0)
    var plot: String?
    if rest.first == "--plot", rest.count == 2 {
      plot = rest.last
      rest = []
    }
    guard rest.isEmpty else {
      FileHandle.standardError.write(Data("usage: switchway-workbench [training] [--plot FILE]\n".utf8))
      exit(2)
    }
    let seeds = isTraining ? Bench.trainingSeeds : Bench.reportSeeds
    let bench = Bench(seeds: seeds)
    let presets = bench.presets()
    let best = Bench.best(of: presets, name: "best preset per kind")
    let calibrated = bench.calibrated()
    let peers = bench.peers()
    print(
      "Simulated people: \(PersonKind.allCases.count) kinds, \(seeds.count) persons each, \(Bench.presses) presses a "
        + "person; \(isTraining ? "training" : "report") seeds \(seeds.lowerBound)-\(seeds.upperBound).\n")
    let table = Table(calibrated: calibrated, best: best, presets: presets, peers: peers)
    print(table.text, terminator: "")
    if let plot {
      let leaders = Array(peers.sorted { $0.mean > $1.mean }.prefix(4))
      try Data(Plot([calibrated, best] + leaders).text.utf8).write(to: URL(filePath: plot))
    }
  }
}
