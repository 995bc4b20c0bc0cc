import Testing

/// CONTRIBUTING.md lists what an addition touches.
@Suite struct ContributingTests {
  /// What stands in backticks in these lines.
  private func quoted(_ lines: [Substring]) -> [String] {
    lines.flatMap { line in
      line.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { !$0.offset.isMultiple(of: 2) }
        .map { String($0.element) }
    }
  }

  /// The paths that begin with `prefix`, of the text or of the table below a heading.
  private func paths(below heading: String? = nil, beginning prefix: String) -> Set<String> {
    var lines = Tree.lines("CONTRIBUTING.md")
    if let heading {
      lines = Array(lines.drop { $0 != heading }.drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") })
    }
    return Set(quoted(lines).filter { $0.hasPrefix(prefix) })
  }

  /// The source files that have one of `words` in their code.
  private func sources(naming words: [String]) -> Set<String> {
    Set(
      Tree.files("Sources", endings: ["swift"]).filter { path in
        Tree.lines(path).contains { line in
          let code = line.drop { $0 == " " }
          return !code.hasPrefix("//") && words.contains { code.contains($0) }
        }
      })
  }

  @Test("each path is there", arguments: ["Sources/", "Tests/", "docs/", "man/"])
  func paths(prefix: String) {
    let files = Tree.files(String(prefix.dropLast()))
    for path in paths(beginning: prefix) {
      let folder = path.hasSuffix("/") ? path : path + "/"
      #expect(files.contains { $0 == path || $0.hasPrefix(folder) }, "\(path)")
    }
  }

  @Test("each type, member and file that it names is there")
  func names() {
    let names = quoted(Tree.lines("CONTRIBUTING.md")).filter { name in
      name.contains(where: \.isUppercase) && name.contains(where: \.isLowercase)
        && name.allSatisfy { $0.isLetter || $0 == "." }
    }
    let files = ["Sources", "Tests"].flatMap { Tree.files($0, endings: ["swift"]) }
    let lines = files + files.flatMap { code(of: $0) }.map(\.code)
    let words = Set(lines.flatMap { $0.split { !($0.isLetter || $0.isNumber || $0 == "_") } })
    #expect(!names.isEmpty)
    #expect(Set(names.flatMap { $0.split(separator: ".") }).subtracting(words).sorted() == [])
  }

  @Test("the files that name a gesture are in the list")
  func gesture() {
    let listed = paths(below: "## Adding a gesture", beginning: "Sources/")
    // A file can need a change for a new gesture without naming the former ones.
    #expect(sources(naming: [".triple", "\"triple\""]).subtracting(listed).sorted() == [])
  }

  @Test("the files that name a scan style, or say what a round of it is, are those of the list")
  func style() {
    let listed = paths(below: "## Adding a scan style", beginning: "Sources/")
    let words = [".inverse", "\"inverse\"", "enum ClockRound", "func step(_ current"]
    // LanguageTests finds what a language lacks.
    let languages = listed.filter { $0.hasPrefix("Sources/cli/switchway/Languages/") }
    #expect(sources(naming: words).union(languages) == listed)
  }

  @Test("the files that name a steadying parameter are those of the list")
  func parameter() {
    let listed = paths(below: "## Adding a steadying parameter", beginning: "Sources/")
    #expect(sources(naming: ["overrideGap", "\"override-gap\""]) == listed)
  }

  @Test("the files that name a place of the panel, or what only it asks for, are those of the list")
  func place() {
    let listed = paths(below: "## Adding a place of the panel", beginning: "Sources/")
    #expect(sources(naming: ["speakFaster", ".speakingRate(", "case speakingRate"]) == listed)
  }

  @Test("the files that name event nodes are those of the list")
  func inputKind() {
    let listed = paths(below: "## Adding an input kind", beginning: "Sources/")
    #expect(sources(naming: ["EvdevNode", "isEventNode", "func description("]) == listed)
  }
}
