import SwitchwayYAML

/// Adds or changes an entry of a profile and leaves every other character unchanged (`YAMLEdit`).
///
/// Sections, entries and values may be in brackets or not, on one line or on several. The functions return `nil` if the
/// text has errors or keys after a `?`, or if a comment inside a former value would be lost. Their callers must also
/// check the result.
enum SectionInsertion {
  /// The reason why the text cannot be changed.
  static let otherForm = "the file is written in a way that a program cannot change safely"

  /// Returns the text with `name: value` at the end of `section`. A missing section is added at the end of the file.
  static func add(_ name: String, _ value: String, to section: String, of text: String) -> String? {
    YAMLEdit(text).flatMap { add(name, value, to: section, of: $0) }
  }

  private static func add(_ name: String, _ value: String, to section: String, of edit: YAMLEdit) -> String? {
    let entry = "\(name): \(value)"
    guard let pair = edit.root.pair(section) else { return edit.adding(mapping: section, of: entry) }
    return edit.adding(entry, to: pair)
  }

  /// Returns the text with `name` set to `value` in `section`, or at the top level if `section` is `nil`. Text after
  /// the value on its line stays.
  static func set(_ name: String, _ value: String, in section: String?, of text: String) -> String? {
    guard let edit = YAMLEdit(text) else { return nil }
    if let old = pair(name, in: section, of: edit) { return edit.replacing(old, with: value) }
    if let section { return add(name, value, to: section, of: edit) }
    return edit.root.pair("switchway").flatMap { edit.adding("\(name): \(value)", after: $0) }
  }

  /// Returns the text without the entry `name` of a section, and without the section if it has no other entry. Comments
  /// before and after the entry stay. Also returns `nil` if there is no such entry.
  static func remove(_ name: String, from section: String, of text: String) -> String? {
    guard let edit = YAMLEdit(text), let mapping = edit.root.pair(section)?.value, let old = mapping.pair(name) else {
      return nil
    }
    let isOnly = mapping.pairs?.count == 1
    if isOnly, mapping.isFlow { return remove(section: section, of: text) }
    let rest = edit.removing(old, from: mapping)
    return isOnly ? rest.flatMap { remove(section: section, of: $0) } : rest
  }

  /// Returns the text without a section. A blank line before the section is also removed if a blank line or the end of
  /// the text follows the section. Returns the text unchanged if there is no such section.
  static func remove(section: String, of text: String) -> String? {
    guard let edit = YAMLEdit(text) else { return nil }
    guard let old = edit.root.pair(section) else { return text }
    guard old.value.pairs != nil || old.value.isEmpty else { return nil }
    return edit.removing(old, from: edit.root, joinsBlankLines: true)
  }

  /// Whether the entry `name` is in `section`, or at the top level if `section` is `nil`.
  static func has(_ name: String, in section: String?, of text: String) -> Bool {
    YAMLEdit(text).flatMap { pair(name, in: section, of: $0) } != nil
  }

  /// Returns the text with `field` set to `value` in the entry `name` of a section. Fields that the entry gets from an
  /// extended profile do not change.
  static func setField(
    _ field: String, _ value: String, of name: String, in section: String, of text: String
  ) -> String? {
    guard let edit = YAMLEdit(text) else { return nil }
    guard let entry = pair(name, in: section, of: edit) else {
      return add(name, "{\(field): \(value)}", to: section, of: edit)
    }
    if let old = entry.value.pair(field) { return edit.replacing(old, with: value) }
    if entry.value.isEmpty { return edit.replacing(entry, with: "{\(field): \(value)}") }
    return edit.adding("\(field): \(value)", to: entry, isFirst: true)
  }

  private static func pair(_ name: String, in section: String?, of edit: YAMLEdit) -> YAMLNode.Pair? {
    guard let section else { return edit.root.pair(name) }
    return edit.root.pair(section)?.value.pair(name)
  }
}
