/// Finds the number of columns of a terminal that characters fill.
enum ColumnWidth {
  /// Returns 0 for combining marks, 2 for wide characters, and 1 for all others.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // The second and third parts of a Hangul syllable are shown in the columns of its first part.
    if (0x1160...0x11FF).contains(scalar.value) { return 0 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// Returns the width of a character, which may consist of a base and its marks.
  static func of(_ character: Character) -> Int { character.unicodeScalars.map { of($0) }.max() ?? 0 }

  static func of(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + of($1) } }

  /// Returns the beginning of `text` that fits into `columns`, never with half a character.
  static func prefix(_ text: String, _ columns: Int) -> Substring {
    var used = 0
    return text.prefix { character in
      used += of(character)
      return used <= columns
    }
  }

  /// Returns `text` in lines of at most `columns`, broken at blanks. A word that is longer than a line is broken
  /// anywhere. There is at least one line.
  static func lines(_ text: String, _ columns: Int) -> [String] {
    guard columns >= 2 else { return [text] }
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      var rest = String(word)
      if !line.isEmpty, of(line) + 1 + of(rest) <= columns {
        line += " " + rest
        continue
      }
      if !line.isEmpty { lines.append(line) }
      while of(rest) > columns {
        let start = String(prefix(rest, columns))
        lines.append(start)
        rest = String(rest.dropFirst(start.count))
      }
      line = rest
    }
    return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
  }

  /// Wide and fullwidth characters, and pictographs that terminals show as wide. Source: EastAsianWidth.txt of
  /// Unicode 15, with neighbouring ranges joined.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3,
    0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F, 0x2693...0x2693, 0x26A1...0x26A1,
    0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA,
    0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B,
    0x2728...0x2728, 0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
    0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55, 0x2E80...0x303E,
    0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E,
    0x1F191...0x1F19A, 0x1F200...0x1F265, 0x1F300...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393,
    0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440,
    0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4,
    0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D7, 0x1F6DC...0x1F6DF, 0x1F6EB...0x1F6EC,
    0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7F0, 0x1F90C...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
  ]
}
