/// Finds the locale of a category in the environment, as setlocale(3) does.
public enum LocaleName {
  /// Returns the first non-empty value of these variables: `LC_ALL`, the category's own variable, such as
  /// `LC_MESSAGES`, and `LANG`. Returns `nil` if all are empty or missing.
  public static func of(_ category: String, environment: [String: String]) -> String? {
    ["LC_ALL", category, "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }
}

/// The languages in which a person wants to read messages.
public struct MessageLocale: Sendable {
  /// The names of the languages, such as `de_AT@euro`, without an encoding. The preferred one is first, and the
  /// locale's own is last. Empty in the locales `C` and `POSIX`.
  public let names: [String]
  /// The codes of the languages in `names`, such as `de`. If there are none, the language is English.
  public let languages: [String]

  /// Reads the environment as gettext does. The languages in `LANGUAGE`, separated by colons, are preferred to the
  /// locale for messages (`LocaleName`). In the locales `C` and `POSIX`, there are none.
  public init(environment: [String: String]) {
    let locale = LocaleName.of("LC_MESSAGES", environment: environment) ?? "C"
    guard locale != "POSIX", locale != "C", !locale.hasPrefix("C.") else {
      (names, languages) = ([], [])
      return
    }
    let wanted = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init) + [locale]
    names = wanted.map { name in
      let modifier = name.firstIndex(of: "@").map { String(name[$0...]) } ?? ""
      return String(name.prefix { $0.isASCII && $0.isLetter || $0 == "_" }) + modifier
    }
    languages = names.map { name in String(name.prefix { $0.isASCII && $0.isLetter }) }.filter { !$0.isEmpty }
  }
}
