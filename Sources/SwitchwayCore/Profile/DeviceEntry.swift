/// An entry of `devices:` in a key-remap file: which nodes are this device, and how they are treated.
public struct DeviceEntry: Equatable, Sendable {
  /// Whether the device is taken from the rest of the desktop.
  public enum Grab: String, CaseIterable, Sendable {
    case auto, yes, no
  }

  /// The name that the key-remap file gives it.
  public var name: String
  public var match: DeviceMatch
  public var grab: Grab
  /// Shown to people instead of the device's own name.
  public var label: String?
  /// −2 s…0; added to `pressed`, `released` and the times of `press`, for devices that decide late.
  public var offset: Microseconds
  /// `status` and `doctor` warn while it is absent.
  public var isRequired: Bool

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
}
