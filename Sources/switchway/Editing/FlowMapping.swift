/// A flow mapping on one line, as people write short entries: `{input: box/button-1, tap: next}`.
enum FlowMapping {
  /// The text with `field` set to `value`. Blanks before the brace and text after it stay. nil if the text is not a
  /// mapping that begins and ends here.
  ///
  /// - Parameter isFirst: whether a field that is not there yet comes before the others.
  static func set(_ field: String, _ value: String, in text: Substring, isFirst: Bool = false) -> String? {
    guard let open = text.firstIndex(where: { $0 != " " }), text[open] == "{",
      let members = members(of: text, from: open)
    else { return nil }
    let first = text.index(after: open)
    for member in members.ranges {
      let start = text[member].firstIndex { $0 != " " } ?? member.upperBound
      guard text[start..<member.upperBound].hasPrefix("\(field):") else { continue }
      return text[..<start] + "\(field): \(value)" + text[member.upperBound...]
    }
    let isEmpty = text[first..<members.close].allSatisfy { $0 == " " }
    if isEmpty { return text[..<first] + "\(field): \(value)" + text[members.close...] }
    if isFirst { return text[..<first] + "\(field): \(value), " + text[first...] }
    return text[..<members.close] + ", \(field): \(value)" + text[members.close...]
  }

  /// The members between the brace at `open` and its closing brace.
  private static func members(
    of text: Substring, from open: Substring.Index
  ) -> (ranges: [Range<Substring.Index>], close: Substring.Index)? {
    var ranges: [Range<Substring.Index>] = []
    var start = text.index(after: open)
    var depth = 0
    var quote: Character?
    var isEscaped = false
    for index in text[open...].indices {
      let character = text[index]
      if let current = quote {
        if character == current, !isEscaped { quote = nil }
        isEscaped = character == "\\" && !isEscaped && current == "\""
        continue
      }
      switch character {
      case "\"", "'": quote = character
      case "{", "[": depth += 1
      case "}", "]":
        depth -= 1
        if depth == 0 {
          ranges.append(start..<index)
          return (ranges, index)
        }
      case "," where depth == 1:
        ranges.append(start..<index)
        start = text.index(after: index)
      default: break
      }
    }
    return nil
  }
}
