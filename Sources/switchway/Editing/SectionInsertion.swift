/// Adds an entry to a section of a key-remap file, and leaves every other character as it was.
///
/// Knows block mappings with one entry a line and more, as people write them. Where a section is written in another way,
/// nothing is done: whoever asked checks what came of it in any case.
enum SectionInsertion {
  /// The text with `name: value` at the end of the section `section`, which is begun at the end of the file where there is
  /// none. nil: the section is no block mapping.
  static func add(_ name: String, _ value: String, to section: String, of text: String) -> String? {
    let hasReturns = text.contains("\r\n")
    var lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    if lines.last == "" { lines.removeLast() }
    if let start = lines.firstIndex(where: { isKey($0, section) }) {
      guard isBare(lines[start].dropFirst(section.count + 1)) else { return nil }
      let end = lines[(start + 1)...].firstIndex { isTopLevel($0) } ?? lines.endIndex
      let entries = lines[(start + 1)..<end].filter { !isBare($0[...]) }
      guard let indent = entries.first.map({ $0.prefix { $0 == " " } }), !indent.isEmpty else { return nil }
      // Blank lines and notes before the next section are that one's.
      var place = end
      while place > start + 1, isBare(lines[place - 1][...]), !lines[place - 1].hasPrefix(" ") { place -= 1 }
      lines.insert("\(indent)\(name): \(value)", at: place)
    } else {
      if lines.contains(where: { $0 == "..." || $0 == "---" }) { return nil }
      lines += ["\(section):", "  \(name): \(value)"]
    }
    return lines.map { $0 + (hasReturns ? "\r\n" : "\n") }.joined()
  }

  private static func isKey(_ line: String, _ section: String) -> Bool { line.hasPrefix(section + ":") }

  /// Nothing, or a note.
  private static func isBare(_ text: Substring) -> Bool {
    let rest = text.drop { $0 == " " }
    return rest.isEmpty || rest.hasPrefix("#")
  }

  private static func isTopLevel(_ line: String) -> Bool { !line.hasPrefix(" ") && !isBare(line[...]) }
}
