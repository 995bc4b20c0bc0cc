import SwitchwayCore
import SwitchwayJSON
import SwitchwayProtocol

/// Statistics as JSON, for the answer to `get` `statistics` and for the file.
package enum StatisticsText {
  /// The version of the file.
  static let version: Int64 = 1

  // MARK: Writing

  /// Appends the latest days as a JSON list, the oldest first: as many as fit if the buffer may have `limit` bytes.
  static func put(_ days: [PressStatistics.Day], upTo limit: Int, into line: inout LineBuffer) {
    var texts: [LineBuffer] = []
    var room = limit - line.count - 2
    for day in days.reversed() {
      var text = LineBuffer()
      put(day, isKept: false, into: &text)
      room -= text.count + 1
      guard room >= 0 else { break }
      texts.append(text)
    }
    line.put("[")
    for (index, text) in texts.reversed().enumerated() {
      if index > 0 { line.put(",") }
      line.put(contentsOf: text)
    }
    line.put("]")
  }

  /// The contents of the file.
  package static func file(_ days: [PressStatistics.Day]) -> [UInt8] {
    var line = LineBuffer()
    line.put(#"{"version":"#, version)
    line.put(#","days":["#)
    for (index, day) in days.enumerated() {
      if index > 0 { line.put(",") }
      put(day, isKept: true, into: &line)
    }
    line.put("]}\n")
    return Array(line.bytes)
  }

  private static func put(_ day: PressStatistics.Day, isKept: Bool, into line: inout LineBuffer) {
    line.put(#"{"day":"#, EscapedText(day.day.text))
    line.put(#","switches":["#)
    for (index, row) in day.rows.enumerated() {
      line.put(index == 0 ? #"{"switch":"# : #",{"switch":"#, EscapedText(row.name))
      line.put(#","presses":"#, row.presses)
      line.put(#","rejected":{"#)
      var isFirst = true
      for (reason, count) in zip(RejectionReason.allCases, row.rejected) where count > 0 {
        if !isFirst { line.put(",") }
        isFirst = false
        line.put(EscapedText(reason.rawValue))
        line.put(":")
        line.put(count)
      }
      line.put(#"},"misses":"#, row.misses)
      line.put(#","length":"#)
      put(row.lengths, isKept: isKept, into: &line)
      line.put(#","delay":"#)
      put(row.delays, isKept: isKept, into: &line)
      line.put("}")
    }
    line.put("]}")
  }

  /// In µs: the mean and the median for clients; the numbers that they are computed from for the file.
  private static func put(_ tally: TimeTally, isKept: Bool, into line: inout LineBuffer) {
    line.put(#"{"count":"#, tally.count)
    line.put(isKept ? #","sum":"# : #","mean":"#, isKept ? tally.sum : tally.mean)
    if !isKept {
      line.put(#","median":"#, tally.median)
    }
    line.put(#","shortest":"#, tally.shortest)
    line.put(#","longest":"#, tally.longest)
    if isKept {
      line.put(#","spread":["#)
      for (index, number) in tally.spread.enumerated() {
        if index > 0 { line.put(",") }
        line.put(number)
      }
      line.put("]")
    }
    line.put("}")
  }

  // MARK: Reading

  /// The days of a file; nil if the file is damaged or has another version. Unknown reasons are left out.
  package static func days(of bytes: [UInt8]) -> [PressStatistics.Day]? {
    guard let value = try? JSONValue.parse(bytes), value["version"] == .integer(version),
      let list = value["days"]?.arrayValue
    else { return nil }
    var days: [PressStatistics.Day] = []
    for one in list {
      guard let text = one["day"]?.stringValue, let number = CalendarDay(text),
        let rows = one["switches"]?.arrayValue, rows.count <= PressStatistics.mostSwitches
      else { return nil }
      var day = PressStatistics.Day(day: number)
      for row in rows {
        guard let row = self.row(row) else { return nil }
        day.rows.append(row)
      }
      days.append(day)
    }
    return days
  }

  private static func row(_ value: JSONValue) -> PressStatistics.Row? {
    guard let name = value["switch"]?.stringValue, let presses = count(value["presses"]),
      let misses = count(value["misses"]), let rejected = value["rejected"]?.objectValue,
      let lengths = tally(value["length"]), let delays = tally(value["delay"])
    else { return nil }
    var row = PressStatistics.Row(name: name)
    (row.presses, row.misses, row.lengths, row.delays) = (presses, misses, lengths, delays)
    for (place, reason) in RejectionReason.allCases.enumerated() {
      guard let number = rejected[reason.rawValue] else { continue }
      guard let number = count(number) else { return nil }
      row.rejected[place] = number
    }
    return row
  }

  private static func tally(_ value: JSONValue?) -> TimeTally? {
    guard let number = count(value?["count"]), let sum = count(value?["sum"]),
      let shortest = count(value?["shortest"]), let longest = count(value?["longest"]),
      let spread = value?["spread"]?.arrayValue?.compactMap({ count($0) })
    else { return nil }
    return TimeTally(count: number, sum: sum, shortest: shortest, longest: longest, spread: spread)
  }

  /// A count that can still grow without overflow.
  private static func count(_ value: JSONValue?) -> Int64? {
    value?.integerValue.flatMap { (0...(.max / 2)).contains($0) ? $0 : nil }
  }
}
