/// The name of an XKB layout and its variant: `de`, `fr(oss)`.
///
/// Both consist of letters, digits, `_` and `-`, 1…64 each, because the name becomes part of a file's path.
package struct LayoutName: Hashable, Sendable {
  package let layout: String
  /// Empty: the layout's default.
  package let variant: String

  /// Reads the form used in profiles and variables. Returns `nil` if `text` is not a layout name.
  package init?(_ text: String) {
    let parts = text.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      self.init(layout: text, variant: "")
      return
    }
    guard parts[1].hasSuffix(")"), parts[1].count > 1 else { return nil }
    self.init(layout: String(parts[0]), variant: String(parts[1].dropLast()))
  }

  /// Reads the first entry of two comma-separated lists, such as `XKBLAYOUT` and `XKBVARIANT`. The layout may include
  /// its variant.
  package init?(layouts: String, variants: String) {
    guard let whole = LayoutName(LayoutName.first(of: layouts)) else { return nil }
    self.init(layout: whole.layout, variant: whole.variant.isEmpty ? LayoutName.first(of: variants) : whole.variant)
  }

  private init?(layout: String, variant: String) {
    guard GivenName.isName(layout), variant.isEmpty || GivenName.isName(variant) else { return nil }
    self.layout = layout
    self.variant = variant
  }

  package var text: String { variant.isEmpty ? layout : "\(layout)(\(variant))" }

  private static func first(of list: String) -> String {
    let first = list.split(separator: ",", omittingEmptySubsequences: false).first ?? ""
    return String(first.drop { $0 == " " }.prefix { $0 != " " })
  }
}
