/// A line of a recorded tree and how far it is read.
///
/// It is read by Unicode scalars: a name may begin with a mark that would melt into the quote before it.
struct RecordedLine {
  let number: Int
  private let characters: [Unicode.Scalar]
  private var index = 0

  init(_ content: Substring.UnicodeScalarView, number: Int) { (characters, self.number) = (Array(content), number) }

  func problem(_ problem: String, help: String) -> RecordedTreeProblem {
    RecordedTreeProblem(line: number, column: index + 1, problem: problem, help: help)
  }

  /// Passes the text if it comes next.
  mutating func skip(_ text: String, before next: (Unicode.Scalar) -> Bool = { _ in true }) -> Bool {
    let length = text.unicodeScalars.count
    guard characters[index...].starts(with: text.unicodeScalars) else { return false }
    guard index + length == characters.count || next(characters[index + length]) else { return false }
    index += length
    return true
  }

  private static func string(_ characters: some Sequence<Unicode.Scalar>) -> String {
    var result = String.UnicodeScalarView()
    result.append(contentsOf: characters)
    return String(result)
  }

  mutating func expect(_ text: String) throws(RecordedTreeProblem) {
    guard skip(text) else { throw problem("expected '\(text)', found \(found)", help: "see switchway-scan(1)") }
  }

  func end() throws(RecordedTreeProblem) {
    guard index == characters.count else {
      throw problem("expected the end of the line, found \(found)", help: "put '; ' between the parts of a line")
    }
  }

  /// What comes next, for messages.
  private var found: String {
    index == characters.count ? "the end of the line" : "'\(Self.string(characters[index...].prefix(20)))'"
  }

  mutating func readVersion() throws(RecordedTreeProblem) {
    guard skip("switchway-tree ") else {
      throw problem("this is no recorded tree", help: "make one with 'switchway-scan --dump'")
    }
    guard Self.string(characters[index...]) == String(RecordedTree.version) else {
      throw problem(
        "version \(found) is not known", help: "this switchway-scan reads version \(RecordedTree.version)")
    }
  }

  mutating func depth(limit: Int) throws(RecordedTreeProblem) -> Int {
    while index < characters.count, characters[index] == " " { index += 1 }
    guard index.isMultiple(of: 2), index / 2 <= limit else {
      throw problem(
        "the line is indented by \(index) spaces", help: "indent by two spaces more than the node that it is in")
    }
    return index / 2
  }

  /// The words before the name; the name's first quote is passed too.
  mutating func role() throws(RecordedTreeProblem) -> Role {
    let rest = characters[index...]
    let end = rest.firstIndex(of: "\"") ?? rest.endIndex
    guard end > rest.startIndex, rest[end - 1] == " ", let role = RecordedWords.role(Self.string(rest[..<(end - 1)]))
    else {
      throw problem(
        "expected a role and a name in quotes, found \(found)", help: "write such as: push button \"Open\" 0,0 60x30")
    }
    index = end + 1
    return role
  }

  /// The rest of a text whose first quote is passed, and its last quote.
  mutating func quotedRest() throws(RecordedTreeProblem) -> String {
    var result = ""
    while index < characters.count {
      let character = characters[index]
      index += 1
      switch character {
      case "\"": return result
      case "\\": result.unicodeScalars.append(try escaped())
      default: result.unicodeScalars.append(character)
      }
    }
    throw problem("the text has no end", help: "end it with '\"'")
  }

  private mutating func escaped() throws(RecordedTreeProblem) -> Unicode.Scalar {
    if skip("\"") { return "\"" }
    if skip("\\") { return "\\" }
    if skip("u{"), let end = characters[index...].prefix(9).firstIndex(of: "}"),
      let scalar = UInt32(Self.string(characters[index..<end]), radix: 16).flatMap(Unicode.Scalar.init)
    {
      index = end + 1
      return scalar
    }
    throw problem("this escape is not known", help: "write \\\", \\\\ or \\u{HEX}")
  }

  mutating func rect() throws(RecordedTreeProblem) -> Rect {
    let x = try integer()
    try expect(",")
    let y = try integer()
    try expect(" ")
    let width = try integer()
    try expect("x")
    return Rect(x: x, y: y, width: width, height: try integer())
  }

  /// A number that does not fit is cut, as extents of a program are.
  private mutating func integer() throws(RecordedTreeProblem) -> Int {
    let start = index
    if index < characters.count, characters[index] == "-" { index += 1 }
    while index < characters.count, characters[index].isNumberStart, characters[index] != "-" { index += 1 }
    let word = Self.string(characters[start..<index])
    if let number = Int(word) { return number }
    guard word.count > 1 else {
      throw problem("expected a number, found \(found)", help: "write a rectangle such as 10,20 60x30")
    }
    return word.hasPrefix("-") ? -Rect.limit : Rect.limit
  }

  /// One part of a node after its extents, such as `states: focusable`.
  mutating func readPart(of node: inout Node) throws(RecordedTreeProblem) {
    if skip("index: ") {
      node.indexInParent = max(0, try integer())
    } else if skip("actions: ") {
      repeat {
        try expect("\"")
        node.actions.append(try quotedRest())
      } while skip(" ")
    } else if skip("lines: ") {
      repeat { node.lines.append(try rect()) } while skip(" ")
    } else if skip("states: ") {
      for word in words() { node.states.formUnion(try known(RecordedWords.state(word), word, "state")) }
    } else if skip("interfaces: ") {
      for word in words() { node.interfaces.formUnion(try known(RecordedWords.interface(word), word, "interface")) }
    } else {
      throw problem(
        "this part is not known: \(found)", help: "the parts are index, states, interfaces, actions and lines")
    }
  }

  private mutating func words() -> [String] {
    let rest = characters[index...].prefix { $0 != ";" }
    index = rest.endIndex
    return rest.split(separator: " ").map(Self.string)
  }

  private func known<Value>(_ value: Value?, _ word: String, _ kind: String) throws(RecordedTreeProblem) -> Value {
    if let value { return value }
    throw problem(
      "no \(kind) is called '\(word)'", help: "use AT-SPI's names, such as those of 'switchway-scan --dump'")
  }
}

extension Unicode.Scalar {
  var isNumberStart: Bool { self == "-" || ("0"..."9").contains(self) }
}
