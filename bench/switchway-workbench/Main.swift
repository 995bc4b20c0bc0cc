import Foundation
import SwitchwayScanning
import SwitchwayWorkbench

/// `switchway-workbench [training] [--plot FILE]`: prints the table of the workbench and writes its plot.
/// `switchway-workbench scanning [--plot FILE]`: prints the table of the scanning clock and writes its plot.
/// `switchway-workbench figures`: prints the figures of docs/design/steadying.md beside those of the people here.
/// `switchway-workbench cost`: prints the cost of an edge with few and with many switches. `switchway-workbench
/// profiles`: prints the cost of loading the worst key-remap files. `switchway-workbench writing [FOLDER]`: prints the
/// cost of writing with `switchway-scan`, with the models of words in this folder.
/// `switchway-workbench pointing`: prints how often people click at what they want with the page that points.
/// `switchway-workbench groups FILE…`: prints what the pages of these recorded trees cost, and how long those of large
/// windows take.
///
/// `training`: uses the seeds with which margins are chosen, not the reported ones.
@main
struct Main {
  static func main() {
    do {
      try run()
    } catch {
      FileHandle.standardError.write(Data("switchway-workbench: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments == ["cost"] { return printCost() }
    if arguments == ["profiles"] { return try ProfileCost.printTable() }
    if arguments.first == "profiles", arguments.count == 3 {
      return try ProfileCost.printRow(arguments[1], arguments[2])
    }
    if arguments == ["figures"] {
      print(DesignFigures.text(Bench(seeds: Bench.figureSeeds)), terminator: "")
      return
    }
    if arguments.first == "scanning" {
      if arguments.count == 1 { return try printScanning(plot: nil) }
      if arguments.count == 3, arguments[1] == "--plot" { return try printScanning(plot: arguments[2]) }
    }
    if arguments.first == "writing", arguments.count <= 2 {
      return try printWriting(models: arguments.dropFirst().last)
    }
    if arguments == ["pointing"] {
      print(
        "Simulated people: \(PointingBench.seeds.count) points, seeds \(PointingBench.seeds.lowerBound)-"
          + "\(PointingBench.seeds.upperBound), for each size and accuracy.\n")
      return print(PointingBench().table, terminator: "")
    }
    if arguments.first == "groups" { return try printGroups(Array(arguments.dropFirst())) }
    let isTraining = arguments.first == "training"
    var rest = arguments.dropFirst(isTraining ? 1 : 0)
    var plot: String?
    if rest.first == "--plot", rest.count == 2 {
      plot = rest.last
      rest = []
    }
    guard rest.isEmpty else {
      let usage =
        "usage: switchway-workbench [training] [--plot FILE] | scanning [--plot FILE] | figures | cost | profiles |"
        + " writing [FOLDER] | pointing | groups [FILE...]\n"
      FileHandle.standardError.write(Data(usage.utf8))
      exit(2)
    }
    let seeds = isTraining ? Bench.trainingSeeds : Bench.reportSeeds
    let bench = Bench(seeds: seeds)
    let presets = bench.presets()
    let best = Bench.best(of: presets, name: "best preset per kind")
    let calibrated = CalibrationPlan.allCases.map { bench.calibrated($0) }
    let peers = bench.peers()
    print(
      "Simulated people: \(PersonKind.allCases.count) kinds, \(seeds.count) persons each, \(Bench.presses) presses a "
        + "person; \(isTraining ? "training" : "report") seeds \(seeds.lowerBound)-\(seeds.upperBound).\n")
    let table = Table(
      calibrated: calibrated, best: best, ceiling: bench.ceiling(), presets: presets, peers: peers,
      strangers: bench.strangerRows())
    print(table.text, terminator: "")
    if let plot {
      let drawn = [calibrated[0], calibrated[calibrated.count - 1], best]
      let leaders = Array(peers.sorted { $0.mean > $1.mean }.prefix(3))
      try Data(Plot(drawn + leaders).text.utf8).write(to: URL(filePath: plot))
    }
  }

  private static func printScanning(plot: String?) throws {
    let seeds = Bench.reportSeeds
    print(
      "Simulated people: \(seeds.count) persons, seeds \(seeds.lowerBound)-\(seeds.upperBound), "
        + "\(ScanningBench.choices) choices a person with each setting.\n")
    let table = ScanningTable(ScanningBench(seeds: seeds))
    print(table.text, terminator: "")
    if let plot { try Data(table.plot.utf8).write(to: URL(filePath: plot)) }
  }

  private static func printWriting(models folder: String?) throws {
    var models: [WritingLanguage: WordModel] = [:]
    if let folder {
      for (language, file) in [(WritingLanguage.english, "en_US.lm"), (.german, "de_DE.lm")] {
        models[language] = WordModel(Array(try Data(contentsOf: URL(filePath: folder).appending(path: file))))
      }
    }
    print(WritingTable.text(models: models), terminator: "")
  }

  private static func printGroups(_ files: [String]) throws {
    let trees = try files.map { file in
      let text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
      return (name: URL(filePath: file).deletingPathExtension().lastPathComponent, tree: try RecordedTree(text).tree)
    }
    print(GroupingTable.text(of: trees))
    print(GroupingTable.times(), terminator: "")
  }

  /// Nine rounds over all sizes, so that other load on the machine affects all of them.
  private static func printCost() {
    var costs = EdgeCost.sizes.map { EdgeCost($0) }
    var taken = costs.map { _ in [Double]() }
    for round in 0..<10 {
      for index in costs.indices {
        let cost = costs[index].measure(edges: 200_000)
        // The first round warms up.
        if round > 0 { taken[index].append(cost) }
      }
    }
    let medians = taken.map { $0.sorted()[$0.count / 2] }
    print("Processor time an edge, medians of nine rounds:\n")
    for (index, size) in EdgeCost.sizes.enumerated() {
      let ratio = medians[index] / max(medians[0], 1)
      print("\(Int(medians[index].rounded())) ns, \((ratio * 100).rounded() / 100) times the first: \(size.name)")
    }
  }
}
