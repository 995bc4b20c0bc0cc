/// The events that a node says it can send, read from sysfs, by `EVIOCGBIT` or from a recording. Many devices declare
/// far more events than they can send.
public struct DeviceCapabilities: Hashable, Sendable {
  /// Keys and buttons (`EV_KEY`).
  public var keys: KeySet
  /// Relative axes (`EV_REL`): a bit for each `REL_*` code 0…15.
  public var relative: UInt64
  /// Absolute axes (`EV_ABS`): a bit for each `ABS_*` code 0…63.
  public var absolute: UInt64
  /// Switches of the hardware, such as a lid (`EV_SW`): a bit for each `SW_*` code 0…63.
  public var switches: UInt64
  /// Properties of the node: a bit for each `INPUT_PROP_*`.
  public var properties: UInt64

  public init(
    keys: KeySet = KeySet(), relative: UInt64 = 0, absolute: UInt64 = 0, switches: UInt64 = 0, properties: UInt64 = 0
  ) {
    self.keys = keys
    self.relative = relative
    self.absolute = absolute
    self.switches = switches
    self.properties = properties
  }
}

extension UInt64 {
  /// Whether bit `code` is set; false for codes above 63.
  func has(_ code: UInt16) -> Bool { code < 64 && self & (1 << UInt64(code)) != 0 }
}
