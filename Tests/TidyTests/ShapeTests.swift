import Foundation
import Testing

/// Files of one idea are short; above this a reader has lost it.
private let mostLines = 400

/// Calls that have no place in the program, and why.
private let bannedEverywhere: [(call: String, why: String)] = [
  ("sleep(", "wait for what is to happen"), ("fatalError(", "somebody may have no other input: reset and go on"),
  ("try!", "handle the error"), ("as!", "handle the other case"), ("preconditionFailure(", "reset and go on"),
  ("@unchecked Sendable", "confine it instead"),
]
private let bannedInLibraries: [(call: String, why: String)] = [("print(", "results are the programs' to print")]

private let codeEndings = ["swift", "c", "h", "py", "sh", "awk", "timeline"]

/// The longest line of code, in characters.
private let mostColumns = 120

@Suite struct ShapeTests {
  /// A language of `setup` is one file, however many sentences it has.
  private static let languages = "Sources/cli/switchway/Languages/"

  @Test("files are of one idea")
  func length() {
    for path in Tree.files(endings: codeEndings) where !path.hasPrefix(Self.languages) {
      let count = Tree.lines(path).count
      #expect(count <= mostLines, "\(path): \(count) lines")
      if count > 300 { print("\(path): \(count) lines, more than the 300 that we aim for") }
    }
  }

  @Test("no line of code is longer than 120 columns")
  func width() {
    let endings = ["swift", "c", "h", "py", "timeline"]
    for path in ["Sources", "bench", "Tests"].flatMap({ Tree.files($0, endings: endings) }) {
      for (index, line) in Tree.lines(path).enumerated() {
        #expect(line.count <= mostColumns, "\(path):\(index + 1): \(line.count) columns")
      }
    }
  }

  @Test("no control characters, no blanks at line ends, a line feed at the end")
  func characters() {
    for path in Tree.files(endings: codeEndings + ["md", "yaml", "rules", "service", "conf"]) {
      guard let text = Tree.text(path) else {
        Issue.record("\(path): not UTF-8")
        continue
      }
      for (index, line) in Tree.lines(path).enumerated() {
        let strange = line.unicodeScalars.first { ($0.value < 32 || $0.value == 127) && $0 != "\t" }
        #expect(strange == nil, "\(path):\(index + 1): a control character")
        #expect(line.last != " ", "\(path):\(index + 1): a blank at the end")
      }
      #expect(text.isEmpty || text.hasSuffix("\n"), "\(path): no line feed at the end")
    }
  }

  @Test("banned calls are not made")
  func bannedCalls() {
    for path in ["Sources", "bench"].flatMap({ Tree.files($0, endings: ["swift"]) }) {
      let isLibrary = !path.split(separator: "/").dropLast().contains { $0.hasPrefix("switchway") }
      for (number, code) in code(of: path) {
        for (call, why) in bannedEverywhere + (isLibrary ? bannedInLibraries : []) {
          #expect(!calls(call, in: code), "\(path):\(number): \(call) \(why)")
        }
      }
    }
  }

  @Test(
    "a call is told from a name that only ends like it",
    arguments: [
      ("sleep(1)", true), ("  unsafe sleep(1)", true), ("Task.sleep(for: x)", true), ("asleep(1)", false),
      ("sprint(x)", false), ("x as! Y", true), ("let y = was!", false),
    ])
  func boundaries(line: String, isCall: Bool) {
    #expect((bannedEverywhere + bannedInLibraries).contains { calls($0.call, in: line) } == isCall)
  }

  @Test("public declarations say what they are for")
  func documentation() {
    for path in ["Sources", "bench"].flatMap({ Tree.files($0, endings: ["swift"]) }) {
      for number in undocumented(Tree.lines(path)) {
        Issue.record("\(path):\(number): a public declaration without a comment")
      }
    }
  }

  @Test("the scanner finds what is not documented, and only that")
  func scanner() {
    let text = """
      /// Documented.
      public struct A {
        /// Documented, behind attributes.
        @inlinable
        public var b: Int { 0 }
        public init() {}
        public func c() {}
        private func d() {}
        public typealias E = Int
        public var plain: Int
        public static func == (left: A, right: A) -> Bool { true }
      }
      public extension A {}
      """
    #expect(undocumented(text.split(separator: "\n", omittingEmptySubsequences: false)) == [7, 9])
  }

  @Test("nothing names the machine it was written on")
  func machines() {
    let folders = ["/wo" + "rk/", "/ro" + "ot/"]
    for path in Tree.files() where path != "LICENSE" {
      for (index, line) in Tree.lines(path).enumerated() {
        for folder in folders where line.contains(folder) {
          Issue.record("\(path):\(index + 1): \(folder)")
        }
      }
    }
  }

  @Test("every shipped profile is mentioned by a test or a man page")
  func profiles() {
    let profiles = Tree.files("Config", endings: ["yaml"])
    #expect(!profiles.isEmpty)
    let readers = (Tree.files("Tests", endings: ["swift"]) + Tree.files("man")).compactMap(Tree.text)
    for path in profiles {
      let name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
      #expect(readers.contains { $0.contains(name) }, "\(path): nothing reads it")
    }
  }
}

/// Whether `call` is in a line of code as a word of its own.
private func calls(_ call: String, in code: String) -> Bool {
  var rest = code[...]
  while let found = rest.range(of: call) {
    let before = found.lowerBound == code.startIndex ? " " : code[code.index(before: found.lowerBound)]
    if !before.isLetter && !before.isNumber && before != "_" { return true }
    rest = rest[found.upperBound...]
  }
  return false
}

/// Numbers of the lines with public declarations that no `///` precedes. Plain stored members of a documented type,
/// initialisers, extensions and operators speak for themselves; so do names that mean what they mean in the standard
/// library.
private func undocumented(_ lines: [Substring]) -> [Int] {
  let kinds = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias", "actor", "subscript"]
  let free = [
    "static func ==", "static func <", "static func + ", "static func - ", "func hash(", "var description:",
    "var debugDescription:", "func contains(", "func insert(",
    "func remove(", "var isEmpty:", "var count:",
  ]
  var numbers: [Int] = []
  var hasComment = false
  for (index, line) in lines.enumerated() {
    let words = line.split(separator: " ")
    let text = words.joined(separator: " ")
    if text.hasPrefix("///") {
      hasComment = true
    } else if text.hasPrefix("@") && !text.contains("public ") {
      continue
    } else {
      if words.contains("public"), !hasComment, words.contains(where: { kinds.contains(String($0)) }),
        !words.contains("extension"), !text.contains("public init"), !isPlainMember(text),
        !free.contains(where: { text.contains($0) })
      {
        numbers.append(index + 1)
      }
      // The constants of a table follow one another below the comment of its type.
      hasComment = hasComment && (text.contains("enum ") || text.contains("static let "))
    }
  }
  return numbers
}

/// A stored property with a type and nothing computed, such as `public var minimum: Int32`.
private func isPlainMember(_ text: String) -> Bool {
  (text.contains("public var ") || text.contains("public let ")) && !text.contains("static ") && text.contains(": ")
    && !text.contains("{")
}
