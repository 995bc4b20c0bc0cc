/// Text of strangers, made fit to be shown: for names of clients and for what messages quote.
enum Printable {
  /// The longest text, in Unicode scalars. Source: the same rule as for names of devices.
  static let maximumLength = 64

  /// `text` with everything that is not seen (controls, formats, separators of lines, private and unassigned
  /// characters) replaced by `?`, and cut to `limit` scalars.
  static func text(_ text: String, limit: Int = maximumLength) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(max(limit, 0)) {
      result.append(isSeen(scalar) ? scalar : "?")
    }
    return String(result)
  }

  private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }
}
