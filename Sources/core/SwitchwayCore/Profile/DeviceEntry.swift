import SwitchwayTime

/// An entry of `devices:` in a key-remap file: which nodes belong to this device, and how to treat them.
public struct DeviceEntry: Equatable, Sendable {
  /// Whether the device is grabbed, that is, hidden from the rest of the desktop.
  public enum Grab: String, CaseIterable, Sendable {
    case auto, yes, no
  }

  /// The device's name in the key-remap file.
  public var name: String
  public var match: DeviceMatch
  public var grab: Grab
  /// Shown to people instead of the device's own name.
  public var label: String?
  /// −2 s…0. Added to `pressed`, `released` and the times of `press`, for devices that report late.
  public var offset: Microseconds
  /// Whether `status` and `doctor` warn while it is absent.
  public var isRequired: Bool

  /// Whether the file says that the entry matches only devices that nobody types text on.
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
    .other("match", "Which devices are meant."),
    .word("grab", \.grab, "Whether the device is taken from the desktop, so that its keys do nothing else."),
    .other("label", "What people are shown instead of the device's own name."),
    .duration(
      "offset", \.offset, -2_000...0,
      "Added to the reported times of presses and releases, for devices that decide late."),
    .flag("required", \.isRequired, "Whether there is a warning while the device is absent."),
  ]
}
