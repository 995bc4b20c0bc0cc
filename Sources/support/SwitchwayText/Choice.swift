/// Writes lists of words for messages.
public enum Choice {
  /// Returns quoted words with "or" before the last: `'a', 'b' or 'c'`.
  ///
  /// - Parameter last: one more choice at the end, which is not quoted.
  public static func words(_ words: [String], _ last: String? = nil) -> String {
    list(words.map { "'\($0)'" } + (last.map { [$0] } ?? []), "or")
  }

  /// Returns a list such as `a, b or c`, with `word` before the last part.
  public static func list(_ parts: [String], _ word: String) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return "\(parts.dropLast().joined(separator: ", ")) \(word) \(last)"
  }
}
