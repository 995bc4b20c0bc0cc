/// The string literals of a Swift source, as `Phrase` makes keys of them: `{}` for each interpolation, and literals
/// that `+` joins as one.
struct SourceLiterals {
  private(set) var phrases: [String] = []

  private var rest: Substring

  init(_ source: String) {
    rest = source[...]
    var isJoined = false
    while let next = rest.first {
      if rest.hasPrefix("//") {
        rest = rest.drop { $0 != "\n" }
      } else if rest.hasPrefix("\"\"\"") {
        rest = rest.dropFirst(3)
        rest = rest.firstRange(of: "\"\"\"").map { rest[$0.upperBound...] } ?? rest.suffix(0)
        isJoined = false
      } else if next == "\"" {
        let literal = read()
        if isJoined, let last = phrases.popLast() { phrases.append(last + literal) } else { phrases.append(literal) }
        isJoined = false
        let after = rest.drop { " \n".contains($0) }
        if after.first == "+", after.dropFirst().drop(while: { " \n".contains($0) }).first == "\"" {
          rest = after.dropFirst().drop { " \n".contains($0) }
          isJoined = true
        }
      } else {
        rest.removeFirst()
      }
    }
    phrases = phrases.map { phrase in
      let start = phrase.drop { $0 == "\n" }
      return String(start.reversed().drop { $0 == "\n" }.reversed())
    }
  }

  /// A literal from its first quote.
  private mutating func read() -> String {
    var key = ""
    rest.removeFirst()
    while let next = rest.popFirst(), next != "\"" {
      guard next == "\\" else {
        key.append(next)
        continue
      }
      switch rest.popFirst() {
      case "(":
        skipInterpolation()
        key += "{}"
      case "n": key += "\n"
      case let other?: key.append(other)
      case nil: break
      }
    }
    return key
  }

  private mutating func skipInterpolation() {
    var depth = 1
    while depth > 0, let next = rest.first {
      if next == "\"" {
        _ = read()
        continue
      }
      rest.removeFirst()
      if next == "(" { depth += 1 }
      if next == ")" { depth -= 1 }
    }
  }
}
