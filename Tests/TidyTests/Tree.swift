import Foundation

/// The project's own files, as text, by their paths from the top.
struct Tree {
  static let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().standardizedFileURL.path

  /// Folders that are built or fetched, not written.
  private static let foreign: Set<String> = [".build", ".git", ".cache", ".swiftpm", "__pycache__"]

  /// Paths below a folder with one of the endings, sorted. No endings: all.
  static func files(_ folder: String = "", endings: [String] = []) -> [String] {
    let start = folder.isEmpty ? top : "\(top)/\(folder)"
    guard let walk = FileManager.default.enumerator(atPath: start) else { return [] }
    var paths: [String] = []
    for case let path as String in walk {
      if foreign.contains((path as NSString).lastPathComponent) {
        walk.skipDescendants()
        continue
      }
      guard endings.isEmpty || endings.contains((path as NSString).pathExtension) else { continue }
      var isFolder: ObjCBool = false
      let whole = "\(start)/\(path)"
      guard unsafe FileManager.default.fileExists(atPath: whole, isDirectory: &isFolder), !isFolder.boolValue else {
        continue
      }
      paths.append(folder.isEmpty ? path : "\(folder)/\(path)")
    }
    return paths.sorted()
  }

  /// The text of a file, or nil where it is not UTF-8.
  static func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: "\(top)/\(path)").flatMap { String(data: $0, encoding: .utf8) }
  }

  /// Lines without their LF. A last line that is empty is none.
  static func lines(_ path: String) -> [Substring] {
    var lines = (text(path) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}

/// A line of Swift without what is in quotes and behind `//`, so that rules look at code only. Multi-line strings are
/// blanked by `code(of:)`.
func withoutTexts(_ line: Substring) -> String {
  var code = ""
  var isQuoted = false
  var previous: Character = " "
  for character in line {
    if isQuoted {
      if character == "\"" && previous != "\\" { isQuoted = false }
    } else if character == "\"" {
      isQuoted = true
    } else if character == "/" && previous == "/" {
      code.removeLast()
      break
    } else {
      code.append(character)
    }
    previous = character
  }
  return code
}

/// The lines of a Swift file, numbered from 1, as code: no comments, no texts.
func code(of path: String) -> [(number: Int, code: String)] {
  var isInText = false
  return Tree.lines(path).enumerated().map { index, line in
    let marks = line.components(separatedBy: "\"\"\"").count - 1
    defer { if !marks.isMultiple(of: 2) { isInText.toggle() } }
    return (index + 1, isInText || marks > 0 ? "" : withoutTexts(line))
  }
}
