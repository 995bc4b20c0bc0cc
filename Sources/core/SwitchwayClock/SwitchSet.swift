/// A set of switches by number, 0 ..< 1024, in 128 bytes. Other numbers are ignored.
public struct SwitchSet: Equatable, Sendable, ExpressibleByArrayLiteral {
  /// Numbers must be below this limit. No profile has nearly so many.
  public static let capacity = 1024

  private var words = InlineArray<16, UInt64>(repeating: 0)

  /// The empty set.
  public init() {}

  public init(_ number: Int) { insert(number) }

  public init(arrayLiteral numbers: Int...) {
    for number in numbers { insert(number) }
  }

  /// Whether the set is empty.
  public var isEmpty: Bool {
    for index in words.indices where words[index] != 0 { return false }
    return true
  }

  public func contains(_ number: Int) -> Bool {
    guard (0..<SwitchSet.capacity).contains(number) else { return false }
    return words[number / 64] & (1 << UInt64(number % 64)) != 0
  }

  public mutating func insert(_ number: Int) {
    guard (0..<SwitchSet.capacity).contains(number) else { return }
    words[number / 64] |= 1 << UInt64(number % 64)
  }

  public mutating func remove(_ number: Int) {
    guard (0..<SwitchSet.capacity).contains(number) else { return }
    words[number / 64] &= ~(1 << UInt64(number % 64))
  }

  mutating func removeAll() { self = SwitchSet() }

  func hasMembers(outside other: SwitchSet) -> Bool {
    for index in words.indices where words[index] & ~other.words[index] != 0 { return true }
    return false
  }

  public static func == (left: SwitchSet, right: SwitchSet) -> Bool {
    for index in left.words.indices where left.words[index] != right.words[index] { return false }
    return true
  }
}
