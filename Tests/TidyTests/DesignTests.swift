import Testing

/// Comments name the rules and figures of docs/design by page and heading.
@Suite struct DesignTests {
  /// Each "docs/design/PAGE.md" in comments, with the headings in quotes that follow it, over ends of lines.
  private static let references: [(place: String, page: String, headings: [String])] = {
    let files = ["Sources", "Tests", "bench"].flatMap { Tree.files($0, endings: ["swift", "timeline"]) }
    return files.filter { !$0.hasSuffix("DesignTests.swift") }.flatMap { path in
      let words = Tree.lines(path).map { line in
        var line = line.drop { $0 == " " }
        while line.hasPrefix("/") || line.hasPrefix("#") { line.removeFirst() }
        return String(line.drop { $0 == " " })
      }.joined(separator: " ")
      return words.split(separator: "docs/design/").dropFirst().map { rest in
        let page = rest.prefix { $0.isLetter || $0 == "-" }
        return (path, "\(page).md", headings(after: rest.dropFirst(page.count + ".md".count)))
      }
    }
  }()

  /// `, "One" and "Two"` gives both.
  private static func headings(after text: Substring) -> [String] {
    var (text, found) = (text, [String]())
    while let mark = [", \"", " and \""].first(where: text.hasPrefix) {
      text.removeFirst(mark.count)
      found.append(String(text.prefix { $0 != "\"" }))
      text = text.drop { $0 != "\"" }.dropFirst()
    }
    return found
  }

  private static func headings(of page: String) -> Set<String> {
    let lines = Tree.lines("docs/design/\(page)").filter { $0.hasPrefix("#") }
    return Set(lines.map { $0.drop { $0 == "#" }.drop { $0 == " " } }.map(String.init))
  }

  @Test("each page and heading that a comment names exists")
  func exists() {
    #expect(Self.references.count > 50)
    for (place, page, headings) in Self.references {
      #expect(!Tree.lines("docs/design/\(page)").isEmpty, "\(place): docs/design/\(page)")
      for heading in headings {
        #expect(Self.headings(of: page).contains(heading), "\(place): docs/design/\(page), \"\(heading)\"")
      }
    }
  }

  @Test("no comment cites a design without a page")
  func pages() {
    for path in ["Sources", "bench"].flatMap({ Tree.files($0, endings: ["swift", "c", "h"]) }) {
      for (number, line) in Tree.lines(path).enumerated() {
        let phrases = ["the design", "project's design", "The design's", "steadying text"]
        let cites = phrases.contains { line.contains($0) }
        #expect(!cites || line.contains("docs/design"), "\(path):\(number + 1)")
      }
    }
  }
}
