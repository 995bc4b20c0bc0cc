/// A node of a real device, as a fact: what it says of itself, and what it is to a person.
///
/// Facts know nothing of the program, so that every room can be held to them. Of nodes that declare hundreds of media
/// keys, some runs are left out.
public struct DeviceFact: Sendable, CustomStringConvertible {
  /// An absolute axis and its range, inclusive.
  public struct Axis: Hashable, Sendable {
    public var code: UInt16
    public var minimum: Int32
    public var maximum: Int32
  }

  public var name: String
  /// The word for what it is, as `kind` of a match has it.
  public var kind: String
  public var bus: UInt16
  public var vendor: UInt16
  public var product: UInt16
  public var version: UInt16
  /// `KEY_*` and `BTN_*`, ascending.
  public var keys: [UInt16]
  /// `REL_*`.
  public var relative: [UInt16]
  /// Ascending by code.
  public var axes: [Axis]
  /// `SW_*`.
  public var switches: [UInt16]
  /// `INPUT_PROP_*`.
  public var properties: [UInt16]
  /// Where it is plugged in. Ports and addresses are made up, their form is the kernel's.
  public var phys: String
  public var uniq: String
  /// Nodes of one word are one device; empty: this node is a device by itself.
  public var device: String

  public init(
    _ name: String, _ kind: String, _ ids: [UInt16], keys: [ClosedRange<UInt16>] = [], relative: [UInt16] = [],
    axes: [(codes: ClosedRange<UInt16>, range: ClosedRange<Int32>)] = [], switches: [UInt16] = [],
    properties: [UInt16] = [], phys: String, uniq: String = "", device: String = ""
  ) {
    self.name = name
    self.kind = kind
    (bus, vendor, product, version) = (ids[0], ids[1], ids[2], ids[3])
    self.keys = keys.flatMap { Array($0) }
    self.relative = relative
    self.axes = axes.flatMap { run in
      run.codes.map { Axis(code: $0, minimum: run.range.lowerBound, maximum: run.range.upperBound) }
    }
    self.switches = switches
    self.properties = properties
    self.phys = phys
    self.uniq = uniq
    self.device = device
  }

  public var description: String { "\(name) (\(kind))" }

  /// `vendor:product`, as a match has it.
  public var id: String { DeviceFact.hexadecimal(vendor) + ":" + DeviceFact.hexadecimal(product) }

  /// Four digits.
  public static func hexadecimal(_ value: UInt16) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// All of them.
  public static let all = pedals + switchBoxes + gamepads + joysticks + keyboards + media + pointers + machine

  /// The first of that name. A test that asks for a name that is not there has nothing to hold.
  public static func named(_ name: String) -> DeviceFact? { all.first { $0.name == name } }

  /// Where the kernel says that a USB device is plugged in.
  static func usb(_ port: Int, _ interface: Int = 0) -> String { "usb-0000:00:14.0-\(port)/input\(interface)" }

  /// The ranges of sticks and hats that drivers and report descriptors give.
  static let byte: ClosedRange<Int32> = 0...255
  static let word: ClosedRange<Int32> = 0...65_535
  static let signedWord: ClosedRange<Int32> = -32_768...32_767
  static let hat: ClosedRange<Int32> = -1...1

  /// A keyboard of 104 keys in the boot protocol, with the keys that hid-input adds to its page.
  static let typing: [ClosedRange<UInt16>] = [
    0x1...0x53, 0x55...0x64, 0x66...0x6f, 0x71...0x75, 0x77...0x77, 0x79...0x8a, 0xb7...0xc2, 0xf0...0xf0,
  ]
}
