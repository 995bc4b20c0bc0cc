/// The name of an XKB layout and of its variant, such as `de` or `fr(oss)`.
///
/// Both names have 1 to 64 letters, digits, `_` and `-`, because the layout's name becomes a part of a file's path.
package struct LayoutName: Hashable, Sendable {
  package let layout: String
  /// The name of the variant. Empty for the layout's default variant.
  package let variant: String

  /// Reads a name as it is written in profiles and environment variables. Returns `nil` if `text` is not a layout name.
  package init?(_ text: String) {
    let parts = text.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      self.init(layout: text, variant: "")
      return
    }
    guard parts[1].hasSuffix(")"), parts[1].count > 1 else { return nil }
    self.init(layout: String(parts[0]), variant: String(parts[1].dropLast()))
  }

  /// Reads the first layout and its variant from two comma-separated lists, such as `XKBLAYOUT` and `XKBVARIANT`. The
  /// variant may also be in the first list, in parentheses.
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
