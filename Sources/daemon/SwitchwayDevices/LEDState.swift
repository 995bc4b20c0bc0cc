/// The state of one LED of a keyboard.
public struct LEDState: Hashable, Sendable {
  /// The code of the LED, 0…15: `LED_NUML`, `LED_CAPSL` … (linux/input-event-codes.h).
  public var code: UInt16
  public var isOn: Bool

  /// The code of the Caps Lock LED, `LED_CAPSL`.
  public static let capsLock: UInt16 = 1

  public init(code: UInt16, isOn: Bool) {
    self.code = code
    self.isOn = isOn
  }
}
