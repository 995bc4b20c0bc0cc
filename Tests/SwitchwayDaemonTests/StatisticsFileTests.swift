import Foundation
import ProgramFixtures
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime
import Testing

@testable import SwitchwayDaemon
@testable import SwitchwayEngine

/// Where statistics are kept, and what of a file is believed.
@Suite("Statistics, kept", .blocking) struct StatisticsFileTests {
  private func file(_ scene: Scene) throws -> StatisticsFile {
    try #require(StatisticsFile(environment: ["STATE_DIRECTORY": "\(scene.folder)/state/deep"], isPersonal: false))
  }

  private static var days: [PressStatistics.Day] {
    var row = PressStatistics.Row(name: "left")
    (row.presses, row.misses) = (3, 1)
    row.rejected[0] = 2
    row.lengths.add(.milliseconds(120))
    row.delays.add(.milliseconds(40))
    row.hours = [9, 23].map { PressHour(hour: $0) }
    (row.hours[0].presses, row.hours[1].rejected[0]) = (3, 2)
    row.course =
      PressCourse(parts: [PressCourse.Part(presses: 3, rejected: 2, lengths: 1, sum: 120_000)]) ?? PressCourse()
    var day = PressStatistics.Day(day: CalendarDay(number: 20_778))
    day.rows = [row, PressStatistics.Row(name: "right")]
    return [PressStatistics.Day(day: CalendarDay(number: 20_777)), day]
  }

  @Test("what is kept comes back, in a folder and a file that are the person's own")
  func round() throws {
    let scene = try Scene()
    let file = try file(scene)
    #expect(file.read().days.isEmpty && file.read().error == nil)
    #expect(file.write(Self.days) == nil)
    #expect(file.write(Self.days) == nil)
    #expect(file.read().days == Self.days)
    #expect(file.read().error == nil)
    let rights = try [file.directory, file.path].map {
      try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int
    }
    #expect(rights == [0o700, 0o600])
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.directory) == ["statistics.json"])
  }

  @Test(
    "a damaged file is set aside and said, and counting begins anew",
    arguments: [
      "", "{", "[]", #"{"version":2,"days":[]}"#, #"{"version":1}"#, #"{"version":1,"days":[{"day":"2026-02-30"}]}"#,
      #"{"version":1,"days":[{"day":"2026-11-21","switches":[{"switch":"a","presses":-1}]}]}"#,
    ])
  func damaged(text: String) throws {
    let scene = try Scene()
    let file = try file(scene)
    try scene.file("state/deep/statistics.json", text)
    let found = file.read()
    #expect(found.days.isEmpty)
    #expect(found.error == "statistics are damaged, and set aside as path=\(file.path).damaged")
    #expect(try Scene.bytes(of: file.path + ".damaged") == Data(text.utf8))
    #expect(file.write(Self.days) == nil)
    #expect(file.read().days == Self.days)
  }

  @Test("a file of before hours were counted is read, and hours that cannot be are damage")
  func hours() throws {
    func days(_ more: String) -> [PressStatistics.Day]? {
      let tally = #"{"count":0,"sum":0,"shortest":0,"longest":0,"spread":[0,0,0,0,0,0,0,0,0,0,0,0,0,0]}"#
      let row = #"{"switch":"a","presses":1,"rejected":{},"misses":0,"length":\#(tally),"delay":\#(tally)\#(more)}"#
      return StatisticsText.days(
        of: Array(#"{"version":1,"days":[{"day":"2026-11-21","switches":[\#(row)]}]}"#.utf8))
    }
    let old = try #require(days("")?.first?.rows.first)
    #expect(old.presses == 1 && old.hours.isEmpty && old.course == PressCourse())
    #expect(days(#","hours":[{"hour":0,"presses":1,"rejected":{"new":5}}],"course":[[1,0,1,5]],"x":1"#) != nil)
    for hours in [
      "{}", "[{}]", #"[{"hour":24,"presses":1,"rejected":{}}]"#, #"[{"hour":1,"presses":-1,"rejected":{}}]"#,
      #"[{"hour":2,"presses":1,"rejected":{}},{"hour":2,"presses":1,"rejected":{}}]"#,
      #"[{"hour":2,"presses":1,"rejected":{"repeat":-1}}]"#, #"[{"hour":2,"presses":1}]"#,
    ] { #expect(days(#","hours":\#(hours)"#) == nil, "\(hours)") }
    for course in [
      "{}", "[{}]", "[[1,2,3]]", "[[1,2,3,-4]]", "[\(Array(repeating: "[1,0,0,0]", count: 25).joined(separator: ","))]",
    ] {
      #expect(days(#","course":\#(course)"#) == nil, "\(course)")
    }
  }

  @Test("the largest file is read")
  func largest() throws {
    let days = (0..<PressStatistics.mostDays).map { number in
      var day = PressStatistics.Day(day: CalendarDay(number: number))
      day.rows = (0..<PressStatistics.mostSwitches).map { index in
        var row = PressStatistics.Row(name: String(repeating: "s", count: 62) + "\(index)")
        row.rejected = row.rejected.map { _ in 1_000_000 }
        let hours = (0..<24).map { PressHour(hour: $0) }
        let part = PressCourse.Part(presses: 100_000, rejected: 100_000, lengths: 100_000, sum: 100_000_000_000)
        let course = PressCourse(parts: Array(repeating: part, count: PressCourse.most)) ?? PressCourse()
        if number >= PressStatistics.mostDays - 2 { (row.hours, row.course) = (hours, course) }
        for hour in row.hours.indices { row.hours[hour].rejected = row.rejected }
        return row
      }
      return day
    }
    let scene = try Scene()
    let file = try file(scene)
    let limited = PressStatistics(days: days).days
    #expect(limited.last?.rows.last?.hours.count == 24)
    #expect(file.write(limited) == nil)
    #expect(file.read().days == limited && file.read().error == nil)
  }

  @Test("half a file, at every length, is damaged and never anything else")
  func cut() throws {
    let bytes = StatisticsText.file(Self.days)
    for count in 0..<(bytes.count - 2) { #expect(StatisticsText.days(of: Array(bytes[..<count])) == nil) }
    #expect(StatisticsText.days(of: bytes) == Self.days)
  }

  @Test("where nothing can be written, that is said, and nothing is left behind")
  func unwritable() throws {
    let scene = try Scene()
    try scene.file("state", "a file where the folder should be")
    let error = try file(scene).write(Self.days)
    #expect(
      error?.hasPrefix("statistics cannot be kept path=\(scene.folder)/state/deep/statistics.json: ") == true)
    // A link in its place is replaced, and what it leads to stays as it is.
    let own = try #require(StatisticsFile(environment: ["STATE_DIRECTORY": "\(scene.folder)/own"], isPersonal: true))
    let other = try scene.file("other", "mine")
    try FileManager.default.createDirectory(atPath: own.directory, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: own.path, withDestinationPath: other)
    #expect(own.read().error != nil)
    #expect(own.write(Self.days) == nil)
    #expect(try Scene.bytes(of: other) == Data("mine".utf8))
    #expect(own.read().days == Self.days)
  }

  @Test("the folder")
  func places() {
    func directory(_ environment: [String: String], _ isPersonal: Bool = true) -> String? {
      StatisticsFile(environment: environment, isPersonal: isPersonal)?.directory
    }
    #expect(directory(["STATE_DIRECTORY": "/a:/b", "XDG_STATE_HOME": "/c"], false) == "/a")
    #expect(directory(["XDG_STATE_HOME": "/c", "HOME": "/d"]) == "/c/switchway")
    #expect(directory(["XDG_STATE_HOME": "c", "HOME": "/d"]) == "/d/.local/state/switchway")
    #expect(directory(["XDG_STATE_HOME": "/c", "HOME": "/d"], false) == nil)
    #expect(directory([:]) == nil)
  }

  @Test("an answer holds the latest days that have room in a line")
  func bounded() throws {
    let days = (0..<92).map { number in
      var day = PressStatistics.Day(day: CalendarDay(number: number))
      day.rows = (0..<10).map { PressStatistics.Row(name: "a-long-name-of-a-switch-\($0)") }
      return day
    }
    var line = LineBuffer()
    StatisticsText.putDays(days, upTo: 60_000, into: &line)
    #expect(line.count <= 60_000 && line.count > 55_000)
    let list = try #require(line.text.message.arrayValue)
    #expect(list.last?["day"]?.stringValue == CalendarDay(number: 91).text)
    #expect(list.count < 92)
    // The hours of the latest days leave room for days of before.
    let long = days.map { day in
      var day = day
      for index in day.rows.indices { day.rows[index].hours = (0..<24).map { PressHour(hour: $0) } }
      return day
    }
    line.clear()
    StatisticsText.putDays(long, upTo: 60_000, into: &line)
    #expect(line.count <= 60_000)
    let told = try #require(line.text.message.arrayValue)
    let haveHours = told.map { $0["switches"]?[0]?["hours"] != nil }
    #expect(haveHours.last == true && haveHours.first == false && told.count > list.count / 3, "\(haveHours)")
  }
}

extension StatisticsFile {
  /// The saved statistics, and a message if there is one.
  fileprivate func read() -> (days: [PressStatistics.Day], error: String?) {
    let (bytes, error) = readText()
    return (bytes.flatMap(StatisticsText.days) ?? [], error)
  }

  fileprivate func write(_ days: [PressStatistics.Day]) -> String? { write(text: StatisticsText.file(days)) }
}
