/// The kind of a device node, as `match`, the `device` lines and `switchway devices` name it.
public enum DeviceKind: String, CaseIterable, Sendable {
  case keyboard
  case switchInterface = "switch-interface"
  case joystick
  case gamepad
  case pedal
  case pointer
  case touch
  case system
  case other

  /// The kinds of devices that serve only as switches. `grab: auto` grabs them, and people do not type text on them,
  /// even if they send letters.
  public static let onlyForSwitches: Set<DeviceKind> = [.switchInterface, .pedal]
}

/// An absolute axis of a node, as `EVIOCGABS` reports it.
public struct AxisDescription: Hashable, Sendable {
  /// The code of the axis, `ABS_X` …, 0…63.
  public var code: UInt16
  /// The reported range, including both ends. If a faulty device reports minimum ≥ maximum, the axis is never pressed.
  public var minimum: Int32
  public var maximum: Int32
  /// The value when the node was opened. `nil` in a recording, where axes start at rest.
  public var value: Int32?

  public init(code: UInt16, minimum: Int32, maximum: Int32, value: Int32? = nil) {
    self.code = code
    self.minimum = minimum
    self.maximum = maximum
    self.value = value
  }
}

/// A device node as it describes itself: everything that matching and the core need to know.
public struct DeviceDescription: Hashable, Sendable {
  /// The kernel's name, unchanged. Do not show it before `PrintableName` has cleaned it.
  public var name: String
  /// The number of the bus, such as `BUS_USB` (linux/input.h).
  public var bus: UInt16
  public var vendor: UInt16
  public var product: UInt16
  public var version: UInt16
  public var phys: String
  public var uniq: String
  /// The sysfs path of the node's USB device, or of its HID device if there is no USB device; empty if there is
  /// neither.
  public var parent: String
  public var kind: DeviceKind
  /// The folder of the links that show into which socket a device is plugged.
  public static let linksByPath = "/dev/input/by-path/"

  /// The links in `/dev/input/by-id` and `by-path` that point to the node. If the node has neither a link in `by-path`
  /// nor `phys` and `uniq`, the list also contains its path in sysfs, `/devices/…/inputN`.
  public var links: [String]
  public var keys: KeySet
  /// All axes of the node, in the order of codes.
  public var axes: [AxisDescription]
  /// The relative axes: a bit for each `REL_*` code 0…15.
  public var movements: UInt64

  public init(
    name: String, bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0, phys: String = "",
    uniq: String = "", parent: String = "", kind: DeviceKind = .other, links: [String] = [], keys: KeySet = KeySet(),
    axes: [AxisDescription] = [], movements: UInt64 = 0
  ) {
    self.name = name
    self.bus = bus
    self.vendor = vendor
    self.product = product
    self.version = version
    self.phys = phys
    self.uniq = uniq
    self.parent = parent
    self.kind = kind
    self.links = links
    self.keys = keys
    self.axes = axes
    self.movements = movements
  }

  /// `vendor:product` in lower-case hexadecimal, four digits each: `05f3:0232`.
  public var id: String { HexID.text(vendor) + ":" + HexID.text(product) }

  /// The word for the bus in `match` and in `switchway devices`: `usb`, `bluetooth`, `virtual` …. If there is no word,
  /// this is the bus number in four hexadecimal digits. Source: `BUS_*` of linux/input.h.
  public var busName: String { BusName.text(bus) }
}

/// The words for bus numbers. Source: `BUS_*` of linux/input.h.
public enum BusName {
  static let words: [(UInt16, String)] = [
    (0x01, "pci"), (0x03, "usb"), (0x05, "bluetooth"), (0x06, "virtual"), (0x10, "isa"), (0x11, "i8042"),
    (0x18, "i2c"), (0x19, "host"), (0x1c, "spi"), (0x1d, "rmi"), (0x1e, "cec"), (0x1f, "intel-ishtp"),
    (0x20, "amd-sfh"),
  ]

  /// Every word that `bus:` accepts in a profile.
  public static var all: [String] { words.map(\.1) }

  /// The word for a bus, or its number in four hexadecimal digits if there is none.
  public static func text(_ bus: UInt16) -> String { words.first { $0.0 == bus }?.1 ?? HexID.text(bus) }
}

enum HexID {
  /// Returns the value in four lower-case hexadecimal digits.
  static func text(_ value: UInt16) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension DeviceDescription {
  /// The link that shows into which socket the device is plugged, or the device's path in sysfs. `nil` if neither is
  /// known.
  public var place: String? {
    links.first { $0.hasPrefix(DeviceDescription.linksByPath) } ?? links.first { $0.hasPrefix("/devices/") }
  }
}
