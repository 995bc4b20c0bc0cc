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
  /// Codes such as `de`, the best first. Empty: English.
  public let languages: [String]

  /// As gettext reads the environment: the locale for messages (`LocaleName`), and `LANGUAGE`, which names several
  /// languages before it, separated by colons, but not in the locales `C` and `POSIX`.
  public init(environment: [String: String]) {
    let locale = LocaleName.of("LC_MESSAGES", environment: environment) ?? "C"
    guard locale != "POSIX", locale != "C", !locale.hasPrefix("C.") else {
      languages = []
      return
    }
    let wanted = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init) + [locale]
    languages = wanted.map { name in String(name.prefix { $0.isASCII && $0.isLetter }) }.filter { !$0.isEmpty }
  }
}
