/// Decides which nodes belong to one physical device. A pedal may have a keyboard, a consumer and a mouse node, and
/// several devices with the same name and ids may be plugged in at once.
///
/// Two nodes belong together if they have the same parent in sysfs (the USB device, or the HID device), the same `phys`
/// up to its last `/inputN`, or, over Bluetooth, the same address in `uniq`. Names and ids are not used, because two
/// devices of one model share them. A device that is paired with a receiver (`…/input2:1`) is a separate device,
/// although it has the receiver's parent.
///
///     usb-0000:00:14.0-2/input0   ─┐
///     usb-0000:00:14.0-2/input1   ─┴─ one device
///     usb-0000:00:14.0-3/input0   ─── another device
///     usb-0000:00:14.0-4/input2:1 ─── first device paired with a receiver
///     usb-0000:00:14.0-4/input2:2 ─── second device paired with it
///
/// Source: the kernel's `usb_make_path` and `hid-logitech-dj`, and recorded nodes.
public enum DeviceGroups {
  /// Returns, for each description, the index of the first node of the same device. Equal indices mean the same device.
  public static func of(_ devices: [DeviceDescription]) -> [Int] {
    var groups = Array(devices.indices)
    var firsts: [String: Int] = [:]
    for (index, device) in devices.enumerated() {
      for mark in marks(of: device) {
        guard let other = firsts[mark] else {
          firsts[mark] = index
          continue
        }
        join(index, other, in: &groups)
      }
    }
    return groups.indices.map { root(of: $0, in: groups) }
  }

  /// Returns texts that only nodes of the same device have in common.
  static func marks(of device: DeviceDescription) -> [String] {
    var marks: [String] = []
    let port = port(in: device.phys)
    if let port {
      marks.append("phys " + port.stem + port.paired)
      if !port.paired.isEmpty { return marks }
    }
    if !device.parent.isEmpty { marks.append("parent " + device.parent) }
    // On Bluetooth (BUS_BLUETOOTH), `uniq` is the device's address. On other buses, `uniq` can be anything.
    if device.bus == 0x05, !device.uniq.isEmpty { marks.append("uniq " + device.uniq) }
    return marks
  }

  /// Splits `phys` at its last `/inputN`: the text before it, and the text after the number. `nil` if there is no
  /// `/inputN`.
  private static func port(in phys: String) -> (stem: String, paired: String)? {
    let word = "/input"
    guard let slash = phys.lastIndex(of: "/"), phys[slash...].hasPrefix(word), slash > phys.startIndex else {
      return nil
    }
    let rest = phys[slash...].dropFirst(word.count)
    let paired = rest.drop { $0.isASCII && $0.isNumber }
    guard paired.count < rest.count, paired.isEmpty || paired.first == ":" else { return nil }
    return (String(phys[..<slash]), String(paired))
  }

  private static func root(of index: Int, in groups: [Int]) -> Int {
    var index = index
    while groups[index] != index { index = groups[index] }
    return index
  }

  private static func join(_ first: Int, _ second: Int, in groups: inout [Int]) {
    let roots = (root(of: first, in: groups), root(of: second, in: groups))
    groups[max(roots.0, roots.1)] = min(roots.0, roots.1)
  }
}
