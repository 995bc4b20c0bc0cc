/// The identity of the virtual keyboard on which Switchway types. It is the same on every machine and in every run, so
/// that a desktop keeps its settings for it.
public enum OwnKeyboard {
  /// Its name in the kernel.
  public static let name = "Switchway keyboard"
  /// `BUS_VIRTUAL` (linux/input.h): nobody assigns ids on this bus.
  public static let bus: UInt16 = 0x06
  /// The letters SW; chosen.
  public static let vendor: UInt16 = 0x5357
  /// The letters KB; chosen.
  public static let product: UInt16 = 0x4b42
  /// Raise it when the declared keys change, so that desktops read them again.
  public static let version: UInt16 = 1
}

extension DeviceDescription {
  /// Whether this is Switchway's virtual keyboard, of this process or another.
  public var isOwnKeyboard: Bool {
    bus == OwnKeyboard.bus && vendor == OwnKeyboard.vendor && product == OwnKeyboard.product
  }
}
