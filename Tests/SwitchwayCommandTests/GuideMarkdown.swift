/// A manual page as Markdown for a browser: docs/guide.md is switchway(7). It knows the macros that this page uses, and
/// names any other one in `unknown`. A comment `.\" image: PATH WORDS` becomes a picture.
struct GuideMarkdown {
  private enum List { case tag, enumerated, bullet, column }
  private static let image = ".\\\" image: "
  private static let macros: Set<Substring> = ["Ql", "Dq", "Sx", "Ic", "Li", "Pa", "Pq", "Em", "Xr", "Cm"]
  private static let closing: Set<Substring> = [".", ",", ";", ":", ")", "?", "!"]

  private(set) var unknown: [String] = []
  private(set) var sections: [String] = []
  private var blocks: [String] = []
  private var words: [String] = []
  private var lists: [List] = []
  /// What the next paragraph of an item begins with.
  private var mark: String?
  private var isInName = false

  /// - Parameter page: the page, in mdoc.
  init(page: String) {
    var literal: [String]?
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == ".Ed", let lines = literal {
        add((["```"] + lines + ["```"]).joined(separator: "\n" + indent))
        literal = nil
      } else if literal != nil {
        literal?.append(Self.plain(line))
      } else if line.hasPrefix(".Bd -literal") {
        endParagraph()
        literal = []
      } else {
        read(line)
      }
    }
    endParagraph()
  }

  /// The whole text, with a list of contents in front.
  var text: String {
    let contents = sections.map { "- [\($0)](#\(Self.anchor($0)))" }.joined(separator: "\n")
    let head = """
      # Guide for people who use switches, and for those who help them

      <!-- Made from man/switchway.7 by make screens: edit that page. -->

      \(contents)


      """
    return head + blocks.joined(separator: "\n\n") + "\n"
  }

  private var indent: String {
    switch lists.last {
    case nil: ""
    case .enumerated: "   "
    case .tag, .bullet, .column: "  "
    }
  }

  private mutating func read(_ line: Substring) {
    guard line.hasPrefix(".") else {
      if !isInName, !line.isEmpty { words.append(Self.plain(line)) }
      return
    }
    if line.hasPrefix(Self.image) {
      let parts = line.dropFirst(Self.image.count).split(separator: " ", maxSplits: 1)
      endParagraph()
      return add("![\(parts.last ?? "")](\(parts.first ?? ""))")
    }
    let parts = line.dropFirst().split(separator: " ")
    let arguments = Array(parts.dropFirst())
    switch parts.first ?? "" {
    case "\\\"", "Dd", "Dt", "Os", "Nm", "Nd": break
    case "Sh", "Ss": head(line)
    case "Pp": endParagraph()
    case "Dl":
      endParagraph()
      let code = indent + "    " + Self.plain(line.dropFirst(4))
      // Commands that follow one another are one block.
      if let last = blocks.last, last.split(separator: "\n").last?.hasPrefix(indent + "    ") == true {
        blocks[blocks.count - 1] = last + "\n" + code
      } else {
        blocks.append(code)
      }
    case "Bl": begin(arguments.first ?? "")
    case "It": item(arguments)
    case "El":
      endParagraph()
      if !lists.isEmpty { lists.removeLast() }
    default:
      if !Self.macros.contains(parts.first ?? "") { unknown.append(String(line)) }
      words.append(inline(parts))
    }
  }

  private mutating func head(_ line: Substring) {
    endParagraph()
    let title = Self.plain(line.dropFirst(4))
    isInName = title == "NAME"
    guard line.hasPrefix(".Sh") else { return add("### " + title) }
    guard !isInName, title != "DESCRIPTION" else { return }
    sections.append(Self.sentence(title))
    add("## " + Self.sentence(title))
  }

  private mutating func begin(_ kind: Substring) {
    endParagraph()
    switch kind {
    case "-tag": lists.append(.tag)
    case "-enum": lists.append(.enumerated)
    case "-bullet": lists.append(.bullet)
    case "-column": lists.append(.column)
    default: unknown.append(String(kind))
    }
  }

  private mutating func item(_ arguments: [Substring]) {
    endParagraph()
    switch lists.last {
    case .tag: mark = "- **\(inline(arguments))**: "
    case .enumerated: mark = "1. "
    case .bullet: mark = "- "
    case .column:
      let cells = arguments.split(separator: "Ta").map { inline(Array($0)) }
      let row = "| " + cells.joined(separator: " | ") + " |"
      if blocks.last?.hasPrefix("| ") == true {
        blocks[blocks.count - 1] += "\n" + row
      } else {
        blocks.append(row + "\n" + String(repeating: "|---", count: cells.count) + "|")
      }
    case nil: unknown.append("It")
    }
  }

  private mutating func endParagraph() {
    guard !words.isEmpty else {
      // An item that begins with a command has a paragraph for its mark alone.
      if let mark { blocks.append(String(mark.reversed().drop { $0 == " " || $0 == ":" }.reversed())) }
      mark = nil
      return
    }
    blocks.append(Self.wrapped(words.joined(separator: " "), first: mark ?? indent, indent: indent))
    words = []
    mark = nil
  }

  private mutating func add(_ block: String) { blocks.append(indent + block) }

  /// A line's words with its macros, such as `Pq see Sx FILES` and `Ql rest ,`.
  private mutating func inline(_ parts: [Substring]) -> String {
    var parts = parts
    var end = ""
    while parts.count > 1, let last = parts.last, Self.closing.contains(last) { end = String(parts.removeLast()) + end }
    guard let place = parts.firstIndex(where: { Self.macros.contains($0) }) else {
      return Self.plain(parts.joined(separator: " ")[...]) + end
    }
    let before = parts[..<place].map { Self.plain($0) }
    let rest = Array(parts[(place + 1)...])
    let words: String
    switch parts[place] {
    case "Pq": words = "(" + inline(rest) + ")"
    case "Dq": words = "“" + inline(rest) + "”"
    case "Em": words = "*" + inline(rest) + "*"
    case "Xr": words = "`\(rest[0])(\(rest.count > 1 ? rest[1] : ""))`"
    case "Sx":
      let title = Self.sentence(rest.joined(separator: " "))
      words = "[\(title)](#\(Self.anchor(title)))"
    default:
      let next = rest.firstIndex { Self.macros.contains($0) } ?? rest.endIndex
      let code = rest[..<next].joined(separator: " ").replacing(" :", with: ":").replacing(" ,", with: ",")
      // `Ic grab : Li yes` is one piece of code.
      let more = next < rest.endIndex ? " " + rest[(next + 1)...].joined(separator: " ") : ""
      words = "`\(Self.plain(code[...]))\(more)`"
    }
    return (before + [words]).joined(separator: " ") + end
  }

  private static func plain(_ text: Substring) -> String {
    String(text).replacing("\\(aq", with: "'").replacing("\\(dq", with: "\"").replacing("\\e", with: "\\")
      .replacing("\\&", with: "")
  }

  private static func sentence(_ title: String) -> String {
    title.prefix(1).uppercased() + title.dropFirst().lowercased()
  }

  private static func anchor(_ title: String) -> String { title.lowercased().replacing(" ", with: "-") }

  /// Lines of at most 120 characters. None begins with what Markdown takes for an item or a heading.
  private static func wrapped(_ text: String, first: String, indent: String) -> String {
    var lines: [String] = []
    var line = first
    for word in text.split(separator: " ") {
      let isMark = word.first.map { "-#+*>|".contains($0) || $0.isNumber } ?? true
      if line.count + word.count > 120, !isMark {
        lines.append(line)
        line = indent
      }
      line += (line.last == nil || line.last == " " ? "" : " ") + word
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
