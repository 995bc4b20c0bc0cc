/// The figures of the scanning clock in Markdown, and their plot. The same seeds give the same bytes.
public struct ScanningTable: Sendable {
  /// A row: an interval and a filter, with the choices of each way, in order.
  struct Row: Sendable {
    var interval: Int64
    var filter: Int64
    var ways: [ScanningBench.Choices]
    /// How much longer a round takes for a trembling hand; nil without a filter.
    var delay: Double?
  }

  private let rows: [Row]

  /// Runs everything.
  public init(_ bench: ScanningBench) {
    rows = ScanningBench.filters.flatMap { filter in
      ScanningBench.intervals.map { interval in
        Row(
          interval: interval, filter: filter,
          ways: ScanningBench.Way.allCases.map { bench.choices($0, interval: interval, filter: filter) },
          delay: filter == 0 ? nil : bench.delay(interval: interval, filter: filter))
      }
    }
  }

  /// Wrong items in percent, the time of a choice, and the cost of trembling.
  public var text: String {
    let names = ScanningBench.Way.allCases.map(\.rawValue).joined(separator: " | ")
    var lines = [
      "| filter ms | interval s | \(names) | a choice takes s: without, with freeze | a trembling hand's round |",
      "|---:|---:|\(ScanningBench.Way.allCases.map { _ in "---:|" }.joined())---:|---:|",
    ]
    for row in rows {
      let shares = row.ways.map { "\(Table.fixed(100 * $0.share, 1)) %" }.joined(separator: " | ")
      let times = row.ways[1...2].map { Table.fixed(Double($0.time) / Double(max($0.count, 1)) / 1_000_000, 2) }
      let delay = row.delay.map { "+\(Table.fixed(100 * $0, 1)) %" } ?? "-"
      lines.append(
        "| \(row.filter) | \(Table.fixed(Double(row.interval) / 1_000, 1)) | \(shares) "
          + "| \(times.joined(separator: ", ")) | \(delay) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: The plot

  /// Distinguishable with red-green colour blindness (Okabe and Ito).
  private static let colours = ["#d55e00", "#e69f00", "#0072b2", "#009e73"]
  private static let (left, top, width, height, gap) = (50, 60, 200, 220, 30)

  /// SVG: a panel for each filter, wrong items over the interval.
  public var plot: String {
    let filters = ScanningBench.filters
    let most = max(rows.flatMap { $0.ways.map(\.share) }.max() ?? 0, 0.01)
    let right = Self.left + filters.count * (Self.width + Self.gap)
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(right) \(Self.top + Self.height + 60)\" "
        + "font-family=\"sans-serif\" font-size=\"12\">",
      "<title>Wrong items of simulated people who scan with one switch</title>",
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>",
    ]
    for (index, way) in ScanningBench.Way.allCases.enumerated() {
      let x = Self.left + index * 150
      lines.append("<circle cx=\"\(x)\" cy=\"18\" r=\"5\" fill=\"\(Self.colours[index])\"/>")
      lines.append("<text x=\"\(x + 10)\" y=\"22\">\(way.rawValue)</text>")
    }
    for (panel, filter) in filters.enumerated() {
      let x = Self.left + panel * (Self.width + Self.gap)
      lines += frame(at: x, filter, upTo: most, isFirst: panel == 0)
      for way in ScanningBench.Way.allCases.indices {
        let points = rows.filter { $0.filter == filter }.map { row in
          "\(x + Self.place(row.interval)),\(Self.level(row.ways[way].share, upTo: most))"
        }
        lines.append(
          "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" stroke=\"\(Self.colours[way])\" "
            + "stroke-width=\"2\"/>")
      }
    }
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  private func frame(at x: Int, _ filter: Int64, upTo most: Double, isFirst: Bool) -> [String] {
    let bottom = Self.top + Self.height
    var lines = ["<text x=\"\(x)\" y=\"\(Self.top - 10)\">hold-duration \(filter) ms</text>"]
    for percent in stride(from: 0, through: Int(most * 100), by: 10) {
      let y = Self.level(Double(percent) / 100, upTo: most)
      lines.append("<line x1=\"\(x)\" y1=\"\(y)\" x2=\"\(x + Self.width)\" y2=\"\(y)\" stroke=\"#dddddd\"/>")
      if isFirst { lines.append("<text x=\"\(x - 8)\" y=\"\(y + 4)\" text-anchor=\"end\">\(percent) %</text>") }
    }
    for interval in ScanningBench.intervals {
      lines.append(
        "<text x=\"\(x + Self.place(interval))\" y=\"\(bottom + 18)\" text-anchor=\"middle\">"
          + "\(Table.fixed(Double(interval) / 1_000, 1))</text>")
    }
    lines.append(
      "<text x=\"\(x + Self.width / 2)\" y=\"\(bottom + 38)\" text-anchor=\"middle\">interval, s</text>")
    return lines
  }

  /// The panel's x of an interval: evenly spaced, in the order of the list.
  private static func place(_ interval: Int64) -> Int {
    let index = ScanningBench.intervals.firstIndex(of: interval) ?? 0
    return index * width / (ScanningBench.intervals.count - 1)
  }

  private static func level(_ share: Double, upTo most: Double) -> Int {
    top + height - Int((share / most * Double(height)).rounded())
  }
}
