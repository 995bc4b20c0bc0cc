/// A stranger's name as it may be shown: in terminals, in logs and on the wire. Devices and clients choose their names
/// freely, and a hostile one may hold escape sequences, line ends or marks that turn the reading direction round.
public enum PrintableName {
  /// The most scalars that are kept. Source: the project's safety text, "The process".
  public static let limit = 64

  /// `name` with every control, format, surrogate, private-use and unassigned character, every line and paragraph
  /// separator and every marker of broken text replaced by `?`, cut to `limit` scalars (none, where that is negative). A name that can be printed
  /// comes back as it is.
  public static func of(_ name: String, limit: Int = limit) -> String {
    var result = String.UnicodeScalarView()
    for scalar in name.unicodeScalars.prefix(max(limit, 0)) {
      result.append(isPrintable(scalar) ? scalar : "?")
    }
    return String(result)
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: scalar != "\u{FFFD}"
    }
  }
}
