import SwitchwayConnection
import SwitchwayCore
import SwitchwayJSON

/// Statistics as a table and a plot for people, and as JSON for programs.
struct StatisticsWords {
  /// The widest bar of the plot, in columns.
  private static let width: Int64 = 50

  /// One switch on one day, from the daemon.
  private struct Row {
    let day: String
    let name: String
    let presses: Int64
    let rejected: [(reason: String, count: Int64)]
    let misses: Int64
    let length: (count: Int64, median: Int64)
    let delay: (count: Int64, median: Int64)
    let source: JSONValue
  }

  private let rows: [Row]
  /// In order, each once.
  private let days: [String]

  init(days: some Sequence<JSONValue>) {
    var rows: [Row] = []
    var names: [String] = []
    for day in days {
      let name = Terminal.printable(day["day"]?.stringValue ?? "")
      names.append(name)
      for one in day["switches"]?.arrayValue ?? [] {
        let rejected = one["rejected"]?.objectValue ?? [:]
        rows.append(
          Row(
            day: name, name: Terminal.printable(one["switch"]?.stringValue ?? ""),
            presses: one["presses"]?.integerValue ?? 0,
            rejected: rejected.keys.sorted().map {
              (Terminal.printable($0), rejected[$0]?.integerValue ?? 0)
            },
            misses: one["misses"]?.integerValue ?? 0, length: StatisticsWords.times(one["length"]),
            delay: StatisticsWords.times(one["delay"]), source: one))
      }
    }
    self.rows = rows
    self.days = names
  }

  private static func times(_ value: JSONValue?) -> (count: Int64, median: Int64) {
    (value?["count"]?.integerValue ?? 0, value?["median"]?.integerValue ?? 0)
  }

  // MARK: People

  /// The table, a blank line, and the plot.
  var text: String {
    guard !rows.isEmpty else { return "no press yet\n" }
    var table = [["day", "switch", "presses", "rejected", "missed", "length", "delay", "why rejected"]]
    for row in rows {
      let total = row.rejected.reduce(0) { $0 &+ $1.count }
      table.append([
        row.day, row.name, "\(row.presses)", "\(total)", "\(row.misses)", StatisticsWords.shown(row.length),
        StatisticsWords.shown(row.delay), row.rejected.map { "\($0.reason) \($0.count)" }.joined(separator: ", "),
      ])
    }
    let widths = table[0].indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    let numbers = 2...6
    let lines = table.map { cells in
      cells.enumerated().map { column, cell in
        let room = String(repeating: " ", count: widths[column] - cell.count)
        return numbers.contains(column) ? room + cell : cell + room
      }.joined(separator: "  ").trimmedAtEnd
    }
    return lines.map { $0 + "\n" }.joined() + "\n" + plot
  }

  /// One bar for each day: accepted presses, then rejected ones.
  private var plot: String {
    let totals = days.map { day in
      let mine = rows.filter { $0.day == day }
      return (
        day: day, presses: mine.reduce(0) { $0 &+ $1.presses },
        rejected: mine.reduce(0) { $0 &+ $1.rejected.reduce(0) { $0 &+ $1.count } }
      )
    }
    let most = max(totals.map { $0.presses &+ $0.rejected }.max() ?? 0, 1)
    /// At least one column for a count above 0.
    func columns(_ count: Int64) -> Int {
      count <= 0 ? 0 : max(1, Int((min(Double(count) / Double(most), 1) * Double(StatisticsWords.width)).rounded()))
    }
    return totals.map { total in
      let bar =
        String(repeating: "#", count: columns(total.presses)) + String(repeating: "-", count: columns(total.rejected))
      return "\(total.day)  \(bar) \(total.presses) presses, \(total.rejected) rejected\n"
    }.joined()
  }

  private static func shown(_ times: (count: Int64, median: Int64)) -> String {
    times.count == 0 ? "-" : LengthWords.measured(times.median)
  }

  // MARK: Programs

  /// A list of `{"day","switch","presses","rejected","misses","length","delay"}` on one line.
  var json: String {
    let list = rows.map { row in
      func times(_ name: String) -> JSONValue {
        let names = ["count", "mean", "median", "shortest", "longest"]
        var one = JSONObject()
        for member in names { one[member] = .integer(row.source[name]?[member]?.integerValue ?? 0) }
        return .object(one)
      }
      var rejected = JSONObject()
      for (reason, count) in row.rejected { rejected[reason] = .integer(count) }
      return JSONValue.object([
        "day": .string(row.day), "switch": .string(row.name), "presses": .integer(row.presses),
        "rejected": .object(rejected), "misses": .integer(row.misses), "length": times("length"),
        "delay": times("delay"),
      ])
    }
    return JSONValue.array(list).line
  }
}

extension String {
  fileprivate var trimmedAtEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
