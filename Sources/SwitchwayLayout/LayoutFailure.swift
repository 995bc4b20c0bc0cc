import SwitchwayCore

/// Where the name of a layout was found.
public enum LayoutSource: Hashable, Sendable {
  /// `layout` of the key-remap file.
  case profile
  /// `$XKB_DEFAULT_LAYOUT`.
  case environment
  /// A file of the system, by its path.
  case file(String)
  /// Nothing names one: `us`.
  case fallback

  /// For people.
  public var words: String {
    switch self {
    case .profile: "`layout` of the key-remap file"
    case .environment: "$XKB_DEFAULT_LAYOUT"
    case .file(let path): path
    case .fallback: "no setting"
    }
  }
}

/// Why the layout that is asked for is not in force; a keyboard of the United States is taken for it.
public enum LayoutFailure: Error, Hashable, Sendable {
  /// The text is no name of a layout.
  case malformed(String, LayoutSource)
  /// There is no such layout, or no such variant of it, or it has a mistake.
  case unknown(String, LayoutSource)
  /// The descriptions of layouts are not installed.
  case noData(String)

  /// What is wrong, where, and how to mend it, for people.
  public var message: String {
    switch self {
    case .malformed(let text, let source):
      "'\(PrintableName.of(text))', from \(source.words), is no keyboard layout; write one such as de or fr(oss)"
        + LayoutFailure.meanwhile
    case .unknown(let name, let source):
      "unknown keyboard layout '\(name)', from \(source.words); see the names in xkeyboard-config(7)"
        + LayoutFailure.meanwhile
    case .noData(let name):
      "the keyboard layout '\(name)' cannot be read: install the package xkb-data (xkeyboard-config)"
        + LayoutFailure.meanwhile
    }
  }

  private static let meanwhile = "; until then letters and signs are where they are on a keyboard of the United States"
}
