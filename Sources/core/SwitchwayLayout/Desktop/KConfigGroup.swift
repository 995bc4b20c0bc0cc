/// One group of a settings file of KDE: lines `Name=value` below a line `[Group]`.
struct KConfigGroup {
  private var values: [String: String] = [:]

  init(_ name: String, in text: String) {
    var isHere = false
    for line in text.split(whereSeparator: \.isNewline) {
      let line = KConfigGroup.trimmed(line)
      if line.hasPrefix("[") {
        // `[Group][$i]` means the same group, but the person cannot change it.
        isHere = line == "[\(name)]" || line == "[\(name)][$i]"
      } else if isHere, let sign = line.firstIndex(of: "=") {
        let key = KConfigGroup.trimmed(line[..<sign])
        values[key.hasSuffix("[$i]") ? String(key.dropLast(4)) : String(key)] =
          String(KConfigGroup.trimmed(line[line.index(after: sign)...]))
      }
    }
  }

  /// Returns the parts of the list that `key` has as its value, or `nil` if `key` is missing or its value is empty.
  func list(_ key: String) -> [String]? {
    guard let value = values[key], !value.isEmpty else { return nil }
    return value.split(separator: ",", omittingEmptySubsequences: false).map { String(KConfigGroup.trimmed($0)) }
  }

  /// Whether a flag is on; false if it is not set.
  func flag(_ key: String) -> Bool { ["true", "on", "yes", "1"].contains(values[key]?.lowercased()) }

  func number(_ key: String) -> Int? { values[key].flatMap { Int($0) } }

  private static func trimmed(_ text: Substring) -> Substring {
    let rest = text.drop { $0 == " " || $0 == "\t" }
    guard let last = rest.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return rest[...last]
  }
}
