/// The difference of two texts, line by line.
struct TextDifference {
  private let before: [String]
  private let after: [String]
  /// Indices of the lines that go.
  private let removed: [Int]
  /// Indices of the lines that come.
  private let inserted: [Int]

  init(from old: String, to new: String) {
    before = old.linesWithoutEnds
    after = new.linesWithoutEnds
    let changes = after.difference(from: before)
    func offsets(_ list: [CollectionDifference<String>.Change]) -> [Int] {
      list.map { change in
        switch change {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
      }
    }
    removed = offsets(changes.removals)
    inserted = offsets(changes.insertions)
  }

  /// Only the lines that go, with `- ` before each, and then those that come, with `+ `.
  var changes: String { (removed.map { "- \(before[$0])\n" } + inserted.map { "+ \(after[$0])\n" }).joined() }

  /// The lines of the new text and those of the old one that are gone, with `+`, `-` or a blank and another blank
  /// before each.
  var whole: String {
    let (removed, inserted) = (Set(removed), Set(inserted))
    var text = ""
    var index = 0
    for (number, line) in after.enumerated() {
      while removed.contains(index) {
        text += "- \(before[index])\n"
        index += 1
      }
      if inserted.contains(number) {
        text += "+ \(line)\n"
      } else {
        text += "  \(line)\n"
        index += 1
      }
    }
    return text + before[index...].map { "- \($0)\n" }.joined()
  }
}

extension String {
  /// The lines of a file, whichever ends they have.
  var linesWithoutEnds: [String] {
    var lines = replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
