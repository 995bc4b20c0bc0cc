/// Finds commands that are split by a comma inside braces. YAML reads `{do: scroll(down, page)}` as the value
/// `scroll(down` and a key `page)`. The pieces are joined and reported once, at the start of the command.
enum SplitCommand {
  /// The largest number of pieces after the first that are examined. No command has more arguments.
  private static let mostPieces = 8

  /// Returns `pairs`, in which the pieces of each split command are replaced by one refused node.
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
      // All pieces except the last must be keys without a value. If the command is a value, the last piece must also be
      // one.
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

  /// Returns `items`, in which the pieces of each split command are replaced by one refused node.
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

  /// Reports a number that is split at its decimal comma, such as `{after: 0,8s}`, and returns a refused node. Returns
  /// `nil` if the two pieces are not such a number.
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

  /// Returns how many pieces of `rest` belong to the command that begins with `head`. Returns `nil` if no command
  /// begins there, or if its parenthesis is not closed.
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
      head, "the comma in '\(whole)' ends the value inside brackets",
      help: "put it in quotes: \"\(whole.filter { !"“”„‘’‚«»".contains($0) })\"")
    findings.commandsAreUncertain = true
    return YAMLNode(file: head.file, mark: head.mark, content: .refused)
  }
}
