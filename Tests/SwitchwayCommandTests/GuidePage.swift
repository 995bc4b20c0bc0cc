import Foundation
import ProgramFixtures

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
