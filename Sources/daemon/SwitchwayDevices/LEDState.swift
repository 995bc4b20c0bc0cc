/// One light of a keyboard.
public struct LEDState: Hashable, Sendable {
  /// `LED_NUML`, `LED_CAPSL` … (linux/input-event-codes.h), 0…15.
  public var code: UInt16
  public var isOn: Bool

  /// `LED_CAPSL`.
  public static let capsLock: UInt16 = 1

  public init(code: UInt16, isOn: Bool) {
    self.code = code
    self.isOn = isOn
  }
}
