import SwitchwayScanning

/// How often simulated people click at what they want with the page `point` of `switchway-scan`, and what it costs.
///
/// A person aims at the middle of the time for which the wanted place is highlighted, and with a line at the moment at
/// which it is over the middle of the target; the press comes by a normally distributed error earlier or later. Nobody
/// corrects a wrong choice.
public struct PointingBench: Sendable {
  /// The ways to a point.
  public enum Way: String, CaseIterable, Sendable {
    case grid = "grid, twice"
    case grid3 = "grid, three times"
    case line = "line"
    case finer = "line, then more finely"

    var grid: PointGrid { PointGrid(times: self == .grid3 ? 3 : 2, isLine: self == .line || self == .finer) }
  }

  /// What became of the clicks.
  public struct Outcome: Hashable, Sendable {
    /// Clicks in their targets.
    public var hits = 0
    /// All clicks.
    public var count = 0
    /// Presses, the click's own included.
    public var presses = 0
    /// Steps of the highlight.
    public var steps = 0
    /// µs.
    public var time: Int64 = 0

    /// Clicks in their targets, from 0 to 1.
    public var share: Double { count == 0 ? 0 : Double(hits) / Double(count) }
  }

  /// Width and height of a target in pixels: an icon of a tool bar, a small button, the button of the spike.
  public static let sizes = [(24, 24), (60, 30), (121, 47)]
  /// Deviations of a press from the moment that is meant, ms.
  public static let errors = [30, 90, 180]
  /// Of the points.
  public static let seeds: ClosedRange<UInt64> = 1...200

  private static let screen = Rect(x: 0, y: 0, width: 1_280, height: 800)

  public init() {}

  /// All seeds with one way, size and accuracy.
  public func outcome(_ way: Way, size: (width: Int, height: Int), error: Int) -> Outcome {
    var outcome = Outcome()
    for seed in Self.seeds {
      var chance = Chance(seed: seed, stream: 0)
      let target = Rect(
        x: Int(chance.unit() * Double(Self.screen.width - size.width)),
        y: Int(chance.unit() * Double(Self.screen.height - size.height)), width: size.width, height: size.height)
      var errors = Chance(seed: seed, stream: 1)
      var world = PointingWorld(way.grid, screen: Self.screen)
      let start = world.time
      click(at: target, way, &world) { Int64(errors.normal() * Double(error) * 1_000) }
      outcome.count += 1
      if let request = world.pointed {
        let (x, y) = (request.x * Double(Self.screen.width), request.y * Double(Self.screen.height))
        outcome.hits += target.contains(x: Int(x), y: Int(y)) ? 1 : 0
      }
      (outcome.presses, outcome.steps) = (outcome.presses + world.presses, outcome.steps + world.steps)
      outcome.time += world.time - start
    }
    return outcome
  }

  /// Presses until the pointer has clicked.
  private func click(at target: Rect, _ way: Way, _ world: inout PointingWorld, error: () -> Int64) {
    let middle = target.middle
    var isFiner = way != .finer
    // More presses than any way needs.
    for _ in 0..<12 where world.pointed == nil {
      guard let places = world.light?.places else { return }
      let deed = isFiner ? PointDeed.click : .finer
      var (index, part) = (places.firstIndex(of: .deed(deed)), 0.5)
      if index != nil {
        isFiner = true
      } else {
        (index, part) = Self.aim(at: middle, among: places, isLine: way.grid.isLine)
      }
      guard let index else { return }
      var moment = Self.moment(
        of: index, part, isLine: way.grid.isLine && places.first?.isCell == true, since: world.began)
      // Who would have to press before the page is there waits for the next round.
      let pressed = moment + error()
      if pressed < world.began + 50_000 {
        moment = pressed + Int64(places.count) * PointingWorld.interval + PointingWorld.pause
        world.press(at: moment)
      } else {
        world.press(at: pressed)
      }
    }
  }

  /// The column or row of a point, or the one that is nearest to it, and how far through it the point is.
  private static func aim(
    at point: (x: Int, y: Int), among places: [Place], isLine: Bool
  ) -> (index: Int?, part: Double) {
    let cells = places.enumerated().compactMap { index, place -> (Int, PointCell)? in
      if case .cell(let cell) = place { (index, cell) } else { nil }
    }
    func range(_ cell: PointCell) -> (start: Int, size: Int, point: Int) {
      cell.kind == .column ? (cell.area.x, cell.area.width, point.x) : (cell.area.y, cell.area.height, point.y)
    }
    func distance(_ cell: PointCell) -> Int {
      let (start, size, point) = range(cell)
      return max(start - point, point - (start + size - 1), 0)
    }
    guard let (index, cell) = cells.min(by: { distance($0.1) < distance($1.1) }) else { return (nil, 0.5) }
    let (start, size, place) = range(cell)
    let part = (Double(place - start) + 0.5) / Double(size)
    return (index, isLine ? min(max(part, 0), 1) : 0.5)
  }

  /// When this part of a place's time has passed. A line stands during the pause of the first place.
  private static func moment(of index: Int, _ part: Double, isLine: Bool, since began: Int64) -> Int64 {
    let (pause, interval) = (PointingWorld.pause, PointingWorld.interval)
    if index == 0, !isLine { return began + Int64(part * Double(pause + interval)) }
    return began + pause + Int64((Double(index) + part) * Double(interval))
  }

  /// The table in Markdown. The same sources give the same bytes.
  public var table: String {
    var lines = [
      "| target px | error ms | \(Way.allCases.map(\.rawValue).joined(separator: " | ")) |",
      "|---:|---:|\(Way.allCases.map { _ in "---:|" }.joined())",
    ]
    var costs = Way.allCases.map { _ in Outcome() }
    for size in Self.sizes {
      for error in Self.errors {
        let outcomes = Way.allCases.map { outcome($0, size: size, error: error) }
        for (index, one) in outcomes.enumerated() {
          costs[index].count += one.count
          costs[index].presses += one.presses
          costs[index].steps += one.steps
          costs[index].time += one.time
        }
        let shares = outcomes.map { "\(Table.fixed(100 * $0.share, 1)) %" }.joined(separator: " | ")
        lines.append("| \(size.0) × \(size.1) | \(error) | \(shares) |")
      }
    }
    lines += ["", "| way | presses | steps | seconds |", "|---|---:|---:|---:|"]
    for (way, cost) in zip(Way.allCases, costs) {
      func mean(_ sum: Double) -> String { Table.fixed(sum / Double(max(cost.count, 1)), 1) }
      let figures = [Double(cost.presses), Double(cost.steps), Double(cost.time) / 1_000_000].map(mean)
      lines.append("| \(way.rawValue) | \(figures.joined(separator: " | ")) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Place {
  fileprivate var isCell: Bool { if case .cell = self { true } else { false } }
}
