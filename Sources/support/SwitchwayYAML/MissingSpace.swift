/// A key without a space after its colon, such as `input:box/button-1`. YAML reads the key and its value as a single
/// text.
package struct MissingSpace {
  /// The text before the colon.
  package let key: String
  /// The message that names the problem.
  package let message: String
  /// The message that says how to correct it.
  package let help: String

  /// Checks a node. Returns `nil` if its text is not of this kind.
  package init?(_ node: YAMLNode) {
    guard case .scalar(let text, isPlain: true) = node.content else { return nil }
    self.init(text)
  }

  /// Checks a text. Returns `nil` if it is not of this kind.
  package init?(_ text: some StringProtocol) {
    let key = text.prefix(64).prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    let rest = text.dropFirst(key.count)
    guard key.first?.isLetter ?? false, rest.first == ":", let next = rest.dropFirst().first,
      !" \t:/\\".contains(next)
    else { return nil }
    self.key = String(key)
    message = "a space is missing after '\(key):'"
    help = "write '\(key): \(YAMLNode.brief(String(rest.dropFirst(1).prefix(65))))'"
  }
}
