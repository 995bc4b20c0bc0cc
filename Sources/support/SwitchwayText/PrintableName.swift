/// Makes the name of a device or a client safe to show in terminals, logs and messages. A hostile name may contain
/// escape sequences, line ends or marks that reverse the reading direction.
public enum PrintableName {
  /// The largest number of Unicode scalars that are kept. Source: docs/design/safety.md, "The process".
  public static let limit = 64

  /// Returns `name`, cut to `limit` scalars (none if it is negative). These characters are replaced by `?`: control,
  /// format, surrogate, private-use and unassigned characters, line and paragraph separators, and the replacement
  /// character. A printable name of this length is returned unchanged.
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
