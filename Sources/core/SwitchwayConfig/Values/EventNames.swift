import CLibevdev
import SwitchwayCore
import SwitchwayText

/// Names of keys, buttons and axes as in the kernel's headers, from libevdev.
package enum EventNames {
  /// The code of a key or button. `text` is an evdev name in upper or lower case, with or without `key_`, or a
  /// hexadecimal code such as `0x1d4`.
  package static func key(_ text: String) -> UInt16? {
    if text.hasPrefix("0x") || text.hasPrefix("0X") {
      let digits = text.dropFirst(2)
      guard digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else { return nil }
      return UInt16(digits, radix: 16).flatMap(real)
    }
    let name = text.uppercased()
    let isWhole = name.hasPrefix("KEY_") || name.hasPrefix("BTN_")
    return (code(EventType.key, name, isWhole) ?? code(EventType.key, "KEY_" + name, true)).flatMap(real)
  }

  /// The code of an axis. `text` is an evdev name in upper or lower case.
  static func axis(_ text: String) -> UInt16? {
    let code = code(EventType.absolute, text.uppercased(), true)
    return code.flatMap { Int($0) < EventLimit.axisCodes ? $0 : nil }
  }

  /// The code of a relative axis. `text` is an evdev name in upper or lower case.
  package static func movement(_ text: String) -> UInt16? {
    let code = code(EventType.relative, text.uppercased(), true)
    return code.flatMap { $0 < MovementCode.count ? $0 : nil }
  }

  /// The name of a code, in lower case.
  package static func name(type: UInt16, _ code: UInt16) -> String? {
    unsafe libevdev_event_code_get_name(UInt32(type), UInt32(code)).map { unsafe String(cString: $0).lowercased() }
  }

  /// The name of a code as in the kernel's headers, or its number if it has no name.
  package static func shown(type: UInt16, _ code: UInt16) -> String {
    name(type: type, code)?.uppercased() ?? "0x" + String(code, radix: 16)
  }

  /// The name that a person may have meant with `text`, without `key_` if `text` has none.
  static func suggestion(for text: String) -> String? {
    let keys = keys(like: text)
    let others = axes + movements + ["any", "button-1"]
    if let near = NearestName.suggestion(for: text, among: keys + others) { return near }
    let button = "btn_" + text.lowercased()
    return keys.contains(button) ? button : nil
  }

  /// The names of all keys and buttons, with `key_` only if `text` begins with `key_`.
  static func keys(like text: String) -> [String] {
    let isLong = text.lowercased().hasPrefix("key_")
    return isLong ? longNames : shortNames
  }

  private static let axes = (0..<UInt16(EventLimit.axisCodes)).compactMap { name(type: EventType.absolute, $0) }
  private static let movements = (0..<MovementCode.count).compactMap { name(type: EventType.relative, $0) }
  private static let longNames = (1..<UInt16(EventLimit.keyCodes)).compactMap { name(type: EventType.key, $0) }
  private static let shortNames = longNames.map { $0.hasPrefix("key_") ? String($0.dropFirst(4)) : $0 }

  private static func code(_ type: UInt16, _ name: String, _ isWhole: Bool) -> UInt16? {
    guard isWhole, !name.hasSuffix("_MAX"), !name.hasSuffix("_CNT"), !name.utf8.contains(0) else { return nil }
    let code = unsafe libevdev_event_code_from_name(UInt32(type), name)
    return code < 0 ? nil : UInt16(exactly: code)
  }

  /// Returns `code` if it is the code of a key or button. Code 0 is `KEY_RESERVED`, which the kernel never sends; codes
  /// end at `KEY_MAX`.
  private static func real(_ code: UInt16) -> UInt16? {
    (1..<EventLimit.keyCodes).contains(Int(code)) ? code : nil
  }
}
