import SwitchwayTime

/// A set of key and button codes, 0…767 (`KEY_MAX`). Codes outside this range are never members.
public struct KeySet: Hashable, Sendable {
  private var words: [UInt64]

  /// A key that has been down for this time counts as stuck: an object lies on it, or its device has lost the release.
  /// The time is as long as the default of `stuck-after`. No chord and no press of a button lasts so long. If a person
  /// holds a key on purpose, the only effect is that its release is sent early.
  public static let stuckAfter = Microseconds.seconds(10)

  /// The empty set.
  public init() { words = Array(repeating: 0, count: EventLimit.keyCodes / 64) }

  /// Makes the set of `codes`. Codes that are out of range are left out.
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

  /// Whether the two sets have a code in common.
  func shares(with other: KeySet) -> Bool { words.indices.contains { words[$0] & other.words[$0] != 0 } }

  /// Removes all members, but keeps the memory.
  public mutating func removeAll() { for index in words.indices { words[index] = 0 } }

  public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The members, in the order of codes.
  public var codes: [UInt16] {
    (0..<UInt16(EventLimit.keyCodes)).filter { contains($0) }
  }
}
