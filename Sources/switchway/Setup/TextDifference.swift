/// The difference of two texts, line by line.
enum TextDifference {
  /// The lines of `new` and those of `old` that are gone, with `+`, `-` or a blank and another blank before each.
  static func text(from old: String, to new: String) -> String {
    let before = lines(old)
    let after = lines(new)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in after.difference(from: before) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var text = ""
    var index = 0
    for (place, line) in after.enumerated() {
      while removed.contains(index) {
        text += "- \(before[index])\n"
        index += 1
      }
      if inserted.contains(place) {
        text += "+ \(line)\n"
      } else {
        text += "  \(line)\n"
        index += 1
      }
    }
    return text + before[index...].map { "- \($0)\n" }.joined()
  }

  private static func lines(_ text: String) -> [String] {
    var lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
