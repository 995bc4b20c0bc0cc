import SwitchwayProtocol

/// Shows how presses change during the day, from the daemon's statistics. It shows them by hour, and compares the first
/// third of a day's presses with the last third.
struct DayCourse {
  /// The presses in one hour of the day, over all days and switches.
  struct Hour {
    var presses: Int64 = 0
    var reasons: [String: Int64] = [:]
    var rejected: Int64 { reasons.values.reduce(0) { $0 &+ $1 } }
  }

  /// The first or the last third of the presses of a switch on a day.
  struct Third {
    /// The mean length of the presses in this third, in microseconds.
    let mean: Int64
    /// The number of rejected presses per hundred presses.
    let share: Int64

    init(_ third: Wire.Third) {
      mean = third.mean
      let all = Double(third.presses) + Double(third.rejected)
      share = all > 0 ? Int64((Double(third.rejected) / all * 100).rounded()) : 0
    }
  }

  /// The presses in each hour of the day, 0…23.
  private(set) var hours = [Hour](repeating: Hour(), count: 24)
  private(set) var thirds: [(day: String, name: String, first: Third, last: Third)] = []

  init(days: some Sequence<Wire.Day>) {
    for day in days {
      for one in day.switches {
        for hour in one.hours ?? [] {
          guard let number = hour.hour, (0...23).contains(number) else { continue }
          hours[Int(number)].presses &+= hour.presses
          for refusal in hour.rejected.entries {
            hours[Int(number)].reasons[Terminal.printable(refusal.reason), default: 0] &+= refusal.count
          }
        }
        guard let pair = one.thirds, pair.count == 2 else { continue }
        let name = Terminal.printable(one.name)
        thirds.append((Terminal.printable(day.day), name, Third(pair[0]), Third(pair[1])))
      }
    }
  }

  /// The hours from the first one with presses to the last one. Empty if there are no presses.
  var span: Range<Int> {
    let used = hours.indices.filter { hours[$0].presses > 0 || hours[$0].rejected > 0 }
    return (used.first ?? 0)..<((used.last ?? -1) + 1)
  }

  /// The largest number of presses and rejections in an hour, at least 1.
  var most: Int64 { max(span.map { hours[$0].presses &+ hours[$0].rejected }.max() ?? 0, 1) }

  // MARK: A plot and a table of the hours, then the changes from the first third to the last.

  /// Returns a plot and a table of the hours, and after them a table of what changed from the first to the last third
  /// of the days. Empty if nothing is known.
  func text(_ appearance: Appearance, width: Int?) -> String {
    var text = ""
    if let chart = chart(appearance, width: width ?? 80) {
      text += (appearance.hasColour ? chart.colouredText() : chart.text) + "\n" + hourTable(width)
    }
    if !thirds.isEmpty { text += (text.isEmpty ? "" : "\n") + thirdTable(width) }
    return text
  }

  private static let height = 8

  /// Draws the presses by hour. Accepted presses are full bars, and rejected presses are light bars on top of them.
  /// Returns `nil` if there are no presses.
  func chart(_ appearance: Appearance, width: Int) -> Canvas? {
    guard !span.isEmpty else { return nil }
    let label = max(String(most).count, 3)
    let step = min(max((width - label - 2) / span.count, 1), 6)
    var canvas = Canvas(columns: max(width, 20), rows: Self.height + 3, appearance: appearance)
    canvas.putText("presses by hour", column: 0, row: 0, style: .bold)
    let legend = canvas.appearance.hasBlocks ? "█ accepted ░ rejected" : "# accepted - rejected"
    canvas.putText(legend, column: 17, row: 0)
    let bottom = Self.height
    canvas.putText(String(most), endingAt: label, row: 1)
    canvas.putText("0", endingAt: label, row: bottom)
    for row in 1...bottom { canvas.mark(column: label, row: row, style: .dim) }
    canvas.line(column: label + 1, row: bottom + 1, width: step * span.count, style: .dim)
    for (index, hour) in span.enumerated() {
      let column = label + 1 + index * step
      let accepted = height(hours[hour].presses)
      let bar = max(step - 1, 1)
      canvas.column(accepted, column: column, bottom: bottom, width: bar, style: .green)
      canvas.column(
        height(hours[hour].rejected), upon: accepted, most: Self.height, column: column, bottom: bottom, width: bar,
        style: .yellow)
      // Narrow columns have a label only for every third hour.
      if step > 2 || index.isMultiple(of: 3) { canvas.putText(Self.two(hour), column: column, row: bottom + 2) }
    }
    return canvas
  }

  private func height(_ count: Int64) -> Double {
    min(max(Double(count) / Double(most), 0), 1) * Double(Self.height)
  }

  private static func two(_ hour: Int) -> String { hour < 10 ? "0\(hour)" : "\(hour)" }

  private func hourTable(_ width: Int?) -> String {
    var rows = [["hour", "presses", "rejected", "why rejected"]]
    for hour in span where hours[hour].presses > 0 || hours[hour].rejected > 0 {
      let one = hours[hour]
      let reasons = one.reasons.filter { $0.value > 0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      rows.append([
        Self.two(hour), "\(one.presses)", "\(one.rejected)",
        reasons.map { "\(StatisticsWords.shown($0.key)) \($0.value)" }.joined(separator: ", "),
      ])
    }
    return TextTable.text(rows, numbers: 1..<3, width: width)
  }

  private func thirdTable(_ width: Int?) -> String {
    var rows = [["day", "switch", "length", "rejected", "first to last third of the day"]]
    for one in thirds {
      rows.append([
        one.day, one.name, "\(LengthWords.measured(one.first.mean)) to \(LengthWords.measured(one.last.mean))",
        "\(one.first.share) % to \(one.last.share) %", Self.change(one.first, one.last),
      ])
    }
    return TextTable.text(rows, width: width)
  }

  /// The smallest change of the mean length that is mentioned, in percent. `leastMore` is the smallest change of the
  /// number of rejected presses per hundred.
  private static let leastLonger = 10.0
  private static let leastMore: Int64 = 5

  /// Returns the change in words, such as `54 % longer, more rejected`.
  static func change(_ first: Third, _ last: Third) -> String {
    var parts: [String] = []
    let longer = first.mean > 0 ? (Double(last.mean) / Double(first.mean) - 1) * 100 : 0
    if longer.magnitude >= leastLonger {
      parts.append("\(Int(min(longer.magnitude, 9_999).rounded())) % \(longer > 0 ? "longer" : "shorter")")
    }
    let more = last.share &- first.share
    if more.magnitude >= UInt64(leastMore) { parts.append("\(more > 0 ? "more" : "fewer") rejected") }
    return parts.isEmpty ? "about the same" : parts.joined(separator: ", ")
  }
}
