import Foundation
import Testing

/// README, docs and the other pages in Markdown: their links lead somewhere, and what they name is there.
@Suite("Pages") struct DocsTests {
  /// All pages of the tree but the changelog, which names files of its time.
  static let pages = Tree.files(endings: ["md"]).filter { $0 != "CHANGELOG.md" }
  /// Those for readers of the product.
  static let readersPages = ["README.md"] + Tree.files("docs", endings: ["md"]).filter { !$0.contains("/design/") }

  /// The lines of a page without code: no fenced or indented blocks, nothing in backticks.
  static func prose(_ page: String) -> [String] {
    var isFenced = false
    return Tree.lines(page).map { line in
      let text = line.drop { $0 == " " }
      if text.hasPrefix("```") {
        isFenced.toggle()
        return ""
      }
      let isItem = text.hasPrefix("- ") || text.first?.isNumber == true
      guard !isFenced, isItem || !line.hasPrefix("    ") else { return "" }
      return line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .map { $0.offset.isMultiple(of: 2) ? String($0.element) : "" }.joined(separator: "`")
    }
  }

  /// The anchors of a page's headings, as browsers of repositories make them.
  private static func anchors(_ page: String) -> Set<String> {
    let heads = Tree.lines(page).filter { $0.hasPrefix("#") }.map { $0.drop { $0 == "#" }.dropFirst() }
    return Set(
      heads.map { head in
        String(
          head.lowercased().map { $0 == " " ? "-" : $0 }.filter { $0.isLetter || $0.isNumber || "-_".contains($0) })
      })
  }

  @Test("every link leads to a file that is there, and to a heading of it", arguments: pages)
  func links(page: String) throws {
    let folder = (page as NSString).deletingLastPathComponent
    for (number, line) in Self.prose(page).enumerated() {
      for match in line.matches(of: /\]\(([^)\s]+)\)/) where !match.output.1.contains(":") {
        let parts = match.output.1.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let joined = folder.isEmpty || parts[0].isEmpty ? String(parts[0]) : "\(folder)/\(parts[0])"
        let path = parts[0].isEmpty ? page : URL(filePath: "/" + joined).standardized.path.dropFirst().description
        let isThere = FileManager.default.fileExists(atPath: "\(Tree.top)/\(path)")
        #expect(isThere, "\(page):\(number + 1): \(match.output.1)")
        guard parts.count > 1, path.hasSuffix(".md") else { continue }
        #expect(Self.anchors(path).contains(String(parts[1])), "\(page):\(number + 1): \(match.output.1)")
      }
    }
  }

  @Test("links that lead nowhere are found")
  func finds() {
    #expect(Self.anchors("README.md").contains("if-it-does-not-work"))
    #expect(!Self.anchors("README.md").contains("no-such-heading"))
    #expect(Self.pages.count > 20 && Self.pages.contains("docs/README.md"))
    let links = Self.pages.flatMap { Self.prose($0) }.flatMap { $0.matches(of: /\]\(([^)\s]+)\)/) }
    #expect(links.count > 100)
  }

  @Test("every page for readers is reached from README")
  func reached() {
    var found: Set<String> = []
    var left = ["README.md"]
    while let page = left.popLast() {
      guard found.insert(page).inserted else { continue }
      let folder = (page as NSString).deletingLastPathComponent
      for match in Self.prose(page).flatMap({ $0.matches(of: /\]\(([^)#\s:]+\.md)/) }) {
        let path = URL(filePath: (folder.isEmpty ? "/" : "/\(folder)/") + match.output.1).standardized.path
        left.append(String(path.dropFirst()))
      }
    }
    #expect(Set(Self.readersPages).subtracting(found).sorted() == [])
  }

  @Test("the targets of make that README and its pages name are there")
  func targets() {
    let targets = Set(
      Tree.lines("Makefile").compactMap { $0.prefixMatch(of: /([a-z-]+):/).map { String($0.output.1) } })
    for page in Self.readersPages {
      for line in Tree.lines(page) {
        guard let match = line.firstMatch(of: /^    (?:sudo )?make ([a-z -]+?)(?:  |$| [A-Z#])/) else { continue }
        for target in match.output.1.split(separator: " ") {
          #expect(targets.contains(String(target)), "\(page): make \(target)")
        }
      }
    }
  }

  @Test("the lines of the log that switchwayd(8) explains are in the sources")
  func diagnostics() throws {
    let page = try #require(Tree.text("man/switchwayd.8"))
    let section = try #require(page.components(separatedBy: "\n.Sh DIAGNOSTICS\n").dropFirst().first)
    let quoted = section.components(separatedBy: "\n.Sh ")[0].split(separator: "\n")
      .filter { $0.hasPrefix(".It Ql ") }.map { $0.dropFirst(".It Ql ".count) }
    #expect(quoted.count > 4)
    let sources = Tree.files("Sources/daemon/SwitchwayDaemon", endings: ["swift"]).compactMap { Tree.text($0) }
    for line in quoted { #expect(sources.contains { $0.contains("\"\(line)") }, "\(line)") }
  }

  @Test("README and docs/desktops.md have the same table of desktops")
  func desktops() {
    func table(_ page: String) -> [Substring] {
      Array(Tree.lines(page).drop { !$0.hasPrefix("| desktop ") }.prefix { $0.hasPrefix("|") })
    }
    #expect(table("README.md").count > 5)
    #expect(table("README.md") == table("docs/desktops.md"))
  }
}
