/// Finds a value that ends at a '#', because in YAML the remaining line is then a comment. `name: #2 Box` has no value,
/// and `name: Box #2` is `Box`.
enum CommentedValue {
  /// Keys whose values are names from people or manufacturers. A '#' in them is rarely meant as a comment.
  private static let names: Set<String> = ["name", "label", "phys", "uniq", "path"]

  /// Reports a pair without a value whose line continues with '#', and refuses the value. Warns about a name that ends
  /// before a '#'. Text after '# ', with a space, is a comment.
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

  /// The remaining part of the value's line, beginning with its '#'.
  private static func comment(_ pair: YAMLNode.Pair, _ text: String, _ source: SourceText) -> String? {
    guard let line = source.line(pair.value.mark.line), pair.value.mark.line == pair.key.mark.line else { return nil }
    // The mark of an empty value is the end of its key.
    let end = line.startIndex + pair.value.mark.column - 1 + text.unicodeScalars.count
    guard end <= line.endIndex, text.isEmpty || String(String.UnicodeScalarView(line[..<end])).hasSuffix(text) else {
      return nil
    }
    let rest = line[end...]
    let comment = rest.drop { $0 == " " || $0 == "\t" || (text.isEmpty && $0 == ":") }
    guard comment.first == "#", comment.startIndex > rest.startIndex, let next = comment.dropFirst().first,
      next != " ", next != "#", next != "\t"
    else { return nil }
    // The bracket that is never closed is reported.
    guard text.isEmpty || !comment.contains(where: { $0 == "}" || $0 == "]" }) else { return nil }
    let words = comment.prefix(64).prefix { !"\"\\".unicodeScalars.contains($0) }
    return String(String.UnicodeScalarView(words)).replacing(#/[ }\]]+$/#, with: "")
  }
}
