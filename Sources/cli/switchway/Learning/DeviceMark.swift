import SwitchwayCore
import SwitchwayText

/// The properties that distinguish a device in a `match` from others of its model.
enum DeviceMark: Equatable {
  /// The serial number, as a pattern: it belongs to the device.
  case serial(String)
  /// The socket, as a pattern: the device must stay in that socket.
  case socket(String)
  /// The socket of a device that does not report it, by its link or its path in sysfs, as a pattern.
  case path(String)

  /// The mark of a device with these twins, or `nil` if it has none, or nothing distinguishes them.
  static func of(_ device: LearnedPresses.Device, among twins: [LearnedPresses.Device]) -> DeviceMark? {
    guard !twins.isEmpty else { return nil }
    if !device.uniq.isEmpty, twins.allSatisfy({ $0.uniq != device.uniq }) {
      return .serial(Glob.escaped(device.uniq))
    }
    if !device.phys.isEmpty, twins.allSatisfy({ $0.phys != device.phys }) { return .socket(socket(device.phys)) }
    guard let path = path(device.path), twins.allSatisfy({ self.path($0.path) != path }) else { return nil }
    return .path(path)
  }

  /// All nodes of the device: `/dev/input/by-path/pci-0000:00:14.0-usb-0:1:*`, `/devices/platform/box/input/input*`.
  private static func path(_ path: String) -> String? {
    if path.hasPrefix(DeviceDescription.linksByPath) {
      guard let end = path.firstRange(of: "-event") else { return Glob.escaped(path) }
      let place = path[..<end.lowerBound]
      // The interface of a USB device, such as `1.0`.
      let colon = place.contains("usb-") ? place.lastIndex(of: ":") : nil
      return Glob.escaped(String(colon.map { place[...$0] } ?? place)) + "*"
    }
    // The number changes each time the device is plugged in.
    guard let slash = path.lastIndex(of: "/"), path[slash...].hasPrefix("/input") else { return nil }
    return Glob.escaped(String(path[..<slash])) + "/input*"
  }

  /// All nodes of the device: `usb-0000:00:14.0-1/input*`. Each device that is paired with a receiver has its own node.
  private static func socket(_ phys: String) -> String {
    let ending = "/input"
    guard let slash = phys.lastIndex(of: "/"), phys[slash...].hasPrefix(ending),
      phys[slash...].dropFirst(ending.count).allSatisfy(\.isNumber)
    else { return Glob.escaped(phys) }
    return Glob.escaped(String(phys[..<slash])) + ending + "*"
  }

  /// The member of a `match`.
  var text: String {
    switch self {
    case .serial(let pattern): "uniq: \(LearnedEntry.quoted(pattern))"
    case .socket(let pattern): "phys: \(LearnedEntry.quoted(pattern))"
    case .path(let pattern): "path: \(LearnedEntry.quoted(pattern))"
    }
  }

  /// A fact that the person must know about it, or `nil` if nothing.
  func words(_ name: String) -> Phrase? {
    if case .serial = self { return nil }
    return
      "The devices called \(name) are distinguished by their USB ports: always plug each into its "
      + "own port."
  }
}

extension LearnedPresses.Device {
  /// A device of this machine, as `learn` names it.
  init(_ device: DeviceDescription) {
    name = PrintableName.of(device.name)
    id = device.id
    kind = device.kind.rawValue
    phys = PrintableName.of(device.phys)
    uniq = PrintableName.of(device.uniq)
    path = device.place.map { PrintableName.of($0) } ?? ""
    isNameChanged = name != device.name
  }
}
