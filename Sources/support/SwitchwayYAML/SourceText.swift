/// A position in a file. Lines and columns are counted from 1. Columns are counted in Unicode scalars.
package struct Mark: Hashable, Comparable, Sendable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The beginning of a file.
  package static let top = Mark(line: 1, column: 1)

  package static func < (left: Mark, right: Mark) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// The text of a file, divided into lines. Lines end with LF, CR LF or CR. A byte order mark at the start is left out.
public struct SourceText: Hashable, Sendable {
  /// The reason why bytes are not a text that can be read.
  struct Fault: Error, Hashable, Sendable {
    var mark: Mark
    var message: String
    var help: String
  }

  /// The bytes of the file without the byte order mark.
  let bytes: [UInt8]
  private let scalars: [Unicode.Scalar]
  /// The index in `scalars` at which each line begins.
  private let starts: [Int]
  /// The position of the first `%TAG` at the start of a line, or `nil`. Files with it are refused, because libyaml's
  /// time grows with the square of the number of such lines.
  let tagDirective: Mark?

  init(_ bytes: [UInt8]) throws(Fault) {
    let hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    self.bytes = hasByteOrderMark ? Array(bytes.dropFirst(3)) : bytes
    var scalars: [Unicode.Scalar] = []
    scalars.reserveCapacity(self.bytes.count)
    var starts = [0]
    var decoder = UTF8()
    var iterator = self.bytes.makeIterator()
    var fault: Fault?
    decoding: while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar):
        if scalars.last == "\n" || (scalars.last == "\r" && scalar != "\n") { starts.append(scalars.count) }
        if fault == nil { fault = SourceText.fault(scalar, at: Mark(starts, scalars.count)) }
        scalars.append(scalar)
      case .emptyInput: break decoding
      case .error:
        if scalars.last == "\n" || scalars.last == "\r" { starts.append(scalars.count) }
        throw Fault(
          mark: Mark(starts, scalars.count), message: "the file is not UTF-8 text",
          help: "save it as UTF-8 in your editor")
      }
    }
    if let fault { throw fault }
    if scalars.last == "\n" || scalars.last == "\r" { starts.append(scalars.count) }
    self.scalars = scalars
    self.starts = starts
    let word: [Unicode.Scalar] = ["%", "T", "A", "G"]
    let line = starts.firstIndex { scalars[$0...].starts(with: word) }
    tagDirective = line.map { Mark(line: $0 + 1, column: 1) }
  }

  /// Returns an error if the scalar is not allowed in YAML: a control character other than tabs and line ends.
  private static func fault(_ scalar: Unicode.Scalar, at mark: Mark) -> Fault? {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xFFFD, 0x10000...0x10FFFF: return nil
    default:
      let number = String(scalar.value, radix: 16, uppercase: true)
      return Fault(
        mark: mark, message: "there is a control character (0x\(number)) here", help: "remove it")
    }
  }

  /// Returns the position of the scalar with this index, which is counted from 0 over the whole file.
  func mark(_ index: Int) -> Mark {
    var low = 0
    var high = starts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= index { low = middle } else { high = middle - 1 }
    }
    return Mark(line: low + 1, column: max(0, index - starts[low]) + 1)
  }

  /// The position after the last scalar of the file.
  var end: Mark { mark(scalars.count) }

  /// Returns the scalar at `mark`, or `nil` if the line has no such column.
  func scalar(_ mark: Mark) -> Unicode.Scalar? {
    guard let line = line(mark.line), mark.column > 0, mark.column <= line.count else { return nil }
    return line[line.startIndex + mark.column - 1]
  }

  /// Returns the line with this number, counted from 1, without its line end. Returns `nil` if there is no such line.
  package func line(_ number: Int) -> ArraySlice<Unicode.Scalar>? {
    guard starts.indices.contains(number - 1) else { return nil }
    let start = starts[number - 1]
    var end = number < starts.count ? starts[number] : scalars.count
    while end > start, scalars[end - 1] == "\n" || scalars[end - 1] == "\r" { end -= 1 }
    return scalars[start..<end]
  }
}

extension SourceText {
  /// Returns the characters from `mark` to the next space, comma or bracket, at most 64.
  func word(at mark: Mark) -> String {
    guard let line = line(mark.line), mark.column > 0, mark.column <= line.count else { return "" }
    let rest = line[(line.startIndex + mark.column - 1)...].prefix(64)
    return String(String.UnicodeScalarView(rest.prefix { !" \t,{}[]\"\\".unicodeScalars.contains($0) }))
  }
}

extension Mark {
  /// Makes the position of the scalar at `index`, which must be in the last line of `starts`.
  fileprivate init(_ starts: [Int], _ index: Int) {
    self.init(line: starts.count, column: index - (starts.last ?? 0) + 1)
  }
}

extension SourceText {
  /// Makes a text to show lines of a file that is not a valid text: all characters except printable ASCII, tabs and
  /// line ends are replaced by `?`. Returns `nil` if this text does not have the line of `mark`.
  init?(valid bytes: [UInt8], before mark: Mark) {
    var text = String(decoding: bytes, as: UTF8.self).unicodeScalars
    if text.first == "\u{FEFF}" { text.removeFirst() }
    let shown = text.map { scalar -> UInt8 in
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x20...0x7E: UInt8(scalar.value)
      default: UInt8(ascii: "?")
      }
    }
    guard let source = try? SourceText(shown), source.line(mark.line) != nil else { return nil }
    self = source
  }
}
