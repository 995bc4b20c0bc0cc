import SwitchwayCore
import SwitchwayYAML

// Functions that the readers of several sections use. They report the errors that they find.
extension Findings {
  /// Reads the fields of a gesture, which needs all of `keys`.
  func gestureFields(
    _ pair: YAMLNode.Pair, _ keys: [String], example: String
  ) -> [YAMLNode.Pair]? {
    guard let fields = mapping(pair, keys: keys, example: example) else {
      commandsAreUncertain = true
      return nil
    }
    for key in keys where lacks(key, in: pair.value, keys: keys) {
      error(pair.key, "missing key '\(key)' in '\(pair.name)'", help: "write for example \(example)")
      if key == "do" { commandsAreUncertain = true }
    }
    return fields
  }

  /// The help for an entry without its required key, if the entry was perhaps meant to change an inherited one: `did
  /// you mean 'left' of two-switch?`, or `nil` if no inherited name is similar.
  func inheritedName(like key: YAMLNode, in section: YAMLNode.Pair) -> String? {
    guard let pairs = section.value.pairs, let name = key.text else { return nil }
    let inherited = pairs.filter { $0.key.file > key.file }
    guard let near = suggestion(for: name, among: inherited.map(\.name)),
      let file = inherited.first(where: { $0.name == near })?.key.file
    else { return nil }
    return "did you mean '\(near)' of \(profileNames[file] ?? "the profile that it extends")?"
  }

  /// Reports `key` and returns true if it is not indented enough below `owner`, which has no value. Call this for a key
  /// that is not one of `keys`. Returns false if the key resembles one of `keys`.
  func isFarLeft(_ key: YAMLNode, below owner: String, keys: [String]) -> Bool {
    guard let name = key.text, MissingSpace(key) == nil, suggestion(for: name, among: keys) == nil else { return false }
    error(
      key, "\(key.words) is not indented enough", help: "indent by two: it belongs to '\(YAMLNode.brief(owner))'")
    return true
  }

  /// Reports a section that is indented below another one, so that it looks like an entry, and returns true. An entry
  /// may have the same name as a section: an entry has the key `own`, and a section does not.
  func isMisplacedSection(_ pair: YAMLNode.Pair, in section: String, unlessIn own: String) -> Bool {
    guard ProfileReader.sections.contains(pair.name), pair.name != section,
      pair.value.pair(own) == nil
    else { return false }
    commandsAreUncertain = true
    error(
      pair.key, "\(pair.key.words) is indented too far: it is not part of '\(section)'",
      help: "start it in the first column, like '\(section)', and move the lines below it left by as much")
    return true
  }

  func isName(_ key: YAMLNode, of what: String) -> Bool {
    let text = key.text ?? ""
    if CommandVocabulary.isName(text) { return true }
    let stem = String(text.dropLast(".yaml".count))
    error(
      key, "\(key.words) cannot be the name of a \(what)",
      help: text.hasSuffix(".yaml") && CommandVocabulary.isName(stem)
        ? "leave '.yaml' out: \(stem)" : "a name is 1 to 64 of the characters A-Z a-z 0-9 - _")
    return false
  }

  /// Reports any version of the format except 1, the only version.
  func checkVersion(_ pair: YAMLNode.Pair) {
    if pair.value.text != "1" {
      error(pair.value, "expected version 1 of the format, found \(pair.value.words)", help: "write 'switchway: 1'")
    }
  }

  /// Reads a text for people: 1…256 characters, without control characters.
  func label(_ pair: YAMLNode.Pair) -> String? {
    guard let text = text(pair, example: "Left head switch") else { return nil }
    let scalars = text.unicodeScalars
    if scalars.count <= 256, !scalars.contains(where: { $0.properties.generalCategory == .control }) { return text }
    error(
      pair.value, "a label is one line of at most 256 characters, without control characters",
      help: scalars.count > 256 ? "shorten it" : "write it in one line, for example label: Left head switch")
    return nil
  }

  /// Returns the result of `value`. If `value` throws an error, reports it at `node` and returns `nil`.
  func read<Value>(_ node: YAMLNode, _ value: @autoclosure () throws(CommandError) -> Value) -> Value? {
    do throws(CommandError) { return try value() } catch {
      self.error(node, error.message, help: error.help)
      return nil
    }
  }
}

extension YAMLNode {
  /// Whether `left` comes before `right`. An extended file counts as coming before the file that extends it.
  static func isEarlier(_ left: YAMLNode, _ right: YAMLNode) -> Bool {
    left.file != right.file ? left.file > right.file : left.mark < right.mark
  }

  static func later(_ left: YAMLNode, _ right: YAMLNode) -> YAMLNode { isEarlier(left, right) ? right : left }
}
