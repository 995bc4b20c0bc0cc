import SwitchwayText
import SwitchwayTime

// Reads keys, texts, words and durations for all sections of a profile. If a value is wrong, each function reports the
// error and returns `nil`. An error that was already reported is not reported again.
extension Findings {
  /// Returns the pairs of a mapping that have one of these keys. Other keys are reported.
  package func mapping(_ pair: YAMLNode.Pair, keys: [String], example: String) -> [YAMLNode.Pair]? {
    guard let pairs = entries(pair, example: example) else { return nil }
    return pairs.filter { isKnown($0.key, keys: keys) }
  }

  /// Returns the pairs of a mapping whose keys are names that the person has chosen.
  package func entries(_ pair: YAMLNode.Pair, example: String) -> [YAMLNode.Pair]? {
    guard !isFull else {
      hasUncounted = true
      return nil
    }
    if let pairs = pair.value.pairs { return checkLength(pairs, of: pair).filter { !$0.key.isRefused } }
    if let space = MissingSpace(pair.value) {
      error(pair.value, space.message, help: space.help)
    } else {
      error(
        pair.value, "expected a mapping for '\(pair.name)', found \(pair.value.words)",
        help: "write for example \(example)")
    }
    return nil
  }

  /// Limits `pairs` to the largest number of keys in one mapping, and reports an error if there are more. A profile
  /// that is extended may have added too many.
  private func checkLength(_ pairs: [YAMLNode.Pair], of section: YAMLNode.Pair) -> [YAMLNode.Pair] {
    guard pairs.count > YAMLTree.longest else { return pairs }
    error(
      section.key,
      "'\(YAMLNode.brief(section.name))' has more than \(YAMLTree.longest) keys, including those that it extends",
      help: "remove what is not needed")
    return Array(pairs.prefix(YAMLTree.longest))
  }

  /// Returns whether the key `name` is missing in the mapping `node`. Returns false if an error that was reported
  /// before may be the cause: a misspelt or refused key, or an extended profile that could not be read.
  package func lacks(_ name: String, in node: YAMLNode, keys: [String]) -> Bool {
    guard !isFull else {
      hasUncounted = true
      return false
    }
    guard let pairs = node.pairs, node.pair(name) == nil, !baseIsMissing else { return false }
    // At most 256 keys are compared, because nobody misspells more keys in one mapping.
    return !pairs.prefix(256).contains { pair in
      pair.key.isRefused || MissingSpace(pair.key)?.key == name
        || (!keys.contains(pair.name) && NearestName.suggestion(for: pair.name, among: keys) == name)
    }
  }

  /// Returns whether `keys` contains this key, and reports the key if not.
  package func isKnown(_ key: YAMLNode, keys: [String]) -> Bool {
    let name = key.text ?? ""
    if keys.contains(name) { return true }
    if isFull {
      skipError()
      return false
    }
    if let space = MissingSpace(key), keys.contains(space.key) {
      error(key, space.message, help: space.help)
      return false
    }
    let help =
      suggestion(for: name, among: keys).map { "did you mean '\($0)'?" }
      ?? "the keys here are \(keys.joined(separator: ", "))"
    error(key, "unknown key \(key.words)", help: help)
    return false
  }

  /// Returns the value as a text that is not empty.
  package func text(_ pair: YAMLNode.Pair, example: String) -> String? {
    if let text = pair.value.text, !text.isEmpty { return text }
    error(
      pair.value, "expected text for '\(pair.name)', found \(pair.value.words)",
      help: "write for example \(pair.name): \(example)")
    return nil
  }

  /// Words that mean `yes` and `no` in other YAML files.
  private static let truths = ["on": "yes", "true": "yes", "y": "yes", "off": "no", "false": "no", "n": "no"]

  /// Returns the only one of `words` that begins with `text`, which must have at least 3 bytes. For example, `switch`
  /// means `switch-interface`.
  private static func only(_ words: [String], beginningWith text: String) -> String? {
    let found = words.filter { text.utf8.count > 2 && $0.hasPrefix(text.lowercased()) }
    return found.count == 1 ? found[0] : nil
  }

  /// Returns the value if it is one of `words`, in exactly this spelling.
  package func word(_ node: YAMLNode, for name: String, among words: [String]) -> String? {
    if let text = node.text, words.contains(text) { return text }
    let near = node.text.flatMap { text in
      let meant = Findings.truths[text.lowercased()].flatMap { words.contains($0) ? $0 : nil }
      return meant ?? suggestion(for: text, among: words) ?? Findings.only(words, beginningWith: text)
    }
    error(
      node, "expected \(Choice.words(words)) for '\(name)', found \(node.words)",
      help: near.map { "did you mean '\($0)'?" } ?? "write for example \(name): \(words[0])")
    return nil
  }

  /// Returns the value as a case of an enum, whose raw values are the allowed words.
  package func choice<Word: CaseIterable & RawRepresentable<String>>(_ pair: YAMLNode.Pair) -> Word? {
    word(pair.value, for: pair.name, among: Word.allCases.map(\.rawValue)).flatMap(Word.init(rawValue:))
  }

  /// Returns the value as a duration within `range`. `zero` says whether 0 is also allowed.
  package func duration(
    _ pair: YAMLNode.Pair, in range: ClosedRange<Microseconds>, orZero zero: Bool = false
  ) -> Microseconds? {
    let node = pair.value
    if node.isRefused { return nil }
    let value: Microseconds
    do {
      guard let text = node.text else { throw DurationText.Failure.notADuration }
      value = try DurationText.parse(text)
    } catch {
      report(error as? DurationText.Failure ?? .notADuration, node, range)
      return nil
    }
    if range.contains(value) || (zero && value == .zero) { return value }
    let isOpen = range.upperBound == DurationText.longest
    let ends = DurationText.written([range.lowerBound, range.upperBound])
    let bounds =
      isOpen ? "at least \(DurationText.written(range.lowerBound))" : "from \(ends[0]) to \(ends[1])"
    error(
      node, "'\(pair.name)' must be \(zero ? "0 or " : "")\(bounds), found \(node.words)",
      help: "write \(zero ? "0 or " : "")a duration \(isOpen ? "of " : "")\(bounds)")
    return nil
  }

  private func report(
    _ failure: DurationText.Failure, _ node: YAMLNode, _ range: ClosedRange<Microseconds>
  ) {
    let expected = "expected a duration such as 250ms, found \(node.words)"
    let text = node.text ?? ""
    switch failure {
    case .missingUnit: error(node, expected, help: "add a unit: \(Findings.withUnit(text, in: range))")
    case .notADuration:
      let joined = text.filter { !$0.isWhitespace }
      let isSpaced = joined != text && (try? DurationText.parse(joined)) != nil
      let pointed = Findings.withPoint(text)
      error(
        node, expected,
        help: isSpaced
          ? "leave out the space: \(joined)"
          : pointed.map { "write \($0), with a point" } ?? "write a number and its unit, us, ms, s or min: 250ms")
    case .tooFine:
      error(
        node, "\(node.words) is not a whole number of microseconds", help: "write fewer decimals, for example 250ms")
    case .tooLong: error(node, "\(node.words) is longer than a day", help: "write a shorter time, for example 250ms")
    }
  }

  /// Returns a number with a unit added, for advice. A number such as `0.2` gets seconds. A whole number gets
  /// milliseconds, unless only its number of seconds is in `range`.
  private static func withUnit(_ text: String, in range: ClosedRange<Microseconds>) -> String {
    guard let seconds = try? DurationText.parse(text + "s") else { return text + "ms" }
    guard text.contains(".") else {
      let milliseconds = (try? DurationText.parse(text + "ms")) ?? .zero
      return range.contains(seconds) && !range.contains(milliseconds) ? text + "s" : text + "ms"
    }
    let (whole, rest) = seconds.value.quotientAndRemainder(dividingBy: 1_000)
    return rest == 0 ? "\(text)s or \(whole)ms" : "\(text)s"
  }

  /// Returns `text` with a point instead of its comma, and without spaces. Returns `nil` if this is not a duration or a
  /// level.
  package static func withPoint(_ text: String) -> String? {
    guard text.utf8.count <= 32, text.contains(",") else { return nil }
    let pointed = String(text.filter { !$0.isWhitespace }.map { $0 == "," ? "." : $0 })
    let isFine = (try? DurationText.parse(pointed)) != nil || LevelText.thousandths(pointed) != nil
    return isFine ? pointed : nil
  }
}
