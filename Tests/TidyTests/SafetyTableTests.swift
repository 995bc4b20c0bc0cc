import Foundation
import Testing

/// The table of safety cases names tests that there are.
@Suite("Tests/SAFETY-CASES.md") struct SafetyTableTests {
  @Test("every test that the table names is there, in the file that it names")
  func names() throws {
    let table = try #require(Tree.text("Tests/SAFETY-CASES.md"))
    var count = 0
    for row in table.split(separator: "\n") where row.hasPrefix("| ") && row.contains("/") {
      for entry in row.components(separatedBy: "<br>") {
        guard
          let file = entry.split(whereSeparator: { " |:,".contains($0) }).map(String.init).first(where: {
            $0.contains("Tests/") || $0.hasPrefix("Timelines/")
          })
        else { continue }
        let isTimeline = file.hasPrefix("Timelines/")
        let path = "Tests/\(file)." + (isTimeline ? "timeline" : "swift")
        let text = try #require(Tree.text(path), "\(path) is not there")
        for (place, name) in entry.components(separatedBy: "\"").enumerated() where !place.isMultiple(of: 2) {
          count += 1
          #expect(text.contains(isTimeline ? "case \(name)\n" : "\"\(name)\""), "\(path) has no test \"\(name)\"")
        }
      }
    }
    #expect(count > 40)
  }
}
