/// The table of the workbench, in Markdown.
public struct Table: Sendable {
  private let calibrated: [Bench.Row]
  private let best: Bench.Row
  private let ceiling: Bench.Row
  private let presets: [Bench.Row]
  private let peers: [Bench.Row]
  private let strangers: [Bench.Strangers]

  /// `calibrated`: one row for each plan, in order.
  public init(
    calibrated: [Bench.Row], best: Bench.Row, ceiling: Bench.Row, presets: [Bench.Row],
    peers: [Bench.Row], strangers: [Bench.Strangers]
  ) {
    self.calibrated = calibrated
    self.best = best
    self.ceiling = ceiling
    self.presets = presets
    self.peers = peers
    self.strangers = strangers
  }

  /// The measures of each row, then the scores of every kind and of people of no kind.
  public var text: String {
    let rows = calibrated + [best, ceiling] + presets + peers
    var lines = [
      "| | setting | mean | worst | worst kind | recall | false/min | delay p50, p95 ms | pressed p95 ms "
        + "| wrong item % |",
      "|---|---|---:|---:|---|---:|---:|---:|---:|---:|",
    ]
    for row in rows {
      let all = row.all
      lines.append(
        "| \(row.name) | \(row.setting) | \(Table.fixed(row.mean, 1)) | \(Table.fixed(row.worst, 1)) "
          + "| \(row.worstKind?.rawValue ?? "") | \(Table.fixed(all.recall, 3)) "
          + "| \(Table.fixed(all.falsePerMinute, 3)) | \(Table.fixed(all.medianDelay, 0)), "
          + "\(Table.fixed(all.lateDelay, 0)) "
          + "| \(Table.fixed(all.pressedError, 1)) | \(Table.fixed(100 * all.wrongItems, 2)) |")
    }
    lines += [
      "",
      "| kind | calibrated: score, recall, false/min | twice, long rests | known afterwards "
        + "| best preset | best of the others' rules |",
    ]
    lines.append("|---|---|---|---:|---|---|")
    for (index, kind) in PersonKind.allCases.enumerated() {
      let own = [calibrated.first, calibrated.last].map { $0.map { Table.three($0.kinds[index]) } ?? "" }
      lines.append(
        "| \(kind.rawValue) | \(own[0]) | \(own[1]) | \(Table.fixed(ceiling.kinds[index].score, 1)) "
          + "| \(Table.leader(presets, index)) | \(Table.leader(peers, index)) |"
      )
    }
    lines += ["", "| people of no kind | mean | nine of ten reach | recall | false/min |", "|---|---:|---:|---:|---:|"]
    for row in strangers {
      lines.append(
        "| \(row.name) | \(Table.fixed(row.mean, 1)) | \(Table.fixed(row.lowestTenth, 1)) "
          + "| \(Table.fixed(row.all.recall, 3)) | \(Table.fixed(row.all.falsePerMinute, 3)) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func three(_ found: Evaluation) -> String {
    "\(fixed(found.score, 1)), \(fixed(found.recall, 3)), \(fixed(found.falsePerMinute, 3))"
  }

  private static func leader(_ rows: [Bench.Row], _ kind: Int) -> String {
    guard let row = rows.max(by: { $0.kinds[kind].score < $1.kinds[kind].score }) else { return "" }
    return "\(fixed(row.kinds[kind].score, 1)) \(row.name)"
  }

  /// A number with this many decimals, rounded to the nearest.
  static func fixed(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "-" }
    let scale = (0..<decimals).reduce(1) { product, _ in product * 10 }
    let units = Int((abs(value) * Double(scale)).rounded())
    let sign = value < 0 && units > 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(units)" }
    let fraction = String(units % scale)
    return "\(sign)\(units / scale)." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }
}
