import SwitchwayProtocol
import SwitchwayCore

/// Shows statistics as a table and a plot for people, and as JSON for programs.
struct StatisticsWords {
  /// The largest width of a bar of the plot, in columns. `besides` is the space for the texts beside it.
  private static let width = 50
  private static let besides = 44

  /// The daemon's statistics of one switch on one day.
  private struct Row {
    let day: String
    let source: Wire.SwitchDay

    var name: String { Terminal.printable(source.name) }
    var presses: Int64 { source.presses }
    var misses: Int64 { source.misses }
    var rejected: [(reason: String, count: Int64)] {
      source.rejected.entries.sorted { $0.reason < $1.reason }.map { (Terminal.printable($0.reason), $0.count) }
    }
    var rejections: Int64 { rejected.reduce(0) { $0 &+ $1.count } }
  }

  private let rows: [Row]
  /// The days, in order, each of them once.
  private let days: [String]
  /// The presses by hour, and how they change during the days.
  let course: DayCourse

  init(days: some Collection<Wire.Day>) {
    course = DayCourse(days: days)
    rows = days.flatMap { day in
      day.switches.map { Row(day: Terminal.printable(day.day), source: $0) }
    }
    self.days = days.map { Terminal.printable($0.day) }
  }

  // MARK: People

  /// Returns the table and the plot of days, then the quartiles, the hours and the changes, with blank lines between
  /// them.
  ///
  /// - Parameter width: the columns of the terminal, or `nil` if there is no terminal.
  func text(_ appearance: Appearance = .plain, width: Int? = nil) -> String {
    guard !rows.isEmpty else { return "no press of a switch yet\n" }
    var table = [["day", "switch", "presses", "rejected", "missed", "length", "delay", "why rejected"]]
    for row in rows {
      table.append([
        row.day, row.name, "\(row.presses)", "\(row.rejections)", "\(row.misses)",
        StatisticsWords.shown(row.source.length),
        StatisticsWords.shown(row.source.delay),
        row.rejected.map { "\(StatisticsWords.shown($0.reason)) \($0.count)" }.joined(separator: ", "),
      ])
    }
    let days = TextTable.text(table, numbers: 2..<7, width: width) + "\n" + plot(width)
    let hours = course.text(appearance, width: width)
    return days + quartiles + (hours.isEmpty ? "" : "\n" + hours)
  }

  /// Returns one bar for each day: accepted presses, then rejected ones.
  private func plot(_ width: Int?) -> String {
    let totals = days.map { day in
      let mine = rows.filter { $0.day == day }
      return (
        day: day, presses: mine.reduce(0) { $0 &+ $1.presses },
        rejected: mine.reduce(0) { $0 &+ $1.rejections }
      )
    }
    let most = max(totals.map { $0.presses &+ $0.rejected }.max() ?? 0, 1)
    let longest = max(min(width.map { $0 - StatisticsWords.besides } ?? .max, StatisticsWords.width), 10)
    /// Returns the number of columns for a count. A count above 0 has at least one column.
    func columns(_ count: Int64) -> Int {
      count <= 0 ? 0 : max(1, Int((min(Double(count) / Double(most), 1) * Double(longest)).rounded()))
    }
    return totals.map { total in
      let bar =
        String(repeating: "#", count: columns(total.presses)) + String(repeating: "-", count: columns(total.rejected))
      return "\(total.day)  \(bar) \(total.presses) presses, \(total.rejected) rejected\n"
    }.joined()
  }

  /// Returns the reason of a rejection in the words of the table.
  static func shown(_ reason: String) -> String { RejectionReason(rawValue: reason)?.title ?? reason }

  private static func shown(_ times: Wire.Tally) -> String {
    times.count == 0 ? "-" : LengthWords.measured(times.median)
  }

  /// A table of the quartiles of the lengths, between which half of the lengths lie. Empty if the daemon does not send
  /// quartiles.
  private var quartiles: String {
    let known: [[String]] = rows.compactMap { row in
      let length = row.source.length
      guard length.count > 0, let lower = length.lowerQuartile, let upper = length.upperQuartile else { return nil }
      return [row.day, row.name] + [lower, length.median, upper].map { LengthWords.measured($0) }
    }
    let head = ["day", "switch", "lower quartile", "median length", "upper quartile"]
    return known.isEmpty ? "" : "\n" + TextTable.text([head] + known, numbers: 2..<5)
  }

  /// The statistics as text, for reports.
  var report: Canvas {
    let appearance = Appearance(isUTF8: true, hasBlocks: true, hasColour: false)
    let lines = text(appearance, width: 100).split(separator: "\n", omittingEmptySubsequences: false)
    var canvas = Canvas(columns: 100, rows: lines.count, appearance: appearance)
    for (row, line) in lines.enumerated() { canvas.putText(String(line), column: 0, row: row) }
    // Draws the plot of the hours again, with the details for which a text has no characters.
    if let chart = course.chart(appearance, width: 100),
      let row = lines.firstIndex(where: { $0 == chart.text(row: 0) })
    {
      canvas.putCanvas(chart, row: row)
    }
    return canvas
  }

  // MARK: Programs

  /// A list of `{"day","switch","presses","rejected","misses","length","delay","hours","thirds"}` on one line; the last
  /// two members are there only if the daemon sends them.
  var json: String {
    let list = rows.map { row in
      func times(_ tally: Wire.Tally) -> JSONValue {
        .object([
          "count": .integer(tally.count), "mean": .integer(tally.mean), "median": .integer(tally.median),
          "shortest": .integer(tally.shortest), "longest": .integer(tally.longest),
          "lower-quartile": tally.lowerQuartile.map(JSONValue.integer),
          "upper-quartile": tally.upperQuartile.map(JSONValue.integer),
        ])
      }
      var rejected = JSONObject()
      for (reason, count) in row.rejected { rejected[reason] = .integer(count) }
      return JSONValue.object([
        "day": .string(row.day), "switch": .string(row.name), "presses": .integer(row.presses),
        "rejected": .object(rejected), "misses": .integer(row.misses), "length": times(row.source.length),
        "delay": times(row.source.delay), "hours": row.source.hours.map { .array($0.map(\.json)) },
        "thirds": row.source.thirds.map { .array($0.map(\.json)) },
      ])
    }
    return JSONValue.array(list).line
  }
}
