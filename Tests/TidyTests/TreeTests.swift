import Testing

/// The wings and targets of `Sources` that ARCHITECTURE.md draws, by their paths.
private func drawnFolders() -> Set<String> {
  var folders: Set<String> = []
  var above: [String] = []
  for line in Tree.lines("ARCHITECTURE.md").drop(while: { $0 != "    Sources/" }).dropFirst() {
    let indent = line.prefix { $0 == " " }.count
    guard indent > 4 else { break }
    let name = line.dropFirst(indent).prefix { $0 != " " }
    // A folder stands two columns deeper than the one that it is in; what stands further right goes on with a text.
    let depth = indent / 2 - 3
    guard indent.isMultiple(of: 2), depth <= above.count, name.last == "/", !name.contains("…") else { continue }
    above = above.prefix(depth) + [String(name.dropLast())]
    folders.insert(above.joined(separator: "/"))
  }
  return folders
}

@Suite struct TreeTests {
  @Test("ARCHITECTURE draws the wings of Sources and their targets")
  func tree() throws {
    let endings = ["swift", "c"]
    let folders = Set(
      Tree.files("Sources", endings: endings).flatMap { path -> [String] in
        let parts = path.split(separator: "/").dropFirst().dropLast().prefix(2)
        return parts.indices.map { parts[...$0].joined(separator: "/") }
      })
    let drawn = drawnFolders()
    #expect(folders.subtracting(drawn).sorted() == [], "not drawn")
    #expect(drawn.subtracting(folders).sorted() == [], "drawn, and not there")
  }

  @Test("the last line of make run says what to do next, and README has that section")
  func next() throws {
    let last = try #require(Tree.lines("scripts/run").last)
    let match = try #require(last.wholeMatch(of: /echo "next: .+, as README\.md says in '(?<section>.+)'"/))
    #expect(Tree.lines("README.md").contains { $0.hasPrefix("## ") && $0.dropFirst(3) == match.section })
  }

  @Test("README, scripts/setup and Package.swift ask for the same version of Swift")
  func swiftVersion() throws {
    let tools = try #require(Tree.lines("Package.swift").first?.wholeMatch(of: /\/\/ swift-tools-version: ([0-9.]+)/))
    let pages = ["README.md": "[Swift](https://www.swift.org/install/linux/) ", "scripts/setup": "install Swift "]
    for (page, words) in pages {
      #expect(Tree.text(page)?.contains("\(words)\(tools.output.1) or later") == true, "\(page)")
    }
  }
}
