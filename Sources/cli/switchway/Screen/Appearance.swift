import SwitchwayProtocol

/// The abilities of a terminal.
struct Appearance: Equatable {
  /// Whether characters outside of ASCII can be shown.
  var isUTF8: Bool
  /// Whether the terminal can show block elements. The font of the kernel's console does not have all of them.
  var hasBlocks: Bool
  var hasColour: Bool

  /// ASCII without colours, which every terminal shows.
  static let plain = Appearance(isUTF8: false, hasBlocks: false, hasColour: false)

  init(isUTF8: Bool, hasBlocks: Bool, hasColour: Bool) {
    (self.isUTF8, self.hasBlocks, self.hasColour) = (isUTF8, hasBlocks, hasColour)
  }

  /// Reads the abilities from the environment. The locale for characters says whether the terminal shows UTF-8.
  init(environment: [String: String]) {
    let language = LocaleName.of("LC_CTYPE", environment: environment) ?? ""
    isUTF8 = ["utf-8", "utf8"].contains { language.lowercased().contains($0) }
    hasBlocks = isUTF8 && environment["TERM"] != "linux"
    hasColour = environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
  }

  static func canMove(environment: [String: String]) -> Bool { !["", "dumb"].contains(environment["TERM"] ?? "") }
}

/// How a cell looks. A colour is never the only sign of a meaning.
struct Style: OptionSet, Hashable {
  let rawValue: UInt8

  static let bold = Style(rawValue: 1)
  static let dim = Style(rawValue: 2)
  static let reverse = Style(rawValue: 4)
  static let red = Style(rawValue: 8)
  static let green = Style(rawValue: 16)
  static let yellow = Style(rawValue: 32)
  static let colours: Style = [.red, .green, .yellow]

  private static let codes: [(style: Style, code: String)] = [
    (.bold, "1"), (.dim, "2"), (.reverse, "7"), (.red, "31"), (.green, "32"), (.yellow, "33"),
  ]

  /// The parameters of ECMA-48's SGR that add this style.
  var codes: String { Self.codes.filter { contains($0.style) }.map(\.code).joined(separator: ";") }

  /// The parameters that set this style and nothing else.
  var parameters: String { isEmpty ? "0" : "0;" + codes }
}
