import SwitchwayTime

/// An entry of `devices:` in a profile: which nodes belong to this device, and how to treat them.
public struct DeviceEntry: Equatable, Sendable {
  /// Whether the device is grabbed, that is, hidden from the rest of the desktop.
  public enum Grab: String, CaseIterable, Sendable {
    case auto, yes, no
  }

  /// The device's name in the profile.
  public var name: String
  public var match: DeviceMatch
  public var grab: Grab
  /// The name that people see instead of the device's own name.
  public var label: String?
  /// A time from −2 s to 0 that is added to `pressed`, `released` and the times of `press` in messages, for devices
  /// that report presses late.
  public var offset: Microseconds
  /// Whether `status` and `doctor` warn while the device is not plugged in.
  public var isRequired: Bool

  /// Whether, according to the file, the entry matches only devices on which nobody types text.
  public var isNeverTypedOn: Bool {
    !match.kinds.isEmpty && match.kinds.allSatisfy(DeviceKind.onlyForSwitches.contains)
  }

  public init(
    name: String, match: DeviceMatch, grab: Grab = .auto, label: String? = nil, offset: Microseconds = .zero,
    isRequired: Bool = false
  ) {
    self.name = name
    self.match = match
    self.grab = grab
    self.label = label
    self.offset = offset
    self.isRequired = isRequired
  }

  /// The keys of an entry.
  public static let fields: [SectionField<DeviceEntry>] = [
    .other("match", "The devices that the entry matches."),
    .word("grab", \.grab, "Whether Switchway grabs the device, so that the desktop does not get its keys."),
    .other("label", "The name that people see instead of the device's own name."),
    .duration(
      "offset", \.offset, -2_000...0,
      "A time that is added to the times of presses and releases, for devices that report them late."),
    .flag("required", \.isRequired, "Whether Switchway warns while the device is not plugged in."),
  ]
}
