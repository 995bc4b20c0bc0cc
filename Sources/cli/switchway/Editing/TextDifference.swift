/// The difference between two texts, line by line.
struct TextDifference {
  /// The lines of both texts. The mark is `-` for a removed line, `+` for an added one, and a blank for others.
  private var lines: [(mark: Character, text: String)] = []

  init(from old: String, to new: String) {
    let (before, after) = (old.linesWithoutEnds, new.linesWithoutEnds)
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in after.difference(from: before) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var index = 0
    for (number, line) in after.enumerated() {
      while removed.contains(index) {
        lines.append(("-", before[index]))
        index += 1
      }
      let isNew = inserted.contains(number)
      lines.append((isNew ? "+" : " ", line))
      if !isNew { index += 1 }
    }
    lines += before[index...].map { ("-", $0) }
  }

  /// Only the removed lines, and then the added lines, with their marks.
  var changes: String { text(lines.filter { $0.mark == "-" } + lines.filter { $0.mark == "+" }) }

  var whole: String { text(lines) }

  private func text(_ lines: [(mark: Character, text: String)]) -> String {
    lines.map { "\($0.mark) \($0.text)\n" }.joined()
  }
}

extension String {
  /// The lines of a file, with any kind of line ends.
  var linesWithoutEnds: [String] {
    var lines = replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
