/// The identity of a virtual device that Switchway makes. It is the same on every machine and in every run, so that a
/// desktop keeps its settings for it.
public struct OwnDevice: Hashable, Sendable {
  /// Its name in the kernel.
  public let name: String
  public let product: UInt16

  /// The keyboard on which Switchway types. Product: the letters KB (arbitrary).
  public static let keyboard = OwnDevice(name: "Switchway keyboard", product: 0x4b42)
  /// The pointer through which a grabbed pointer moves the cursor. Product: the letters PT (arbitrary).
  public static let pointer = OwnDevice(name: "Switchway pointer", product: 0x5054)
  /// The pointer that front ends place on the screens. Product: the letters AP; arbitrary.
  public static let absolutePointer = OwnDevice(name: "Switchway absolute pointer", product: 0x4150)

  fileprivate static let products = Set([keyboard, pointer, absolutePointer].map(\.product))

  /// `BUS_VIRTUAL` (linux/input.h): nobody assigns ids on this bus.
  public static let bus: UInt16 = 0x06
  /// The letters SW (arbitrary).
  public static let vendor: UInt16 = 0x5357
  /// Increase it when the declared keys change, so that desktops read them again.
  public static let version: UInt16 = 1
}

extension DeviceDescription {
  /// Whether this is one of Switchway's virtual devices, of this process or another.
  public var isOwn: Bool {
    bus == OwnDevice.bus && vendor == OwnDevice.vendor && OwnDevice.products.contains(product)
  }
}
