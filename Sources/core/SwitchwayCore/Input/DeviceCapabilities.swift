/// The events that a node declares: from sysfs, `EVIOCGBIT` or a recording. Many devices declare far more than
/// they can send.
public struct DeviceCapabilities: Hashable, Sendable {
  /// `EV_KEY`: keys and buttons.
  public var keys: KeySet
  /// `EV_REL`, a bit for each `REL_*` code 0…15.
  public var relative: UInt64
  /// `EV_ABS`, a bit for each `ABS_*` code 0…63.
  public var absolute: UInt64
  /// `EV_SW`, a bit for each `SW_*` code 0…63.
  public var switches: UInt64
  /// `INPUT_PROP_*`, a bit for each.
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
