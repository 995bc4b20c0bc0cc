/// A problem in a recorded tree, and its position. `description` has the form of the project's other diagnostics,
/// without a file.
public struct RecordedTreeProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, counted from 1.
  public let line: Int
  /// The position in the line, in Unicode scalars, counted from 1.
  public let column: Int
  public let problem: String
  public let help: String

  public var description: String { "\(line):\(column): error: \(problem)\n  help: \(help)" }
}

/// A line of a recorded tree, split into words like `push-button` or `name="two words"`.
///
/// It is read by Unicode scalars, because a name may begin with a combining mark that would join the quote before it.
struct RecordedLine {
  struct Word {
    let column: Int
    let key: String
    /// The text after `=`, without quotes. `nil` if the word has no `=`.
    let value: String?
  }

  let number: Int
  private(set) var indent = 0
  private(set) var words: [Word] = []
  private var rest: Substring.UnicodeScalarView
  private let length: Int

  init(_ content: Substring.UnicodeScalarView, number: Int) throws(RecordedTreeProblem) {
    (rest, length, self.number) = (content, content.count, number)
    indent = take { $0 == " " }.count
    while !rest.isEmpty {
      let (column, key) = (column, take { $0 != " " && $0 != "=" })
      words.append(Word(column: column, key: key, value: skip("=") ? try value() : nil))
      _ = take { $0 == " " }
    }
  }

  private var column: Int { length - rest.count + 1 }

  func problem(_ problem: String, at column: Int, help: String) -> RecordedTreeProblem {
    RecordedTreeProblem(line: number, column: column, problem: problem, help: help)
  }

  private mutating func take(while condition: (Unicode.Scalar) -> Bool) -> String {
    let taken = rest.prefix(while: condition)
    rest = rest[taken.endIndex...]
    return String(taken)
  }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func value() throws(RecordedTreeProblem) -> String {
    guard skip("\"") else { return take { $0 != " " } }
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == "\"" { return String(text) }
      text.append(scalar == "\\" ? try escaped() : scalar)
    }
    throw problem("the text is not closed", at: column, help: "end it with '\"'")
  }

  private mutating func escaped() throws(RecordedTreeProblem) -> Unicode.Scalar {
    let column = column
    if skip("\"") { return "\"" }
    if skip("\\") { return "\\" }
    if skip("u"), skip("{"), let scalar = UInt32(take { $0 != "}" }, radix: 16).flatMap(Unicode.Scalar.init), skip("}")
    {
      return scalar
    }
    throw problem("unknown escape", at: column, help: "write \\\", \\\\ or \\u{HEX}")
  }

  /// A value as it is written in a line: in quotes if it is empty, or has other characters than visible ASCII ones.
  static func written(_ value: String) -> String {
    let isPlain = value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") }
    return isPlain && !value.isEmpty ? value : quoted(value)
  }

  static func quoted(_ value: String) -> String {
    var quoted = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case _ where scalar.properties.generalCategory == .control || scalar.properties.isWhitespace && scalar != " ":
        quoted += "\\u{\(String(scalar.value, radix: 16))}"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension RecordedTree {
  /// The longest text that is read, in bytes. 1,000 nodes with the longest names need less.
  public static let longestText = 4 << 20

  /// Reads a recorded tree.
  ///
  /// - Throws: the first problem, with its position and how to fix it.
  public init(_ text: String) throws(RecordedTreeProblem) {
    func failure(_ problem: String, _ help: String) -> RecordedTreeProblem {
      RecordedTreeProblem(line: 1, column: 1, problem: problem, help: help)
    }
    guard text.utf8.count <= Self.longestText else {
      throw failure("the file is longer than 4 MiB", "record the window again")
    }
    self.init(tree: Tree(nodes: []))
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.first, first.starts(with: Self.head.unicodeScalars) else {
      throw failure("this is not a recorded tree", "make one with 'switchway-scan --dump'")
    }
    try readHead(try RecordedLine(first, number: 1))
    var open: [Int] = []
    for (index, content) in lines.enumerated().dropFirst() where content.first != "#" {
      let line = try RecordedLine(content, number: index + 1)
      if let role = line.words.first { try readNode(line, role, open: &open) }
    }
    guard !tree.nodes.isEmpty else {
      throw failure("there is no node", "record a window with 'switchway-scan --dump'")
    }
  }

  private mutating func readHead(_ line: RecordedLine) throws(RecordedTreeProblem) {
    guard line.words.count > 1, line.words[1].key == String(Self.version) else {
      throw line.problem(
        "unknown version", at: Self.head.count + 2, help: "this switchway-scan reads version \(Self.version)")
    }
    for word in line.words.dropFirst(2) {
      switch (word.key, word.value) {
      case ("toolkit", let value?): tree.toolkit = value
      case ("window", let value?) where Rect(word: value) != nil: window = Rect(word: value)
      case ("screen", let value?) where Rect(word: value) != nil: screen = Rect(word: value)
      default:
        throw line.problem(
          "'\(word.key)' is not understood", at: word.column,
          help: "write toolkit=NAME, window=X,Y,WIDTH,HEIGHT or screen=X,Y,WIDTH,HEIGHT")
      }
    }
  }

  private mutating func readNode(
    _ line: RecordedLine, _ first: RecordedLine.Word, open: inout [Int]
  ) throws(RecordedTreeProblem) {
    let depth = line.indent / 2
    guard line.indent.isMultiple(of: 2), depth <= open.count else {
      throw line.problem(
        "the line is indented by \(line.indent) spaces", at: line.indent + 1,
        help: "indent by two spaces more than the node that it is in")
    }
    guard depth > 0 || tree.nodes.isEmpty else {
      throw line.problem("a second window", at: 1, help: "indent the parts of the window above by two spaces")
    }
    guard tree.nodes.count < Tree.limit else {
      throw line.problem("more than \(Tree.limit) nodes", at: 1, help: "leave out items that are not visible")
    }
    guard let role = Role.byWord[first.key], first.value == nil else {
      throw line.problem(
        "no role is called '\(first.key)'", at: first.column, help: "use AT-SPI's names, such as push-button")
    }
    open.removeSubrange(depth...)
    let reference = Reference(bus: "recorded", path: "/\(line.number)")
    var node = Node(reference: reference, parent: open.last, role: role)
    for word in line.words.dropFirst() {
      guard let part = NodePart.all.first(where: { $0.key == word.key }) else {
        let keys = NodePart.all.map(\.key).joined(separator: ", ")
        throw line.problem("unknown part '\(word.key)'", at: word.column, help: "the parts are \(keys)")
      }
      guard let value = word.value, part.read(&node, value) else {
        throw line.problem(
          "'\(word.key)' is not understood", at: word.column, help: "write \(part.key)= and \(part.form)")
      }
    }
    open.append(tree.nodes.count)
    tree.nodes.append(node)
  }
}
