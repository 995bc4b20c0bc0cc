import Glibc
import SwitchwayCore

/// Reads an input device's attributes in sysfs without opening its node.
package enum SystemAttributes {
  /// A sysfs attribute has at most one page.
  private static let limit = 4_096

  /// The text of an attribute without its line end, or `nil` if it cannot be read.
  package static func text(_ path: String) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: limit)
    var count = 0
    while count < limit {
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        guard let start = buffer.baseAddress else { return 0 }
        return unsafe read(descriptor, start + count, limit - count)
      }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { return nil }
      if got == 0 { break }
      count += got
    }
    if count > 0, bytes[count - 1] == UInt8(ascii: "\n") { count -= 1 }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// A hexadecimal number of at most four digits; 0 if there is none.
  static func number(_ path: String) -> UInt16 { text(path).flatMap { UInt16($0, radix: 16) } ?? 0 }

  /// The words of a bitmap, lowest bits first. sysfs writes them in hexadecimal, highest first, each the size of the
  /// kernel's `long`, without leading zero words.
  static func bitmap(_ text: String) -> [UInt] {
    text.split(separator: " ").reversed().map { UInt($0, radix: 16) ?? 0 }
  }

  static func codes(_ text: String, below limit: Int) -> [UInt16] {
    var codes: [UInt16] = []
    for (index, word) in bitmap(text).enumerated() {
      for bit in 0..<UInt.bitWidth where word & (1 << UInt(bit)) != 0 {
        let code = index * UInt.bitWidth + bit
        if code < limit { codes.append(UInt16(code)) }
      }
    }
    return codes
  }

  static func capabilities(of path: String) -> DeviceCapabilities {
    func mask(_ name: String) -> UInt64 {
      codes(text(path + name) ?? "", below: 64).reduce(0) { $0 | 1 << UInt64($1) }
    }
    return DeviceCapabilities(
      keys: KeySet(codes(text(path + "/capabilities/key") ?? "", below: EventLimit.keyCodes)),
      relative: mask("/capabilities/rel"), absolute: mask("/capabilities/abs"), switches: mask("/capabilities/sw"),
      properties: mask("/properties"))
  }

  /// The input device of a node's sysfs path (`…/inputN` of `…/inputN/eventM`).
  static func device(of systemPath: String) -> String {
    systemPath.lastIndex(of: "/").map { String(systemPath[..<$0]) } ?? systemPath
  }

  /// The USB device in a sysfs path, up to the folder of its interface (`…/1-2` of `…/1-2/1-2:1.0/…`); otherwise the
  /// HID device (`…/0005:1209:6770.0003`); otherwise empty.
  static func parent(of systemPath: String) -> String {
    let parts = systemPath.split(separator: "/", omittingEmptySubsequences: false)
    func path(upTo index: Int) -> String { parts[..<index].joined(separator: "/") }
    if let interface = parts.indices.last(where: { index in
      index > 0 && parts[index].hasPrefix(parts[index - 1] + ":") && parts[index - 1].contains("-")
    }) {
      return path(upTo: interface)
    }
    // Names of HID devices have the form bus:vendor:product.number.
    let device = parts.lastIndex { part in
      let fields = part.split(separator: ":")
      return fields.count == 3 && fields[2].contains(".")
        && fields.joined().allSatisfy { $0.isHexDigit || $0 == "." } && fields[0].count == 4 && fields[1].count == 4
    }
    return device.map { path(upTo: $0 + 1) } ?? ""
  }

  /// The description of a node from its sysfs path (`…/inputN/eventM`), or `nil` if the device is gone.
  ///
  /// - Parameter udev: udev's properties of the node, or `nil` without udev.
  static func description(systemPath: String, links: [String], udev: [String: String]?) -> DeviceDescription? {
    let device = device(of: systemPath)
    guard let name = text(device + "/name") else { return nil }
    let can = capabilities(of: device)
    let bus = number(device + "/id/bustype")
    let vendor = number(device + "/id/vendor")
    let product = number(device + "/id/product")
    let (phys, uniq) = (text(device + "/phys") ?? "", text(device + "/uniq") ?? "")
    let hasPlace = !phys.isEmpty || !uniq.isEmpty || links.contains { $0.hasPrefix(DeviceDescription.linksByPath) }
    let links = hasPlace ? links : links + [DeviceLinks.devicePath(systemPath)]
    return DeviceDescription(
      name: name, bus: bus, vendor: vendor, product: product, version: number(device + "/id/version"),
      phys: phys, uniq: uniq,
      parent: parent(of: systemPath),
      kind: DeviceClassifier.kind(
        name: name, bus: bus, vendor: vendor, product: product, capabilities: can, udev: udev),
      links: links, keys: can.keys,
      axes: (0..<UInt16(EventLimit.axisCodes)).filter { can.absolute & (1 << UInt64($0)) != 0 }
        .map { AxisDescription(code: $0, minimum: 0, maximum: 0) },
      movements: can.relative)
  }
}
