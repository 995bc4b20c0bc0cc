/// The `match` of a device entry. Every given condition must match.
public struct DeviceMatch: Hashable, Sendable {
  /// A pattern for the kernel's name of the device.
  public var name: Glob?
  /// A pattern for `vendor:product`, in lower-case hexadecimal.
  public var id: Glob?
  public var uniq: Glob?
  public var phys: Glob?
  /// The kinds of devices that match. If empty, any kind matches.
  public var kinds: [DeviceKind]
  /// A word of `BusName`, or `nil` for any bus.
  public var bus: String?
  /// A pattern for the node's links in `/dev/input/by-id` and `by-path`, or for its path in sysfs
  /// (`DeviceDescription`).
  public var path: Glob?

  public init(
    name: Glob? = nil, id: Glob? = nil, uniq: Glob? = nil, phys: Glob? = nil, kinds: [DeviceKind] = [],
    bus: String? = nil, path: Glob? = nil
  ) {
    self.name = name
    self.id = id
    self.uniq = uniq
    self.phys = phys
    self.kinds = kinds
    self.bus = bus
    self.path = path
  }

  /// Whether every given condition matches `device`. A device that must not be matched by accident (the kinds `system`
  /// and `pointer`, and Switchway's own devices) matches only by `id`, `path` or an exact `name`. Names are compared
  /// byte for byte.
  public func matches(_ device: DeviceDescription) -> Bool {
    if device.kind == .system || device.kind == .pointer || device.isOwn {
      guard id != nil || path != nil || (name.map { !$0.hasWildcard } ?? false) else { return false }
    }
    if let name, !name.matches(device.name) { return false }
    if let id, !id.matches(device.id) { return false }
    if let uniq, !uniq.matches(device.uniq) { return false }
    if let phys, !phys.matches(device.phys) { return false }
    if !kinds.isEmpty, !hasKind(of: device) { return false }
    if let bus, bus != device.busName { return false }
    if let path, !device.links.contains(where: { path.matches($0) }) { return false }
    return true
  }

  /// Whether the kind of `device` is one of `kinds`, or `device` is a box for switches that reports itself as a
  /// joystick and `kinds` contains `switch-interface`.
  public func hasKind(of device: DeviceDescription) -> Bool {
    kinds.contains(device.kind) || kinds.contains(.switchInterface) && device.isBoxOfJoystickButtons
  }
}

extension DeviceDescription {
  /// Whether the device reports itself as a joystick or gamepad, but has only buttons: neither a stick nor a cross.
  /// Then the device is a box for switches. A joystick or gamepad for games always has a stick or a cross.
  public var isBoxOfJoystickButtons: Bool {
    (kind == .joystick || kind == .gamepad) && axes.isEmpty && !keys.isEmpty
      && keys.codes.allSatisfy { Button.joystick.contains($0) || Button.triggerHappy.contains($0) }
  }
}
