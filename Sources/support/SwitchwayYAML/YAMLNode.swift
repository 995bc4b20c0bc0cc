/// A node of a YAML file, with its position. Text is kept as written: nothing is converted to a number or a truth
/// value.
package struct YAMLNode: Hashable, Sendable {
  /// A key with its value.
  package struct Pair: Hashable, Sendable {
    /// The key, which is a scalar.
    package var key: YAMLNode
    /// The value. If nothing follows the key, this is an empty scalar.
    package var value: YAMLNode

    package init(key: YAMLNode, value: YAMLNode) {
      self.key = key
      self.value = value
    }

    /// The key's text. The tree refuses keys that are not scalars.
    package var name: String { key.text ?? "" }
  }

  /// The contents of the node.
  package enum Content: Hashable, Sendable {
    /// `isPlain`: whether it is written without quotes.
    case scalar(String, isPlain: Bool)
    case sequence([YAMLNode])
    /// The pairs, in the order of the file, each key once.
    case mapping([Pair])
    /// The node has already been reported. No further error about it is reported.
    case refused
  }

  /// The number of its file.
  package var file: Int
  package var mark: Mark
  package var content: Content
  /// The range from its first scalar to the one after its last, both counted from 0 over the whole file, without its
  /// byte order mark. Brackets and quotes are included. It is empty for an empty value: libyaml places it after the
  /// colon, or in brackets before the next sign.
  package var range = 0..<0
  /// Whether it is a list or a mapping in brackets.
  package var isFlow = false

  package init(file: Int, mark: Mark, content: Content, range: Range<Int> = 0..<0, isFlow: Bool = false) {
    self.file = file
    self.mark = mark
    self.content = content
    self.range = range
    self.isFlow = isFlow
  }

  /// The text of a scalar.
  package var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// The keys and values of a mapping.
  package var pairs: [Pair]? {
    if case .mapping(let pairs) = content { pairs } else { nil }
  }

  /// The entries of a list.
  package var items: [YAMLNode]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  /// Whether it has been reported.
  package var isRefused: Bool { content == .refused }

  /// An empty value: `tap:` with nothing after it.
  package var isEmpty: Bool { content == .scalar("", isPlain: true) }

  /// The pair with this key, if this is a mapping.
  package func pair(_ name: String) -> Pair? { pairs?.first { $0.name == name } }

  /// The node in the user's words: `'60'`, `a list`.
  package var words: String {
    switch content {
    case .scalar(let text, _):
      text.isEmpty ? "nothing" : "'\(YAMLNode.brief(text))'"
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .refused: "something else"
    }
  }

  /// `text`, shortened so that a message stays readable.
  package static func brief(_ text: String) -> String {
    if text.utf8.count <= 64 { return text }
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(64)))
    return start.utf8.count == text.utf8.count ? text : start + "…"
  }
}
