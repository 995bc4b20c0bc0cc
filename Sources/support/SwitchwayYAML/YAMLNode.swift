/// A node of a YAML file, with its position. Texts are kept as they are written, and not converted to numbers or
/// Booleans.
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

    /// The text of the key. Every key is a scalar, because the tree refuses other keys.
    package var name: String { key.text ?? "" }
  }

  /// The contents of the node.
  package enum Content: Hashable, Sendable {
    /// A text. `isPlain` says whether it is written without quotes.
    case scalar(String, isPlain: Bool)
    case sequence([YAMLNode])
    /// The pairs, in the order of the file. Each key occurs once.
    case mapping([Pair])
    /// An error about the node was already reported, so no further error about it is reported.
    case refused
  }

  /// The number of the file that contains the node.
  package var file: Int
  package var mark: Mark
  package var content: Content
  /// The range of the node's scalars, counted from 0 over the whole file, without the byte order mark. Brackets and
  /// quotes are included. For an empty value, the range is empty and is after the colon or, within brackets, before the
  /// next sign.
  package var range = 0..<0
  /// Whether the node is a list or a mapping in brackets.
  package var isFlow = false

  package init(file: Int, mark: Mark, content: Content, range: Range<Int> = 0..<0, isFlow: Bool = false) {
    self.file = file
    self.mark = mark
    self.content = content
    self.range = range
    self.isFlow = isFlow
  }

  /// The text, or `nil` if the node is not a scalar.
  package var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// The keys and values, or `nil` if the node is not a mapping.
  package var pairs: [Pair]? {
    if case .mapping(let pairs) = content { pairs } else { nil }
  }

  /// The entries, or `nil` if the node is not a list.
  package var items: [YAMLNode]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  /// Whether an error about the node was already reported.
  package var isRefused: Bool { content == .refused }

  /// Whether the node is an empty value, such as the value of `tap:` with nothing after it.
  package var isEmpty: Bool { content == .scalar("", isPlain: true) }

  /// Returns the pair with this key, or `nil` if there is none or the node is not a mapping.
  package func pair(_ name: String) -> Pair? { pairs?.first { $0.name == name } }

  /// The node as messages name it, such as `'60'` or `a list`.
  package var words: String {
    switch content {
    case .scalar(let text, _):
      text.isEmpty ? "nothing" : "'\(YAMLNode.brief(text))'"
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .refused: "something else"
    }
  }

  /// Returns `text`, shortened if it is too long for a message.
  package static func brief(_ text: String) -> String {
    if text.utf8.count <= 64 { return text }
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(64)))
    return start.utf8.count == text.utf8.count ? text : start + "…"
  }
}
