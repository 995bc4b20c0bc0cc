/// Which nodes are one physical device: a pedal may have a keyboard, a consumer and a mouse node, and several devices of
/// one name and ids may be plugged in at once.
///
/// Two nodes belong together when they have the same place above them in sysfs (the USB device, or the HID device where
/// there is none), the same `phys` up to its last `/inputN`, or, over Bluetooth, the same address in `uniq`. Names and
/// ids never join: twins have the same. A device that is paired with a receiver (`…/input2:1`) is one of its own, though
/// it shares the receiver's place.
///
///     usb-0000:00:14.0-2/input0   ─┐
///     usb-0000:00:14.0-2/input1   ─┴─ one device
///     usb-0000:00:14.0-3/input0   ─── another
///     usb-0000:00:14.0-4/input2:1 ─── what is paired with a receiver, first
///     usb-0000:00:14.0-4/input2:2 ─── … and second
///
/// Source: the kernel's `usb_make_path` and `hid-logitech-dj`, as the nodes of devices show it.
public enum DeviceGroups {
  /// For each description the place of the first one of its device: equal numbers are one device.
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

  /// Whether both are nodes of one device.
  public static func areOne(_ first: DeviceDescription, _ second: DeviceDescription) -> Bool {
    !Set(marks(of: first)).isDisjoint(with: marks(of: second))
  }

  /// What only nodes of the same device share.
  static func marks(of device: DeviceDescription) -> [String] {
    var marks: [String] = []
    let place = place(in: device.phys)
    if let place {
      marks.append("phys " + place.stem + place.paired)
      if !place.paired.isEmpty { return marks }
    }
    if !device.parent.isEmpty { marks.append("parent " + device.parent) }
    // BUS_BLUETOOTH: the address. Elsewhere makers put what they like there.
    if device.bus == 0x05, !device.uniq.isEmpty { marks.append("uniq " + device.uniq) }
    return marks
  }

  /// `phys` without its last `/inputN`, and what follows the number; nil where it has none.
  private static func place(in phys: String) -> (stem: String, paired: String)? {
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
