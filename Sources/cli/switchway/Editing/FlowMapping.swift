/// A flow mapping on one line, as people write short entries: `{input: box/button-1, tap: next}`.
///
/// Blanks before the brace and text after it stay. Changes return nil if `text` is not a mapping that begins and ends
/// here.
enum FlowMapping {
  /// The text with `field` set to `value`; a new field comes after the others.
  static func set(_ field: String, _ value: String, in text: Substring) -> String? {
    guard let (inside, members) = read(text) else { return nil }
    let entry = "\(field): \(value)"
    if let index = index(of: field, among: members) {
      return text.replacing(members[index].startIndex..<members[index].endIndex, with: entry)
    }
    guard let end = members.last?.endIndex else { return text.replacing(inside, with: entry) }
    return text.replacing(end..<end, with: ", \(entry)")
  }

  /// The text with a field set in the mapping that is the value of `name`, which is added if it is missing.
  static func set(_ field: String, _ value: String, of name: String, in text: Substring) -> String? {
    guard let members = read(text)?.members, let index = index(of: name, among: members) else {
      return set(name, "{\(field): \(value)}", in: text)
    }
    let old = members[index].dropFirst(name.count + 1)
    return set(field, value, in: old).map { text.replacing(old.startIndex..<old.endIndex, with: $0) }
  }

  /// The text without a field; empty if there is no other one.
  static func remove(_ field: String, from text: Substring) -> String? {
    guard let members = read(text)?.members, let index = index(of: field, among: members) else { return nil }
    if members.count == 1 { return "" }
    let isFirst = index == 0
    let start = isFirst ? members[0].startIndex : members[index - 1].endIndex
    return text.replacing(start..<(isFirst ? members[1].startIndex : members[index].endIndex), with: "")
  }

  /// Whether `text` is a mapping with this field.
  static func has(_ field: String, in text: Substring) -> Bool {
    read(text).flatMap { index(of: field, among: $0.members) } != nil
  }

  /// Whether `text` is a mapping that begins and ends here.
  static func isWhole(_ text: Substring) -> Bool { read(text) != nil }

  private static func index(of field: String, among members: [Substring]) -> Int? {
    members.firstIndex { $0.hasPrefix("\(field):") }
  }

  /// What is between the braces, and the members without the blanks around them.
  private static func read(_ text: Substring) -> (inside: Range<Substring.Index>, members: [Substring])? {
    guard let open = text.firstIndex(where: { $0 != " " }), text[open] == "{" else { return nil }
    var members: [Substring] = []
    var start = text.index(after: open)
    var depth = 0
    var quote: Character?
    var isEscaped = false
    func add(to end: Substring.Index) {
      let member = text[start..<end].drop { $0 == " " }
      if let last = member.lastIndex(where: { $0 != " " }) { members.append(member[...last]) }
    }
    for index in text[open...].indices {
      let character = text[index]
      if let current = quote {
        if character == current, !isEscaped { quote = nil }
        isEscaped = character == "\\" && !isEscaped && current == "\""
        continue
      }
      switch character {
      case "\"", "'":
        // Inside a text, as in Ann's, it quotes nothing.
        if let last = text[..<index].last(where: { $0 != " " }), "{[,:".contains(last) { quote = character }
      case "#" where text[..<index].last == " ": return nil
      case "{", "[": depth += 1
      case "}", "]":
        depth -= 1
        guard depth == 0 else { continue }
        add(to: index)
        return (text.index(after: open)..<index, members)
      case "," where depth == 1:
        add(to: index)
        start = text.index(after: index)
      default: break
      }
    }
    return nil
  }
}

extension Substring {
  fileprivate func replacing(_ range: Range<Index>, with text: String) -> String {
    var copy = self
    copy.replaceSubrange(range, with: text)
    return String(copy)
  }
}
