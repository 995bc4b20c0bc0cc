/// Builds the tree of a YAML file from its events. It refuses parts of YAML that profiles do not need: anchors,
/// aliases, tags, merge keys, a second document, nesting deeper than 16 levels, and repeated keys.
package struct YAMLTree {
  /// The deepest nesting of lists and mappings that is allowed, including the file's own mapping.
  package static let deepest = 16
  /// The largest number of keys in one mapping, and of entries in one list.
  package static let longest = 1_000
  /// The largest number of keys and list entries in a profile and all files that it extends.
  package static let most = 40_000

  /// Ends the reading of a file. The reason was already reported.
  private struct Stop: Error {}

  private let source: SourceText
  private let events: YAMLEvents
  /// The positions of the brackets and braces that are open.
  private var open: [Mark] = []
  /// The index after the last scalar of the last event.
  private var end = 0
  /// The names of the anchors in the file, which are written after '&'.
  private var anchors: Set<String> = []
  private let file: Int
  private let findings: Findings
  private let help: String

  /// Advice on how a profile begins.
  package static let beginning = "begin with 'switchway: 1', then 'devices:' and 'switches:'"

  /// Returns the root of the tree of `source`, or `nil` if the file is empty or no tree can be built. Adds errors to
  /// `findings`. `help` is the advice for an empty file.
  private static func root(
    of source: SourceText, file: Int, findings: Findings, help: String
  ) -> YAMLNode? {
    guard let events = YAMLEvents(source) else {
      findings.error(file: file, .top, "not enough memory to read the file", help: "close other programs")
      return nil
    }
    if let mark = source.tagDirective {
      findings.error(file: file, mark, "tags ('%TAG') are not supported", help: "remove the line")
      return nil
    }
    if PastedText.isReported(in: source, file: file, findings: findings) { return nil }
    var tree = YAMLTree(source: source, events: events, file: file, findings: findings, help: help)
    let root = try? tree.document()
    return root ?? nil
  }

  /// Returns the root of the tree of `bytes`. Sets `source` to their text, or to a text that can be shown if they are
  /// not a valid text.
  package static func root(
    of bytes: [UInt8], file: Int, findings: Findings, source: inout SourceText?, help: String = YAMLTree.beginning
  ) -> YAMLNode? {
    do throws(SourceText.Fault) {
      let text = try SourceText(bytes)
      source = text
      return root(of: text, file: file, findings: findings, help: help)
    } catch {
      source = SourceText(valid: bytes, before: error.mark)
      findings.error(file: file, error.mark, error.message, help: error.help)
      return nil
    }
  }

  private mutating func next() throws(Stop) -> YAMLEvents.Event {
    do {
      let event = try events.next()
      end = event.range.upperBound
      return event
    } catch {
      let words = YAMLProblemWords.words(error, in: source, open: open.last)
      findings.error(file: file, words.mark, words.message, help: words.help)
      throw Stop()
    }
  }

  private mutating func document() throws(Stop) -> YAMLNode? {
    _ = try next()
    guard case .documentStart = try next().kind else {
      findings.error(
        file: file, .top, "the file is empty", help: help)
      return nil
    }
    let root = try node(next(), depth: 1)
    _ = try next()
    let after = try next()
    if case .documentStart = after.kind {
      findings.error(
        file: file, after.mark, "a second document begins here", help: "keep one profile in a file; remove '---'")
    }
    return root
  }

  private mutating func node(_ event: YAMLEvents.Event, depth: Int) throws(Stop) -> YAMLNode {
    var node = YAMLNode(file: file, mark: event.mark, content: .refused, range: event.range)
    if event.hasAnchor {
      // The event of a value with an anchor begins at the '&'.
      let word = source.word(at: event.mark)
      if word.hasPrefix("&") { anchors.insert(String(word.dropFirst())) }
      refuse(event, "anchors ('&name') are not supported", help: "write the value out where it is needed")
    }
    if event.hasTag {
      refuse(event, "tags ('!name') are not supported", help: "remove it, or put the text in quotes")
    }
    switch event.kind {
    case .scalar(let text, let isPlain):
      node.content = .scalar(text, isPlain: isPlain)
      if isPlain, let first = text.first, !first.isASCII, "“„‘‚«»".contains(first) {
        findings.warning(
          node, "'\(first)' is not a quote in YAML; it is part of this text",
          help: "write a text in straight quotes: \"TEXT\"")
      }
    case .alias:
      let word = source.word(at: event.mark)
      if anchors.contains(String(word.dropFirst())) {
        refuse(
          event, "aliases ('*name') are not supported", help: "also write here what follows '&\(word.dropFirst())'")
      } else {
        refuse(event, "text that begins with '*' or '&' needs quotes", help: "write \"\(word)\"")
      }
      findings.commandsAreUncertain = true
    case .sequenceStart(let isFlow):
      try check(depth, event)
      let items = try items(isFlow: isFlow, from: node.mark, depth: depth)
      node.content = .sequence(items)
      node.isFlow = isFlow
      extend(&node, to: items.last)
    case .mappingStart(let isFlow):
      try check(depth, event)
      let pairs = try pairs(isFlow: isFlow, from: node.mark, depth: depth)
      node.content = .mapping(pairs)
      node.isFlow = isFlow
      extend(&node, to: pairs.last?.value)
    case .streamStart, .streamEnd, .documentStart, .documentEnd, .collectionEnd: throw Stop()
    }
    return node
  }

  /// Sets the end of a list or a mapping to its closing bracket or, without brackets, to the end of its last node.
  /// libyaml itself ends a list or mapping without brackets where the next node begins, after blank lines and comments.
  private func extend(_ node: inout YAMLNode, to last: YAMLNode?) {
    let end = node.isFlow ? end : last?.range.upperBound ?? 0
    node.range = node.range.lowerBound..<max(node.range.upperBound, end)
  }

  private func refuse(_ event: YAMLEvents.Event, _ message: String, help: String) {
    findings.error(file: file, event.mark, message, help: help)
  }

  private mutating func check(_ depth: Int, _ event: YAMLEvents.Event) throws(Stop) {
    guard depth > YAMLTree.deepest else { return }
    refuse(
      event, "nested more than \(YAMLTree.deepest) deep",
      help: "a profile needs four levels at most; remove brackets")
    throw Stop()
  }

  /// Counts one more key or list entry. `length` is the number of keys or entries that its mapping or list has now.
  /// Throws if there are too many.
  private mutating func count(_ length: Int, _ what: String, at mark: Mark) throws(Stop) {
    guard !findings.isFull else {
      findings.hasUncounted = true
      throw Stop()
    }
    findings.entryCount += 1
    guard length > YAMLTree.longest || findings.entryCount > YAMLTree.most else { return }
    let isLong = length > YAMLTree.longest
    let words = isLong ? "more than \(YAMLTree.longest) \(what)" : "more than \(YAMLTree.most) keys and entries in all"
    findings.error(file: file, mark, words, help: "a profile has a few hundred: remove what is not needed")
    throw Stop()
  }

  private mutating func items(isFlow: Bool, from mark: Mark, depth: Int) throws(Stop) -> [YAMLNode] {
    var items: [YAMLNode] = []
    if isFlow { open.append(mark) }
    while true {
      let event = try next()
      if case .collectionEnd = event.kind { break }
      try count(items.count + 1, "entries in one list", at: event.mark)
      items.append(try node(event, depth: depth + 1))
    }
    guard isFlow else { return items }
    open.removeLast()
    return SplitCommand.rejoin(items, findings: findings)
  }

  private mutating func pairs(isFlow: Bool, from mark: Mark, depth: Int) throws(Stop) -> [YAMLNode.Pair] {
    var pairs: [YAMLNode.Pair] = []
    if isFlow { open.append(mark) }
    while true {
      let event = try next()
      if case .collectionEnd = event.kind { break }
      try count(pairs.count + 1, "keys in one mapping", at: event.mark)
      let key = try node(event, depth: depth + 1)
      var pair = YAMLNode.Pair(key: key, value: try node(next(), depth: depth + 1))
      CommentedValue.report(&pair, in: source, findings: findings)
      pairs.append(pair)
    }
    if isFlow {
      open.removeLast()
      pairs = SplitCommand.rejoin(pairs, findings: findings)
    }
    return unique(pairs)
  }

  /// Refuses pairs whose keys cannot be keys of a profile. Of pairs with the same key, keeps only the first.
  private mutating func unique(_ pairs: [YAMLNode.Pair]) -> [YAMLNode.Pair] {
    var lines: [String: Int] = [:]
    return pairs.compactMap { pair in
      guard case .scalar(let name, let isPlain) = pair.key.content else {
        findings.error(pair.key, "a key must be one word, found \(pair.key.words)", help: "write 'KEY: VALUE'")
        return refused(pair)
      }
      if name == "<<", isPlain {
        findings.error(
          pair.key, "merge keys ('<<') are not supported", help: "use 'extends' to start from another profile")
        return refused(pair)
      }
      if let line = lines[name] {
        // The contents of the second pair, for example commands, are not read.
        findings.commandsAreUncertain = true
        findings.error(
          pair.key, "repeated key '\(name)'", help: "it is already on line \(line); remove one of them")
        return nil
      }
      lines[name] = pair.key.mark.line
      return pair
    }
  }

  /// Returns `pair` with its key and value refused. It stays in the mapping, so that its key is not reported as
  /// missing.
  private mutating func refused(_ pair: YAMLNode.Pair) -> YAMLNode.Pair {
    findings.commandsAreUncertain = true
    var pair = pair
    pair.key.content = .refused
    pair.value.content = .refused
    return pair
  }
}

extension YAMLNode {
  /// Returns the root of the tree of a text that a program will change, or `nil` if the text is empty or has errors.
  package static func root(of text: String) -> YAMLNode? {
    let findings = Findings()
    var source: SourceText?
    let root = YAMLTree.root(of: Array(text.utf8), file: 0, findings: findings, source: &source)
    return findings.hasErrors ? nil : root
  }
}
