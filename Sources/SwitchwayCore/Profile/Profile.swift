/// A key-remap file, checked and compiled: all that the core and the matching of devices need.
public struct Profile: Equatable, Sendable {
  /// The name it is known by: a file's name without `.yaml`.
  public var name: String
  /// Shown to people; the name where the file gives none.
  public var label: String
  /// In the order of the file: the first that matches takes a node.
  public var devices: [DeviceEntry]
  /// In the order of the file, which decides between deadlines of one moment.
  public var switches: [SwitchDefinition]

  public init(name: String, label: String? = nil, devices: [DeviceEntry] = [], switches: [SwitchDefinition] = []) {
    self.name = name
    self.label = label ?? name
    self.devices = devices
    self.switches = switches
  }

  /// A profile that uses nothing: what runs while no key-remap file can be used.
  public static let empty = Profile(name: "default")

  /// The entry that takes a node of this description: the first that matches, or nil.
  ///
  /// Nodes of kind `system` and pointers are taken only by a match on `id`, `path` or an exact `name`.
  public func entry(for device: DeviceDescription) -> Int? {
    devices.firstIndex { $0.match.matches(device) }
  }
}
