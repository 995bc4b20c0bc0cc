import SwitchwayText

/// The source of the layout's name.
public enum LayoutSource: Hashable, Sendable {
  /// `layout` of the profile.
  case profile
  /// `$XKB_DEFAULT_LAYOUT`.
  case environment
  /// A file of the system, by its path.
  case file(String)
  /// No name was found; `us` is used.
  case fallback

  /// The source in words, for messages.
  public var words: String {
    switch self {
    case .profile: "`layout` of the profile"
    case .environment: "$XKB_DEFAULT_LAYOUT"
    case .file(let path): path
    case .fallback: "no setting"
    }
  }
}

/// The reason why the requested layout is not in use. A United States layout is used instead.
public enum LayoutFailure: Error, Hashable, Sendable {
  /// The text is not a layout name.
  case malformed(String, LayoutSource)
  /// The layout or its variant does not exist or has an error.
  case unknown(String, LayoutSource)
  /// The layout descriptions are not installed.
  case noData(String)

  /// The error, its source and its remedy, for people.
  public var message: String {
    words + "; until then Switchway assumes a US keyboard"
  }

  private var words: String {
    switch self {
    case .malformed(let text, let source):
      "'\(PrintableName.of(text))', from \(source.words), is not a keyboard layout; write one such as de or fr(oss)"
    case .unknown(let name, let source):
      "unknown keyboard layout '\(name)', from \(source.words); see the names in xkeyboard-config(7)"
    case .noData(let name):
      "the keyboard layout '\(name)' cannot be read: install the package xkb-data (xkeyboard-config)"
    }
  }
}
