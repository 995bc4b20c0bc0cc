import SwitchwayProtocol
import SwitchwayCore

/// Writes statistics as JSON, for the answer to the request `get` for `statistics` and for their file, and reads the
/// file.
package enum StatisticsText {
  static let version: Int64 = 1

  // MARK: Writing

  /// Appends the latest days as a JSON list that begins with the oldest: as many days as fit if the buffer may have
  /// `limit` bytes. Only as many days have their hours as fit into half of the space, so that older days have space
  /// too.
  static func putDays(_ days: [PressStatistics.Day], upTo limit: Int, into line: inout LineBuffer) {
    var texts: [LineBuffer] = []
    var room = limit - line.count - 2
    for day in days.reversed() {
      var text = text(of: day, isKept: false)
      if room - text.count < limit / 2 { text = Self.text(of: day, isKept: false, hasHours: false) }
      room -= text.count + 1
      guard room >= 0 else { break }
      texts.append(text)
    }
    putTexts(texts.reversed(), into: &line)
  }

  /// Returns the contents of the file.
  package static func file(_ days: [PressStatistics.Day]) -> [UInt8] {
    var line = LineBuffer()
    line.putNumber(#"{"version":"#, version)
    line.put(#","days":"#)
    putTexts(days.lazy.map { text(of: $0, isKept: true) }, into: &line)
    line.put("}\n")
    return Array(line.bytes)
  }

  private static func putTexts(_ texts: some Sequence<LineBuffer>, into line: inout LineBuffer) {
    line.put("[")
    for (index, text) in texts.enumerated() {
      if index > 0 { line.put(",") }
      line.putJSON(text)
    }
    line.put("]")
  }

  private static func text(of day: PressStatistics.Day, isKept: Bool, hasHours: Bool = true) -> LineBuffer {
    let rows: [JSONValue] = day.rows.map { row in
      let hours = hasHours ? row.hours : []
      return [
        "switch": .string(row.name), "presses": .integer(row.presses), "rejected": value(row.rejected),
        "misses": .integer(row.misses), "length": value(row.lengths, isKept: isKept),
        "delay": value(row.delays, isKept: isKept), "hours": hours.isEmpty ? nil : .array(hours.map(value)),
        "course": isKept && !hours.isEmpty ? value(row.course) : nil, "thirds": isKept ? nil : thirds(row.course),
      ]
    }
    var text = LineBuffer()
    text.putValue(["day": .string(day.day.text), "switches": .array(rows)])
    return text
  }

  private static func value(_ rejected: [Int64]) -> JSONValue {
    var members = JSONObject()
    for (reason, count) in zip(RejectionReason.allCases, rejected) where count > 0 {
      members[reason.rawValue] = .integer(count)
    }
    return .object(members)
  }

  private static func value(_ hour: PressHour) -> JSONValue {
    ["hour": .integer(Int64(hour.hour)), "presses": .integer(hour.presses), "rejected": value(hour.rejected)]
  }

  /// Returns a course as JSON: each of its parts is a list `[presses, rejected, lengths, sum]`.
  private static func value(_ course: PressCourse) -> JSONValue {
    .array(course.parts.map { .integers([$0.presses, $0.rejected, $0.lengths, $0.sum]) })
  }

  private static func thirds(_ course: PressCourse) -> JSONValue? {
    guard let (first, last) = course.thirds else { return nil }
    return .array(
      [first, last].map {
        ["presses": .integer($0.presses), "rejected": .integer($0.rejected), "mean": .integer($0.mean)]
      })
  }

  /// Returns a tally as JSON, in µs: for clients, the mean and the median; for the file (`isKept`), the numbers from
  /// which these are computed.
  private static func value(_ tally: TimeTally, isKept: Bool) -> JSONValue {
    [
      "count": .integer(tally.count), "sum": isKept ? .integer(tally.sum) : nil,
      "mean": isKept ? nil : .integer(tally.mean), "median": isKept ? nil : .integer(tally.median),
      "lower-quartile": isKept ? nil : .integer(tally.quartile(1)),
      "upper-quartile": isKept ? nil : .integer(tally.quartile(3)), "shortest": .integer(tally.shortest),
      "longest": .integer(tally.longest), "spread": isKept ? .integers(tally.spread) : nil,
    ]
  }

  // MARK: Reading

  /// Reads the days in a file. Returns `nil` if the file is damaged or has another version. Leaves out unknown reasons
  /// of rejections.
  package static func days(of bytes: [UInt8]) -> [PressStatistics.Day]? {
    guard let value = try? JSONValue.parse(bytes) else { return nil }
    let file = Members(value)
    guard file.number("version") == version, let list = file.values("days") else { return nil }
    var days: [PressStatistics.Day] = []
    for one in list.map(Members.init) {
      guard let text = one.text("day"), let number = CalendarDay(text), let rows = one.values("switches"),
        rows.count <= PressStatistics.mostSwitches
      else { return nil }
      var day = PressStatistics.Day(day: number)
      for row in rows {
        guard let row = self.row(Members(row)) else { return nil }
        day.rows.append(row)
      }
      days.append(day)
    }
    return days
  }

  private static func row(_ members: Members) -> PressStatistics.Row? {
    guard let name = members.text("switch"), let presses = count(members.number("presses")),
      let misses = count(members.number("misses")), let rejected = members.members("rejected").flatMap(rejected),
      let lengths = members.members("length").flatMap(tally), let delays = members.members("delay").flatMap(tally),
      let hours = hours(of: members), let course = course(of: members)
    else { return nil }
    var row = PressStatistics.Row(name: name)
    (row.presses, row.misses, row.lengths, row.delays) = (presses, misses, lengths, delays)
    (row.rejected, row.hours, row.course) = (rejected, hours, course)
    return row
  }

  private static func rejected(_ members: Members) -> [Int64]? {
    var numbers: [Int64] = []
    for reason in RejectionReason.allCases {
      guard let number = members.has(reason.rawValue) ? count(members.number(reason.rawValue)) : 0 else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// Reads the hours of a day. Files of earlier versions have none, so the list is empty. Returns `nil` if they are
  /// damaged.
  private static func hours(of row: Members) -> [PressHour]? {
    guard row.has("hours") else { return [] }
    guard let list = row.values("hours") else { return nil }
    var hours: [PressHour] = []
    for one in list.map(Members.init) {
      guard let number = one.number("hour"), (0...23).contains(number), number > hours.last?.hour ?? -1,
        let presses = count(one.number("presses")), let rejected = one.members("rejected").flatMap(rejected)
      else { return nil }
      var hour = PressHour(hour: Int(number))
      (hour.presses, hour.rejected) = (presses, rejected)
      hours.append(hour)
    }
    return hours
  }

  private static func course(of row: Members) -> PressCourse? {
    guard row.has("course") else { return PressCourse() }
    guard let list = row.values("course") else { return nil }
    var parts: [PressCourse.Part] = []
    for one in list {
      guard let numbers = one.arrayValue?.compactMap({ count($0.integerValue) }), numbers.count == 4 else { return nil }
      parts.append(
        PressCourse.Part(presses: numbers[0], rejected: numbers[1], lengths: numbers[2], sum: numbers[3]))
    }
    return PressCourse(parts: parts)
  }

  private static func tally(_ members: Members) -> TimeTally? {
    guard let number = count(members.number("count")), let sum = count(members.number("sum")),
      let shortest = count(members.number("shortest")), let longest = count(members.number("longest")),
      let spread = members.values("spread")?.compactMap({ count($0.integerValue) })
    else { return nil }
    return TimeTally(count: number, sum: sum, shortest: shortest, longest: longest, spread: spread)
  }

  /// Returns the number as a count, or `nil` if it is negative or so large that it could overflow later.
  private static func count(_ number: Int64?) -> Int64? {
    number.flatMap { (0...(.max / 2)).contains($0) ? $0 : nil }
  }
}

extension JSONValue {
  fileprivate static func integers(_ numbers: [Int64]) -> JSONValue { .array(numbers.map(JSONValue.integer)) }
}
