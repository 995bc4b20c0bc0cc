import SwitchwayCore
import SwitchwayJSON
import SwitchwayProtocol

/// Statistics as JSON, for the answer to `get` `statistics` and for the file.
package enum StatisticsText {
  /// The version of the file.
  static let version: Int64 = 1

  // MARK: Writing

  /// Appends the latest days as a JSON list, the oldest first: as many as fit if the buffer may have `limit` bytes. The
  /// hours of the latest days take half of it at the most, so that older days have room.
  static func put(_ days: [PressStatistics.Day], upTo limit: Int, into line: inout LineBuffer) {
    var texts: [LineBuffer] = []
    var room = limit - line.count - 2
    for day in days.reversed() {
      var text = LineBuffer()
      put(day, isKept: false, into: &text)
      if room - text.count < limit / 2 {
        text.clear()
        put(day, isKept: false, hasHours: false, into: &text)
      }
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

  private static func put(
    _ day: PressStatistics.Day, isKept: Bool, hasHours: Bool = true, into line: inout LineBuffer
  ) {
    line.put(#"{"day":"#, EscapedText(day.day.text))
    line.put(#","switches":["#)
    for (index, row) in day.rows.enumerated() {
      line.put(index == 0 ? #"{"switch":"# : #",{"switch":"#, EscapedText(row.name))
      line.put(#","presses":"#, row.presses)
      put(row.rejected, into: &line)
      line.put(#","misses":"#, row.misses)
      line.put(#","length":"#)
      put(row.lengths, isKept: isKept, into: &line)
      line.put(#","delay":"#)
      put(row.delays, isKept: isKept, into: &line)
      if hasHours, !row.hours.isEmpty {
        put(row.hours, into: &line)
        if isKept { put(row.course, into: &line) }
      }
      if !isKept { putThirds(row.course, into: &line) }
      line.put("}")
    }
    line.put("]}")
  }

  private static func put(_ rejected: [Int64], into line: inout LineBuffer) {
    line.put(#","rejected":{"#)
    var isFirst = true
    for (reason, count) in zip(RejectionReason.allCases, rejected) where count > 0 {
      if !isFirst { line.put(",") }
      isFirst = false
      line.put(EscapedText(reason.rawValue))
      line.put(":")
      line.put(count)
    }
    line.put("}")
  }

  private static func put(_ hours: [PressHour], into line: inout LineBuffer) {
    line.put(#","hours":["#)
    for (index, hour) in hours.enumerated() {
      line.put(index == 0 ? #"{"hour":"# : #",{"hour":"#, Int64(hour.hour))
      line.put(#","presses":"#, hour.presses)
      put(hour.rejected, into: &line)
      line.put("}")
    }
    line.put("]")
  }

  /// Each part as `[presses, rejected, lengths, sum]`.
  private static func put(_ course: PressCourse, into line: inout LineBuffer) {
    line.put(#","course":["#)
    for (index, part) in course.parts.enumerated() {
      line.put(index == 0 ? "[" : ",[")
      line.put(part.presses)
      for number in [part.rejected, part.lengths, part.sum] {
        line.put(",")
        line.put(number)
      }
      line.put("]")
    }
    line.put("]")
  }

  private static func putThirds(_ course: PressCourse, into line: inout LineBuffer) {
    guard let (first, last) = course.thirds else { return }
    line.put(#","thirds":["#)
    for (index, part) in [first, last].enumerated() {
      line.put(index == 0 ? #"{"presses":"# : #",{"presses":"#, part.presses)
      line.put(#","rejected":"#, part.rejected)
      line.put(#","mean":"#, part.mean)
      line.put("}")
    }
    line.put("]")
  }

  /// In µs: the mean and the median for clients; the numbers that they are computed from for the file.
  private static func put(_ tally: TimeTally, isKept: Bool, into line: inout LineBuffer) {
    line.put(#"{"count":"#, tally.count)
    line.put(isKept ? #","sum":"# : #","mean":"#, isKept ? tally.sum : tally.mean)
    if !isKept {
      line.put(#","median":"#, tally.median)
      line.put(#","lower-quartile":"#, tally.quartile(1))
      line.put(#","upper-quartile":"#, tally.quartile(3))
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
    guard let numbers = self.rejected(rejected), let hours = hours(value["hours"]), let course = course(value["course"])
    else { return nil }
    (row.rejected, row.hours, row.course) = (numbers, hours, course)
    return row
  }

  private static func rejected(_ members: [String: JSONValue]) -> [Int64]? {
    var numbers: [Int64] = []
    for reason in RejectionReason.allCases {
      guard let number = members[reason.rawValue].map(count) ?? 0 else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// Empty in files of earlier versions.
  private static func hours(_ value: JSONValue?) -> [PressHour]? {
    guard let value else { return [] }
    guard let list = value.arrayValue else { return nil }
    var hours: [PressHour] = []
    for one in list {
      guard let number = one["hour"]?.integerValue, (0...23).contains(number), number > hours.last?.hour ?? -1,
        let presses = count(one["presses"]), let rejected = one["rejected"]?.objectValue.flatMap(rejected)
      else { return nil }
      var hour = PressHour(hour: Int(number))
      (hour.presses, hour.rejected) = (presses, rejected)
      hours.append(hour)
    }
    return hours
  }

  private static func course(_ value: JSONValue?) -> PressCourse? {
    guard let value else { return PressCourse() }
    guard let list = value.arrayValue else { return nil }
    var parts: [PressCourse.Part] = []
    for one in list {
      guard let numbers = one.arrayValue?.compactMap({ count($0) }), numbers.count == 4 else { return nil }
      parts.append(
        PressCourse.Part(presses: numbers[0], rejected: numbers[1], lengths: numbers[2], sum: numbers[3]))
    }
    return PressCourse(parts: parts)
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
