/// A title with lines below it, each with a subject and a source location.
struct Paragraph {
  private var lines: [String]
  private var last = ""
  private let width: Int
  private var textColumn: Int { width + 2 }

  init(_ title: String, _ places: [String], width: Int = 8) {
    lines = [Terminal.paint(Terminal.printable(title), .bold) + Paragraph.written(places)]
    self.width = width
  }

  /// Adds a line. A name is shown once for consecutive lines.
  mutating func add(_ name: String, _ text: String, _ places: [String]) {
    let shown = name == last ? "" : Terminal.printable(name)
    last = name
    lines.append(
      "  " + shown + String(repeating: " ", count: max(width - shown.unicodeScalars.count, 1))
        + Terminal.printable(text) + Paragraph.written(places))
  }

  var text: String { text(width: Terminal.width) }

  /// Lines of at most `width` columns; `nil` means that they are not broken.
  func text(width: Int?) -> String {
    lines.map { Terminal.wrapped($0, hanging: textColumn, width: width) + "\n" }.joined()
  }

  private static func written(_ places: [String]) -> String {
    places.isEmpty ? "" : "  [" + places.map { Terminal.printable($0) }.joined(separator: ", ") + "]"
  }
}
