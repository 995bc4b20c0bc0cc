/// A pattern as in a shell: `*` matches any text, `?` any one character, and `[abc]`, `[a-z]` and `[!a]` one character
/// of a set. `\` makes the next character literal. A pattern matches whole texts, by Unicode scalars and
/// case-sensitively. An unclosed `[` is literal.
///
/// Parsing takes linear time. Matching goes back only to the last `*`, so its time is at most proportional to the
/// length of the pattern times the length of the text, even if they are hostile. Patterns from files have at most
/// `longest` characters.
public struct Glob: Hashable, Sendable {
  /// The greatest length of a pattern in a profile, in Unicode scalars. Arbitrary: the kernel's names have at most 255
  /// bytes.
  public static let longest = 256

  /// The pattern as it was written.
  public let pattern: String
  private let parts: [Part]

  private enum Part: Hashable, Sendable {
    case one(Unicode.Scalar)
    case any
    case run
    case set([ClosedRange<Unicode.Scalar>], negated: Bool)
  }

  /// Makes a pattern, or `nil` if it has more than `longest` characters.
  public init?(checked pattern: String) {
    guard pattern.utf8.count <= 4 * Glob.longest, pattern.unicodeScalars.count <= Glob.longest else { return nil }
    self.init(pattern)
  }

  /// Makes a pattern of any text, of any length.
  public init(_ pattern: String) {
    self.pattern = pattern
    var parts: [Part] = []
    let scalars = Array(pattern.unicodeScalars)
    // A `]` closes a set unless it is the set's first character. After the last `]` of the pattern, no set can be
    // closed.
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

  /// Reads the set whose `[` precedes `start`. Returns it with the index after its `]`, or `nil` if the set is not
  /// closed.
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
