import SwitchwayCore

/// The person's keyboard layout, and what is wrong with the one that was asked for.
public struct LayoutReading: Equatable, Sendable {
  /// The layout that was asked for whole, or that of the United States; never a part.
  public var keys: LayoutKeys
  /// As it was asked for: `de`, `fr(oss)`; `us` where nothing names one.
  public var name: String
  public var source: LayoutSource
  /// nil: `keys` are those of `name`.
  public var failure: LayoutFailure?
}

/// Finds out which layout the person has, and reads it through libxkbcommon. Needs no display.
public enum LayoutReader {
  /// The layout of `name`; without one that of `$XKB_DEFAULT_LAYOUT` and `$XKB_DEFAULT_VARIANT`, else that of the
  /// system's keyboard file, else `us`. Of several layouts the first.
  ///
  /// Takes some milliseconds: it reads and compiles a few files.
  public static func read(_ name: String?, environment: [String: String]) -> LayoutReading {
    read(name, environment: environment, files: KeyboardFile.paths)
  }

  /// - Parameter files: the system's keyboard files, in the order in which they count.
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

  /// The layout that is asked for.
  private struct Asked {
    /// As it was found.
    var text: String
    /// nil: the text is no name of a layout.
    var name: LayoutName?
    var source: LayoutSource

    init(_ text: String, _ source: LayoutSource) {
      self.text = text
      name = LayoutName(text)
      self.source = source
    }

    init(layouts: String, variants: String, _ source: LayoutSource) {
      text = variants.isEmpty ? layouts : "\(layouts)(\(variants))"
      name = LayoutName(layouts: layouts, variants: variants)
      self.source = source
    }
  }

  private static func find(_ name: String?, _ environment: [String: String], _ files: [String]) -> Asked {
    if let name { return Asked(name, .profile) }
    if let layouts = environment["XKB_DEFAULT_LAYOUT"], !layouts.isEmpty {
      return Asked(layouts: layouts, variants: environment["XKB_DEFAULT_VARIANT"] ?? "", .environment)
    }
    for file in files {
      if let (layouts, variants) = KeyboardFile.read(file) {
        return Asked(layouts: layouts, variants: variants, .file(file))
      }
    }
    return Asked("us", .fallback)
  }
}
