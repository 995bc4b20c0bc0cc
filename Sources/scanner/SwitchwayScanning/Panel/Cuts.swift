/// Cuts a list of the panel, such as letters or programs, into pages of the same size.
enum Cuts {
  static func evenly<Element>(_ list: [Element], into parts: Int) -> [ArraySlice<Element>] {
    let parts = max(1, min(parts, list.count))
    return (0..<parts).map { list[$0 * list.count / parts..<($0 + 1) * list.count / parts] }
  }
}
