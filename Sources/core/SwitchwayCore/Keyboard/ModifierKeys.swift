/// A set of modifier keys, such as the keys that are down or that a chord needs.
///
/// A chord does not distinguish left and right unless it names a side. Right Alt is AltGr, a separate modifier.
struct ModifierKeys: OptionSet, Hashable, Sendable {
  let rawValue: UInt16

  static let leftShift = ModifierKeys(rawValue: 1 << 0)
  static let rightShift = ModifierKeys(rawValue: 1 << 1)
  static let leftCtrl = ModifierKeys(rawValue: 1 << 2)
  static let rightCtrl = ModifierKeys(rawValue: 1 << 3)
  static let alt = ModifierKeys(rawValue: 1 << 4)
  static let altgr = ModifierKeys(rawValue: 1 << 5)
  static let leftSuper = ModifierKeys(rawValue: 1 << 6)
  static let rightSuper = ModifierKeys(rawValue: 1 << 7)
  static let fn = ModifierKeys(rawValue: 1 << 8)
  /// The modifier of Full Keyboard Access, whichever key the profile chooses for it.
  static let tab = ModifierKeys(rawValue: 1 << 9)

  static let shift: ModifierKeys = [.leftShift, .rightShift]
  static let ctrl: ModifierKeys = [.leftCtrl, .rightCtrl]
  static let `super`: ModifierKeys = [.leftSuper, .rightSuper]

  /// The kinds of modifiers, each with its left and right key.
  static let kinds: [ModifierKeys] = [.shift, .ctrl, .alt, .altgr, .super, .fn, .tab]

  /// The modifier keys in the order in which they are typed. Codes of linux/input-event-codes.h.
  static let keys: [(code: UInt16, modifier: ModifierKeys)] = [
    (42, .leftShift), (54, .rightShift), (29, .leftCtrl), (97, .rightCtrl), (56, .alt), (100, .altgr),
    (125, .leftSuper), (126, .rightSuper), (0x1D0, .fn),
  ]

  static func of(_ code: UInt16) -> ModifierKeys? { keys.first { $0.code == code }?.modifier }

  var bothSides: ModifierKeys {
    var all: ModifierKeys = []
    for kind in ModifierKeys.kinds where !isDisjoint(with: kind) { all.formUnion(kind) }
    return all
  }
}

extension ModifierKeys {
  var names: [KeyModifierName] {
    let kinds: [(ModifierKeys, KeyModifierName)] = [
      (.tab, .tab), (.shift, .shift), (.ctrl, .ctrl), (.alt, .alt), (.altgr, .altgr), (.super, .super), (.fn, .fn),
    ]
    return kinds.filter { !isDisjoint(with: $0.0) }.map(\.1)
  }
}
