import Glibc
import SwitchwayCore

/// Reads an input device's attributes in sysfs without opening its node.
package enum SystemAttributes {
  /// The largest size of a sysfs attribute, in bytes: one memory page.
  private static let limit = 4_096

  /// Returns the text of an attribute without its line end, or `nil` if it cannot be read.
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

  /// Returns the hexadecimal number in an attribute, of at most four digits. 0 if there is none.
  static func number(_ path: String) -> UInt16 { text(path).flatMap { UInt16($0, radix: 16) } ?? 0 }

  /// Returns the words of a bitmap, beginning with the lowest bits. sysfs writes the words in hexadecimal, beginning
  /// with the highest bits, without leading zero words. Each word has the size of the kernel's `long`.
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

  /// Returns the path of the input device to which a node's sysfs path belongs: `…/inputN` for `…/inputN/eventM`.
  static func device(of systemPath: String) -> String {
    systemPath.lastIndex(of: "/").map { String(systemPath[..<$0]) } ?? systemPath
  }

  /// Returns the path of the USB device to which a sysfs path belongs: `…/1-2` for `…/1-2/1-2:1.0/…`. If there is none,
  /// returns the path of the HID device, such as `…/0005:1209:6770.0003`. If there is none either, returns an empty
  /// text.
  static func parent(of systemPath: String) -> String {
    let parts = systemPath.split(separator: "/", omittingEmptySubsequences: false)
    func path(upTo index: Int) -> String { parts[..<index].joined(separator: "/") }
    if let interface = parts.indices.last(where: { index in
      index > 0 && parts[index].hasPrefix(parts[index - 1] + ":") && parts[index - 1].contains("-")
    }) {
      return path(upTo: interface)
    }
    // The names of HID devices have the form bus:vendor:product.number.
    let device = parts.lastIndex { part in
      let fields = part.split(separator: ":")
      return fields.count == 3 && fields[2].contains(".")
        && fields.joined().allSatisfy { $0.isHexDigit || $0 == "." } && fields[0].count == 4 && fields[1].count == 4
    }
    return device.map { path(upTo: $0 + 1) } ?? ""
  }

  /// Returns the description of the node with this sysfs path (`…/inputN/eventM`), or `nil` if the device has gone.
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
