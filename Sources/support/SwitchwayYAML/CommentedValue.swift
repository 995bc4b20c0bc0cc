/// Finds values that end at a '#', because in YAML the rest of the line is a comment: `name: #2 Box` has no value, and
/// the value of `name: Box #2` is `Box`.
enum CommentedValue {
  /// The keys whose values are names that people or manufacturers have chosen. A '#' in such a name is rarely meant as
  /// a comment.
  private static let names: Set<String> = ["name", "label", "phys", "uniq", "path"]

  /// Reports a pair that has no value, but a '#' in its line, and refuses the value. Warns about a name that ends
  /// before a '#'. A '#' with a space after it always counts as a comment.
  static func report(_ pair: inout YAMLNode.Pair, in source: SourceText, findings: Findings) {
    guard case .scalar(let text, isPlain: true) = pair.value.content, let comment = comment(pair, text, source) else {
      return
    }
    if text.isEmpty {
      findings.commandsAreUncertain = true
      findings.error(
        pair.value, "'\(pair.name)' has no value: '#' begins a comment",
        help: "put text that contains '#' in quotes: \(pair.name): \"\(comment)\"")
      pair.value.content = .refused
    } else if names.contains(pair.name) {
      findings.warning(
        pair.value, "'\(pair.name)' is \(pair.value.words): ' #' begins a comment",
        help: "put the text in quotes: \(pair.name): \"\(text) \(comment)\"; or write a space after '#'")
    }
  }

  /// Returns the rest of the value's line, beginning with the '#'. Returns `nil` if there is no '#' after the value.
  private static func comment(_ pair: YAMLNode.Pair, _ text: String, _ source: SourceText) -> String? {
    guard let line = source.line(pair.value.mark.line), pair.value.mark.line == pair.key.mark.line else { return nil }
    // The mark of an empty value is at the end of its key.
    let end = line.startIndex + pair.value.mark.column - 1 + text.unicodeScalars.count
    guard end <= line.endIndex, text.isEmpty || String(String.UnicodeScalarView(line[..<end])).hasSuffix(text) else {
      return nil
    }
    let rest = line[end...]
    let comment = rest.drop { $0 == " " || $0 == "\t" || (text.isEmpty && $0 == ":") }
    guard comment.first == "#", comment.startIndex > rest.startIndex, let next = comment.dropFirst().first,
      next != " ", next != "#", next != "\t"
    else { return nil }
    // Without a value, a closing bracket in the comment means that a bracket is not closed, which is reported
    // elsewhere.
    guard text.isEmpty || !comment.contains(where: { $0 == "}" || $0 == "]" }) else { return nil }
    let words = comment.prefix(64).prefix { !"\"\\".unicodeScalars.contains($0) }
    return String(String.UnicodeScalarView(words)).replacing(#/[ }\]]+$/#, with: "")
  }
}
