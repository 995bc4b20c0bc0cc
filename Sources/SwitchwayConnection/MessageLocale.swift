/// The languages in which a person wants to read messages.
public struct MessageLocale: Sendable {
  /// Codes such as `de`, the best first. Empty: English.
  public let languages: [String]

  /// As gettext reads the environment: the locale is the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is not empty.
  /// `LANGUAGE` names several languages before it, separated by colons, but not in the locales `C` and `POSIX`.
  public init(environment: [String: String]) {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    guard locale != "POSIX", locale != "C", !locale.hasPrefix("C.") else {
      languages = []
      return
    }
    let wanted = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init) + [locale]
    languages = wanted.map { name in String(name.prefix { $0.isASCII && $0.isLetter }) }.filter { !$0.isEmpty }
  }
}
