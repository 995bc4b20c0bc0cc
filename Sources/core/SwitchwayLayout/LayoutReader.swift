import SwitchwayText

/// The person's keyboard layout, and the failure if it is not the requested one.
public struct LayoutReading: Equatable, Sendable {
  /// The complete requested layout, or the United States layout.
  public var keys: LayoutKeys
  /// The requested name: `de`, `fr(oss)`; `us` if none was requested.
  public var name: String
  public var source: LayoutSource
  /// The reason why `keys` is not the layout `name`, or `nil` if it is.
  public var failure: LayoutFailure?
}

/// Finds the person's layout and reads it through libxkbcommon. Needs no display.
public enum LayoutReader {
  /// Reads the layout `name`; if `nil`, the layout of `$XKB_DEFAULT_LAYOUT` and `$XKB_DEFAULT_VARIANT`, otherwise of
  /// the system's keyboard file, otherwise `us`. If there are several layouts, the first one is used.
  ///
  /// Takes some milliseconds, because it reads and compiles a few files.
  public static func read(_ name: String?, environment: [String: String]) -> LayoutReading {
    read(name, environment: environment, files: KeyboardFile.paths)
  }

  /// - Parameter files: the system's keyboard files, by priority.
  static func read(_ name: String?, environment: [String: String], files: [String]) -> LayoutReading {
    let asked = find(name, environment, files)
    guard let layout = asked.name else {
      return LayoutReading(
        keys: .us, name: PrintableName.of(asked.text), source: asked.source,
        failure: .malformed(asked.text, asked.source))
    }
    var reading = LayoutReading(keys: .us, name: layout.text, source: asked.source)
    switch XKBKeymap.keys(of: layout) {
    case .read(let keys): reading.keys = keys
    case .unknown: reading.failure = .unknown(layout.text, asked.source)
    case .noData: reading.failure = asked.source == .fallback ? nil : .noData(layout.text)
    }
    return reading
  }

  /// The requested layout: its text as found, its name (`nil` if the text is not a name), and its source.
  private typealias Asked = (text: String, name: LayoutName?, source: LayoutSource)

  private static func find(_ name: String?, _ environment: [String: String], _ files: [String]) -> Asked {
    func first(_ layouts: String, _ variants: String, _ source: LayoutSource) -> Asked {
      let text = variants.isEmpty ? layouts : "\(layouts)(\(variants))"
      return (text, LayoutName(layouts: layouts, variants: variants), source)
    }
    if let name { return (name, LayoutName(name), .profile) }
    if let layouts = environment["XKB_DEFAULT_LAYOUT"], !layouts.isEmpty {
      return first(layouts, environment["XKB_DEFAULT_VARIANT"] ?? "", .environment)
    }
    for file in files {
      if let (layouts, variants) = KeyboardFile.read(file) { return first(layouts, variants, .file(file)) }
    }
    return ("us", LayoutName("us"), .fallback)
  }
}
