import SwitchwayBus
import SwitchwayScanning

// Reads the answers of programs on the accessibility bus.
extension Reply {
  /// Reads a string, and makes it safe to show; see `CleanName`. Of a long string, only the beginning is examined.
  func name() -> String? {
    unsafe withString(limit: CleanName.limitBefore) { unsafe CleanName.text(of: $0) }
  }

  /// Reads the reference of an object: the name of its program on the bus, and its path. The inner `nil` means no
  /// object, which programs write as the path `null`.
  func reference() -> Reference?? {
    guard enter("r", "so") else { return nil }
    guard let bus = string(), let path = string("o") else { return nil }
    leave()
    if path.hasSuffix("/null") || path == "/" { return .some(nil) }
    return Reference(bus: bus.isEmpty ? sender : bus, path: path)
  }

  /// Reads the first `limit` objects of a list. `nil` if the value is not a list of objects.
  func references(limit: Int) -> [Reference]? {
    guard enter("a", "(so)") else { return nil }
    var found: [Reference] = []
    while found.count < limit, !isAtEnd {
      guard let reference = reference() else { return nil }
      if let reference { found.append(reference) }
    }
    return found
  }

  /// Reads the first object of the relation with this number, in the answer to `GetRelationSet`. `nil` if there is
  /// none.
  func related(by relation: UInt32) -> Reference? {
    guard enter("a", "(ua(so))") else { return nil }
    while !isAtEnd {
      guard enter("r", "ua(so)"), let number = unsigned() else { return nil }
      if number == relation { return references(limit: 1)?.first }
      guard skip("a(so)") else { return nil }
      leave()
    }
    return nil
  }

  func rect() -> Rect? { enter("r", "iiii") ? fourNumbers() : nil }

  /// Reads a rectangle that consists of four separate numbers.
  func fourNumbers() -> Rect? {
    guard let x = int(), let y = int(), let width = int(), let height = int() else { return nil }
    return Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
  }

  /// Reads a role. A number without a case in `Role` becomes `unknown`.
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
}
