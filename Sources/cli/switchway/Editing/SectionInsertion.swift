/// Adds or changes an entry of a key-remap file and leaves every other character unchanged.
///
/// Knows sections with at most one entry a line, and those that are on one line, `policy: {…}`, as people write them.
/// Returns nil for other forms. The caller checks the result in any case.
enum SectionInsertion {
  /// Why nothing can be changed.
  static let otherForm = "a section is neither on one line nor has one line per entry"

  /// The text with `name: value` at the end of `section`. A missing section is added at the end of the file.
  static func add(_ name: String, _ value: String, to section: String, of text: String) -> String? {
    var lines = Lines(text)
    guard let (entries, indent) = lines.section(section) else {
      if lines.hasSection(section) { return lines.change(section) { FlowMapping.set(name, value, in: $0) } }
      return lines.begin(section, with: "  \(name): \(value)") ? lines.text : nil
    }
    lines.all.insert("\(indent)\(name): \(value)", at: lines.end(of: entries))
    return lines.text
  }

  /// The text with `name` set to `value` in `section`, or at the top level if `section` is nil. Text after the value on
  /// its line stays. nil also if the entry has more than one line.
  static func set(_ name: String, _ value: String, in section: String?, of text: String) -> String? {
    var lines = Lines(text)
    var range = lines.all.indices
    var indent = ""
    if let section {
      guard let found = lines.section(section) else { return add(name, value, to: section, of: text) }
      (range, indent) = (found.entries, found.indent)
    }
    guard let index = lines.index(of: name, in: range, indent) else {
      if let section { return add(name, value, to: section, of: text) }
      guard let version = lines.index(of: "switchway", in: range, "") else { return nil }
      lines.all.insert("\(name): \(value)", at: version + 1)
      return lines.text
    }
    return lines.setValue(value, of: name, at: index, indent) ? lines.text : nil
  }

  /// The text without the entry `name` of a section, and without the section if it has no other entry. Comments stay.
  /// nil also if it is not there.
  static func remove(_ name: String, from section: String, of text: String) -> String? {
    guard has(name, in: section, of: text) else { return nil }
    var lines = Lines(text)
    guard let (entries, indent) = lines.section(section),
      let start = lines.index(of: name, in: entries, indent)
    else {
      let rest = lines.flow(section).flatMap { FlowMapping.remove(name, from: $0) }
      return rest == "" ? remove(section: section, of: text) : lines.change(section) { _ in rest }
    }
    let end = lines.end(ofEntryAt: start, in: entries, indent)
    lines.all.removeSubrange(start..<end)
    let rest = entries.lowerBound..<(entries.upperBound - (end - start))
    let isEmpty = lines.all[rest].allSatisfy { Lines.isBare($0[...]) }
    return isEmpty ? remove(section: section, of: lines.text) : lines.text
  }

  /// The text without a section, and with what stands between it and the next one. The same text if there is none.
  static func remove(section: String, of text: String) -> String? {
    var lines = Lines(text)
    guard let start = lines.all.firstIndex(where: { $0.hasPrefix(section + ":") }) else { return text }
    let rest = lines.all[start].dropFirst(section.count + 1)
    guard Lines.isBare(rest) || FlowMapping.isWhole(rest) else { return nil }
    lines.all.removeSubrange(start..<lines.end(ofEntryAt: start, in: lines.all.indices, ""))
    // One blank line is enough between what was before and what comes.
    if start > 0, lines.all[start - 1].isEmpty, start == lines.all.endIndex || lines.all[start].isEmpty {
      lines.all.remove(at: start - 1)
    }
    return lines.text
  }

  static func has(_ name: String, in section: String, of text: String) -> Bool {
    let lines = Lines(text)
    guard let (entries, indent) = lines.section(section) else {
      return lines.flow(section).map { FlowMapping.has(name, in: $0) } ?? false
    }
    return lines.index(of: name, in: entries, indent) != nil
  }

  /// The text with `field` set to `value` in the entry `name` of a section. Fields from an extended file stay.
  static func setField(
    _ field: String, _ value: String, of name: String, in section: String, of text: String
  ) -> String? {
    var lines = Lines(text)
    if lines.flow(section) != nil { return lines.change(section) { FlowMapping.set(field, value, of: name, in: $0) } }
    guard let (entries, indent) = lines.section(section), let index = lines.index(of: name, in: entries, indent) else {
      return add(name, "{\(field): \(value)}", to: section, of: text)
    }
    let head = "\(indent)\(name):"
    let rest = lines.all[index].dropFirst(head.count)
    guard Lines.isBare(rest) else {
      guard let changed = FlowMapping.set(field, value, in: rest) else { return nil }
      lines.all[index] = head + changed
      return lines.text
    }
    let range = (index + 1)..<lines.end(ofEntryAt: index, in: entries, indent)
    guard let first = range.first(where: { !Lines.isBare(lines.all[$0][...]) }) else { return nil }
    let inner = String(lines.all[first].prefix { $0 == " " })
    guard let old = lines.index(of: field, in: range, inner) else {
      lines.all.insert("\(inner)\(field): \(value)", at: index + 1)
      return lines.text
    }
    return lines.setValue(value, of: field, at: old, inner) ? lines.text : nil
  }

  /// The lines of a file without their ends.
  private struct Lines {
    var all: [String]
    private let hasReturns: Bool

    init(_ text: String) {
      hasReturns = text.contains("\r\n")
      all = text.linesWithoutEnds
    }

    var text: String { all.map { $0 + (hasReturns ? "\r\n" : "\n") }.joined() }

    func hasSection(_ name: String) -> Bool { all.contains { $0.hasPrefix(name + ":") } }

    /// The line in `range` where the entry begins.
    func index(of name: String, in range: Range<Int>, _ indent: String) -> Int? {
      range.first { all[$0].hasPrefix("\(indent)\(name):") }
    }

    /// Changes the value of the entry in a line. Text after it stays. Returns false if it has more than one line.
    mutating func setValue(_ value: String, of name: String, at index: Int, _ indent: String) -> Bool {
      let after = all[(index + 1)...].first { !Lines.isBare($0[...]) } ?? ""
      guard let rest = Lines.afterValue(all[index].dropFirst(indent.count + name.count + 1)),
        !after.hasPrefix(indent + " "), !after.hasPrefix(indent + "- ")
      else { return false }
      all[index] = "\(indent)\(name): \(value)\(rest)"
      return true
    }

    /// The lines of a block mapping below its key, and the indentation of its entries; nil if there is none.
    func section(_ name: String) -> (entries: Range<Int>, indent: String)? {
      guard let start = all.firstIndex(where: { $0.hasPrefix(name + ":") }),
        Lines.isBare(all[start].dropFirst(name.count + 1))
      else { return nil }
      let end = all[(start + 1)...].firstIndex { Lines.isTopLevel($0) } ?? all.endIndex
      let first = all[(start + 1)..<end].first { !Lines.isBare($0[...]) }
      guard let indent = first.map({ $0.prefix { $0 == " " } }), !indent.isEmpty else { return nil }
      return ((start + 1)..<end, String(indent))
    }

    /// What follows the name of a section on its line; nil if that is nothing.
    func flow(_ name: String) -> Substring? {
      guard let index = index(of: name, in: all.indices, "") else { return nil }
      let rest = all[index].dropFirst(name.count + 1)
      return Lines.isBare(rest) ? nil : rest
    }

    /// The text with another mapping on the line of a section; nil if none is there, or it cannot be changed.
    mutating func change(_ section: String, _ change: (Substring) -> String?) -> String? {
      guard let index = index(of: section, in: all.indices, ""), let changed = flow(section).flatMap(change) else {
        return nil
      }
      all[index] = "\(section):\(changed)"
      return text
    }

    /// The line after an entry. Blank lines and comments inside it are part of it.
    func end(ofEntryAt start: Int, in range: Range<Int>, _ indent: String) -> Int {
      let rest = range[(start + 1)...]
      let next = rest.first { !Lines.isBare(all[$0][...]) && !all[$0].hasPrefix(indent + " ") } ?? range.upperBound
      return (start..<next).last { $0 == start || all[$0].hasPrefix(indent + " ") }.map { $0 + 1 } ?? next
    }

    /// Where to add an entry. Blank lines and comments before the next section belong to that section.
    func end(of entries: Range<Int>) -> Int {
      var end = entries.upperBound
      while end > entries.lowerBound, Lines.isBare(all[end - 1][...]), !all[end - 1].hasPrefix(" ") { end -= 1 }
      return end
    }

    /// Adds a section at the end of the file. Returns false if YAML documents are marked, so that it cannot be added.
    mutating func begin(_ name: String, with entry: String) -> Bool {
      if all.contains(where: { $0 == "..." || $0 == "---" }) { return false }
      all += ["\(name):", entry]
      return true
    }

    /// Whether a line is empty or a comment.
    static func isBare(_ text: Substring) -> Bool {
      let rest = text.drop { $0 == " " }
      return rest.isEmpty || rest.hasPrefix("#")
    }

    private static func isTopLevel(_ line: String) -> Bool { !line.hasPrefix(" ") && !isBare(line[...]) }

    /// The comment after a value that ends on this line, with the blanks before it; nil if the value continues below.
    static func afterValue(_ text: Substring) -> Substring? {
      var quote: Character?
      var depth = 0
      var before: Character = " "
      for index in text.indices {
        let character = text[index]
        if let open = quote {
          if character == open, before != "\\" { quote = nil }
        } else if character == "#", before == " " {
          return depth == 0 && !isBare(text) ? text[text[..<index].lastWord...] : nil
        } else {
          if character == "\"" || character == "'" { quote = character }
          depth += "{[".contains(character) ? 1 : "}]".contains(character) ? -1 : 0
        }
        before = character
      }
      return depth == 0 && quote == nil && !isBare(text) ? "" : nil
    }
  }
}

extension Substring {
  /// The end of the last character that is not a blank.
  fileprivate var lastWord: Index { lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex }
}
