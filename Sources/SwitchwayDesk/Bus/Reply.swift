import CLibsystemd
import Glibc
import SwitchwayScanning

/// A message that has come, as a cursor over its values. Valid only inside the handler that got it.
///
/// Every read answers nil where the message has another type at this point: programs send anything.
@safe struct Reply {
  /// The longest path or bus name that is looked at, in bytes. Chosen: those of programs have up to 100.
  static let longestPath = 1_024

  private let message: OpaquePointer

  init(_ message: OpaquePointer) { unsafe self.message = message }

  var sender: String { unsafe text(sd_bus_message_get_sender(message)) }
  var path: String { unsafe text(sd_bus_message_get_path(message)) }
  var interface: String { unsafe text(sd_bus_message_get_interface(message)) }
  var member: String { unsafe text(sd_bus_message_get_member(message)) }

  private func text(_ pointer: UnsafePointer<CChar>?) -> String {
    unsafe pointer.map { unsafe String(cString: $0) } ?? ""
  }

  func int() -> Int32? { number("i", Int32(0)) }

  func unsigned() -> UInt32? { number("u", UInt32(0)) }

  func double() -> Double? { number("d", 0.0) }

  func bool() -> Bool? { number("b", Int32(0)).map { $0 != 0 } }

  /// `type` is the bus's code for a type of this size.
  private func number<Number: BitwiseCopyable>(_ type: Unicode.Scalar, _ initial: Number) -> Number? {
    var value = initial
    return unsafe sd_bus_message_read_basic(message, code(type), &value) > 0 ? value : nil
  }

  /// A string (`s`) or path (`o`). nil also where it is longer than `longestPath`.
  func string(_ type: Unicode.Scalar = "s") -> String? {
    var value: UnsafePointer<CChar>?
    guard unsafe sd_bus_message_read_basic(message, code(type), &value) > 0, let value = unsafe value,
      unsafe strnlen(value, Self.longestPath + 1) <= Self.longestPath
    else { return nil }
    return unsafe String(cString: value)
  }

  /// A string that is shown: see `CleanName`. Of a longer one only the beginning is looked at.
  func name() -> String? {
    var value: UnsafePointer<CChar>?
    guard unsafe sd_bus_message_read_basic(message, code("s"), &value) > 0, let value = unsafe value else { return nil }
    let length = unsafe strnlen(value, CleanName.limitBefore)
    return unsafe CleanName.text(of: UnsafeRawBufferPointer(start: value, count: length))
  }

  /// An object: the name of its program on the bus and its path. nil: none, which programs write as the path `null`.
  func reference() -> Reference?? {
    guard enter("r", "so") else { return nil }
    guard let bus = string(), let path = string("o") else { return nil }
    leave()
    if path.hasSuffix("/null") || path == "/" { return .some(nil) }
    return Reference(bus: bus.isEmpty ? sender : bus, path: path)
  }

  /// A list of objects, the first `limit` of them. nil: it is none.
  func references(limit: Int) -> [Reference]? {
    guard enter("a", "(so)") else { return nil }
    var found: [Reference] = []
    while found.count < limit, !isAtEnd {
      guard let reference = reference() else { return nil }
      if let reference { found.append(reference) }
    }
    return found
  }

  func rect() -> Rect? { enter("r", "iiii") ? fourNumbers() : nil }

  /// A rectangle that is no structure.
  func fourNumbers() -> Rect? {
    guard let x = int(), let y = int(), let width = int(), let height = int() else { return nil }
    return Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
  }

  /// One of the roles; `unknown` for others.
  func role() -> Role? { unsigned().map { Role(rawValue: $0) ?? .unknown } }

  func states() -> States? {
    guard enter("a", "u"), let low = unsigned(), let high = unsigned() else { return nil }
    while unsigned() != nil {}
    leave()
    return States(rawValue: UInt64(high) << 32 | UInt64(low))
  }

  func interfaces() -> Interfaces? {
    guard enter("a", "s") else { return nil }
    var interfaces: Interfaces = []
    for _ in 0..<100 where !isAtEnd {
      guard let name = string() else { return nil }
      let index = name.hasPrefix(ATSPI.prefix) ? Interfaces.names.firstIndex(of: String(name.dropFirst(15))) : nil
      if let index { interfaces.insert(Interfaces(rawValue: 1 << UInt16(index))) }
    }
    leave()
    return interfaces
  }

  /// Goes into an array (`a`), structure (`r`), entry (`e`) or variant (`v`).
  func enter(_ type: Unicode.Scalar, _ contents: String) -> Bool {
    unsafe sd_bus_message_enter_container(message, code(type), contents) > 0
  }

  func leave() { unsafe _ = sd_bus_message_exit_container(message) }

  func skip(_ types: String) -> Bool { unsafe sd_bus_message_skip(message, types) > 0 }

  /// No value is left in the container that was entered, or the message is broken.
  var isAtEnd: Bool { unsafe sd_bus_message_at_end(message, 0) != 0 }

  private func code(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }
}
