import Testing

/// Phrases that are easy to find and hard to read, in texts for readers: CONTRIBUTING.md, "English".
@Suite("Phrases") struct PhraseTests {
  /// A pattern, and what to write instead. A value of a function, because a `Regex` is not `Sendable`.
  private static func phrases() -> [(pattern: Regex<AnyRegexOutput>, instead: String)] {
    [
      (Regex(/\bshall\b/), "is to, should, or an imperative"), (Regex(/\bmend(?:s|ed|ing)?\b/), "fix"),
      (Regex(/\banew\b/), "again; restart"), (Regex(/\bas ever\b/), "as usual"),
      (Regex(/\b[Ww]hoever\b/), "the person, user or program that"),
      (Regex(/\bWho [a-z]+s\b/), "a noun: a program that writes"), (Regex(/\b(?:is|are) told\b/), "reports; sends"),
      (Regex(/\bstands already\b/), "is already"), (Regex(/\b[Ll]et(?:s|ting)? go of\b/), "release"),
      (Regex(/[0-9] ?(?:ms|s|min)? an? (?:item|line|edge|event|key)\b/), "per item"),
      (Regex(/\ba line an event\b/), "one line per event"),
      (Regex(/, too(?:[.,;:)]|$)/), "'also' beside its word"), (Regex(/\bin force\b/), "active"),
      (Regex(/\b[Kk]ey-remap files?\b/), "profile"), (Regex(/\bdoubtful\b/), "suspicious"),
      (Regex(/^- Where [a-z]/), "'If …', or a sentence that begins with its subject"),
    ]
  }

  /// The same for comments. A line with none of `signs` has no such phrase: expressions would take long for all lines.
  private static func phrasesOfComments() -> [(pattern: Regex<AnyRegexOutput>, instead: String)] {
    phrases() + [
      (Regex(/\bChosen[.:;]/), "the reason, or 'Arbitrary.'"),
      (Regex(/\bnil`?: |; nil\b|; `nil` if\b/), "'`nil` if …', 'or `nil` if …' or '`nil` means …'"),
      (Regex(/\b(?:is|are|was|were) not told\b|\b(?:do|does) not tell\b(?! apart)/), "report"),
      (Regex(/\/\/\/ Of [a-z`]/), "'for …', or what it is first"),
    ]
  }
  private static let signs = [
    "shall", "mend", "anew", "as ever", "hoever", "Who ", " told", "stands already", " go of", " an item", " a line",
    " an edge", " an event", " a key", "Chosen", "nil", " tell", "/ Of", ", too", "in force", "ey-remap", "doubtful",
  ]

  /// Of each line of a Swift file its comment, or the texts in it.
  private static func commentsAndMessages(_ path: String) -> [String] {
    Tree.lines(path).map { line in
      let line = String(line)
      guard signs.contains(where: { line.contains($0) }) else { return "" }
      let text = line.drop { $0 == " " }
      return text.hasPrefix("//") ? String(text) : line.matches(of: /"[^"]*"/).map { $0.output }.joined(separator: " ")
    }
  }

  /// The first phrase in a line, with what to write instead.
  private static func fault(in line: String) -> String? {
    phrases().first { line.firstMatch(of: $0.pattern) != nil }.map { phrase in
      "'\(line.firstMatch(of: phrase.pattern).map { String(line[$0.range]) } ?? "")': \(phrase.instead)"
    }
  }

  /// The sentences of a manual page: no displays, no commands, nothing that quotes a program.
  private static func sentences(ofManual page: String) -> [String] {
    var isDisplay = false
    return Tree.lines(page).map { line in
      if line.hasPrefix(".Bd ") { isDisplay = true }
      if line == ".Ed" { isDisplay = false }
      let isQuoted = [".Ql ", ".Dl ", ".It Ql ", ".\\\""].contains { line.hasPrefix($0) }
      return isDisplay || isQuoted ? "" : String(line)
    }
  }

  /// The remarks of a file of settings or of a script.
  private static func remarks(_ path: String) -> [String] {
    Tree.lines(path).map { line in line.firstIndex(of: "#").map { String(line[$0...]) } ?? "" }
  }

  private static let texts: [(path: String, lines: [String])] = {
    let pages = DocsTests.readersPages + Tree.files("docs/design") + ["CONTRIBUTING.md"]
    let scripts = Tree.files("packaging/debian").filter { !$0.hasSuffix("copyright") && !$0.hasSuffix("control") }
    return pages.map { ($0, DocsTests.prose($0)) } + Tree.files("man").map { ($0, sentences(ofManual: $0)) }
      + (Tree.files("Config", endings: ["yaml"]) + Tree.files("systemd") + Tree.files("udev") + scripts)
      .map { ($0, remarks($0)) }
      + [("packaging/debian/control", Tree.lines("packaging/debian/control").map(String.init))]
  }()

  @Test("no text for readers has one of them")
  func none() {
    #expect(Self.texts.count > 60)
    for (path, lines) in Self.texts {
      for (number, line) in lines.enumerated() {
        let fault = Self.fault(in: line)
        #expect(fault == nil, "\(path):\(number + 1)")
      }
    }
  }

  @Test("no comment and no message of the programs has one")
  func sources() {
    let files = Tree.files("Sources", endings: ["swift"])
    #expect(files.count > 300)
    for path in files {
      for (number, line) in Self.commentsAndMessages(path).enumerated() where !line.isEmpty {
        let found = Self.phrasesOfComments().first { line.firstMatch(of: $0.pattern) != nil }
        #expect(found == nil, "\(path):\(number + 1): write \(found?.instead ?? ""): \(line)")
      }
    }
  }

  @Test(
    "they are found, and words that only look like them are not",
    arguments: [
      ("Press each switch that shall be used", true), ("how to mend it", true), ("a commendable mendicant", false),
      ("Begin anew", true), ("Whoever has a profile", true), ("Who writes such programs", true),
      ("Who are they", false), ("it is told why", true), ("stands already in the list", true),
      ("lets go of everything", true), ("1.5 s an item", true), ("1.5 s per item", false), ("an item of 1.5 s", false),
      ("The file is kept, too.", true), ("too long, too quick", false),
      ("a profile that is in force", true), ("enforced", false), ("Key-remap files are in YAML", true),
    ])
  func finds(line: String, isFault: Bool) { #expect((Self.fault(in: line) != nil) == isFault) }
}
