/// A shell-like pattern: `*` matches any text, `?` any one character, `[abc]`, `[a-z]` and `[!a]` one character of a
/// set, and `\` makes the next character literal. A pattern matches whole texts, by Unicode scalars and
/// case-sensitively. An unclosed `[` is literal.
///
/// Parsing is linear. Matching goes back only to the last `*`, so it costs at most length × length even for a hostile
/// pattern or name. Patterns from files have at most `longest` characters.
public struct Glob: Hashable, Sendable {
  /// The longest pattern in a profile, in Unicode scalars (arbitrary: the kernel's names have at most 255 bytes).
  public static let longest = 256

  /// The pattern as written.
  public let pattern: String
  private let parts: [Part]

  private enum Part: Hashable, Sendable {
    case one(Unicode.Scalar)
    case any
    case run
    case set([ClosedRange<Unicode.Scalar>], negated: Bool)
  }

  /// `nil` if the pattern has more than `longest` characters.
  public init?(checked pattern: String) {
    guard pattern.utf8.count <= 4 * Glob.longest, pattern.unicodeScalars.count <= Glob.longest else { return nil }
    self.init(pattern)
  }

  /// Accepts any text.
  public init(_ pattern: String) {
    self.pattern = pattern
    var parts: [Part] = []
    let scalars = Array(pattern.unicodeScalars)
    // The first `]` that is not a set's first character closes the set. After the last `]`, no set can be closed.
    let lastClose = scalars.lastIndex(of: "]") ?? -1
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      switch scalar {
      case "*": if parts.last != .run { parts.append(.run) }
      case "?": parts.append(.any)
      case "\\" where index < scalars.count:
        parts.append(.one(scalars[index]))
        index += 1
      case "[":
        if lastClose > index, let (set, next) = Glob.set(scalars, from: index) {
          parts.append(set)
          index = next
        } else {
          parts.append(.one(scalar))
        }
      default: parts.append(.one(scalar))
      }
    }
    self.parts = parts
  }

  /// Whether the pattern can match more than one text.
  public var hasWildcard: Bool {
    parts.contains { if case .one = $0 { false } else { true } }
  }

  /// Whether the pattern matches the whole of `text`.
  public func matches(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    var part = 0
    var position = 0
    var retry: (part: Int, position: Int)?
    while position < scalars.count {
      if part < parts.count, parts[part] == .run {
        retry = (part + 1, position)
        part += 1
      } else if part < parts.count, Glob.matches(parts[part], scalars[position]) {
        part += 1
        position += 1
      } else if let (again, from) = retry {
        retry = (again, from + 1)
        part = again
        position = from + 1
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { $0 == .run }
  }

  private static func matches(_ part: Part, _ scalar: Unicode.Scalar) -> Bool {
    switch part {
    case .one(let wanted): wanted == scalar
    case .any: true
    case .run: false
    case .set(let ranges, let negated): ranges.contains { $0.contains(scalar) } != negated
    }
  }

  /// The set whose `[` precedes `start`, and the index after its `]`, or `nil` if the set is not closed.
  private static func set(_ scalars: [Unicode.Scalar], from start: Int) -> (Part, Int)? {
    var index = start
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    var negated = false
    if index < scalars.count, scalars[index] == "!" || scalars[index] == "^" {
      negated = true
      index += 1
    }
    let first = index
    while index < scalars.count {
      if scalars[index] == "]", index > first { return (.set(ranges, negated: negated), index + 1) }
      let low = scalars[index]
      if index + 2 < scalars.count, scalars[index + 1] == "-", scalars[index + 2] != "]" {
        let high = scalars[index + 2]
        if low <= high { ranges.append(low...high) }
        index += 3
      } else {
        ranges.append(low...low)
        index += 1
      }
    }
    return nil
  }
}
