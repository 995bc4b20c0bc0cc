import Foundation
import SwitchwayCore
import SwitchwayJSON
import SwitchwayProtocol
import Testing

@testable import SwitchwayDaemon
@testable import SwitchwayReport

/// Where statistics are kept, and what of a file is believed.
@Suite("Statistics, kept") struct StatisticsFileTests {
  private func file(_ scene: Scene) throws -> StatisticsFile {
    try #require(StatisticsFile(environment: ["STATE_DIRECTORY": "\(scene.folder)/state/deep"], isPersonal: false))
  }

  private static var days: [PressStatistics.Day] {
    var row = PressStatistics.Row(name: "left")
    (row.presses, row.misses) = (3, 1)
    row.rejected[0] = 2
    row.lengths.add(.milliseconds(120))
    row.delays.add(.milliseconds(40))
    var day = PressStatistics.Day(day: CalendarDay(number: 20_778))
    day.rows = [row, PressStatistics.Row(name: "right")]
    return [PressStatistics.Day(day: CalendarDay(number: 20_777)), day]
  }

  @Test("what is kept comes back, in a folder and a file that are the person's own")
  func round() throws {
    let scene = try Scene()
    let file = try file(scene)
    #expect(file.read().days.isEmpty && file.read().notice == nil)
    #expect(file.write(Self.days) == nil)
    #expect(file.write(Self.days) == nil)
    #expect(file.read().days == Self.days)
    #expect(file.read().notice == nil)
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
    #expect(found.notice?.text == "statistics are damaged, and set aside as path=\(file.path).damaged")
    #expect(try Scene.bytes(of: file.path + ".damaged") == Data(text.utf8))
    #expect(file.write(Self.days) == nil)
    #expect(file.read().days == Self.days)
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
    let notice = try file(scene).write(Self.days)
    #expect(
      notice?.text.hasPrefix("statistics cannot be kept path=\(scene.folder)/state/deep/statistics.json: ") == true)
    // A link in its place is replaced, and what it leads to stays as it is.
    let own = try #require(StatisticsFile(environment: ["STATE_DIRECTORY": "\(scene.folder)/own"], isPersonal: true))
    let other = try scene.file("other", "mine")
    try FileManager.default.createDirectory(atPath: own.directory, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: own.path, withDestinationPath: other)
    #expect(own.read().notice?.isError == true)
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
    StatisticsText.put(days, upTo: 60_000, into: &line)
    #expect(line.count <= 60_000 && line.count > 55_000)
    let list = try #require(line.text.message.arrayValue)
    #expect(list.last?["day"]?.stringValue == CalendarDay(number: 91).text)
    #expect(list.count < 92)
  }
}
