import SwitchwayYAML

/// A YAML text in which one entry changes, while every other character stays as it is.
///
///     let edit = YAMLEdit("policy: {typing: no} # mine\n")
///     let pair = edit?.root.pair("policy")?.value.pair("typing")
///     edit?.replacing(pair, with: "yes")  // "policy: {typing: yes} # mine\n"
///
/// libyaml says where each node begins and ends (`YAMLNode.range`). Between two nodes there can only be blanks, line
/// ends, comments and the signs `:`, `,`, `?`, `-` and brackets, so a `#` there begins a comment. This type knows no
/// other grammar. The functions return `nil` if a change would lose a comment, or if a key does not begin its line (`?
/// key`).
struct YAMLEdit {
  /// The mapping at the root of the text.
  let root: YAMLNode

  /// The characters of the text, without the byte order mark.
  private let scalars: [Unicode.Scalar]
  private let hasByteOrderMark: Bool

  private static let byteOrderMark: Unicode.Scalar = "\u{FEFF}"

  /// Returns `nil` if the text has errors, or is not a mapping with at least one entry.
  init?(_ text: String) {
    guard let root = YAMLNode.root(of: text), root.pairs?.isEmpty == false else { return nil }
    self.root = root
    hasByteOrderMark = text.unicodeScalars.first == YAMLEdit.byteOrderMark
    scalars = Array(text.unicodeScalars.dropFirst(hasByteOrderMark ? 1 : 0))
  }

  // MARK: Changing

  /// Returns the text with `value` as the new value of a pair. Comments after the value stay.
  func replacing(_ pair: YAMLNode.Pair, with value: String) -> String? {
    guard let start = colon(of: pair) else {
      let (key, next) = (pair.key.range.upperBound, scalars[pair.value.range.lowerBound...].first)
      return next == "," || next == "}" ? text(replacing: key..<key, with: ": \(value)") : nil
    }
    guard !pair.value.range.isEmpty else { return text(replacing: start..<start, with: " \(value)") }
    let old = pair.value.range.lowerBound..<visibleEnd(of: pair.value)
    guard !hasComment(in: start..<old.upperBound, beside: [pair.value]) else { return nil }
    let isBelow = scalars[start..<old.lowerBound].contains(where: YAMLEdit.isBreak)
    return isBelow
      ? text(replacing: start..<old.upperBound, with: " \(value)") : text(replacing: old, with: value)
  }

  /// Returns the text with a new entry at the end of the mapping that is the value of `pair`. If the mapping has no
  /// brackets, the entry gets its own line. It comes after indented comments below the last entry, because these belong
  /// to the mapping.
  ///
  /// - Parameter isFirst: whether the entry comes at the beginning of a mapping without brackets.
  func adding(_ entry: String, to pair: YAMLNode.Pair, isFirst: Bool = false) -> String? {
    if pair.value.isFlow { return pair.value.pairs == nil ? nil : adding(entry, toBrackets: pair.value) }
    if pair.value.isEmpty, root.isFlow { return replacing(pair, with: "{\(entry)}") }
    guard let outer = indentation(of: pair) else { return nil }
    var indent: String? = outer + "  "
    if !pair.value.isEmpty { indent = pair.value.pairs?.first.flatMap(indentation) }
    guard let indent else { return nil }
    let below = lineAfter(pair.key.range.lowerBound)
    return inserting([indent + entry], at: isFirst ? below : endOfLines(of: pair, deeperThan: outer))
  }

  /// Returns the text with an entry after a pair of the root.
  func adding(_ entry: String, after pair: YAMLNode.Pair) -> String? {
    if root.isFlow { return adding(entry, toBrackets: root) }
    return indentation(of: pair).map { inserting([$0 + entry], at: lineAfter(end(of: pair) - 1)) }
  }

  /// Returns the text with a mapping of one entry at the end of the root, after all comments.
  func adding(mapping name: String, of entry: String) -> String? {
    if root.isFlow { return adding("\(name): {\(entry)}", toBrackets: root) }
    guard let last = root.pairs?.last, let indent = indentation(of: last) else { return nil }
    let end = endOfBareLines(from: lineAfter(end(of: last) - 1), indentedBy: 0)
    return inserting(["\(indent)\(name):", "\(indent)  \(entry)"], at: end)
  }

  /// Returns the text without a pair of `mapping`. If the mapping has no brackets, comments and blank lines inside the
  /// pair are removed too.
  ///
  /// - Parameter joinsBlankLines: whether a blank line before the pair is also removed if a blank line or the end of
  ///   the text follows the pair.
  func removing(_ pair: YAMLNode.Pair, from mapping: YAMLNode, joinsBlankLines: Bool = false) -> String? {
    guard let pairs = mapping.pairs, let index = pairs.firstIndex(of: pair) else { return nil }
    if mapping.isFlow {
      let start = index == 0 ? mapping.range.lowerBound + 1 : end(of: pairs[index - 1])
      let isFirstOfSeveral = index == 0 && pairs.count > 1
      let range =
        isFirstOfSeveral ? pair.key.range.lowerBound..<pairs[1].key.range.lowerBound : start..<end(of: pair)
      return hasComment(in: range, beside: [pair.key, pair.value]) ? nil : text(replacing: range, with: "")
    }
    guard let indent = indentation(of: pair) else { return nil }
    var start = lineStart(pair.key.range.lowerBound)
    let end = endOfLines(of: pair, deeperThan: indent)
    if joinsBlankLines, start > 0, end == scalars.count || YAMLEdit.isBreak(scalars[end]) {
      let before = lineStart(start - lineEnd(before: start))
      if YAMLEdit.isBreak(scalars[before]) { start = before }
    }
    return text(replacing: start..<end, with: "")
  }

  private func adding(_ entry: String, toBrackets mapping: YAMLNode) -> String? {
    guard let last = mapping.pairs?.last else {
      let inside = mapping.range.lowerBound + 1..<mapping.range.upperBound - 1
      let isBlank = scalars[inside].allSatisfy { YAMLEdit.isBlank($0) || YAMLEdit.isBreak($0) }
      let start = inside.lowerBound
      return text(replacing: isBlank ? inside : start..<start, with: isBlank ? entry : entry + " ")
    }
    let end = end(of: last)
    // A blank is needed before the comma, because `a:,` would be read as one word.
    let isOpen = last.value.range.isEmpty && colon(of: last) != nil
    return text(replacing: end..<end, with: (isOpen ? " , " : ", ") + entry)
  }

  private func inserting(_ lines: [String], at index: Int) -> String {
    let isOpen = index > 0 && !YAMLEdit.isBreak(scalars[index - 1])
    return text(replacing: index..<index, with: (isOpen ? lineEnd : "") + lines.map { $0 + lineEnd }.joined())
  }

  private func text(replacing range: Range<Int>, with text: String) -> String {
    var changed = String.UnicodeScalarView(hasByteOrderMark ? [YAMLEdit.byteOrderMark] : [])
    changed.append(contentsOf: scalars[..<range.lowerBound])
    changed.append(contentsOf: text.unicodeScalars)
    changed.append(contentsOf: scalars[range.upperBound...])
    return String(changed)
  }

  // MARK: Between nodes

  /// Returns the place after a pair's colon, or `nil` if the pair has no colon, as in `{name}`.
  private func colon(of pair: YAMLNode.Pair) -> Int? {
    let key = pair.key.range.upperBound
    let sign = scalars[key..<max(key, pair.value.range.lowerBound)].firstIndex { $0 == ":" || $0 == "#" }
    return sign.flatMap { scalars[$0] == ":" ? $0 + 1 : nil }
  }

  private func end(of pair: YAMLNode.Pair) -> Int {
    guard !pair.value.range.isEmpty else { return colon(of: pair) ?? pair.key.range.upperBound }
    // Blank lines after a text of several lines are part of the text only if it begins with `|+`.
    let text = leaves(of: pair.value).last?.lowerBound ?? 0
    let isKept = scalars[lineStart(max(text - 1, 0))..<text].contains("+")
    return isKept ? pair.value.range.upperBound : visibleEnd(of: pair.value)
  }

  /// Returns the end of a node without the line ends after a text of several lines (`|`). libyaml counts these as part
  /// of the text.
  private func visibleEnd(of node: YAMLNode) -> Int {
    let last = scalars[node.range].lastIndex { !YAMLEdit.isBlank($0) && !YAMLEdit.isBreak($0) }
    return last.map { $0 + 1 } ?? node.range.upperBound
  }

  /// Whether the range has a comment. A `#` inside the texts of `nodes`, which lie in the range, begins no comment.
  private func hasComment(in range: Range<Int>, beside nodes: [YAMLNode]) -> Bool {
    var start = range.lowerBound
    for leaf in nodes.flatMap(leaves) {
      if scalars[start..<max(start, leaf.lowerBound)].contains("#") { return true }
      start = max(start, leaf.upperBound)
    }
    return scalars[start..<max(start, range.upperBound)].contains("#")
  }

  /// Returns the ranges of the scalars in a node, in the order of the text. For a text of several lines, the line with
  /// its `|` or `>` is left out, because it may have a comment.
  private func leaves(of node: YAMLNode) -> [Range<Int>] {
    if let pairs = node.pairs { return pairs.flatMap { leaves(of: $0.key) + leaves(of: $0.value) } }
    if let items = node.items { return items.flatMap(leaves) }
    guard let first = scalars[node.range].first, first == "|" || first == ">" else { return [node.range] }
    return [min(lineAfter(node.range.lowerBound), node.range.upperBound)..<node.range.upperBound]
  }

  // MARK: Lines

  /// Returns the blanks before the key of a pair, or `nil` if something else is before the key on its line.
  private func indentation(of pair: YAMLNode.Pair) -> String? {
    let key = pair.key.range.lowerBound
    let before = scalars[lineStart(key)..<key]
    return before.allSatisfy { $0 == " " } ? String(repeating: " ", count: before.count) : nil
  }

  /// Returns the place after the lines of a pair, and after the comments and blank lines below it that are indented
  /// more than the pair.
  private func endOfLines(of pair: YAMLNode.Pair, deeperThan indent: String) -> Int {
    endOfBareLines(from: lineAfter(end(of: pair) - 1), indentedBy: indent.unicodeScalars.count + 1)
  }

  /// Looks at the lines from `start` on that are blank or only a comment. Returns the place after the last of these
  /// lines that begins with at least `count` spaces.
  private func endOfBareLines(from start: Int, indentedBy count: Int) -> Int {
    var (line, end) = (start, start)
    while line < scalars.count {
      let next = lineAfter(line)
      let sign = scalars[line..<next].first { !YAMLEdit.isBlank($0) } ?? "#"
      guard sign == "#" || YAMLEdit.isBreak(sign) else { break }
      if scalars[line..<next].prefix(count).allSatisfy({ $0 == " " }), next - line >= count { end = next }
      line = next
    }
    return end
  }

  private func lineStart(_ index: Int) -> Int {
    scalars[..<index].lastIndex(where: YAMLEdit.isBreak).map { $0 + 1 } ?? 0
  }

  /// Returns the place after the line that contains `index`, including its line end.
  private func lineAfter(_ index: Int) -> Int {
    guard let end = scalars[index...].firstIndex(where: YAMLEdit.isBreak) else { return scalars.count }
    return end + (scalars[end...].starts(with: ["\r", "\n"]) ? 2 : 1)
  }

  /// Returns the length of the line end before a line that begins at `start`.
  private func lineEnd(before start: Int) -> Int { scalars[..<start].suffix(2).elementsEqual(["\r", "\n"]) ? 2 : 1 }

  /// The line end of the first line of the text, which new lines also get.
  private var lineEnd: String {
    let start = lineAfter(0)
    guard start > 0, YAMLEdit.isBreak(scalars[start - 1]) else { return "\n" }
    return String(String.UnicodeScalarView(scalars[start - lineEnd(before: start)..<start]))
  }

  /// Whether libyaml counts `scalar` as a blank: spaces and tabs.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  /// Whether libyaml counts `scalar` as a line break: line feed, carriage return, and the Unicode characters "next
  /// line", "line separator" and "paragraph separator".
  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    "\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains(scalar)
  }
}
