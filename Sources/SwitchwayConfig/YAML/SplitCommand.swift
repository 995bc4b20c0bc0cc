/// Finds commands that a comma inside braces has torn apart: `{do: scroll(down, page)}` is to YAML the value
/// `scroll(down` and a key `page)`. The pieces are put together and reported once, at the start of the command.
enum SplitCommand {
  /// No command has more arguments; so many pieces are looked at after the first.
  private static let mostPieces = 8

  /// `pairs` with each torn command in one piece, refused.
  static func rejoin(_ pairs: [YAMLNode.Pair], findings: Findings) -> [YAMLNode.Pair] {
    var result: [YAMLNode.Pair] = []
    var index = 0
    while index < pairs.count {
      let pair = pairs[index]
      index += 1
      if index < pairs.count, let refused = number(pair.value, pairs[index], findings: findings) {
        result.append(YAMLNode.Pair(key: pair.key, value: refused))
        index += 1
        continue
      }
      let head = pair.value.isEmpty ? pair.key : pair.value
      guard let end = end(of: head, rest: pairs[index...].prefix(mostPieces).map(\.key)) else {
        result.append(pair)
        continue
      }
      // All pieces but the last are keys without a value, and so is the last, where the command was a value.
      let pieces = pairs[index..<(index + end)]
      let isKey = pair.value.isEmpty
      guard pieces.dropLast().allSatisfy(\.value.isEmpty), isKey || pieces.allSatisfy(\.value.isEmpty) else {
        result.append(pair)
        continue
      }
      let refused = report(head, pieces.map(\.key), findings: findings)
      if !isKey { result.append(YAMLNode.Pair(key: pair.key, value: refused)) }
      index += end
    }
    return result
  }

  /// `items` with each torn command in one piece, refused.
  static func rejoin(_ items: [YAMLNode], findings: Findings) -> [YAMLNode] {
    var result: [YAMLNode] = []
    var index = 0
    while index < items.count {
      let item = items[index]
      index += 1
      guard let end = end(of: item, rest: Array(items[index...].prefix(mostPieces))) else {
        result.append(item)
        continue
      }
      result.append(report(item, Array(items[index..<(index + end)]), findings: findings))
      index += end
    }
    return result
  }

  /// A number with a comma that was torn at it, `{after: 0,8s}`, which is reported; nil where these are none.
  private static func number(_ head: YAMLNode, _ rest: YAMLNode.Pair, findings: Findings) -> YAMLNode? {
    guard rest.value.isEmpty, case .scalar(let whole, isPlain: true) = head.content,
      case .scalar(let decimals, isPlain: true) = rest.key.content,
      decimals.utf8.first.map({ (48...57).contains($0) })
        ?? false, decimals.utf8.last.map({ !(48...57).contains($0) }) ?? false,
      let number = Findings.withPoint("\(whole),\(decimals)")
    else { return nil }
    let expected = decimals.hasSuffix("%") ? "a level such as 60%" : "a duration such as 250ms"
    findings.error(
      head, "expected \(expected), found '\(whole),\(decimals)'", help: "write \(number), with a point")
    return YAMLNode(file: head.file, mark: head.mark, content: .refused)
  }

  /// How many of `rest` belong to the command that `head` begins; nil where it begins none, or it never ends.
  private static func end(of head: YAMLNode, rest: [YAMLNode]) -> Int? {
    guard case .scalar(let text, isPlain: true) = head.content else { return nil }
    var open = balance(text)
    guard open > 0 else { return nil }
    for (place, piece) in rest.enumerated() {
      guard case .scalar(let text, isPlain: true) = piece.content else { return nil }
      open += balance(text)
      if open == 0 { return place + 1 }
    }
    return nil
  }

  private static func balance(_ text: String) -> Int {
    text.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "(") ? 1 : $1 == UInt8(ascii: ")") ? -1 : 0) }
  }

  private static func report(_ head: YAMLNode, _ pieces: [YAMLNode], findings: Findings) -> YAMLNode {
    let whole = YAMLNode.brief(([head] + pieces).compactMap(\.text).joined(separator: ", "))
    findings.error(
      head, "the comma in '\(whole)' ends the value inside brackets", help: "put it in quotes: \"\(whole)\"")
    findings.commandsAreUncertain = true
    return YAMLNode(file: head.file, mark: head.mark, content: .refused)
  }
}
