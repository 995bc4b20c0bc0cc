import Foundation

@testable import switchway

/// A man page with pictures of screens: blocks that a comment names, `.\" picture: NAME`, and the SVG files beside it.
/// `make screens` draws all of them again.
struct GuidePage {
  /// Whether pictures are written instead of compared.
  static let isDrawing = ProcessInfo.processInfo.environment["SWITCHWAY_SCREENS"] == "draw"
  private static let mark = ".\\\" picture: "

  let path: String
  private var lines: [String]

  init(_ path: String = "\(Scene.top)/man/switchway.7") throws {
    self.path = path
    lines = String(decoding: try Scene.bytes(of: path), as: UTF8.self).components(separatedBy: "\n")
  }

  /// The names of the pictures, in order.
  var names: [String] {
    lines.filter { $0.hasPrefix(Self.mark) }.map { String($0.dropFirst(Self.mark.count)) }
  }

  /// The lines of a picture, as they stand in the page; nil: the page has no picture of this name.
  func picture(_ name: String) -> [String]? { range(of: name).map { Array(lines[$0]) } }

  private func range(of name: String) -> Range<Int>? {
    guard let mark = lines.firstIndex(of: Self.mark + name), lines[mark + 1].hasPrefix(".Bd -literal"),
      let end = lines[mark...].firstIndex(of: ".Ed")
    else { return nil }
    return mark + 2..<end
  }

  /// Puts a picture in the place of the one with its name, and writes the page.
  mutating func draw(_ name: String, _ picture: [String]) throws {
    guard let range = range(of: name) else { throw ProgramError("\(path): no picture '\(name)'") }
    lines.replaceSubrange(range, with: picture)
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: path))
  }

  /// Text as lines of a literal block: without empty lines at its ends, and longer lines broken as a terminal does.
  static func block(_ text: String) -> [String] {
    var lines = self.lines(text)
    while lines.first == "" { lines.removeFirst() }
    while lines.last == "" { lines.removeLast() }
    return lines.map { line in
      let line = line.replacing("\\", with: "\\e").replacing("'", with: "\\(aq")
      return line.hasPrefix(".") ? "\\&" + line : line
    }
  }

  /// The lines of a terminal of 80 columns, without blanks at their ends.
  static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      stride(from: 0, to: max(line.count, 1), by: 80).map { start in
        var part = String(line.dropFirst(start).prefix(80))
        while part.last == " " { part.removeLast() }
        return part
      }
    }
  }
}

extension Canvas {
  /// The screen as a picture: a window of a terminal.
  var svg: String {
    let (width, height) = (8, 18)
    let colours: [(Style, String)] = [(.red, "#ff8a80"), (.green, "#8bd98b"), (.yellow, "#ffd75f")]
    func escaped(_ text: String) -> String {
      text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
    var body = ""
    for row in 0..<rows {
      var column = 0
      while column < columns {
        let style = cells[row * columns + column].style
        let end = (column..<columns).first { cells[row * columns + $0].style != style } ?? columns
        let (x, y) = (16 + column * width, 16 + row * height)
        if style.contains(.reverse) {
          body += "<rect x=\"\(x)\" y=\"\(y)\" width=\"\((end - column) * width)\" height=\"\(height)\" "
          body += "fill=\"#e4e4e4\"/>\n"
        }
        // Each character has its own position, as programs know different ways to stretch a text.
        let characters = (column..<end).compactMap { column in
          let text = cells[row * columns + column].text
          return text.allSatisfy { $0 == " " } ? nil : "<tspan x=\"\(16 + column * width)\">\(escaped(text))</tspan>"
        }
        if !characters.isEmpty {
          let colour = colours.first { style.contains($0.0) }?.1 ?? (style.contains(.dim) ? "#9a9a9a" : "#e4e4e4")
          body += "<text y=\"\(y + 13)\" fill=\"\(style.contains(.reverse) ? "#1c1c1c" : colour)\""
          body += "\(style.contains(.bold) ? " font-weight=\"bold\"" : "")>\(characters.joined())</text>\n"
        }
        column = end
      }
    }
    let size = (columns * width + 32, rows * height + 32)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(size.0)" height="\(size.1)" viewBox="0 0 \(size.0) \(size.1)" \
      font-family="DejaVu Sans Mono, monospace" font-size="13">
      <rect width="100%" height="100%" rx="6" fill="#1c1c1c"/>
      \(body)</svg>

      """
  }
}
