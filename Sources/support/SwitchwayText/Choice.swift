/// The words of a list, as messages write them.
public enum Choice {
  /// `'a', 'b' or 'c'`.
  ///
  /// - Parameter last: another choice, which is not quoted.
  public static func words(_ words: [String], _ last: String? = nil) -> String {
    list(words.map { "'\($0)'" } + (last.map { [$0] } ?? []), "or")
  }

  /// `a, b or c`, with `word` before the last.
  public static func list(_ parts: [String], _ word: String) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return "\(parts.dropLast().joined(separator: ", ")) \(word) \(last)"
  }
}
