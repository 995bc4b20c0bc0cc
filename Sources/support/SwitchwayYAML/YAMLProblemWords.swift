/// Explains libyaml's syntax errors in plain words.
enum YAMLProblemWords {
  private struct Row {
    /// The beginning of libyaml's message.
    var start: String
    var message: String
    var help: String
  }

  private static let noColon = Row(
    start: "could not find expected ':'", message: "expected ':' after this key",
    help: "write 'KEY: VALUE', with a space after the colon")

  /// The messages for libyaml's errors. Source of each `start`: libyaml's scanner and parser.
  private static let rows = [
    noColon,
    Row(
      start: "mapping values are not allowed",
      message: "there is a second ':' on this line, or its indentation is wrong",
      help: "put text that contains ': ' in quotes, and start keys of one level in the same column"),
    Row(
      start: "mapping keys are not allowed", message: "a key cannot begin here",
      help: "start keys of one level in the same column"),
    Row(
      start: "block sequence entries are not allowed", message: "a list entry ('- ') cannot begin here",
      help: "start the list on a line of its own, or write [a, b]"),
    Row(
      start: "found character that cannot start any token", message: "a value cannot begin with this character",
      help: "put the value in quotes; indent with spaces, not with tabs"),
    Row(
      start: "found a tab character", message: "there is a tab where spaces are expected",
      help: "indent with spaces"),
    Row(
      start: "found unexpected end of stream", message: "the quote that opens here is never closed",
      help: "close it with the same quote"),
    Row(
      start: "found unexpected document indicator", message: "the quoted text is not closed before this line",
      help: "close it with the same quote"),
    Row(
      start: "found unknown escape character", message: "'\\' with this character means nothing in double quotes",
      help: "write '\\\\' for a backslash, or use single quotes"),
    Row(
      start: "did not find expected hexdecimal number", message: "expected hexadecimal digits after this escape",
      help: "write for example \"\\x41\", or use single quotes"),
    Row(
      start: "did not find expected alphabetic or numeric character",
      message: "text that begins with '*' or '&' needs quotes", help: "write for example \"*Switch*\""),
    Row(
      start: "did not find expected ',' or '}'", message: "expected ',' or '}'",
      help: "close the '{', put ',' between the entries, and quote a value that contains one of , { } [ ]"),
    Row(
      start: "did not find expected ',' or ']'", message: "expected ',' or ']'",
      help: "close the '[', put ',' between the entries, and quote a value that contains one of , { } [ ]"),
    Row(
      start: "did not find expected key", message: "expected a key here",
      help: "start keys of one level in the same column; put text that contains quotes or brackets entirely in quotes"),
    Row(
      start: "did not find expected '-' indicator", message: "expected '- ' for the next entry of the list",
      help: "start the entries of a list in the same column"),
    Row(
      start: "did not find expected node content", message: "expected a value here",
      help: "write a value, or remove the sign before it"),
    Row(
      start: "did not find expected <document start>", message: "this is outside the profile's keys",
      help: "start all top-level keys in the first column"),
    Row(
      start: "found undefined tag handle", message: "tags ('!…') are not supported",
      help: "remove it, or put the text in quotes"),
  ]

  /// Returns the position of a problem, a message, and how to correct it. For a part that is not closed or needs
  /// quotes, the position is its beginning. `open` is the position of the innermost open bracket or brace.
  static func words(
    _ problem: YAMLEvents.Problem, in source: SourceText, open: Mark?
  ) -> (mark: Mark, message: String, help: String) {
    if let comment = comment(in: source, from: open, to: problem.mark) { return comment }
    if let colon = secondColon(problem, in: source) { return colon }
    if let open, problem.mark == source.end, !problem.text.hasPrefix("found unexpected end of stream") {
      return (open, "the bracket that opens here is never closed", "close it with the same kind of bracket")
    }
    if source.scalar(problem.mark) == "\t" {
      return (problem.mark, "there is a tab where spaces are expected", "indent with spaces")
    }
    if open == nil, let sign = source.scalar(problem.mark), sign == "}" || sign == "]" {
      return (problem.mark, "'\(sign)' closes nothing that is open", "remove it")
    }
    if let space = missingSpace(problem, in: source) { return space }
    if let mark = missingColon(problem, in: source) { return (mark, noColon.message, noColon.help) }
    guard let row = rows.first(where: { problem.text.hasPrefix($0.start) }) else {
      return (problem.mark, "this is not YAML: \(problem.text)", "see switchway.yaml(5) for the form of a profile")
    }
    let startsAtContext = [
      noColon.start, "found unexpected end of stream",
      "did not find expected alphabetic or numeric character",
    ]
    let isAtContext = startsAtContext.contains(where: problem.text.hasPrefix)
    let mark = isAtContext ? problem.context ?? problem.mark : problem.mark
    let word = source.word(at: mark)
    let isGlob = row.start.hasPrefix("did not find expected alphabetic") && word.count > 1
    return (mark, row.message, isGlob ? "write \"\(word)\"" : row.help)
  }

  /// Finds a '#' between brackets that makes the closing bracket a part of a comment, as in `{name: #2 Box}`. It only
  /// looks in the line of the opening bracket, and only if there is a closing bracket after the '#'.
  private static func comment(
    in source: SourceText, from open: Mark?, to end: Mark
  ) -> (mark: Mark, message: String, help: String)? {
    guard let open, open.line <= end.line, let line = source.line(open.line) else { return nil }
    for index in line.indices.dropFirst(open.column) where line[index] == "#" && line[index - 1] == " " {
      let rest = line[index...]
      guard rest.contains(where: { $0 == "}" || $0 == "]" }) else { return nil }
      // The text to quote may begin before the '#'.
      let begin = line[..<index].lastIndex { ":,[{".unicodeScalars.contains($0) }.map { $0 + 1 } ?? index
      let text = line[begin...].drop { $0 == " " }.prefix(64).prefix { !"}],\"\\".unicodeScalars.contains($0) }
      return (
        Mark(line: open.line, column: index - line.startIndex + 1),
        "'#' begins a comment here, and the bracket before it is never closed",
        "put the text in quotes: \"\(String(String.UnicodeScalarView(text)))\""
      )
    }
    return nil
  }

  /// Finds a value without quotes that contains ': ', such as `label: Box: red`.
  private static func secondColon(
    _ problem: YAMLEvents.Problem, in source: SourceText
  ) -> (mark: Mark, message: String, help: String)? {
    let starts = ["mapping values are not allowed", "did not find expected ',' or '}'"]
    guard starts.contains(where: problem.text.hasPrefix), source.scalar(problem.mark) == ":",
      let line = source.line(problem.mark.line)
    else { return nil }
    // Within brackets, a comma or a bracket also ends the value.
    let isFlow = problem.text.hasPrefix(starts[1])
    let colon = line.startIndex + problem.mark.column - 1
    var key = colon
    while key > line.startIndex,
      !(line[key - 1] == " " && key >= 2 && key - 2 >= line.startIndex && line[key - 2] == ":")
    {
      if isFlow, "{[,".unicodeScalars.contains(line[key - 1]) { return nil }
      key -= 1
    }
    guard key > line.startIndex else { return nil }
    let value = line[key...].prefix(96).prefix { !isFlow || !"},]".unicodeScalars.contains($0) }
    let text = String(String.UnicodeScalarView(value)).replacing(#/ +$/#, with: "")
    let name = String(
      String.UnicodeScalarView(line[..<(key - 2)].reversed().prefix { !" {,".unicodeScalars.contains($0) }.reversed()))
    guard !text.contains("\""), !name.isEmpty else { return nil }
    return (
      Mark(line: problem.mark.line, column: key - line.startIndex + 1), "text that contains ': ' needs quotes",
      "write \(name): \"\(text)\""
    )
  }

  /// Finds a key whose colon is missing, above keys that are indented below it. libyaml reports the first of the keys
  /// below.
  private static func missingColon(_ problem: YAMLEvents.Problem, in source: SourceText) -> Mark? {
    guard problem.text.hasPrefix("mapping values are not allowed"), let below = source.line(problem.mark.line),
      let number = previous(problem, in: source), let line = source.line(number), !line.contains(":")
    else { return nil }
    let column = line.prefix { $0 == " " }.count
    return column < below.prefix { $0 == " " }.count ? Mark(line: number, column: column + 1) : nil
  }

  /// Returns the number of the nearest line above the problem that is not empty. Looks at most 8 lines up.
  private static func previous(_ problem: YAMLEvents.Problem, in source: SourceText) -> Int? {
    let before = max(problem.mark.line - 8, 1)..<max(problem.mark.line, 1)
    return before.last { source.line($0)?.contains { $0 != " " } ?? false }
  }

  /// Finds a key without a space after its colon. libyaml reads it as a part of a longer text, and may report the error
  /// one line later.
  private static func missingSpace(
    _ problem: YAMLEvents.Problem, in source: SourceText
  ) -> (mark: Mark, message: String, help: String)? {
    let starts = ["could not find expected ':'", "mapping values are not allowed"]
    guard starts.contains(where: problem.text.hasPrefix) else { return nil }
    for number in [problem.context?.line, previous(problem, in: source), problem.mark.line].compactMap(\.self) {
      guard let line = source.line(number) else { continue }
      let text = line.prefix(256).drop { $0 == " " || $0 == "-" }
      guard let space = MissingSpace(String(String.UnicodeScalarView(text))) else { continue }
      return (Mark(line: number, column: text.startIndex - line.startIndex + 1), space.message, space.help)
    }
    return nil
  }
}
