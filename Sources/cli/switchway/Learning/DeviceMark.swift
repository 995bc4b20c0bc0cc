import SwitchwayCore
import SwitchwayText

/// The property by which a `match` distinguishes a device from others of its model.
enum DeviceMark: Equatable {
  /// The serial number, as a pattern. It stays the same wherever the device is plugged in.
  case serial(String)
  /// The socket into which the device is plugged, as a pattern. The device must stay in this socket.
  case socket(String)
  /// The device's link in `/dev/input/by-path`, or its path in sysfs, as a pattern. It names the socket of a device
  /// that does not report its socket itself.
  case path(String)

  /// Returns the mark of a device among its twins, the other devices of its model. Returns `nil` if it has no twins, or
  /// if nothing distinguishes it from them.
  static func of(_ device: LearnedPresses.Device, among twins: [LearnedPresses.Device]) -> DeviceMark? {
    guard !twins.isEmpty else { return nil }
    if !device.uniq.isEmpty, twins.allSatisfy({ $0.uniq != device.uniq }) {
      return .serial(Glob.escaped(device.uniq))
    }
    if !device.phys.isEmpty, twins.allSatisfy({ $0.phys != device.phys }) { return .socket(socket(device.phys)) }
    guard let path = path(device.path), twins.allSatisfy({ self.path($0.path) != path }) else { return nil }
    return .path(path)
  }

  /// Returns a pattern for the paths of all nodes of the device, such as
  /// `/dev/input/by-path/pci-0000:00:14.0-usb-0:1:*` or `/devices/platform/box/input/input*`.
  private static func path(_ path: String) -> String? {
    if path.hasPrefix(DeviceDescription.linksByPath) {
      guard let end = path.firstRange(of: "-event") else { return Glob.escaped(path) }
      let place = path[..<end.lowerBound]
      // The last colon is followed by the interface of a USB device, such as `1.0`.
      let colon = place.contains("usb-") ? place.lastIndex(of: ":") : nil
      return Glob.escaped(String(colon.map { place[...$0] } ?? place)) + "*"
    }
    // The number after `input` changes each time the device is plugged in.
    guard let slash = path.lastIndex(of: "/"), path[slash...].hasPrefix("/input") else { return nil }
    return Glob.escaped(String(path[..<slash])) + "/input*"
  }

  /// Returns a pattern for the sockets of all nodes of the device, such as `usb-0000:00:14.0-1/input*`. If `phys` does
  /// not end in `/input` and a number, as for a device that is paired with a receiver, the pattern matches only this
  /// node.
  private static func socket(_ phys: String) -> String {
    let ending = "/input"
    guard let slash = phys.lastIndex(of: "/"), phys[slash...].hasPrefix(ending),
      phys[slash...].dropFirst(ending.count).allSatisfy(\.isNumber)
    else { return Glob.escaped(phys) }
    return Glob.escaped(String(phys[..<slash])) + ending + "*"
  }

  /// The member that the mark adds to a `match`.
  var text: String {
    switch self {
    case .serial(let pattern): "uniq: \(LearnedEntry.quoted(pattern))"
    case .socket(let pattern): "phys: \(LearnedEntry.quoted(pattern))"
    case .path(let pattern): "path: \(LearnedEntry.quoted(pattern))"
    }
  }

  /// Returns what the person must know about using devices with this mark, or `nil` if there is nothing to know.
  func words(_ name: String) -> Phrase? {
    if case .serial = self { return nil }
    return
      "The devices called \(name) are distinguished by their USB ports: always plug each into its "
      + "own port."
  }
}

extension LearnedPresses.Device {
  /// Describes a device of this machine in the same way as a `learn` line.
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
