import SwitchwayTime

/// A set of key and button codes, 0…767 (`KEY_MAX`); codes past that are never members.
public struct KeySet: Hashable, Sendable {
  private var words: [UInt64]

  /// The time for which a key is down before it counts as a key that stays down: an object lies on it, or its device
  /// has lost the release. The same as the default of `stuck-after`. No chord and no press of a button lasts so long,
  /// and if a
  /// person holds a key on purpose, its release is only sent early.
  public static let stuckAfter = Microseconds.seconds(10)

  /// The empty set.
  public init() { words = Array(repeating: 0, count: EventLimit.keyCodes / 64) }

  /// The set of `codes`; those out of range are left out.
  public init(_ codes: some Sequence<UInt16>) {
    self.init()
    for code in codes { insert(code) }
  }

  public func contains(_ code: UInt16) -> Bool {
    let code = Int(code)
    return code < EventLimit.keyCodes && words[code >> 6] & (1 << UInt64(code & 63)) != 0
  }

  public mutating func insert(_ code: UInt16) {
    let code = Int(code)
    guard code < EventLimit.keyCodes else { return }
    words[code >> 6] |= 1 << UInt64(code & 63)
  }

  public mutating func remove(_ code: UInt16) {
    let code = Int(code)
    guard code < EventLimit.keyCodes else { return }
    words[code >> 6] &= ~(1 << UInt64(code & 63))
  }

  /// Whether any code is in both.
  func shares(with other: KeySet) -> Bool { words.indices.contains { words[$0] & other.words[$0] != 0 } }

  /// Removes all members and keeps the memory.
  public mutating func removeAll() { for index in words.indices { words[index] = 0 } }

  public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The members, in the order of codes.
  public var codes: [UInt16] {
    (0..<UInt16(EventLimit.keyCodes)).filter { contains($0) }
  }
}
