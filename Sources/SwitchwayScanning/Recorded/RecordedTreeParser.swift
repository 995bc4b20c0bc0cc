/// What is wrong with a recorded tree, and where. `description` is as the project's other diagnostics, without a file.
public struct RecordedTreeProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// From 1.
  public let line: Int
  /// In Unicode scalars, from 1.
  public let column: Int
  public let problem: String
  public let help: String

  public var description: String { "\(line):\(column): error: \(problem)\n  help: \(help)" }
}

extension RecordedTree {
  /// The longest text that is read. Chosen: 1,000 nodes with the longest names stay below it.
  public static let longestText = 4 << 20

  /// Reads a recorded tree.
  ///
  /// Throws: the first problem, with its position and how to mend it.
  public init(_ text: String) throws(RecordedTreeProblem) {
    guard text.utf8.count <= Self.longestText else {
      throw RecordedTreeProblem(
        line: 1, column: 1, problem: "the file is longer than 4 MiB", help: "record the window anew")
    }
    self.init(tree: Tree(nodes: []))
    var open: [Int] = []
    var isVersionKnown = false
    for (index, content) in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      var line = RecordedLine(content, number: index + 1)
      if !isVersionKnown {
        try line.readVersion()
        isVersionKnown = true
      } else if !content.allSatisfy({ $0 == " " }), content.first != "#" {
        if tree.nodes.isEmpty, try readHeader(&line) { continue }
        try readNode(&line, open: &open)
      }
    }
    guard !tree.nodes.isEmpty else {
      throw RecordedTreeProblem(
        line: 1, column: 1, problem: "there is no node", help: "record a window with 'switchway-scan --dump'")
    }
  }

  private mutating func readHeader(_ line: inout RecordedLine) throws(RecordedTreeProblem) -> Bool {
    if line.skip("toolkit \"") {
      tree.toolkit = try line.quotedRest()
    } else if line.skip("window ", before: \.isNumberStart) {
      window = try line.rect()
    } else if line.skip("screen ", before: \.isNumberStart) {
      screen = try line.rect()
    } else {
      return false
    }
    try line.end()
    return true
  }

  private mutating func readNode(_ line: inout RecordedLine, open: inout [Int]) throws(RecordedTreeProblem) {
    let depth = try line.depth(limit: open.count)
    open.removeSubrange(depth...)
    guard depth > 0 || tree.nodes.isEmpty else {
      throw line.problem("a second window", help: "indent by two spaces what is in the window above")
    }
    guard tree.nodes.count < Tree.limit else {
      throw line.problem("more than \(Tree.limit) nodes", help: "leave out what is not seen")
    }
    let role = try line.role()
    let name = try line.quotedRest()
    try line.expect(" ")
    var node = Node(
      reference: Reference(bus: Self.bus, path: "/\(line.number)"), parent: open.last, role: role, name: name,
      extents: try line.rect())
    while line.skip("; ") { try line.readPart(of: &node) }
    try line.end()
    open.append(tree.nodes.count)
    tree.nodes.append(node)
  }
}
