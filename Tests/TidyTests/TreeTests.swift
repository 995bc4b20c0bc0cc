import Foundation
import Testing

/// The folders below `Sources` that ARCHITECTURE.md draws, by their paths.
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
  @Test("ARCHITECTURE draws the folders of Sources")
  func tree() throws {
    let endings = ["swift", "c"]
    let folders = Set(
      Tree.files("Sources", endings: endings).flatMap { path -> [String] in
        let parts = path.split(separator: "/").dropFirst().dropLast()
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

  @Test("README and its pages link to files that are there, and name targets of make and commands that are there")
  func names() throws {
    let targets = Set(
      Tree.lines("Makefile").compactMap { $0.prefixMatch(of: /([a-z-]+):/).map { String($0.output.1) } })
    let commands = Set(
      try #require(Tree.text("man/switchway.1")).matches(of: /\n\.It Cm ([a-z-]+)/).map { String($0.output.1) })
    for (page, folder) in [("README.md", ""), ("docs/profiles.md", "docs/"), ("docs/developers/tutorial.md", "docs/developers/")] {
      let text = try #require(Tree.text(page))
      for link in text.matches(of: /\]\(([^)#:]+)\)/) {
        let path = "\(Tree.top)/\(folder)\(link.output.1)"
        #expect(FileManager.default.fileExists(atPath: path), "\(page): \(link.output.1)")
      }
      for anchor in text.matches(of: /\]\(#([^)]+)\)/) {
        let title = anchor.output.1.replacing("-", with: " ")
        let heads = Tree.lines(page).filter { $0.hasPrefix("## ") }.map { $0.dropFirst(3).lowercased() }
        #expect(heads.contains { $0.filter { $0 != "?" } == title }, "\(page): #\(anchor.output.1)")
      }
      for line in Tree.lines(page) {
        if let match = line.firstMatch(of: /^    (?:sudo )?make ([a-z -]+?)(?:  |$)/) {
          for target in match.output.1.split(separator: " ") {
            #expect(targets.contains(String(target)), "\(page): make \(target)")
          }
        }
        for match in line.matches(of: /(?:^ +(?:sudo )?|`(?:sudo )?)switchway ([a-z-]+)/) {
          #expect(commands.contains(String(match.output.1)), "\(page): switchway \(match.output.1)")
        }
      }
    }
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
