/// A key without a space after its colon. YAML reads it and its value as a single text: `input:box/button-1`.
package struct MissingSpace {
  /// The text before the colon.
  package let key: String
  /// The problem.
  package let message: String
  /// How to correct it.
  package let help: String

  /// `nil` if `node` is not such a text.
  package init?(_ node: YAMLNode) {
    guard case .scalar(let text, isPlain: true) = node.content else { return nil }
    self.init(text)
  }

  /// `nil` if `text` is not such a text.
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
