import SwitchwayText

/// Help for an unknown word: the nearest known word, or the list of known words.
public enum Advice {
  /// The largest number of words that a message lists. People do not read a longer list, and a line of the protocol has
  /// a maximum length.
  static let mostWords = 32

  /// Returns a text such as `did you mean 'press'?`. If no known word is similar, returns the list of known words.
  public static func on(_ word: String, among words: [String]) -> String {
    if let near = NearestName.suggestion(for: word, among: words) { return "did you mean '\(PrintableName.of(near))'?" }
    if words.isEmpty { return "there are none" }
    let rest = words.count - mostWords
    let told = words.prefix(mostWords).map { PrintableName.of($0) }.joined(separator: ", ")
    return "there are: " + told + (rest > 0 ? " and \(rest) more" : "")
  }
}
