/// A title with lines below it. Each line has a name, a text, and the places in files where its contents are defined.
struct Paragraph {
  private var lines: [String]
  private var last = ""
  private let width: Int
  private var textColumn: Int { width + 2 }

  init(_ title: String, _ places: [String], width: Int = 8) {
    lines = [Terminal.paint(Terminal.printable(title), .bold) + Paragraph.written(places)]
    self.width = width
  }

  /// Adds a line. If consecutive lines have the same name, only the first one shows it.
  mutating func add(_ name: String, _ text: String, _ places: [String]) {
    let shown = name == last ? "" : Terminal.printable(name)
    last = name
    lines.append(
      "  " + shown + String(repeating: " ", count: max(width - shown.unicodeScalars.count, 1))
        + Terminal.printable(text) + Paragraph.written(places))
  }

  var text: String { text(width: Terminal.width) }

  /// Returns the paragraph in lines of at most `width` columns. `nil` means that lines are not broken.
  func text(width: Int?) -> String {
    lines.map { Terminal.wrapped($0, hanging: textColumn, width: width) + "\n" }.joined()
  }

  private static func written(_ places: [String]) -> String {
    places.isEmpty ? "" : "  [" + places.map { Terminal.printable($0) }.joined(separator: ", ") + "]"
  }
}
