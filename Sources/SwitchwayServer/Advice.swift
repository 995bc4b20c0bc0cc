import SwitchwayCore

/// How to mend a word that is none of those there are.
public enum Advice {
  /// Words that are told at most; a person reads no longer list, and a line of the protocol has an end.
  static let mostWords = 32

  /// `did you mean 'press'?`; where no word is near, which there are.
  public static func on(_ word: String, among words: [String]) -> String {
    if let near = NearestName.suggestion(for: word, among: words) { return "did you mean '\(PrintableName.of(near))'?" }
    if words.isEmpty { return "there are none" }
    let rest = words.count - mostWords
    let told = words.prefix(mostWords).map { PrintableName.of($0) }.joined(separator: ", ")
    return "there are: " + told + (rest > 0 ? " and \(rest) more" : "")
  }
}
