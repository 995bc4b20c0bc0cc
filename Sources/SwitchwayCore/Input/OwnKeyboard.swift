/// The keyboard that Switchway makes, on which it types what it passes on: what it says of itself, the same on every
/// machine and in every run, so that a desktop's settings for it last.
public enum OwnKeyboard {
  /// The kernel's name of it.
  public static let name = "Switchway keyboard"
  /// `BUS_VIRTUAL` (linux/input.h): nobody gives ids out on it.
  public static let bus: UInt16 = 0x06
  /// The letters SW; chosen.
  public static let vendor: UInt16 = 0x5357
  /// The letters KB; chosen.
  public static let product: UInt16 = 0x4b42
  /// Raised when what it declares changes so that desktops must look anew.
  public static let version: UInt16 = 1
}

extension DeviceDescription {
  /// Whether it is a keyboard of Switchway's, of this process or of another.
  public var isOwnKeyboard: Bool {
    bus == OwnKeyboard.bus && vendor == OwnKeyboard.vendor && product == OwnKeyboard.product
  }
}
