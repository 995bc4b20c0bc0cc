import SwitchwayCore
import SwitchwayText
import SwitchwayTime
import SwitchwayYAML

// Movements as inputs: `rel_x > 20 within 300ms`.
extension InputsReader {
  /// Reads a movement of the relative axis `name`. `rest`: the text after the name.
  func movement(_ name: String, _ rest: Substring, _ node: YAMLNode) -> InputSelector? {
    guard let code = EventNames.movement(name) else { return unknown(name, node) }
    var words = rest.split { $0 == " " || $0 == "\t" }
    // Without a blank, `>20` is one word. It is divided into the sign and the number.
    if let first = words.first, first.count > 1, first.hasPrefix(">") || first.hasPrefix("<") {
      words[0] = first.prefix(1)
      words.insert(first.dropFirst(), at: 1)
    }
    guard words.count >= 2, let sign = words.first, sign == ">" || sign == "<" else {
      findings.error(
        node, "the movement '\(name)' needs a number of counts and a time",
        help: "write for example \(name) > 20 within 300ms")
      return nil
    }
    guard let level = counts(words[1], isPositive: sign == ">", name, node) else { return nil }
    guard words.count > 2 else {
      findings.error(
        node, "\(node.words) needs the time in which it moves that far",
        help: "write for example \(name) \(sign) \(level) within 300ms")
      return nil
    }
    guard words.count == 4, words[2] == "within" else {
      let found = words[2...].joined(separator: " ")
      findings.error(
        node, "expected 'within' and a time after the counts of '\(name)', found '\(YAMLNode.brief(found))'",
        help: "write for example \(name) \(sign) \(level) within 300ms")
      return nil
    }
    return time(words[3], node).map { .movement(MovementCondition(code: code, level: level, within: $0)) }
  }

  /// Reads the number of counts. Its sign is the direction of the movement.
  private func counts(_ text: Substring, isPositive: Bool, _ name: String, _ node: YAMLNode) -> Int32? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else {
      findings.error(
        node, "expected a whole number of counts for '\(name)', found '\(YAMLNode.brief(String(text)))'",
        help: text.hasSuffix("%")
          ? "a movement has no maximum, so no percentage: write for example \(name) > 20 within 300ms"
          : "write for example \(name) > 20 within 300ms, or < -20 for the other direction")
      return nil
    }
    guard let value = Int32(text), MovementCondition.levels.contains(Int64(value.magnitude)) else {
      let range = MovementCondition.levels
      findings.error(
        node,
        "a movement must be from \(range.lowerBound) to \(range.upperBound) counts, or from -\(range.lowerBound) to "
          + "-\(range.upperBound) counts, found '\(YAMLNode.brief(String(text)))'",
        help: "write for example \(name) > 20 within 300ms, or < -20 for the other direction")
      return nil
    }
    guard (value > 0) == isPositive else {
      let other = isPositive ? "> \(value.magnitude)' or '< \(value)" : "< -\(value)' or '> \(value)"
      findings.error(node, "'\(isPositive ? ">" : "<") \(value)' is true while nothing moves", help: "write '\(other)'")
      return nil
    }
    return value
  }

  private func time(_ text: Substring, _ node: YAMLNode) -> Microseconds? {
    guard let time = try? DurationText.parse(String(text)) else {
      let isNumber = (try? DurationText.parse(text + "ms")) != nil
      findings.error(
        node, "expected a duration such as 300ms after 'within', found '\(YAMLNode.brief(String(text)))'",
        help: isNumber ? "add a unit: \(text)ms" : "write a number and its unit, us, ms, s or min: 300ms")
      return nil
    }
    let range = MovementCondition.withinRange
    if range.contains(time) { return time }
    let ends = DurationText.written([range.lowerBound, range.upperBound])
    findings.error(
      node, "'within' must be from \(ends[0]) to \(ends[1]), found '\(YAMLNode.brief(String(text)))'",
      help: "write a duration from \(ends[0]) to \(ends[1])")
    return nil
  }
}
