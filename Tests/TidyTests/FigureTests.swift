import Testing

/// Figures of documents that safety rests on are those of the code.
///
/// A figure has a mark behind it that names its constant, `0.3 s<!-- SessionGate.settling -->`, which a page does not
/// show. The words around it are free.
@Suite("Figures of safety") struct FigureTests {
  private struct Mark: Hashable {
    /// The constant, as `Type.member`.
    let name: String
    /// What stands before the mark, such as `0.3 s`.
    let figure: String
    let page: String
  }

  private static let marks: [Mark] = Tree.files(endings: ["md"]).flatMap { page in
    let text = Tree.lines(page).flatMap { $0.split(separator: " ") }.joined(separator: " ")
    return text.matches(of: /([0-9.]+(?: ?(?:s|ms|µs))?)?<!-- ([A-Z]\w+\.\w+) -->/).map {
      Mark(name: String($0.output.2), figure: String($0.output.1 ?? ""), page: page)
    }
  }

  /// The constants that must have a marked figure in some page.
  static let needed = [
    "FileDesk.mostStuck", "FileDesk.patience", "KeySet.stuckAfter", "LiveInput.framesATurn", "Log.most", "Log.span",
    "PanicWatch.length", "SessionGate.settling",
  ]

  @Test("each is marked in a page, and no other is")
  func marked() { #expect(Set(Self.marks.map(\.name)).sorted() == Self.needed) }

  @Test("each is the figure of the code", arguments: needed)
  func isRight(name: String) throws {
    let parts = name.split(separator: ".")
    let path = try #require(Tree.files("Sources").first { $0.hasSuffix("/\(parts[0]).swift") })
    let line = try #require(Tree.lines(path).first { $0.contains("static let \(parts[1]) =") }, "\(path)")
    let written = try #require(Self.amount(ofCode: line), "\(path): \(line)")
    for mark in Self.marks where mark.name == name {
      #expect(Self.amount(ofText: mark.figure) == written, "\(mark.page): '\(mark.figure)', and \(path):\(line)")
    }
  }

  /// A number without a unit, or microseconds.
  private enum Amount: Equatable { case plain(Double), microseconds(Double) }

  private static func amount(ofText text: String) -> Amount? {
    guard let number = Double(text.prefix { $0.isNumber || $0 == "." }) else { return nil }
    switch text.drop(while: { $0.isNumber || $0 == "." || $0 == " " }) {
    case "": return .plain(number)
    case "s": return .microseconds(number * 1e6)
    case "ms": return .microseconds(number * 1e3)
    default: return .microseconds(number)
    }
  }

  private static func amount(ofCode line: Substring) -> Amount? {
    guard let value = line.split(separator: " = ").last else { return nil }
    if let number = Double(value) { return .plain(number) }
    guard let match = value.wholeMatch(of: /Microseconds\.(seconds|milliseconds)\(([0-9_]+)\)/),
      let number = Double(match.output.2.filter(\.isNumber))
    else { return nil }
    return .microseconds(number * (match.output.1 == "seconds" ? 1e6 : 1e3))
  }

  @Test(
    "a figure is read with its unit, and another one is not the same",
    arguments: [
      ("5 s", "  static let a = Microseconds.seconds(5)", true),
      ("0.3 s", "let a = Microseconds.milliseconds(300)", true),
      ("300 ms", "let a = Microseconds.milliseconds(300)", true), ("3", "let a = 3", true), ("3", "let a = 4", false),
      ("5 s", "let a = Microseconds.milliseconds(5)", false), ("5", "let a = Microseconds.seconds(5)", false),
      ("", "let a = 3", false),
    ])
  func amounts(text: String, line: String, isSame: Bool) {
    #expect((Self.amount(ofText: text) == Self.amount(ofCode: line[...])) == isSame)
  }
}
