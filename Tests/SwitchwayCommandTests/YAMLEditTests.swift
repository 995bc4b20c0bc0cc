import Fixtures
import SwitchwayYAML
import Testing

@testable import switchway

/// Generated files are edited: what they say changes in one place, and so do their bytes.
@Suite("Edits of generated files") struct YAMLEditTests {
  /// What a text says, without the order of keys.
  enum Tree: Equatable {
    case text(String)
    case list([Tree])
    case mapping([String: Tree])

    init(_ node: YAMLNode) {
      if let pairs = node.pairs {
        self = .mapping(Dictionary(uniqueKeysWithValues: pairs.map { ($0.name, Tree($0.value)) }))
      } else if let items = node.items {
        self = .list(items.map(Tree.init))
      } else {
        self = .text(node.text ?? "")
      }
    }

    init?(_ text: String) {
      guard let root = YAMLNode.root(of: text) else { return nil }
      self.init(root)
    }

    var keys: [String] { if case .mapping(let members) = self { members.keys.sorted() } else { [] } }

    subscript(_ name: String) -> Tree? { if case .mapping(let members) = self { members[name] } else { nil } }

    /// The tree with `value` at a path, or without what is there if `value` is `nil`. An empty value becomes a mapping.
    func with(_ value: Tree?, at path: ArraySlice<String>) -> Tree? {
      guard let name = path.first else { return value }
      var members: [String: Tree] = [:]
      if case .mapping(let old) = self { members = old } else if self != .text("") { return nil }
      let rest = path.dropFirst()
      members[name] = rest.isEmpty ? value : (members[name] ?? .text("")).with(value, at: rest)
      return .mapping(members)
    }
  }

  /// A part of a generated file.
  enum Piece {
    case text(String)
    /// A value that can be replaced. `isBelow`: it begins on the line after its key.
    case value(path: [String], String, isBelow: Bool = false, hasComment: Bool = false)
    /// Where a member is added to the mapping at a path, and how.
    case end(path: [String], (String) -> String)
  }

  /// A file, with the places at which it can be changed.
  struct Generated {
    var pieces: [Piece] = []
    private var random: SeededGenerator
    private let lineEnd: String

    static let sections = ["devices", "switches", "policy", "scan"]
    static let entries = ["left", "right", "box-1"]
    static let fields = ["input", "tap", "label"]
    private static let scalars = [
      "a", "Ann's", "it's 5 o'clock", #"C:\dir"#, #"say "hi""#, "x#y", "🎲 dice", "größe", "-5", "http://x/#top",
      #"'it''s'"#, #"'a\'"#, "'# no, } comment'", "'{'", "''", #""a \" # }""#, #""\\""#, #""[, 🎲 ☃""#, #""""#,
    ]
    private static let keys = ["", "'", "\""]

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      lineEnd = ["\n", "\n", "\r\n"].randomElement(using: &random) ?? "\n"
      if maybe(8) { pieces.append(.text("\u{FEFF}")) }
      comments(0)
      line("switchway: 1\(note())")
      for section in Generated.sections where !maybe(6) {
        comments(0)
        maybe(2) ? brackets([section]) : block(section)
      }
      comments(0)
      // What is added to the file comes here.
      pieces.append(.end(path: []) { [lineEnd] in "new:\(lineEnd)  \($0)\(lineEnd)" })
    }

    var text: String { text(replacing: [], with: "") }

    /// The text with a value replaced, as this model sees it.
    func text(replacing path: [String], with new: String) -> String {
      pieces.map { piece in
        switch piece {
        case .text(let text): text
        case .value(path, _, let isBelow, _): (isBelow ? " " : "") + new
        case .value(_, let text, _, _): text
        case .end: ""
        }
      }.joined()
    }

    func text(adding member: String, to path: [String]) -> String {
      pieces.map { piece in
        switch piece {
        case .text(let text), .value(_, let text, _, _): text
        case .end(path, let made): made(member)
        case .end: ""
        }
      }.joined()
    }

    // MARK: Making

    private mutating func maybe(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    private mutating func write(_ text: String) { pieces.append(.text(text)) }

    private mutating func line(_ text: String) { write(text + lineEnd) }

    private mutating func note() -> String {
      maybe(3) ? ["  # mine", " # Ann's { \" note", " # }, 🎲"].randomElement(using: &random) ?? "" : ""
    }

    private mutating func comments(_ indent: Int) {
      while maybe(3) {
        line(maybe(2) ? "" : String(repeating: " ", count: indent) + "# It's a \"note, with } and 'quotes 🎲")
      }
    }

    private mutating func key(_ name: String) -> String {
      let quote = maybe(4) ? Generated.keys.randomElement(using: &random) ?? "" : ""
      return quote + name + quote
    }

    private mutating func scalar() -> String { Generated.scalars.randomElement(using: &random) ?? "a" }

    private mutating func block(_ section: String) {
      line(key(section) + ":" + note())
      comments(2)
      for entry in Generated.entries where entry == "left" || !maybe(4) {
        if entry != "left" { comments(2) }
        member([section, entry])
      }
      while maybe(3) { line("   # Ann's {") }
      pieces.append(.end(path: [section]) { [lineEnd] in "  \($0)\(lineEnd)" })
    }

    /// An entry on lines of its own.
    private mutating func member(_ path: [String]) {
      write("  " + key(path[1]) + ":")
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        let isNoted = maybe(3)
        let note = isNoted ? " # in it" : ""
        let lines = ["", "    - \(scalar())\(note)", "    - b"].joined(separator: lineEnd)
        pieces.append(.value(path: path, lines, isBelow: true, hasComment: isNoted))
      case 1:
        write(" ")
        pieces.append(.value(path: path, "|\(lineEnd)    a # text\(lineEnd)    it's"))
        line("")
        return
      case 2:
        write(" ")
        brackets(path, isValue: true)
        return
      default:
        write(" ")
        pieces.append(.value(path: path, scalar()))
      }
      line(note())
    }

    /// A mapping in braces, on one line or several.
    private mutating func brackets(_ path: [String], isValue: Bool = false) {
      if !isValue { write(key(path[0]) + ": ") }
      let names = path.count == 1 ? Generated.entries : Generated.fields
      let gap = maybe(3) ? lineEnd + String(repeating: " ", count: 4 * path.count) : ""
      write("{")
      for (index, name) in names.enumerated() {
        if index > 0 { write(gap.isEmpty ? ", " : "," + note()) }
        write(gap)
        write("\(key(name)): ")
        pieces.append(
          .value(path: path + [name], maybe(4) ? "[\(scalar()), {a: \(scalar())}]" : scalar()))
      }
      pieces.append(.end(path: path) { ", " + $0 })
      if !gap.isEmpty { write(note() + gap) }
      line("}" + note())
    }
  }

  @Test("a value is replaced, and nothing else", arguments: seeds(1...60))
  func replaced(seed: UInt64) throws {
    let file = Generated(seed: seed)
    let text = file.text
    let before = try #require(Tree(text), "\(text)")
    for case .value(let path, _, _, let hasComment) in file.pieces {
      let after =
        path.count == 2
        ? SectionInsertion.set(path[1], "NEW", in: path[0], of: text)
        : SectionInsertion.setField(path[2], "NEW", of: path[1], in: path[0], of: text)
      guard !hasComment else {
        #expect(after == nil, "\(path) of seed \(seed):\n\(text)")
        continue
      }
      #expect(after == file.text(replacing: path, with: "NEW"), "\(path) of seed \(seed):\n\(text)")
      #expect(after.flatMap(Tree.init) == before.with(.text("NEW"), at: path[...]))
    }
  }

  @Test("a member is added, and nothing else changes", arguments: seeds(1...60))
  func added(seed: UInt64) throws {
    let file = Generated(seed: seed)
    let text = file.text
    let before = try #require(Tree(text), "\(text)")
    for case .end(let path, _) in file.pieces {
      let after =
        path.count == 2
        ? SectionInsertion.setField("n", "'v'", of: path[1], in: path[0], of: text)
        : SectionInsertion.add("n", "'v'", to: path.first ?? "new", of: text)
      #expect(after == file.text(adding: "n: 'v'", to: path), "\(path) of seed \(seed):\n\(text)")
      let place = (path.isEmpty ? ["new"] : path) + ["n"]
      #expect(after.flatMap(Tree.init) == before.with(.text("v"), at: place[...]))
    }
  }

  @Test("an entry is removed: one part of the text is missing, and no other entry", arguments: seeds(1...60))
  func removed(seed: UInt64) throws {
    let text = Generated(seed: seed).text
    let before = try #require(Tree(text), "\(text)")
    var count = 0
    for section in Generated.sections {
      for entry in before[section]?.keys ?? [] {
        let after = SectionInsertion.remove(entry, from: section, of: text)
        guard let after else { continue }
        count += 1
        #expect(YAMLEditTests.isCut(after, of: text), "\(entry) of seed \(seed):\n\(text)\n\(after)")
        let isOnly = before[section]?.keys.count == 1
        let path = isOnly ? [section] : [section, entry]
        #expect(Tree(after) == before.with(nil, at: path[...]), "\(entry) of seed \(seed):\n\(text)\n\(after)")
      }
    }
    #expect(count > 0)
  }

  /// Whether one text is the other without one part. A blank line may be missing before it.
  private static func isCut(_ part: String, of text: String) -> Bool {
    let (part, text) = (Array(part.utf8), Array(text.utf8))
    let start = zip(part, text).prefix { $0 == $1 }.count
    return part.count < text.count && part[start...].elementsEqual(text.suffix(part.count - start))
  }

  private static let signs: [Unicode.Scalar] = Array("{}[],:#'\"\\|>&*!?-%@`~ \n\r\t\u{2028}🎲a1".unicodeScalars)

  @Test("of damaged files, too, the tree changes in one place, or they are left to a person")
  func damaged() throws {
    var (edited, refused) = (0, 0)
    for seed in seeds(1...300) {
      var random = SeededGenerator(seed: seed)
      var scalars = Array(Generated(seed: seed % 40).text.unicodeScalars)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<scalars.count, using: &random)
        let sign = YAMLEditTests.signs.randomElement(using: &random) ?? " "
        switch Int.random(in: 0..<3, using: &random) {
        case 0: scalars.remove(at: place)
        case 1: scalars.insert(sign, at: place)
        default: scalars[place] = sign
        }
      }
      let text = String(String.UnicodeScalarView(scalars))
      let before = Tree(text)
      let section = (before?.keys ?? Generated.sections).randomElement(using: &random) ?? "new"
      let entry = (before?[section]?.keys ?? []).randomElement(using: &random) ?? "n"
      let field = (before?[section]?[entry]?.keys ?? []).randomElement(using: &random) ?? "n"
      let edits: [(String?, [String], Tree?)] = [
        (SectionInsertion.set(entry, "v", in: section, of: text), [section, entry], .text("v")),
        (SectionInsertion.set(section, "v", in: nil, of: text), [section], .text("v")),
        (SectionInsertion.set("n", "v", in: nil, of: text), ["n"], .text("v")),
        (SectionInsertion.add("n2", "{v: w}", to: section, of: text), [section, "n2"], .mapping(["v": .text("w")])),
        (SectionInsertion.add("n", "v", to: "new", of: text), ["new", "n"], .text("v")),
        (SectionInsertion.setField(field, "v", of: entry, in: section, of: text), [section, entry, field], .text("v")),
        (
          SectionInsertion.remove(entry, from: section, of: text),
          before?[section]?.keys.count == 1 ? [section] : [section, entry], nil
        ),
      ]
      for (number, (after, path, value)) in edits.enumerated() {
        guard let after else {
          refused += 1
          continue
        }
        edited += 1
        let wanted = before?.with(value, at: path[...])
        // Without its last member, a text has no mapping.
        let isEmpty = wanted == .mapping([:])
        #expect(isEmpty || Tree(after) == wanted, "edit \(number) of seed \(seed), \(path):\n\(text)\n\(after)")
      }
    }
    #expect(edited > refused / 4 && refused > 0, "\(edited) edited, \(refused) refused")
  }
}
