/// The identity of a virtual device that Switchway makes. It is the same on every machine and in every run, so that a
/// desktop keeps its settings for it.
public struct OwnDevice: Hashable, Sendable {
  /// The name of the device in the kernel.
  public let name: String
  public let product: UInt16

  /// The keyboard on which Switchway types. The product id is the letters KB (arbitrary).
  public static let keyboard = OwnDevice(name: "Switchway keyboard", product: 0x4b42)
  /// The pointer through which a grabbed pointer moves the cursor. The product id is the letters PT (arbitrary).
  public static let pointer = OwnDevice(name: "Switchway pointer", product: 0x5054)
  /// The pointer that front ends place on the screens. The product id is the letters AP (arbitrary).
  public static let absolutePointer = OwnDevice(name: "Switchway absolute pointer", product: 0x4150)

  fileprivate static let products = Set([keyboard, pointer, absolutePointer].map(\.product))

  /// The bus `BUS_VIRTUAL` (linux/input.h), on which nobody assigns ids.
  public static let bus: UInt16 = 0x06
  /// The vendor id: the letters SW (arbitrary).
  public static let vendor: UInt16 = 0x5357
  /// The version of the devices. Increase it when the declared keys change, so that desktops read the keys again.
  public static let version: UInt16 = 1
}

extension DeviceDescription {
  /// Whether this is one of Switchway's virtual devices, made by this process or another.
  public var isOwn: Bool {
    bus == OwnDevice.bus && vendor == OwnDevice.vendor && OwnDevice.products.contains(product)
  }
}
