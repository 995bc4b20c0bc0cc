/// The locale of a category, as setlocale(3) finds it in the environment.
public enum LocaleName {
  /// The first of `LC_ALL`, the category's own variable, such as `LC_MESSAGES`, and `LANG` that is not empty. `nil` if
  /// none is set.
  public static func of(_ category: String, environment: [String: String]) -> String? {
    ["LC_ALL", category, "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }
}

/// The languages in which a person wants to read messages.
public struct MessageLocale: Sendable {
  /// Names such as `de_AT@euro`, without an encoding, the best first; the last one is the locale's own. Empty in the
  /// locales `C` and `POSIX`.
  public let names: [String]
  /// Their codes, such as `de`. If there are none, the language is English.
  public let languages: [String]

  /// The environment is read as gettext reads it: the locale for messages (`LocaleName`), and before it the languages
  /// of `LANGUAGE`, separated by colons, except in the locales `C` and `POSIX`.
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
